import { kindNumber } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

const MODULE = kindNumber('phonecall');

/** A list of calls, with what holds for its calls. */
export interface ListRow {
  readonly box_id: number;
  readonly name: string;
  readonly shows_number: boolean;
  readonly may_print: boolean;
  readonly answered_status: number;
  readonly keeps_days: number | null;
}

const COLUMNS = sql`b.box_id, b.name, coalesce(l.shows_number, false) as shows_number, coalesce(l.may_print, false) as may_print,
  coalesce(l.answered_status, 2) as answered_status, l.keeps_days`;
const JOINED = sql`box b left join call_list l on l.instance_id = b.instance_id and l.box_id = b.box_id`;

/** A list of calls; undefined where there is none. */
export async function readList(db: Db, instanceId: number, listId: number): Promise<ListRow | undefined> {
  const { rows } = await sql<ListRow>`select ${COLUMNS} from ${JOINED}
    where b.instance_id = ${instanceId} and b.box_id = ${listId} and b.module = ${MODULE}`.execute(db);
  return rows[0];
}

/** The same with its people, and how many calls lie in it. */
export interface WholeList extends ListRow {
  readonly member_ids: readonly number[];
  readonly calls: number;
}

/** The lists of calls, in the order of their names. */
export async function readLists(db: Db, instanceId: number, listId?: number): Promise<readonly WholeList[]> {
  const { rows } = await sql<WholeList>`select ${COLUMNS},
      array(select m.user_id from box_member m where m.instance_id = b.instance_id and m.box_id = b.box_id order by m.user_id) as member_ids,
      (select count(*) from activity a where a.instance_id = b.instance_id and a.box_id = b.box_id) as calls
    from ${JOINED} where b.instance_id = ${instanceId} and b.module = ${MODULE}
      and (${listId ?? null}::int is null or b.box_id = ${listId ?? null}::int)
    order by b.name collate "de-x-icu"`.execute(db);
  return rows;
}

/** How many telephone systems, and terminals of them, have their calls go to a list. */
export async function linesOfList(db: Db, instanceId: number, listId: number): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from phone_line l where l.instance_id = ${instanceId} and (l.list_id = ${listId}
    or exists (select from phone_terminal t where t.instance_id = l.instance_id and t.line_id = l.line_id and t.list_id = ${listId}))`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Writes what holds for the calls of a list. */
export async function writeList(
  db: Db,
  instanceId: number,
  listId: number,
  settings: Omit<ListRow, 'box_id' | 'name'>,
): Promise<void> {
  await db
    .insertInto('call_list')
    .values({ instance_id: instanceId, box_id: listId, ...settings })
    .onConflict((conflict) => conflict.columns(['instance_id', 'box_id']).doUpdateSet(settings))
    .execute();
}

export async function deleteList(db: Db, instanceId: number, listId: number): Promise<void> {
  await sql`delete from box where instance_id = ${instanceId} and box_id = ${listId} and module = ${MODULE}`.execute(
    db,
  );
}

/** Lets those who took calls of a list, wrote them down, or were meant by them keep them, as theirs alone, when they leave it. */
export async function keepOwn(db: Db, instanceId: number, listId: number, userIds: readonly number[]): Promise<void> {
  await sql`update activity_user au set box_id = 0 from phone_call c
    where au.instance_id = ${instanceId} and au.box_id = ${listId} and au.user_id = any(${[...userIds]}::int[])
      and c.instance_id = au.instance_id and c.activity_id = au.activity_id
      and au.user_id in (c.received_by, c.received_for, c.created_by)`.execute(db);
}

/** Whether any list keeps its calls for some days alone. */
export async function someListForgets(db: Db, instanceId: number): Promise<boolean> {
  const { rows } =
    await sql`select from call_list where instance_id = ${instanceId} and keeps_days is not null limit 1`.execute(db);
  return rows.length > 0;
}
