import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** Unfinished items of a person by module number. */
export async function countUnfinished(
  db: Db,
  instanceId: number,
  userId: number,
  statuses: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ module: number; n: number }>`
    select module, count(*) as n from activity_user
    where instance_id = ${instanceId} and user_id = ${userId} and status < 3 and not trashed and snoozed_until is null
      and status = any(${[...statuses]}::smallint[])
    group by module`.execute(db);
  return new Map(rows.map((row) => [row.module, row.n]));
}

/** All items of an instance, whatever their state. */
export async function countItems(db: Db, instanceId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from activity where instance_id = ${instanceId}`.execute(db);
  return rows[0]?.n ?? 0;
}
