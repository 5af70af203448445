import { LOCALES, type Language } from './language.ts';

const DAY_MS = 86_400_000;

export type Formats = ReturnType<typeof createFormats>;

/** How dates, sizes and numbers are written for one person. `zone` is an IANA zone; timestamps are seconds since 1970. */
export function createFormats(language: Language, zone: string) {
  const locale = LOCALES[language];
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  const clock = { hour: language === 'de' ? '2-digit' : 'numeric', minute: '2-digit' } as const;
  const time = format(clock);
  const weekday = format({ weekday: 'short' });
  const day = format({ day: '2-digit', month: '2-digit' });
  const dayOfYear = format({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const full = format({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...clock,
  });
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const number = new Intl.NumberFormat(locale);
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

  /** Day in the person's zone as a number that grows by one a day. */
  const dayNumber = (ms: number): number => Math.floor(Date.parse(`${parts.format(ms)}T00:00:00Z`) / DAY_MS);

  return {
    number: (value: number): string => number.format(value),
    /** In a list: the time for today, the weekday for this week (which begins on Monday), else the date. */
    short(timestamp: number, now: number): string {
      const ms = timestamp * 1000;
      const today = dayNumber(now);
      const then = dayNumber(ms);
      // Day 0 was a Thursday.
      const monday = today - ((today + 3) % 7);
      if (then === today) return time.format(ms);
      if (then >= monday && then < today) return `${weekday.format(ms).replace('.', '')} ${time.format(ms)}`;
      return parts.format(ms).slice(0, 4) === parts.format(now).slice(0, 4) ? day.format(ms) : dayOfYear.format(ms);
    },
    /** Everything, as in a reader's head. */
    full: (timestamp: number): string => full.format(timestamp * 1000),
    /** Bytes as kB or MB. */
    size(bytes: number): string {
      if (bytes < 1000) return `${number.format(bytes)} B`;
      if (bytes < 999_500) return `${number.format(Math.round(bytes / 1000))} kB`;
      return `${decimal.format(bytes / 1_000_000)} MB`;
    },
  };
}
