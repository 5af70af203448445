import { LOCALES, type Language } from '../language.ts';
import type { leftOutTexts } from './left-out-texts.ts';

/** What repeats on a day of a month. */
export interface DayOfMonthRule {
  readonly type: 'monthly' | 'yearly';
  /** How many months or years lie between two times; what is no whole number counts as 1. */
  readonly tact: number;
  readonly day: number;
  /** The month of the first time, from 1. */
  readonly month: number;
}

const COMMON_YEAR = 2027;
const LEAP_YEAR = 2028;
const lacks = (year: number, month: number, day: number): boolean =>
  new Date(Date.UTC(year, month, 0)).getUTCDate() < day;

/** Which months or years have no such day and are left out, in words; undefined where all have one. */
export function sayLeftOut(
  { type, tact, day, month }: DayOfMonthRule,
  t: (typeof leftOutTexts)['de'],
  language: Language,
): string | undefined {
  const by = Number.isSafeInteger(tact) && tact > 0 ? tact : 1;
  const met = type === 'yearly' ? [month] : [...Array(12).keys()].map((n) => ((month - 1 + n * by) % 12) + 1);
  const months = [...new Set(met)].toSorted((a, b) => a - b);
  const short = months.filter((one) => lacks(COMMON_YEAR, one, day));
  if (short.length === 0) return undefined;
  const format = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', timeZone: 'UTC' });
  const names = new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(
    short.map((one) => format.format(Date.UTC(COMMON_YEAR, one - 1, 1))),
  );
  if (months.every((one) => lacks(LEAP_YEAR, one, day))) return t.never(day, names);
  return type === 'yearly' ? t.years : t.months(day, names);
}
