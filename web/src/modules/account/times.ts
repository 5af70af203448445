import { LOCALES, type Language } from '../../shell/language.ts';
import { useLanguage, useZone } from '../../shell/index.ts';

const DAY_SECONDS = 86_400;
const STEPS = [
  ['hour', 3600],
  ['minute', 60],
] as const;
/** Longer ago than this, a day is easier to grasp than a number of them. */
const MAX_DAYS = 30;

export type Times = ReturnType<typeof createTimes>;

/** How moments are told in settings; all take ISO instants. `now` is milliseconds since 1970. */
export function createTimes(language: Language, zone: string) {
  const locale = LOCALES[language];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const day = format({ day: 'numeric', month: 'long', year: 'numeric' });
  const weekday = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const clock = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const full = format({ dateStyle: 'long', timeStyle: 'short' });
  const key = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  /** Day in the zone as a number that grows by one a day. */
  const dayNumber = (ms: number): number => Date.parse(`${key.format(ms)}T00:00:00Z`) / (DAY_SECONDS * 1000);
  return {
    /** `vor 3 Stunden`, `gestern`; a date where that is long ago. */
    relative(instant: string, now: number): string {
      const then = Date.parse(instant);
      const seconds = Math.max(0, (now - then) / 1000);
      if (seconds > MAX_DAYS * DAY_SECONDS) return day.format(then);
      // By the calendar: what was 40 hours ago may have been yesterday, or the day before.
      if (seconds >= DAY_SECONDS) return relative.format(dayNumber(then) - dayNumber(now), 'day');
      const [unit, length] = STEPS.find(([, step]) => seconds >= step) ?? (['second', 1] as const);
      // Within the minute it is now.
      return relative.format(unit === 'second' ? 0 : -Math.floor(seconds / length), unit);
    },
    day: (instant: string): string => day.format(Date.parse(instant)),
    weekday: (instant: string): string => weekday.format(Date.parse(instant)),
    clock: (instant: string): string => clock.format(Date.parse(instant)),
    full: (instant: string): string => full.format(Date.parse(instant)),
    /** Calendar day of a moment in the zone, as `2026-11-21`. */
    dayKey: (ms: number): string => key.format(ms),
  };
}

const made = new Map<string, Times>();

export function useTimes(): Times {
  const [language, zone] = [useLanguage(), useZone()];
  const key = `${language} ${zone}`;
  let times = made.get(key);
  if (times === undefined) made.set(key, (times = createTimes(language, zone)));
  return times;
}
