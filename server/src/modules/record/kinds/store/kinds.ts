import { sql } from 'kysely';
import type { KindFields } from '@kontor/contract/record';
import type { Db } from '../../../../platform/db/database.ts';
import type { KindRow } from '../../store/kinds.ts';
import type { JudgedKind } from '../judging.ts';

/** Of advisory locks: whoever changes kinds of an instance waits for who does. */
const KINDS_LOCK = 0x6b696e64;

/** Kinds are changed by one at a time, until the end of the transaction. */
export async function lockKinds(db: Db, instanceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KINDS_LOCK}::int, ${instanceId}::int)`.execute(db);
}

/** A kind that nobody writes records by until the end of the transaction: whoever does is waited for. */
export async function holdKind(db: Db, instanceId: number, kindId: number): Promise<KindRow | undefined> {
  return db
    .selectFrom('record_kind')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('kind_id', '=', kindId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

interface Written extends Pick<JudgedKind, 'name' | 'color' | 'columns' | 'tabs'> {
  readonly fields: KindFields;
  readonly by: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}
const columnsOf = ({ name, color, fields, columns, tabs, by, at }: Written) => ({
  name,
  color,
  fields: JSON.stringify(fields),
  columns: JSON.stringify(columns),
  tabs: JSON.stringify(tabs),
  changed_by: by,
  changed_at: at,
});

/** Makes a kind behind the others. Returns its number. */
export async function insertKind(db: Db, instanceId: number, kind: Written): Promise<number> {
  const { kind_id } = await db
    .insertInto('record_kind')
    .values({
      instance_id: instanceId,
      ...columnsOf(kind),
      place: sql`(select coalesce(max(place), 0) + 1 from record_kind where instance_id = ${instanceId})`,
    })
    .returning('kind_id')
    .executeTakeFirstOrThrow();
  return kind_id;
}

/** Writes what a kind is now, and counts its version up. */
export async function updateKind(db: Db, { instance_id, kind_id }: KindRow, kind: Written): Promise<void> {
  await db
    .updateTable('record_kind')
    .set({ ...columnsOf(kind), version: sql`version + 1` })
    .where('instance_id', '=', instance_id)
    .where('kind_id', '=', kind_id)
    .execute();
}

/** Takes a kind away. `at`: milliseconds since 1970. */
export async function markKindDeleted(db: Db, { instance_id, kind_id }: KindRow, at: number): Promise<void> {
  await db
    .updateTable('record_kind')
    .set({ deleted_at: at, version: sql`version + 1` })
    .where('instance_id', '=', instance_id)
    .where('kind_id', '=', kind_id)
    .execute();
}

/** Puts kinds in an order. */
export async function placeKinds(db: Db, instanceId: number, kindIds: readonly number[]): Promise<void> {
  await sql`update record_kind k set place = o.place from unnest(${[...kindIds]}::int[]) with ordinality as o (kind_id, place)
    where k.instance_id = ${instanceId} and k.kind_id = o.kind_id`.execute(db);
}

/** Leaves the records of a kind to be found by number and title alone or, where `title` is to go as well, by number alone. */
export async function sealKind(
  db: Db,
  { instance_id: instanceId, kind_id: kindId, name }: Pick<KindRow, 'instance_id' | 'kind_id' | 'name'>,
  { title }: { readonly title: boolean },
): Promise<void> {
  const ofKind = sql`instance_id = ${instanceId} and record_id in (select r.record_id from record r
    where r.instance_id = ${instanceId} and r.kind_id = ${kindId})`;
  // Rather somebody waits than something is found for a moment longer.
  await sql`select set_config('statement_timeout', '120000', true)`.execute(db);
  if (title) {
    await sql`update record set title = ${name} || ' ' || record_id, subtitle = ''
      where instance_id = ${instanceId} and kind_id = ${kindId}`.execute(db);
    await sql`update record_cell set value = '', whole = null
      where instance_id = ${instanceId} and kind_id = ${kindId} and key in ('*title', '*subtitle')`.execute(db);
  }
  await sql`select seal_record_search(${kindId}::int, ${!title})`.execute(db);
  await sql`delete from record_address where ${ofKind}`.execute(db);
  await sql`delete from record_phone where ${ofKind}`.execute(db);
  await sql`delete from record_duplicate where instance_id = ${instanceId} and kind_id = ${kindId}`.execute(db);
}
