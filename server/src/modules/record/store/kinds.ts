import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Conversion } from '../tables.ts';

export type KindRow = Selectable<Tables['record_kind']>;

/** A kind by which records are written: it stays as it is until the end of the transaction. */
export interface HeldKind extends KindRow {
  /** What has become of its fields, where not all records have followed yet. */
  readonly conversions: readonly Conversion[];
}

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

/** Locks kinds while records of them are written: whoever changes one of these kinds waits. */
export async function holdKinds(db: Db, instanceId: number, kindIds: readonly number[]): Promise<readonly HeldKind[]> {
  const kinds = await db
    .selectFrom('record_kind')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`kind_id = any(${[...kindIds]}::bigint[])`)
    .orderBy('kind_id')
    .forShare()
    .execute();
  // Read once they are held: what goes with a kind is what it was before the wait, were it read with it.
  const following = await db
    .selectFrom('record_following')
    .select(['kind_id', 'conversions'])
    .where('instance_id', '=', instanceId)
    .execute();
  const conversions = new Map(following.map((row) => [row.kind_id, row.conversions]));
  return kinds.map((kind) => ({ ...kind, conversions: conversions.get(kind.kind_id) ?? [] }));
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
