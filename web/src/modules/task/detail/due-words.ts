import { LOCALES, type Language } from '../../../shell/language.ts';

/** Whether a text says a day alone. */
export const isDay = (due: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(due);

/** The moment at which it is too late, in milliseconds since 1970: the end of the day in the zone, or the moment itself. */
export const overAt = (due: string, zone: string): number =>
  isDay(due)
    ? Temporal.PlainDate.from(due).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
    : Temporal.Instant.from(due).epochMilliseconds;

/** The day on which something is due, in the zone of who reads it. */
export const dayOf = (due: string, zone: string): Temporal.PlainDate =>
  isDay(due) ? Temporal.PlainDate.from(due) : Temporal.Instant.from(due).toZonedDateTimeISO(zone).toPlainDate();

/** When something is due, as people say it: today, tomorrow, a day of the coming week, else the date; with the time where it has one. */
export function sayDue(due: string, zone: string, now: number, language: Language): string {
  const locale = LOCALES[language];
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const day = dayOf(due, zone);
  const far = today.until(day).days;
  const noon = day.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).epochMilliseconds;
  const near = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(noon);
  const said =
    Math.abs(far) <= 1
      ? near.format(far, 'day')
      : far > 1 && far < 7
        ? format({ weekday: 'long' })
        : format(
            day.year === today.year
              ? { weekday: 'short', day: 'numeric', month: 'short' }
              : { day: 'numeric', month: 'short', year: 'numeric' },
          );
  if (isDay(due)) return said;
  const time = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'short' }).format(Date.parse(due));
  return `${said}, ${time}`;
}
