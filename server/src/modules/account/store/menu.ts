import type { MenuItemAbout } from '@kontor/contract/account';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

export type MenuRow = Selectable<Tables['main_menu_item']>;

/** The entries of an instance in their order. */
export const readMenu = (db: Db, instanceId: number): Promise<MenuRow[]> =>
  db
    .selectFrom('main_menu_item')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('item_id')
    .execute();

/** One entry, whether it is deleted or not; nobody else changes it until the transaction ends. */
export const holdMenuItem = (db: Db, instanceId: number, itemId: number): Promise<MenuRow | undefined> =>
  db
    .selectFrom('main_menu_item')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('item_id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();

const columnsOf = (about: MenuItemAbout) => ({
  name: about.Name,
  caption: about.Caption,
  type: about.Type,
  url: about.URL,
  method: about.Method,
  session: about.Session,
  resource_id: about.ResourceId,
});

/** Adds an entry behind the others. Undefined where the name is taken. */
export const insertMenuItem = (db: Db, instanceId: number, about: MenuItemAbout): Promise<MenuRow | undefined> =>
  db
    .insertInto('main_menu_item')
    .values({ instance_id: instanceId, ...columnsOf(about), sort_order: nextPosition(instanceId), deleted_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

const nextPosition = (instanceId: number) =>
  sql<number>`(select coalesce(max(sort_order), 0) + 1 from main_menu_item where instance_id = ${instanceId} and deleted_at is null)`;

/** Whether another entry that is there bears a name. */
export async function isMenuNameTaken(db: Db, instanceId: number, name: string, itemId: number): Promise<boolean> {
  const row = await db
    .selectFrom('main_menu_item')
    .select('item_id')
    .where('instance_id', '=', instanceId)
    .where('name', '=', name)
    .where('item_id', '<>', itemId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

const updated = (
  db: Db,
  { instance_id: instanceId, item_id: itemId }: MenuRow,
  change: Partial<Omit<MenuRow, 'instance_id' | 'item_id' | 'version'>>,
): Promise<MenuRow> =>
  db
    .updateTable('main_menu_item')
    .set({ ...change, version: sql`version + 1` })
    .where('instance_id', '=', instanceId)
    .where('item_id', '=', itemId)
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateMenuItem = (db: Db, row: MenuRow, about: MenuItemAbout): Promise<MenuRow> =>
  updated(db, row, columnsOf(about));

/** Takes an entry out, or with null puts it back where it was. */
export const setMenuItemDeleted = (db: Db, row: MenuRow, at: Date | null): Promise<MenuRow> =>
  updated(db, row, { deleted_at: at });

/** Gives entries the places in which they are named, and those that are not named the ones behind. False where all had theirs. */
export async function orderMenu(db: Db, instanceId: number, itemIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    with wanted as (
      select i.item_id, row_number() over (order by w.place nulls last, i.sort_order, i.item_id) as place
      from main_menu_item i left join unnest(${itemIds}::int[]) with ordinality as w (item_id, place) using (item_id)
      where i.instance_id = ${instanceId} and i.deleted_at is null
    )
    update main_menu_item i set sort_order = w.place from wanted w
    where i.instance_id = ${instanceId} and i.item_id = w.item_id and i.sort_order <> w.place returning 1`.execute(db);
  return rows.length > 0;
}

export async function putMenuCode(db: Db, code: Insertable<Tables['menu_code']>): Promise<void> {
  await db.insertInto('menu_code').values(code).execute();
}

/** Counts a try of a code and answers it, late or not: it is good for the first one, right or wrong. */
export const takeMenuCode = (
  db: Db,
  instanceId: number,
  codeHash: Buffer,
): Promise<Selectable<Tables['menu_code']> | undefined> =>
  db
    .updateTable('menu_code')
    .set({ tries: sql`tries + 1` })
    .where('instance_id', '=', instanceId)
    .where('code_hash', '=', codeHash)
    .returningAll()
    .executeTakeFirst();
