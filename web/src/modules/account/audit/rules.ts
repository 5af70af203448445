import type { AuditEntry, AuditKind } from '@kontor/contract/account';

export const PRESETS = ['today', 'yesterday', 'week', 'month', 'all', 'free'] as const;
export type Preset = (typeof PRESETS)[number];

/** What the audit log is asked for. */
export interface AuditFilter {
  readonly preset: Preset;
  /** Days as `2026-11-21`, or empty; of the preset `free`. */
  readonly from: string;
  readonly to: string;
  /** 0 for everybody. */
  readonly userId: number;
  readonly kind: AuditKind | '';
  readonly search: string;
}

export const EVERYTHING: AuditFilter = { preset: 'week', from: '', to: '', userId: 0, kind: '', search: '' };

/** A day some days before another. */
function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** The days of a filter, both included; `today` is a day of the instance's zone. Ends that were typed the wrong way round are turned. */
export function daysOf({ preset, from, to }: AuditFilter, today: string): { from: string | null; to: string | null } {
  switch (preset) {
    case 'today':
      return { from: today, to: null };
    case 'yesterday':
      return { from: daysBefore(today, 1), to: daysBefore(today, 1) };
    case 'week':
      return { from: daysBefore(today, 6), to: null };
    case 'month':
      return { from: daysBefore(today, 29), to: null };
    case 'all':
      return { from: null, to: null };
    default: {
      const [first, last] = from !== '' && to !== '' && from > to ? [to, from] : [from, to];
      return { from: first || null, to: last || null };
    }
  }
}

/** A filter as queries take it. */
export const paramsOf = (filter: AuditFilter, today: string) => ({
  ...daysOf(filter, today),
  userId: filter.userId === 0 ? null : filter.userId,
  kinds: filter.kind === '' ? [] : [filter.kind],
  search: filter.search.trim(),
});

/**
 * The newest entries and, behind them, those that were loaded before, newest first. `shown` is what was shown so far: where so many have
 * come since that there is a hole between the two, it is let go, and loaded again by whoever wants it.
 */
export function together(newest: readonly AuditEntry[], shown: readonly AuditEntry[]): readonly AuditEntry[] {
  const last = newest.at(-1);
  if (last === undefined || !shown.some(({ entryId }) => entryId === last.entryId)) return newest;
  return [...newest, ...shown.filter(({ entryId }) => entryId < last.entryId)];
}

export interface AuditDay {
  readonly day: string;
  readonly entries: readonly AuditEntry[];
}

/** Entries by their days, in the order in which they come. `dayOf` knows the zone. */
export function byDay(entries: readonly AuditEntry[], dayOf: (at: string) => string): readonly AuditDay[] {
  const days: { day: string; entries: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.at);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
