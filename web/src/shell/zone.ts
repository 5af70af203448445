/** Zone of the device as its browser says it. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** IANA zone that a person has chosen: `auto` is that of the instance, which may not be known yet. */
export function zoneOf(chosen: string, ofInstance: string | undefined): string {
  if (chosen === 'device') return deviceZone();
  return chosen === 'auto' ? (ofInstance ?? deviceZone()) : chosen;
}
