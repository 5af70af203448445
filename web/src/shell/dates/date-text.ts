import { LOCALES, type Language } from '../language.ts';

/** A day (`2026-11-30`), a time (`14:30`), or both (`2026-11-30T14:30`). */
export type DateKind = 'day' | 'time' | 'moment';

/** How days are written: the parts in their order, as `DD.MM.YYYY`. */
const PATTERNS: Readonly<Record<Language, string>> = { de: 'DD.MM.YYYY', en: 'MM/DD/YYYY' };
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const PART = { YYYY: 'year', MM: 'month', DD: 'day' } as const;
/** A year of two digits is one of this century. */
const CENTURY = 2000;

export interface DateOptions {
  readonly kind: DateKind;
  readonly language: Language;
  /** As a field has it; else as the language does. Letters other than `YYYY`, `MM` and `DD` stand between them. */
  readonly pattern?: string | undefined;
  /** This day, for one that is typed without its year. */
  readonly today: string;
}

export const patternOf = ({ language, pattern }: Pick<DateOptions, 'language' | 'pattern'>): string =>
  pattern ?? PATTERNS[language];

const two = (value: number): string => String(value).padStart(2, '0');

function sayDay(day: string, pattern: string): string {
  const [, year = '', month = '', date = ''] = ISO.exec(day) ?? [];
  return year === ''
    ? day
    : pattern
        .replace('YYYY', year)
        .replace('MM', two(Number(month)))
        .replace('DD', two(Number(date)));
}

function sayTime(time: string, language: Language): string {
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  if (hour === undefined || minute === undefined) return time;
  const clock = { hour: language === 'de' ? '2-digit' : 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(LOCALES[language], clock).format(Date.UTC(2000, 0, 1, Number(hour), Number(minute)));
}

/** A value as the person reads it; what is none stays as it is. */
export function sayDate(value: string, given: Omit<DateOptions, 'today'>): string {
  const { kind, language } = given;
  const pattern = patternOf(given);
  if (kind === 'day') return sayDay(value, pattern);
  if (kind === 'time') return sayTime(value, language);
  const [day = '', time = ''] = value.split('T');
  return time === '' ? value : `${sayDay(day, pattern)} ${sayTime(time, language)}`;
}

/** Undefined for a day that there is not, as the 31st of February. */
function dayFrom(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  const isThere = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThere && year >= 1 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}

/** `isWhole`: only with its whole year, so that nothing is meant before it is typed to its end. */
function readDay(text: string, { today, ...given }: DateOptions, isWhole: boolean): string | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const names = (patternOf(given).match(/YYYY|MM|DD/g) ?? []).map((name) => PART[name as keyof typeof PART]);
  const typed = text.replace(/[./\-\s]+$/, '').split(/[./\-\s]+/);
  const order = typed.length === 2 ? names.filter((name) => name !== 'year') : names;
  if (typed.length !== order.length || !typed.every((part) => /^\d{1,4}$/.test(part))) return undefined;
  const of = (name: (typeof PART)[keyof typeof PART]): string | undefined => typed[order.indexOf(name)];
  const year = of('year');
  if (isWhole && year?.length !== 4) return undefined;
  if (year !== undefined && year.length !== 2 && year.length !== 4) return undefined;
  const inFull =
    year === undefined ? Number(today.slice(0, 4)) : year.length === 2 ? CENTURY + Number(year) : Number(year);
  return dayFrom(inFull, Number(of('month')), Number(of('day')));
}

function readTime(text: string, isWhole: boolean): string | undefined {
  const [, hour, minute, half] =
    /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:uhr|h)?\s*([ap])?\.?\s?m?\.?$/.exec(
      text.toLowerCase().replaceAll(/\s+/g, ' '),
    ) ?? [];
  if (hour === undefined || (isWhole && (minute === undefined || !/^\d{2}:\d{2}$/.test(text)))) return undefined;
  const [h, m] = [Number(hour), Number(minute ?? 0)];
  if (m > 59 || (half === undefined ? h > 23 : h < 1 || h > 12)) return undefined;
  return `${two(half === undefined ? h : (h % 12) + (half === 'p' ? 12 : 0))}:${two(m)}`;
}

/**
 * What was typed, as it is kept: empty for nothing, undefined where it is none. `isWhole`: while it is typed, when what is short may only
 * be a beginning.
 */
export function readDate(
  typed: string,
  given: DateOptions,
  { isWhole }: { readonly isWhole: boolean },
): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  if (given.kind === 'time') return readTime(text, isWhole);
  if (given.kind === 'day') return readDay(text, given, isWhole);
  const [, first = '', rest = ''] = /^(\S+?)(?:[,\sT]+(.*))?$/.exec(text) ?? [];
  const day = readDay(first, given, isWhole);
  const time = readTime(rest, isWhole);
  return day === undefined || time === undefined ? undefined : `${day}T${time}`;
}

/** The value, one step further: a day, or so many minutes. */
export function stepDate(
  value: string,
  {
    kind,
    by,
    today,
    minutes: step,
  }: { readonly kind: DateKind; readonly by: 1 | -1; readonly today: string; readonly minutes: number },
): string {
  if (kind === 'time') {
    const [h = 0, m = 0] = (value || '08:00').split(':').map(Number);
    const minutes = value === '' ? h * 60 : (((h * 60 + m + by * step) % 1440) + 1440) % 1440;
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }
  const [day = today, time] = (value === '' ? today : value).split('T');
  const next =
    value === '' ? day : new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
  return kind === 'day' ? next : `${next}T${time ?? '08:00'}`;
}
