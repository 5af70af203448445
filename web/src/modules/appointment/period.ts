import { LOCALES, type Language } from '../../shell/language.ts';

/** How appointments can be looked at, in the order of their keys from 1. */
export const VIEWS = ['day', 'week', 'month', 'year', 'list', 'agenda'] as const;
export type View = (typeof VIEWS)[number];

/** Days from the first to the last one, which both belong to it, as `2026-11-30`. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

const dateOf = (day: string): Temporal.PlainDate => Temporal.PlainDate.from(day);

const DAY_MS = 86_400_000;

/** A day as a number that grows by one a day, from 0 for 1970-01-01. A calendar reckons with thousands of them: no dates are made for it. */
const numberOfDay = (day: string): number => Date.parse(day) / DAY_MS;

const knownDays = new Map<number, string>();

/** The day of such a number. Throws a RangeError for what is none. */
export function dayOfNumber(number: number): string {
  let day = knownDays.get(number);
  // Years of five digits have a sign: the day is what stands before the time.
  if (day === undefined) knownDays.set(number, (day = new Date(number * DAY_MS).toISOString().slice(0, -14)));
  return day;
}

/** A day so many days later. */
export const addDays = (day: string, days: number): string => dayOfNumber(numberOfDay(day) + days);

export const daysBetween = (from: string, to: string): number => numberOfDay(to) - numberOfDay(from);

/** All days of a period. */
export function daysOf({ first, last }: Period): readonly string[] {
  const number = numberOfDay(first);
  return Array.from({ length: numberOfDay(last) - number + 1 }, (_, index) => dayOfNumber(number + index));
}

/** From Monday as 1 to Sunday as 7. The first day of all was a Thursday. */
export const weekdayOf = (day: string): number => ((((numberOfDay(day) + 3) % 7) + 7) % 7) + 1;
export const isWeekend = (day: string): boolean => weekdayOf(day) > 5;

/** The first day of the week of a day. `weekStart`: from Monday as 1 to Sunday as 7. */
export const weekOf = (day: string, weekStart: number): string => addDays(day, -((weekdayOf(day) - weekStart + 7) % 7));

/** ISO 8601 number of the week of a day. */
export const weekNumberOf = (day: string): number => dateOf(day).weekOfYear ?? 0;

const weekStarts = new Map<Language, number>();

/** The first day of the week of a language, from Monday as 1 to Sunday as 7. */
export function weekStartIn(language: Language): number {
  let start = weekStarts.get(language);
  if (start !== undefined) return start;
  const locale = new Intl.Locale(LOCALES[language]) as Intl.Locale & { getWeekInfo?(): { readonly firstDay: number } };
  weekStarts.set(language, (start = locale.getWeekInfo?.().firstDay ?? 1));
  return start;
}

/** Weeks that an agenda tells of from its day on. */
const AGENDA_WEEKS = 4;
const WEEKS_OF_MONTH = 6;

/** The days that a view shows: a month with the days that make its six weeks whole. */
export function periodOf(view: View, day: string, weekStart: number): Period {
  if (view === 'week') {
    const first = weekOf(day, weekStart);
    return { first, last: addDays(first, 6) };
  }
  if (view === 'month') {
    const first = weekOf(dateOf(day).with({ day: 1 }).toString(), weekStart);
    return { first, last: addDays(first, WEEKS_OF_MONTH * 7 - 1) };
  }
  if (view === 'year') {
    const begin = dateOf(day).with({ month: 1, day: 1 });
    return { first: begin.toString(), last: begin.add({ years: 1 }).subtract({ days: 1 }).toString() };
  }
  if (view === 'agenda') return { first: day, last: addDays(day, AGENDA_WEEKS * 7 - 1) };
  return { first: day, last: day };
}

const STEPS = {
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
  year: { years: 1 },
  list: { days: 1 },
  agenda: { weeks: AGENDA_WEEKS },
} as const satisfies Record<View, Temporal.DurationLike>;

/** The same day of the next period (`by` 1), or of the one before (-1). */
export function stepDay(view: View, day: string, by: 1 | -1): string {
  const date = dateOf(day);
  return (by === 1 ? date.add(STEPS[view]) : date.subtract(STEPS[view])).toString();
}

/** Noon of a day as if it were UTC: for formats that are to say days. */
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

const formats = new Map<Intl.DateTimeFormatOptions, Map<Language, Intl.DateTimeFormat>>();

/** A format is dear to make: there is one for each language and each of the options below. */
function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  let made = formats.get(options);
  if (made === undefined) formats.set(options, (made = new Map()));
  let format = made.get(language);
  if (format === undefined)
    made.set(language, (format = new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', ...options })));
  return format;
}

const SHORT = { day: 'numeric', month: 'short' } as const;
const WEEK = { ...SHORT, year: 'numeric' } as const;
const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const FULL = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const SHORT_DAY = { weekday: 'short', ...SHORT } as const;
const YEAR = { year: 'numeric' } as const;
const MONTH = { month: 'long' } as const;
const MONTHS = { long: { month: 'long', year: 'numeric' }, short: { month: 'short', year: 'numeric' } } as const;
const WEEKDAYS = { short: { weekday: 'short' }, narrow: { weekday: 'narrow' }, long: { weekday: 'long' } } as const;
const HOUR = { hour: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

/**
 * What a period is called: `23.–29. Nov. 2026`, `November 2026`, `2026`; a day of this year without it
 * (`Donnerstag, 26. November`), and in short where there is little room.
 */
export function periodName(
  view: View,
  day: string,
  {
    weekStart,
    language,
    today,
    isShort = false,
  }: { weekStart: number; language: Language; today: string; isShort?: boolean },
): string {
  if (view === 'month') return formatOf(language, MONTHS[isShort ? 'short' : 'long']).format(noon(day));
  if (view === 'year') return formatOf(language, YEAR).format(noon(day));
  if (view === 'day' || view === 'list') {
    if (isShort) return shortDay(day, language);
    return day.slice(0, 4) === today.slice(0, 4) ? formatOf(language, DAY).format(noon(day)) : dayName(day, language);
  }
  const { first, last } = periodOf(view, day, weekStart);
  return formatOf(language, isShort ? SHORT : WEEK).formatRange(noon(first), noon(last));
}

/** A day in full: `Donnerstag, 26. November 2026`. */
export const dayName = (day: string, language: Language): string => formatOf(language, FULL).format(noon(day));

/** The name of a weekday alone: `Do`. */
export const weekdayName = (day: string, language: Language, weekday: 'short' | 'narrow' | 'long' = 'short'): string =>
  formatOf(language, WEEKDAYS[weekday]).format(noon(day));

/** The name of a month alone. */
export const monthName = (day: string, language: Language): string => formatOf(language, MONTH).format(noon(day));

/** A day in short: `Do., 26. Nov.`. */
export const shortDay = (day: string, language: Language): string => formatOf(language, SHORT_DAY).format(noon(day));

/** A full hour beside a grid: `9:00`, `9 AM`. */
export const hourOf = (minutes: number, language: Language): string =>
  language === 'en' ? formatOf('en', HOUR).format(new Date(minutes * 60_000)) : clockOf(minutes, language);

const clocks = { de: new Map<number, string>(), en: new Map<number, string>() } as const;

/** Minutes since midnight as the clock says them: `9:15`, `9:15 AM`. A day has 1,440 of them, and a full calendar says each many times. */
export function clockOf(minutes: number, language: Language): string {
  const said = clocks[language];
  let clock = said.get(minutes);
  if (clock === undefined) said.set(minutes, (clock = formatOf(language, CLOCK).format(new Date(minutes * 60_000))));
  return clock;
}
