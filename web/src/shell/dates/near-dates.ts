import { LOCALES, type Language } from '../language.ts';

const DAY_MS = 86_400_000;
/** Days ahead that are called by their weekday. */
const WEEK = 7;

/** Whether it is a day without a time, `2026-11-24`. */
export const isDay = (date: string): boolean => date.length === 10;

/** How days and moments are said by how near they are, for one person. `zone` is an IANA zone. */
function createNearDates(language: Language, zone: string) {
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
  const dayOf = (date: string): string => (isDay(date) ? date : parts.format(Date.parse(date)));
  const dayMs = (text: string): number => Date.parse(`${text}T00:00:00Z`);

  return {
    /** Day of a moment, in the person's zone. */
    today: (now: number): string => parts.format(now),
    dayOf,
    /** Whether it is over: a day when it has ended. */
    isOver: (date: string, now: number): boolean => (isDay(date) ? date < parts.format(now) : Date.parse(date) < now),
    /** "today", "tomorrow", the weekday for a week, else the date; with its time where it has one. */
    text(date: string, now: number): string {
      const [then, today] = [dayMs(dayOf(date)), dayMs(parts.format(now))];
      const ahead = Math.round((then - today) / DAY_MS);
      const isThisYear = dayOf(date).slice(0, 4) === parts.format(now).slice(0, 4);
      const dayName =
        Math.abs(ahead) <= 1
          ? near.format(ahead, 'day')
          : ahead > 0 && ahead < WEEK
            ? (isDay(date) ? weekday : shortWeekday).format(then).replace('.', '')
            : (isThisYear ? day : dayOfYear).format(then);
      const first = dayName.charAt(0).toLocaleUpperCase(locale) + dayName.slice(1);
      return isDay(date) ? first : `${first} ${time.format(Date.parse(date))}`;
    },
  };
}
type NearDates = ReturnType<typeof createNearDates>;

const made = new Map<string, NearDates>();

/** The same, made once for a language and zone: formats are dear to make. */
export function nearDatesIn(language: Language, zone: string): NearDates {
  const key = `${language} ${zone}`;
  let dates = made.get(key);
  if (dates === undefined) made.set(key, (dates = createNearDates(language, zone)));
  return dates;
}
