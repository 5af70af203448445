import type { AbsenceRow } from './store.ts';

const DAY_MS = 86_400_000;
/** No longer than a year, of whatever length. */
const MAX_MS = 366 * DAY_MS;

/** Whether an absence can last from one time to another, in milliseconds since 1970: it ends after it begins, and not before now. */
export const isAbsenceTime = (from: number, until: number, now: number): boolean =>
  until > from && until > now && until - from <= MAX_MS;

/** How far an absence is that is saved over `known`: one that goes on as it was does not begin again. */
export const stageAfter = (
  known: Pick<AbsenceRow, 'stage' | 'starts_at' | 'substitute_id'> | undefined,
  { from, substituteId }: { readonly from: Date; readonly substituteId: number | null },
): 'coming' | 'begun' =>
  known?.stage === 'begun' && known.starts_at.getTime() === from.getTime() && known.substitute_id === substituteId
    ? 'begun'
    : 'coming';

type Times = Pick<AbsenceRow, 'starts_at' | 'ends_at' | 'last_starts_at' | 'last_ends_at'>;

/** The time of the last absence that has begun, whether it is over or not; undefined where there was none. */
export function handoverTime(absence: Times, now: number): { readonly from: Date; readonly until: Date } | undefined {
  const { starts_at: from, ends_at: until, last_starts_at: lastFrom, last_ends_at: lastUntil } = absence;
  if (from.getTime() <= now) return { from, until: new Date(Math.min(until.getTime(), now)) };
  return lastFrom === null || lastUntil === null ? undefined : { from: lastFrom, until: lastUntil };
}
