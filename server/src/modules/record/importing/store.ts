import type { RowFault } from '@kontor/contract/record';
import { sql, type Insertable, type Selectable } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { FaultyRow } from '../../../platform/import-file/index.ts';
import type { KindRow } from '../store/kinds.ts';
import type { Values } from '../tables.ts';
import type { Differences, Outcome, Undone } from './tables.ts';
import './tables.ts';

export type ImportRow = Selectable<Tables['record_import']>;
type ImportId = Pick<ImportRow, 'instance_id' | 'import_id'>;

export async function insertImport(db: Db, row: Insertable<Tables['record_import']>): Promise<number> {
  const { import_id } = await db
    .insertInto('record_import')
    .values(row)
    .returning('import_id')
    .executeTakeFirstOrThrow();
  return import_id;
}

const one = (db: Db, instanceId: number, importId: number) =>
  db.selectFrom('record_import').selectAll().where('instance_id', '=', instanceId).where('import_id', '=', importId);

export const findImport = (db: Db, instanceId: number, importId: number): Promise<ImportRow | undefined> =>
  one(db, instanceId, importId).executeTakeFirst();

/** An import, held for this transaction. */
export const lockImport = (db: Db, instanceId: number, importId: number): Promise<ImportRow | undefined> =>
  one(db, instanceId, importId).forUpdate().executeTakeFirst();

export async function updateImport(
  db: Db,
  { instance_id, import_id }: ImportId,
  set: Partial<Omit<Insertable<Tables['record_import']>, 'instance_id' | 'import_id'>>,
): Promise<void> {
  await db
    .updateTable('record_import')
    .set(set)
    .where('instance_id', '=', instance_id)
    .where('import_id', '=', import_id)
    .execute();
}

export async function deleteImport(db: Db, { instance_id, import_id }: ImportId): Promise<void> {
  await db
    .deleteFrom('record_import')
    .where('instance_id', '=', instance_id)
    .where('import_id', '=', import_id)
    .execute();
}

const MAX_LISTED = 200;

/** Imports, the newest first: all of them, or those of a person. */
export async function listImports(
  db: Db,
  instanceId: number,
  userId: number | undefined,
): Promise<readonly ImportRow[]> {
  return db
    .selectFrom('record_import')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .orderBy('import_id', 'desc')
    .limit(atMost(MAX_LISTED))
    .execute();
}

/** What became of a row. */
export interface RowResult {
  readonly row: number;
  readonly outcome: Outcome;
  readonly recordId: number | null;
  readonly stamp: number | null;
  readonly before: Differences | null;
  readonly faults: readonly RowFault[] | null;
  readonly cells: readonly (readonly string[])[] | null;
}

export async function insertRows(
  db: Db,
  { instance_id, import_id }: ImportId,
  rows: readonly RowResult[],
): Promise<void> {
  if (rows.length === 0) return;
  const column = <T>(value: (row: RowResult) => T) => rows.map(value);
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  await sql`insert into record_import_row (instance_id, import_id, row, outcome, record_id, stamp, before, faults, cells)
    select ${instance_id}, ${import_id}, r.* from unnest(${column((it) => it.row)}::int[], ${column((it) => it.outcome)}::text[],
      ${column((it) => it.recordId)}::bigint[], ${column((it) => it.stamp)}::bigint[], ${column((it) => json(it.before))}::jsonb[],
      ${column((it) => json(it.faults))}::jsonb[], ${column((it) => json(it.cells))}::jsonb[]) as r`.execute(db);
}

export async function dropRows(db: Db, { instance_id, import_id }: ImportId): Promise<void> {
  await db
    .deleteFrom('record_import_row')
    .where('instance_id', '=', instance_id)
    .where('import_id', '=', import_id)
    .execute();
}

/**
 * Says of rows of an import that made or changed a record what it is changed by now, where that was the import itself: else its own
 * changes would look like those of somebody.
 */
export async function moveStamps(
  db: Db,
  { instance_id, import_id }: ImportId,
  records: readonly { readonly recordId: number; readonly from: number; readonly to: number }[],
): Promise<void> {
  if (records.length === 0) return;
  await sql`update record_import_row r set stamp = m.new_stamp
    from unnest(${records.map((it) => it.recordId)}::bigint[], ${records.map((it) => it.from)}::bigint[],
      ${records.map((it) => it.to)}::bigint[]) as m (record_id, old_stamp, new_stamp)
    where r.instance_id = ${instance_id} and r.import_id = ${import_id}
      and r.record_id = m.record_id and r.stamp = m.old_stamp`.execute(db);
}

/** Faulty rows of an import, in their order, from behind a row on. */
export async function faultyRows(
  db: Db,
  { instance_id, import_id }: ImportId,
  after: number,
  most: number,
): Promise<readonly FaultyRow[]> {
  const { rows } = await sql<FaultyRow>`select row, coalesce(faults, '[]') as faults, coalesce(cells, '[]') as cells
    from record_import_row where instance_id = ${instance_id} and import_id = ${import_id} and outcome = 'faulty' and row > ${after}
    order by row limit ${atMost(most)}`.execute(db);
  return rows;
}

export interface DoneRow {
  readonly row: number;
  readonly outcome: Outcome;
  readonly record_id: number;
  readonly stamp: number;
  readonly before: Differences | null;
}

/** The last rows of an import that made or changed something and were not looked at by an undo, the last first. */
export async function rowsToUndo(
  db: Db,
  { instance_id, import_id }: ImportId,
  most: number,
): Promise<readonly DoneRow[]> {
  const { rows } = await sql<DoneRow>`select row, outcome, record_id, stamp, before from record_import_row
    where instance_id = ${instance_id} and import_id = ${import_id} and outcome in ('made', 'changed') and undone is null
    order by row desc limit ${atMost(most)}`.execute(db);
  return rows;
}

export async function markUndone(
  db: Db,
  { instance_id, import_id }: ImportId,
  rows: readonly { readonly row: number; readonly undone: Undone }[],
): Promise<void> {
  await sql`update record_import_row r set undone = u.undone
    from unnest(${rows.map((it) => it.row)}::int[], ${rows.map((it) => it.undone)}::text[]) as u (row, undone)
    where r.instance_id = ${instance_id} and r.import_id = ${import_id} and r.row = u.row`.execute(db);
}

export interface LeftRow {
  readonly row: number;
  readonly record_id: number;
  readonly title: string;
  readonly undone: Undone;
}

/** What an undo has left, in the order of the file. */
export async function leftRows(
  db: Db,
  { instance_id, import_id }: ImportId,
  after: number,
  most: number,
): Promise<readonly LeftRow[]> {
  const { rows } = await sql<LeftRow>`select r.row, r.record_id, coalesce(e.title, '') as title, r.undone
    from record_import_row r
    left join record e on e.instance_id = r.instance_id and e.record_id = r.record_id
    where r.instance_id = ${instance_id} and r.import_id = ${import_id} and r.undone <> 'taken' and r.row > ${after}
    order by r.row limit ${atMost(most)}`.execute(db);
  return rows;
}

const AT_ONCE = 5000;

/** What stands in some fields of all records of a kind, some records at a time. */
export async function* keyValues(
  db: Db,
  { instance_id, kind_id }: KindRow,
  keys: readonly string[],
): AsyncGenerator<readonly { readonly record_id: number; readonly fields: Values }[]> {
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await sql<{ record_id: number; fields: Values }>`
      select r.record_id, coalesce((select jsonb_object_agg(k, r.fields -> k) from unnest(${[...keys]}::text[]) as k
        where r.fields ? k), '{}') as fields
      from record r where r.instance_id = ${instance_id} and r.kind_id = ${kind_id} and r.deleted_at is null and r.record_id > ${after}
      order by r.record_id limit ${atMost(AT_ONCE)}`.execute(db);
    yield rows;
    isMore = rows.length === AT_ONCE;
    after = rows.at(-1)?.record_id ?? after;
  }
}

/** Which of records are linked with items. */
export async function linkedAmong(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ record_id: number }>`select distinct record_id from activity_record
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[])`.execute(db);
  return new Set(rows.map(({ record_id }) => record_id));
}
