import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

export type KindRow = Selectable<Tables['record_kind']>;

/** The kinds of an instance in their order, or some of them. */
export async function readKinds(db: Db, instanceId: number, kindIds?: readonly number[]): Promise<readonly KindRow[]> {
  return db
    .selectFrom('record_kind')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('deleted_at', 'is', null)
    .$if(kindIds !== undefined, (query) => query.where(sql<boolean>`kind_id = any(${[...(kindIds ?? [])]}::bigint[])`))
    .orderBy('place')
    .orderBy('kind_id')
    .execute();
}

/** How many records of each kind a person has made, and the kind of the one that they made last. */
export async function readMadeBy(
  db: Db,
  instanceId: number,
  userId: number,
): Promise<{ readonly counts: ReadonlyMap<number, number>; readonly lastKindId: number | undefined }> {
  const { rows } = await sql<{ kind_id: number; count: number; last: number }>`
    select kind_id, count(*)::int as count, max(created_at) as last from record
    where instance_id = ${instanceId} and created_by = ${userId} and deleted_at is null
    group by kind_id order by max(created_at) desc, max(record_id) desc`.execute(db);
  return { counts: new Map(rows.map((row) => [row.kind_id, row.count])), lastKindId: rows[0]?.kind_id };
}
