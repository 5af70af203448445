import { kindNumber } from '@kontor/contract/kernel';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

export type LineRow = Selectable<Tables['phone_line']>;
export type TerminalRow = Selectable<Tables['phone_terminal']>;

export const readLines = (db: Db, instanceId: number): Promise<LineRow[]> =>
  db
    .selectFrom('phone_line')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .orderBy(sql`title collate "de-x-icu", line_id`)
    .execute();

export const findLine = (db: Db, instanceId: number, lineId: number): Promise<LineRow | undefined> =>
  db
    .selectFrom('phone_line')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('line_id', '=', lineId)
    .executeTakeFirst();

/** How many telephone systems are on, and how many of those have been silent with a fault, or keep their history back, since before a moment. */
export async function countLines(db: Db, instanceId: number, before: Date): Promise<{ on: number; failing: number }> {
  const { rows } = await sql<{ on: number; failing: number }>`select count(*)::int as "on",
      (count(*) filter (where fault_since < ${before} or history_fault_since < ${before}))::int as failing
    from phone_line where instance_id = ${instanceId} and is_on`.execute(db);
  return rows[0] ?? { on: 0, failing: 0 };
}

/** Takes a telephone system for this transaction. */
export const holdLine = (db: Db, instanceId: number, lineId: number): Promise<LineRow | undefined> =>
  db
    .selectFrom('phone_line')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('line_id', '=', lineId)
    .forUpdate()
    .executeTakeFirst();

/** Takes the telephone systems of the instance for this transaction and returns how many there are. */
export async function holdLines(db: Db, instanceId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`phone_line ${instanceId}`}, 0))`.execute(db);
  const { lines } = await db
    .selectFrom('phone_line')
    .select(sql<number>`count(*)`.as('lines'))
    .where('instance_id', '=', instanceId)
    .executeTakeFirstOrThrow();
  return lines;
}

/** The telephone system behind an address, whatever instance it is of. For the owner's connection. */
export async function lineOfPath(
  owner: Db,
  hash: Buffer,
): Promise<{ readonly instance_id: number; readonly line_id: number } | undefined> {
  return owner
    .selectFrom('phone_line')
    .select(['instance_id', 'line_id'])
    .where('path_hash', '=', hash)
    .executeTakeFirst();
}

export async function insertLine(db: Db, line: Insertable<Tables['phone_line']>): Promise<number> {
  const { line_id: id } = await db.insertInto('phone_line').values(line).returning('line_id').executeTakeFirstOrThrow();
  return id;
}

export async function updateLine(
  db: Db,
  instanceId: number,
  lineId: number,
  change: Partial<Omit<Insertable<Tables['phone_line']>, 'instance_id' | 'line_id'>>,
): Promise<void> {
  await db
    .updateTable('phone_line')
    .set(change)
    .where('instance_id', '=', instanceId)
    .where('line_id', '=', lineId)
    .execute();
}

export async function deleteLineRow(db: Db, instanceId: number, lineId: number): Promise<void> {
  await sql`update dial_location set line_id = null where instance_id = ${instanceId} and line_id = ${lineId}`.execute(
    db,
  );
  await db.deleteFrom('phone_line').where('instance_id', '=', instanceId).where('line_id', '=', lineId).execute();
}

/** Whether there are all of these lists of calls. */
export async function areCallLists(db: Db, instanceId: number, listIds: readonly number[]): Promise<boolean> {
  const ids = [...new Set(listIds)];
  const { rows } = await sql<{ found: number }>`select count(*) as found from box
    where instance_id = ${instanceId} and module = ${kindNumber('phonecall')} and box_id = any(${ids}::int[])`.execute(
    db,
  );
  return rows[0]?.found === ids.length;
}

export const readTerminals = (db: Db, instanceId: number): Promise<TerminalRow[]> =>
  db
    .selectFrom('phone_terminal')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .orderBy('line_id')
    .orderBy(sql`length(terminal), terminal collate "de-x-icu"`)
    .execute();

/** Says who is behind the terminals of a telephone system: these, and no others. When each was named the last time is kept. */
export async function replaceTerminals(
  db: Db,
  instanceId: number,
  lineId: number,
  terminals: readonly { readonly terminal: string; readonly userId: number; readonly listId: number | null }[],
): Promise<void> {
  const names = terminals.map(({ terminal }) => terminal);
  await sql`delete from phone_terminal where instance_id = ${instanceId} and line_id = ${lineId}
    and terminal <> all(${names}::text[])`.execute(db);
  await sql`insert into phone_terminal (instance_id, line_id, terminal, user_id, list_id)
    select ${instanceId}, ${lineId}, t.terminal, nullif(t.user_id, 0), t.list_id
    from unnest(${names}::text[], ${terminals.map(({ userId }) => userId)}::int[], ${terminals.map(({ listId }) => listId)}::int[])
      as t (terminal, user_id, list_id)
    on conflict (instance_id, line_id, terminal) do update set user_id = excluded.user_id, list_id = excluded.list_id`.execute(
    db,
  );
}
