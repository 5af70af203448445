import type { DateFilter } from '@kontor/contract/activity';

export const RANGES = ['all', 'weeks', 'days', 'day'] as const;
export type Range = (typeof RANGES)[number];

/** The days that a range of the history means, as the server is asked for them. `now` in milliseconds since 1970. */
export function dateOf(range: Range, now: number, zone: string): DateFilter {
  if (range === 'all') return 'all';
  if (range === 'weeks') return { preset: 'lastFourWeeks', timeZone: zone };
  if (range === 'day') return { preset: 'today', timeZone: zone };
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  return { from: today.subtract({ days: 6 }).toString(), timeZone: zone };
}

export interface Day<T> {
  /** As `2026-11-24`. */
  readonly day: string;
  readonly items: readonly T[];
}

/** Items in their order, by the days on which they happened. `secondsOf`: since 1970. */
export function byDay<T>(items: readonly T[], secondsOf: (item: T) => number, zone: string): readonly Day<T>[] {
  const days: { day: string; items: T[] }[] = [];
  for (const item of items) {
    const day = Temporal.Instant.fromEpochMilliseconds(secondsOf(item) * 1000)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toString();
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
