import { sql, type RawBuilder } from 'kysely';
import type { Value } from '@kontor/contract/record';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Counted } from '../changing.ts';

/** Letters of a value that are read, of JSON: nothing that is longer is anything but a long text. */
const MAX_READ = 2300;

/** What stands in the fields of the records of a kind, or of their contact persons: rows of `fields`. */
const fieldsOf = (instanceId: number, kindId: number, ofPersons: boolean): RawBuilder<unknown> =>
  ofPersons
    ? sql`(select p.fields from record_person p join record r on r.instance_id = p.instance_id and r.record_id = p.record_id
        where p.instance_id = ${instanceId} and r.kind_id = ${kindId} and r.deleted_at is null) f`
    : sql`(select r.fields from record r
        where r.instance_id = ${instanceId} and r.kind_id = ${kindId} and r.deleted_at is null) f`;

/** How many records a kind has, or how many contact persons these have. */
export async function countAll(db: Db, instanceId: number, kindId: number, ofPersons: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${fieldsOf(instanceId, kindId, ofPersons)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many have something in fields, by their keys. */
export async function countFilled(
  db: Db,
  instanceId: number,
  kindId: number,
  { ofPersons, keys }: { readonly ofPersons: boolean; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; count: number }>`
    select e.key, count(*)::int as count from ${fieldsOf(instanceId, kindId, ofPersons)}, jsonb_each(f.fields) e
    where e.key = any(${[...keys]}::text[]) and e.value not in ('""', '[]') group by e.key`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** How many have each of the values that stand in a field. */
export async function countValues(
  db: Db,
  instanceId: number,
  kindId: number,
  { ofPersons, key }: { readonly ofPersons: boolean; readonly key: string },
): Promise<readonly Counted[]> {
  const { rows } = await sql<{ value: string | null; length: number; count: number }>`
    select v.value, v.length, count(*)::int as count from (
      select case when length(f.fields ->> ${key}) <= ${MAX_READ} then (f.fields -> ${key})::text end as value,
        case when length(f.fields ->> ${key}) <= ${MAX_READ} then 0 else length(f.fields ->> ${key}) end as length
      from ${fieldsOf(instanceId, kindId, ofPersons)} where f.fields ? ${key} and f.fields -> ${key} not in ('""', '[]')
    ) v group by v.value, v.length`.execute(db);
  return rows.map(({ value, length, count }) => ({
    value: value === null ? 'x'.repeat(length) : (JSON.parse(value) as Value),
    records: count,
  }));
}

/** What stands in a field of records behind a number, in the order of their numbers. */
export async function valuesAfter(
  db: Db,
  instanceId: number,
  kindId: number,
  { key, after, most }: { readonly key: string; readonly after: number; readonly most: number },
): Promise<readonly { readonly record_id: number; readonly value: Value; readonly kind_version: number }[]> {
  const { rows } = await sql<{ record_id: number; value: Value; kind_version: number }>`
    select record_id, fields -> ${key} as value, kind_version from record
    where instance_id = ${instanceId} and kind_id = ${kindId} and deleted_at is null and record_id > ${after}
      and fields ? ${key} order by record_id limit ${atMost(most)}`.execute(db);
  return rows;
}

/** Records behind a number. */
export async function countAfter(db: Db, instanceId: number, kindId: number, after: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from record
    where instance_id = ${instanceId} and kind_id = ${kindId} and deleted_at is null and record_id > ${after}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
