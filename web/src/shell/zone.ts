/** Zone of the device as its browser says it. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Returns the IANA zones that can be chosen, each with how it is written. `known` stands first where this device has not heard of it, as it may be
 * that of one that knows more.
 */
export function zoneChoices(known: string): readonly (readonly [string, string])[] {
  const all = Intl.supportedValuesOf('timeZone');
  return (all.includes(known) ? all : [known, ...all]).map((zone) => [zone, zone.replaceAll('_', ' ')] as const);
}

/** IANA zone that a person has chosen: `auto` is that of the instance, which may not be known yet. */
export function zoneOf(chosen: string, ofInstance: string | undefined): string {
  if (chosen === 'device') return deviceZone();
  return chosen === 'auto' ? (ofInstance ?? deviceZone()) : chosen;
}
