import { CHANGE_CAUSES, type ChangeCause } from '@kontor/contract/record';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { FieldDifference } from '../tables.ts';

/** A change of a record that is written down. */
export interface NewChange {
  readonly recordId: number;
  /** 0: nobody. */
  readonly userId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly cause: ChangeCause;
  readonly differences: readonly FieldDifference[];
}

export interface ChangeRow {
  readonly change_id: number;
  readonly by_user: number;
  readonly at: number;
  readonly cause: number;
  readonly differences: readonly FieldDifference[];
}

export const causeOf = (number: number): ChangeCause => CHANGE_CAUSES[number - 1] ?? 'hand';

export async function insertChanges(db: Db, instanceId: number, changes: readonly NewChange[]): Promise<void> {
  const column = <T>(value: (change: NewChange) => T) => changes.map(value);
  await sql`insert into record_change (instance_id, record_id, by_user, at, cause, differences)
    select ${instanceId}, c.* from unnest(${column((it) => it.recordId)}::bigint[], ${column((it) => it.userId)}::int[],
      ${column((it) => it.at)}::bigint[], ${column((it) => CHANGE_CAUSES.indexOf(it.cause) + 1)}::smallint[],
      ${column((it) => JSON.stringify(it.differences))}::jsonb[]) as c`.execute(db);
}

/** What was changed of a record, the newest first, from behind the change `before`. */
export async function readChanges(
  db: Db,
  instanceId: number,
  recordId: number,
  { before, most }: { readonly before: number | null; readonly most: number },
): Promise<readonly ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select change_id, by_user, at, cause, differences from record_change
    where instance_id = ${instanceId} and record_id = ${recordId}
      and (${before}::bigint is null or change_id < ${before}::bigint)
    order by change_id desc limit ${atMost(most)}`.execute(db);
  return rows;
}

/** What one person has changed of each of some records in one moment, in milliseconds since 1970. */
export async function changesAt(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
  { at, userId }: { readonly at: number; readonly userId: number },
): Promise<ReadonlyMap<number, readonly FieldDifference[]>> {
  const { rows } = await sql<{ record_id: number; differences: readonly FieldDifference[] }>`
    select record_id, differences from record_change
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[])
      and at = ${at} and by_user = ${userId}`.execute(db);
  return new Map(rows.map((row) => [row.record_id, row.differences]));
}
