import { sql } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { KindRow } from '../../store/kinds.ts';
import type { RecordRow } from '../../store/records.ts';
import type { Values } from '../../tables.ts';
import { cellsOf } from '../cells.ts';

/** What cells are made of. */
export interface WithCells {
  readonly recordId: number;
  readonly title: string;
  readonly subtitle: string;
  readonly values: Values;
}

const cellsOfAll = (kind: KindRow, records: readonly WithCells[]) =>
  records.flatMap((record) => cellsOf(kind, record).map((cell) => ({ ...cell, recordId: record.recordId })));

/** Cells as rows of the columns record_id, key, value, whole, number. */
const asRows = (cells: ReturnType<typeof cellsOfAll>) => sql`unnest(${cells.map((it) => it.recordId)}::bigint[],
  ${cells.map((it) => it.key)}::text[], ${cells.map((it) => it.value)}::text[], ${cells.map((it) => it.whole)}::text[],
  ${cells.map((it) => it.number)}::numeric[])`;

/** Writes the cells of records, all of one kind, that have just been made. */
export async function insertCells(db: Db, kind: KindRow, records: readonly WithCells[]): Promise<void> {
  await sql`insert into record_cell (instance_id, kind_id, record_id, key, value, whole, number)
    select ${kind.instance_id}, ${kind.kind_id}, n.* from ${asRows(cellsOfAll(kind, records))} as n`.execute(db);
}

/** Puts the cells of records, all of one kind, in the place of those that they had. Only what differs is written. */
export async function putCells(db: Db, kind: KindRow, records: readonly WithCells[]): Promise<void> {
  // `not in` looks each up in a hash: what is not counted yet would be gone through for each of them by `not exists`.
  const ids = records.map(({ recordId }) => recordId);
  await sql`with now as (
      select * from ${asRows(cellsOfAll(kind, records))} as n (record_id, key, value, whole, number)
    ), gone as (
      delete from record_cell c where c.instance_id = ${kind.instance_id} and c.record_id = any(${ids}::bigint[])
        and (c.record_id, c.key, c.value) not in (select n.record_id, n.key, n.value from now n)
    )
    insert into record_cell (instance_id, kind_id, key, record_id, value, whole, number)
    select ${kind.instance_id}, ${kind.kind_id}, n.key, n.record_id, n.value, n.whole, n.number from now n
    on conflict (instance_id, record_id, key, value) do update set whole = excluded.whole, number = excluded.number
      where (record_cell.whole, record_cell.number) is distinct from (excluded.whole, excluded.number)`.execute(db);
}

/** Takes the cells of records away. */
export async function dropCells(db: Db, instanceId: number, recordIds: readonly number[]): Promise<void> {
  await sql`delete from record_cell
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[])`.execute(db);
}

/** Some records that have no cells yet, held against changes; those that somebody is changing are left for later. */
export async function withoutCells(db: Db, instanceId: number, most: number): Promise<readonly RecordRow[]> {
  const { rows } = await sql<RecordRow>`select * from record
    where instance_id = ${instanceId} and not has_cells and deleted_at is null
    order by record_id limit ${atMost(most)} for update skip locked`.execute(db);
  return rows;
}

/** Whether any record has no cells yet. */
export async function lacksCells(db: Db, instanceId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from record
    where instance_id = ${instanceId} and not has_cells and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Says that records have their cells. */
export async function markCells(db: Db, instanceId: number, recordIds: readonly number[]): Promise<void> {
  await sql`update record set has_cells = true
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[])`.execute(db);
}
