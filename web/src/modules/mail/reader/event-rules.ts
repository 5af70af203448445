import { plural, type Language } from '../../../shell/index.ts';

/** Days of the week as rules of repetition name them. */
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

/** What of a rule of repetition is put into words. */
export interface Repetition {
  readonly frequency: (typeof FREQUENCIES)[number];
  readonly interval: number;
  /** Days of the week, Monday 0; empty where the rule names none, or ones that are counted. */
  readonly days: readonly number[];
  readonly count: number | undefined;
  /** Day on which it ends, `YYYY-MM-DD`. */
  readonly until: string | undefined;
}

/** Takes an RRULE (RFC 5545) apart; undefined where it says more than these words can, which is then only said to repeat. */
export function readRule(rule: string): Repetition | undefined {
  const parts = new Map(
    rule
      .replace(/^RRULE:/i, '')
      .split(';')
      .map((part) => part.split('='))
      .map(([name = '', value = '']) => [name.toUpperCase(), value.toUpperCase()] as const),
  );
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'));
  if (frequency === undefined || [...parts.keys()].some((name) => /^BY(?!DAY|MONTHDAY|MONTH$)/.test(name)))
    return undefined;
  const named = parts.get('BYDAY')?.split(',') ?? [];
  const days = named.map((day) => DAYS.indexOf(day));
  if (days.includes(-1) || (days.length > 0 && frequency !== 'WEEKLY' && frequency !== 'DAILY')) return undefined;
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(parts.get('UNTIL') ?? '') ?? [];
  const count = Number(parts.get('COUNT') ?? Number.NaN);
  return {
    frequency,
    interval: Math.max(1, Number(parts.get('INTERVAL') ?? 1) || 1),
    days,
    count: Number.isInteger(count) ? count : undefined,
    until: year === undefined ? undefined : `${year}-${month}-${day}`,
  };
}

interface Words {
  readonly every: Readonly<Record<Repetition['frequency'], string>>;
  readonly everyFew: Readonly<Record<Repetition['frequency'], (count: number) => string>>;
  readonly on: (days: string) => string;
  readonly times: (count: number) => string;
  readonly until: (day: string) => string;
  readonly some: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  de: {
    every: { DAILY: 'jeden Tag', WEEKLY: 'jede Woche', MONTHLY: 'jeden Monat', YEARLY: 'jedes Jahr' },
    everyFew: {
      DAILY: (count) => `alle ${count} Tage`,
      WEEKLY: (count) => `alle ${count} Wochen`,
      MONTHLY: (count) => `alle ${count} Monate`,
      YEARLY: (count) => `alle ${count} Jahre`,
    },
    on: (days) => days,
    times: (count) => plural('de', count, 'Mal', 'Mal'),
    until: (day) => `bis ${day}`,
    some: 'wiederholt sich',
  },
  en: {
    every: { DAILY: 'every day', WEEKLY: 'every week', MONTHLY: 'every month', YEARLY: 'every year' },
    everyFew: {
      DAILY: (count) => `every ${count} days`,
      WEEKLY: (count) => `every ${count} weeks`,
      MONTHLY: (count) => `every ${count} months`,
      YEARLY: (count) => `every ${count} years`,
    },
    on: (days) => `on ${days}`,
    times: (count) => plural('en', count, 'time', 'times'),
    until: (day) => `until ${day}`,
    some: 'repeats',
  },
};

/** A Monday, from which the names of days are counted. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** A rule of repetition in words, as "jede Woche, Mo und Mi, bis 21.12.2026". */
export function ruleInWords(rule: string, language: Language, locale: string): string {
  const words = WORDS[language];
  const read = readRule(rule);
  if (read === undefined) return words.some;
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const days = new Intl.ListFormat(locale).format(read.days.map((day) => weekday.format(MONDAY + day * DAY_MS)));
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return [
    read.interval === 1 ? words.every[read.frequency] : words.everyFew[read.frequency](read.interval),
    ...(days === '' ? [] : [words.on(days)]),
    ...(read.count === undefined ? [] : [words.times(read.count)]),
    ...(read.until === undefined ? [] : [words.until(date.format(Date.parse(`${read.until}T00:00:00Z`)))]),
  ].join(', ');
}

/**
 * When an appointment is, in the person's zone: the end is told by its time alone where it is on the same day. Days that it lasts as a
 * whole are the same everywhere, and its last one is the day before its end.
 */
export function timeInWords(
  event: { readonly startDate: string; readonly endDate: string | null; readonly allDay: boolean },
  locale: string,
  zone: string,
): string {
  const start = Date.parse(event.startDate);
  if (Number.isNaN(start)) return event.startDate;
  const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (event.allDay) {
    const format = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' });
    const first = Date.parse(event.startDate.slice(0, 10));
    const end = event.endDate === null ? first : Date.parse(event.endDate.slice(0, 10)) - DAY_MS;
    return end > first ? format.formatRange(first, end) : format.format(first);
  }
  const format = new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit', timeZone: zone });
  const end = event.endDate === null ? Number.NaN : Date.parse(event.endDate);
  return end > start ? format.formatRange(start, end) : format.format(start);
}
