import type { CalendarImportFault } from '@kontor/contract/appointment';
import { createHash } from 'node:crypto';
import type { IcalEvent } from '../icalendar/model.ts';
import type { KnownRow } from './store.ts';

/** How what a file says stands with its person: it is not there, it is, older or not, it was removed by them, or it is somebody else's, of which they hear nothing. */
export type StandingNow = 'new' | 'older' | 'there' | 'removed' | 'hidden';

/** Whether a file is newer: by SEQUENCE; where that is the same by when it was changed last, if that is known of both. */
export const isNewerThan = (
  { sequence, modifiedAt }: Pick<IcalEvent, 'sequence' | 'modifiedAt'>,
  row: Pick<KnownRow, 'sequence' | 'stamped_at'>,
): boolean =>
  sequence > row.sequence || (sequence === row.sequence && row.stamped_at > 0 && modifiedAt > row.stamped_at);

/** Judges what there is of a uid. */
export function standingOf(event: Pick<IcalEvent, 'sequence' | 'modifiedAt'>, rows: readonly KnownRow[]): StandingNow {
  if (rows.length === 0) return 'new';
  const live = rows.filter((row) => row.takes_part && !row.is_removed && !row.is_cancelled);
  const [first] = live;
  if (first !== undefined) return first.original_local === null && isNewerThan(event, first) ? 'older' : 'there';
  const isRemoved = rows.some((row) => row.is_removed) || rows.every((row) => row.is_cancelled && row.is_creator);
  if (isRemoved) return 'removed';
  return rows.some((row) => row.takes_part) ? 'there' : 'hidden';
}

/** Under what a person has what somebody else has under the uid of a file, and they do not see: the same each time. */
export const ownUid = (userId: number, uid: string): string =>
  `${createHash('sha256').update(uid).digest('hex').slice(0, 40)}-${userId}@import.kontor.invalid`;

/** What stands there since, to be known again where nobody has changed it. */
export const stampOf = (rows: readonly Pick<KnownRow, 'appointment_id' | 'edit' | 'is_cancelled'>[]): string =>
  rows
    .filter((row) => !row.is_cancelled)
    .map(({ appointment_id: id, edit }) => `${id}:${edit}`)
    .toSorted()
    .join();

const FAULTS: Readonly<Record<string, CalendarImportFault>> = {
  APPOINTMENT_TIMES_INVALID: 'times',
  SERIES_TOO_LONG: 'rule',
  APPOINTMENT_REPETITION_INVALID: 'rule',
  REPETITION_FORBIDDEN: 'rule',
  ORGANISER_ELSEWHERE: 'foreign',
  RIGHT_MISSING: 'foreign',
  NOT_FOUND: 'foreign',
};

/** Why an appointment was not taken, by the problem. */
export const faultOf = (code: string): CalendarImportFault => FAULTS[code] ?? 'other';
