import { sql, type Selectable } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Values } from '../tables.ts';

export type RecordRow = Selectable<Tables['record']>;
export type PersonRow = Pick<Selectable<Tables['record_person']>, 'person_id' | 'record_id' | 'place' | 'fields'>;

/** Numbers for records that are to be made. */
export async function nextRecordIds(db: Db, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('record', 'record_id')) as id from generate_series(1, ${count}::int)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** The same for contact persons. */
export async function nextPersonIds(db: Db, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('record_person', 'person_id')) as id from generate_series(1, ${count}::int)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

export interface NewRecordRow {
  readonly recordId: number;
  readonly kindId: number;
  readonly kindVersion: number;
  readonly title: string;
  readonly subtitle: string;
  readonly values: Values;
  readonly createdBy: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Makes records, which get their cells in the same transaction. */
export async function insertRecords(db: Db, instanceId: number, records: readonly NewRecordRow[]): Promise<void> {
  const column = <T>(value: (record: NewRecordRow) => T) => records.map(value);
  await sql`insert into record (instance_id, record_id, kind_id, title, subtitle, fields, created_by, created_at, changed_at, has_cells, kind_version)
    select ${instanceId}, r.record_id, r.kind_id, r.title, r.subtitle, r.fields, r.created_by, r.at, r.at, true, r.kind_version
    from unnest(${column((it) => it.recordId)}::bigint[], ${column((it) => it.kindId)}::int[],
      ${column((it) => it.title)}::text[], ${column((it) => it.subtitle)}::text[],
      ${column((it) => JSON.stringify(it.values))}::jsonb[], ${column((it) => it.createdBy)}::int[],
      ${column((it) => it.at)}::bigint[], ${column((it) => it.kindVersion)}::int[])
      as r (record_id, kind_id, title, subtitle, fields, created_by, at, kind_version)`.execute(db);
}

export interface PersonToWrite {
  readonly personId: number;
  readonly recordId: number;
  readonly place: number;
  readonly values: Values;
}

/** Writes contact persons, those that are there in their places. */
export async function putPersons(db: Db, instanceId: number, persons: readonly PersonToWrite[]): Promise<void> {
  if (persons.length === 0) return;
  const column = <T>(value: (person: PersonToWrite) => T) => persons.map(value);
  await sql`insert into record_person (instance_id, person_id, record_id, place, fields)
    select ${instanceId}, p.* from unnest(${column((it) => it.personId)}::bigint[], ${column((it) => it.recordId)}::bigint[],
      ${column((it) => it.place)}::int[], ${column((it) => JSON.stringify(it.values))}::jsonb[]) as p
    on conflict (instance_id, person_id) do update set fields = excluded.fields`.execute(db);
}

/** Takes a contact person out of a record. Returns what stood in their fields; undefined where there is none. */
export async function deletePerson(
  db: Db,
  instanceId: number,
  recordId: number,
  personId: number,
): Promise<Values | undefined> {
  const gone = await db
    .deleteFrom('record_person')
    .where('instance_id', '=', instanceId)
    .where('record_id', '=', recordId)
    .where('person_id', '=', personId)
    .returning('fields')
    .executeTakeFirst();
  return gone?.fields;
}

/** The contact persons of records, in their order. */
export async function readPersons(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PersonRow[]>> {
  const { rows } = await sql<PersonRow>`select person_id, record_id, place, fields from record_person
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[])
    order by record_id, place, person_id`.execute(db);
  return Map.groupBy(rows, (row) => row.record_id);
}

/** Records that are there, by their numbers. */
export async function readRecords(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, RecordRow>> {
  const { rows } = await sql<RecordRow>`select * from record
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[]) and deleted_at is null`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.record_id, row]));
}

/** Records behind a number that are there, in the order of their numbers, held until the end. */
export async function holdRecordsAfter(
  db: Db,
  instanceId: number,
  after: number,
  most: number,
): Promise<readonly RecordRow[]> {
  const { rows } = await sql<RecordRow>`select * from record
    where instance_id = ${instanceId} and record_id > ${after} and deleted_at is null
    order by record_id limit ${atMost(most)} for update`.execute(db);
  return rows;
}

/** One record, a deleted one too. */
export async function findRecord(db: Db, instanceId: number, recordId: number): Promise<RecordRow | undefined> {
  return db
    .selectFrom('record')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('record_id', '=', recordId)
    .executeTakeFirst();
}

/** A record that is there, held until the end: to be changed, or so that nobody deletes it. */
export async function holdRecord(
  db: Db,
  instanceId: number,
  recordId: number,
  hold: 'change' | 'keep',
): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`select * from record
    where instance_id = ${instanceId} and record_id = ${recordId} and deleted_at is null
    ${hold === 'change' ? sql`for update` : sql`for share`}`.execute(db);
  return rows[0];
}

/** What is written of a record that is there. */
export interface RecordToWrite {
  readonly recordId: number;
  readonly title: string;
  readonly subtitle: string;
  readonly values: Values;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** Writes what records are now by a version of their kind, and counts their versions up. */
export async function updateRecords(
  db: Db,
  instanceId: number,
  kindVersion: number,
  records: readonly RecordToWrite[],
): Promise<void> {
  const column = <T>(value: (record: RecordToWrite) => T) => records.map(value);
  await sql`update record r set title = n.title, subtitle = n.subtitle, fields = n.fields, changed_at = n.changed_at,
      has_cells = true, kind_version = ${kindVersion}, version = r.version + 1
    from unnest(${column((it) => it.recordId)}::bigint[], ${column((it) => it.title)}::text[],
      ${column((it) => it.subtitle)}::text[], ${column((it) => JSON.stringify(it.values))}::jsonb[],
      ${column((it) => it.changedAt)}::bigint[]) as n (record_id, title, subtitle, fields, changed_at)
    where r.instance_id = ${instanceId} and r.record_id = n.record_id`.execute(db);
}

/** Says that records were deleted. `at`: milliseconds since 1970. */
export async function markManyDeleted(
  db: Db,
  instanceId: number,
  gone: readonly { readonly recordId: number; readonly at: number }[],
): Promise<void> {
  await sql`update record r set deleted_at = g.at, changed_at = g.at, version = r.version + 1
    from unnest(${gone.map(({ recordId }) => recordId)}::bigint[], ${gone.map(({ at }) => at)}::bigint[]) as g (record_id, at)
    where r.instance_id = ${instanceId} and r.record_id = g.record_id`.execute(db);
}

/** Says that a record was deleted. */
export async function markDeleted(db: Db, { instance_id, record_id }: RecordRow, at: number): Promise<void> {
  await db
    .updateTable('record')
    .set({ deleted_at: at, changed_at: at, version: sql`version + 1` })
    .where('instance_id', '=', instance_id)
    .where('record_id', '=', record_id)
    .execute();
}
