import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** Calendars under a name. */
export interface SetRow {
  readonly set_id: number;
  readonly owner_id: number;
  readonly name: string;
  readonly calendars: readonly number[];
  readonly is_shared: boolean;
}

/** The sets of a person and those that others share, the person's own first, by name. */
export async function readSets(db: Db, instanceId: number, userId: number): Promise<readonly SetRow[]> {
  const { rows } = await sql<SetRow>`
    select set_id, owner_id, name, calendars, is_shared from calendar_set
    where instance_id = ${instanceId} and (owner_id = ${userId} or is_shared)
    order by owner_id <> ${userId}, name collate "de-x-icu", set_id`.execute(db);
  return rows;
}

export async function findSet(db: Db, instanceId: number, id: number): Promise<SetRow | undefined> {
  const { rows } = await sql<SetRow>`select set_id, owner_id, name, calendars, is_shared from calendar_set
    where instance_id = ${instanceId} and set_id = ${id}::bigint for update`.execute(db);
  return rows[0];
}

export async function countSets(db: Db, instanceId: number, ownerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calendar_set where instance_id = ${instanceId} and owner_id = ${ownerId}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Makes a set. Returns its number. */
export async function insertSet(db: Db, instanceId: number, set: Omit<SetRow, 'set_id'>): Promise<number> {
  const { set_id } = await db
    .insertInto('calendar_set')
    .values({ ...set, instance_id: instanceId, calendars: [...set.calendars] })
    .returning('set_id')
    .executeTakeFirstOrThrow();
  return set_id;
}

export async function updateSet(db: Db, instanceId: number, { set_id, ...set }: SetRow): Promise<void> {
  await db
    .updateTable('calendar_set')
    .set({ ...set, calendars: [...set.calendars] })
    .where('instance_id', '=', instanceId)
    .where('set_id', '=', set_id)
    .execute();
}

export async function deleteSet(db: Db, instanceId: number, id: number): Promise<void> {
  await db.deleteFrom('calendar_set').where('instance_id', '=', instanceId).where('set_id', '=', id).execute();
}
