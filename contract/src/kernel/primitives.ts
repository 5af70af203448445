import * as v from 'valibot';

/** Whole number below 2^53, as every id is. */
export const IdSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** Text that PostgreSQL can keep: no NUL, and no more than `max` UTF-16 units. */
export const text = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.check((value) => !value.includes('\0') && value.isWellFormed(), 'TEXT_NOT_STORABLE'),
  );

/** Text with at least one character that is not white space. */
export const filledText = (max: number) =>
  v.pipe(
    text(max),
    v.check((value) => value.trim() !== '', 'TEXT_EMPTY'),
  );

/** A text whose line breaks become spaces, as titles are kept. */
export const titleText = (max: number) =>
  v.pipe(
    text(max),
    v.transform((value) => value.replace(/\s*[\r\n]+\s*/g, ' ')),
  );

/** UUID of any version, in lower case. */
export const ProcessIdSchema = v.pipe(v.string(), v.toLowerCase(), v.uuid());

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

export const NothingSchema = v.strictObject({});
