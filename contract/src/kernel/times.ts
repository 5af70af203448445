import * as v from 'valibot';
import { text } from './primitives.ts';

const isDayOfCalendar = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** ISO 8601 instant with a zone, on a day that there is in the calendar. */
export const InstantSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((instant) => isDayOfCalendar(instant.slice(0, 10)) && !Number.isNaN(Date.parse(instant)), 'INSTANT_UNKNOWN'),
);

/** ISO 8601 calendar day that there is in the calendar. */
export const DaySchema = v.pipe(v.string(), v.isoDate(), v.check(isDayOfCalendar, 'DAY_UNKNOWN'));

/** IANA zone name that this runtime knows. */
export const TimeZoneSchema = v.pipe(
  text(64),
  v.check((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      return false;
    }
  }, 'TIME_ZONE_UNKNOWN'),
);
