import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import './tables.ts';

export interface SchemeRow {
  readonly name: string;
  readonly scheme: string;
  readonly made_by: number | null;
}

export const readSchemes = (db: Db, instanceId: number): Promise<SchemeRow[]> =>
  db
    .selectFrom('colour_scheme')
    .select(['name', 'scheme', 'made_by'])
    .where('instance_id', '=', instanceId)
    .orderBy(sql`name collate "de-x-icu"`)
    .execute();

/** One scheme; nobody else changes it until the transaction ends. */
export const findScheme = (db: Db, instanceId: number, name: string): Promise<SchemeRow | undefined> =>
  db
    .selectFrom('colour_scheme')
    .select(['name', 'scheme', 'made_by'])
    .where('instance_id', '=', instanceId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();

export async function countSchemes(db: Db, instanceId: number): Promise<number> {
  const { count } = await db
    .selectFrom('colour_scheme')
    .select(sql<number>`count(*)`.as('count'))
    .where('instance_id', '=', instanceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** False where the name is taken. */
export async function insertScheme(db: Db, instanceId: number, row: SchemeRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('colour_scheme')
    .values({ instance_id: instanceId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export const updateScheme = (db: Db, instanceId: number, name: string, scheme: string): Promise<unknown> =>
  db
    .updateTable('colour_scheme')
    .set({ scheme })
    .where('instance_id', '=', instanceId)
    .where('name', '=', name)
    .execute();

export const deleteScheme = (db: Db, instanceId: number, name: string): Promise<unknown> =>
  db.deleteFrom('colour_scheme').where('instance_id', '=', instanceId).where('name', '=', name).execute();
