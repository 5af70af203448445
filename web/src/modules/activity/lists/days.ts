import { resolveDateFilter } from '@kontor/contract/activity';
import { LOCALES, type Language } from '../../../shell/language.ts';
import { isDays, type Days, type ListDate } from './filter.ts';

const DAY_SECONDS = 86_400;

/** The days that a date of a filter stands for now (milliseconds since 1970). */
export function daysOf(date: ListDate, now: number, zone: string): Days {
  if (isDays(date)) return date;
  const { from, before } = resolveDateFilter(date, now, zone);
  const day = (seconds: number): string =>
    Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toString();
  return {
    ...(from === null ? {} : { from: day(from) }),
    // Half a day before the end is on the last day, however long that one is.
    ...(before === null ? {} : { to: day(before - DAY_SECONDS / 2) }),
  };
}

/** A day was chosen in the calendar: alone, or as the other end where one day is chosen. */
export function pickDay(days: Days, day: string): Days {
  const { from, to } = days;
  if (from === undefined || from !== to || from === day) return { from: day, to: day };
  return day < from ? { from: day, to: from } : { from, to: day };
}

/** A range with one of its ends moved; the other one gives way. */
export function moveEnd(days: Days, end: 'from' | 'to', day: string): ListDate {
  const next = { ...days, [end]: day === '' ? undefined : day };
  if (next.from === undefined && next.to === undefined) return 'all';
  if (next.from !== undefined && next.to !== undefined && next.from > next.to) return { from: day, to: day };
  return { ...(next.from === undefined ? {} : { from: next.from }), ...(next.to === undefined ? {} : { to: next.to }) };
}

/** Days in words: `1.–21. November 2026`. */
export function daysText(
  days: Days,
  language: Language,
  open: { readonly since: (day: string) => string; readonly until: (day: string) => string },
): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' });
  const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
  const { from, to } = days;
  if (from !== undefined && to !== undefined) return format.formatRange(at(from), at(to));
  if (from !== undefined) return open.since(format.format(at(from)));
  return to === undefined ? '' : open.until(format.format(at(to)));
}

/** A day in words: `Sa., 21. Nov. 2026`. */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T00:00:00Z`));
