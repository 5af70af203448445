import { kindNumber } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

const MODULE = kindNumber('document');

export interface BoxRow {
  readonly box_id: number;
  readonly name: string;
  readonly member_ids: readonly number[];
  readonly documents: number;
}

/** The boxes of documents, in the order of their names, with how many documents lie in each. */
export async function readBoxes(db: Db, instanceId: number, boxId?: number): Promise<readonly BoxRow[]> {
  const { rows } = await sql<BoxRow>`
    select b.box_id, b.name,
      array(select m.user_id from box_member m where m.instance_id = b.instance_id and m.box_id = b.box_id order by m.user_id) as member_ids,
      (select count(*) from activity a where a.instance_id = b.instance_id and a.box_id = b.box_id) as documents
    from box b where b.instance_id = ${instanceId} and b.module = ${MODULE} and (${boxId ?? null}::int is null or b.box_id = ${boxId ?? null}::int)
    order by b.name collate "de-x-icu"`.execute(db);
  return rows;
}

export async function deleteBox(db: Db, instanceId: number, boxId: number): Promise<void> {
  await sql`delete from box where instance_id = ${instanceId} and box_id = ${boxId} and module = ${MODULE}`.execute(db);
}

/** The box that a person filed into last, where they still belong to it; 0 where it was none. Undefined where they filed nothing yet. */
export async function lastBoxOf(db: Db, instanceId: number, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ box_id: number }>`
    select a.box_id from document_version f join activity a on a.instance_id = f.instance_id and a.activity_id = f.document_id
    where f.instance_id = ${instanceId} and f.created_by = ${userId} and (a.box_id = 0 or exists (
      select from box_member m where m.instance_id = a.instance_id and m.box_id = a.box_id and m.user_id = ${userId}))
    order by f.created_at desc limit 1`.execute(db);
  return rows[0]?.box_id;
}

/** Lets those who have filed documents of a box keep them, as theirs alone, when they leave it. */
export async function keepOwn(db: Db, instanceId: number, boxId: number, userIds: readonly number[]): Promise<void> {
  await sql`update activity_user au set box_id = 0 from document d
    where au.instance_id = ${instanceId} and au.box_id = ${boxId} and au.user_id = any(${[...userIds]}::int[])
      and d.instance_id = au.instance_id and d.document_id = au.activity_id and d.created_by = au.user_id`.execute(db);
}
