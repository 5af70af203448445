import type { EntryRow } from '@kontor/contract/activity';
import { LOCALES, type Language } from '../../../shell/language.ts';

const DAY_MS = 86_400_000;
/** Days ahead that are called by their weekday. */
const WEEK = 7;

/** Whether it is a day without a time, `2026-11-24`. */
export const isDay = (due: string): boolean => due.length === 10;

/** How it is said when something is due, for one person. `zone` is an IANA zone. */
function createDue(language: Language, zone: string) {
  const locale = LOCALES[language];
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const time = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    hour: language === 'de' ? '2-digit' : 'numeric',
    minute: '2-digit',
  });
  const near = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const weekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' });
  const shortWeekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' });
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: '2-digit', month: '2-digit' });
  const dayOfYear = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  const dayOf = (due: string): string => (isDay(due) ? due : parts.format(Date.parse(due)));
  const dayMs = (text: string): number => Date.parse(`${text}T00:00:00Z`);

  return {
    /** Day of a moment, in the person's zone. */
    today: (now: number): string => parts.format(now),
    dayOf,
    /** Whether it is over: a day when it has ended. */
    isOver: (due: string, now: number): boolean => (isDay(due) ? due < parts.format(now) : Date.parse(due) < now),
    /** "today", "tomorrow", the weekday for a week, else the date; with its time where it has one. */
    text(due: string, now: number): string {
      const [then, today] = [dayMs(dayOf(due)), dayMs(parts.format(now))];
      const ahead = Math.round((then - today) / DAY_MS);
      const isThisYear = dayOf(due).slice(0, 4) === parts.format(now).slice(0, 4);
      const dayName =
        Math.abs(ahead) <= 1
          ? near.format(ahead, 'day')
          : ahead > 0 && ahead < WEEK
            ? (isDay(due) ? weekday : shortWeekday).format(then).replace('.', '')
            : (isThisYear ? day : dayOfYear).format(then);
      const first = dayName.charAt(0).toLocaleUpperCase(locale) + dayName.slice(1);
      return isDay(due) ? first : `${first} ${time.format(Date.parse(due))}`;
    },
  };
}
export type Due = ReturnType<typeof createDue>;

const made = new Map<string, Due>();

/** The same, made once for a language and zone: formats are dear to make. */
export function dueIn(language: Language, zone: string): Due {
  const key = `${language} ${zone}`;
  let due = made.get(key);
  if (due === undefined) made.set(key, (due = createDue(language, zone)));
  return due;
}

/** When the task of a row is due; undefined for never, and for what is no task. */
export const dueOf = ({ extras: { due } }: EntryRow): string | undefined => (typeof due === 'string' ? due : undefined);
