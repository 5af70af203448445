/** A moment of fields for dates (`2026-11-30T14:30`) as an instant, in an IANA zone; null for none. */
export function instantOf(moment: string, zone: string): string | null {
  if (moment === '') return null;
  const instant = Temporal.PlainDateTime.from(moment).toZonedDateTime(zone).toInstant();
  return new Date(instant.epochMilliseconds).toISOString();
}

/** An instant as fields for dates have it, to the minute. */
export const momentOf = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' });

/** Seconds of what was written as `4:12`, `1:04:12`, or whole minutes as `4`; undefined where it is no length. */
export function secondsOf(written: string): number | undefined {
  const text = written.trim();
  if (text === '') return 0;
  if (/^\d{1,4}$/.test(text)) return Number(text) * 60;
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text) ?? [];
  if (minutes === undefined) return undefined;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole <= 86_400 ? whole : undefined;
}
