import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import '../../tables.ts';

/** Dismisses a record for the items that others were dismissed for. Returns those that it was not until now. */
export async function copyDismissed(
  db: Db,
  instanceId: number,
  kept: number,
  gone: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ activity_id: number }>`insert into record_dismissed (instance_id, activity_id, record_id)
    select distinct instance_id, activity_id, ${kept}::bigint from record_dismissed
    where instance_id = ${instanceId} and record_id = any(${[...gone]}::bigint[])
    on conflict do nothing returning activity_id`.execute(db);
  return rows.map((row) => row.activity_id);
}

/** Suggests a record for items again. */
export async function dropDismissed(
  db: Db,
  instanceId: number,
  recordId: number,
  activityIds: readonly number[],
): Promise<void> {
  await sql`delete from record_dismissed where instance_id = ${instanceId} and record_id = ${recordId}
    and activity_id = any(${[...activityIds]}::bigint[])`.execute(db);
}
