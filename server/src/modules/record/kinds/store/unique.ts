import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';

/** A value, as it is compared, that a record is to have alone. */
export interface Claim {
  readonly recordId: number;
  readonly key: string;
  readonly value: string;
}

const column = <T>(claims: readonly Claim[], value: (claim: Claim) => T) => claims.map(value);

/** Takes values for records, as far as nobody has them. Waits for who is taking the same. */
export async function takeValues(db: Db, instanceId: number, kindId: number, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  // In one order, so that nobody waits in a ring.
  await sql`insert into record_unique (instance_id, kind_id, key, value, record_id)
    select ${instanceId}, ${kindId}, c.key, c.value, min(c.record_id)
    from unnest(${column(claims, (it) => it.key)}::text[], ${column(claims, (it) => it.value)}::text[],
      ${column(claims, (it) => it.recordId)}::bigint[]) as c (key, value, record_id)
    group by c.key, c.value order by c.key collate "C", c.value collate "C"
    on conflict (instance_id, kind_id, key, value) do nothing`.execute(db);
}

/** Which records have values. */
export async function holdersOf(
  db: Db,
  instanceId: number,
  kindId: number,
  claims: readonly Omit<Claim, 'recordId'>[],
): Promise<readonly Claim[]> {
  if (claims.length === 0) return [];
  const { rows } = await sql<{ key: string; value: string; record_id: number }>`
    select u.key, u.value, u.record_id from record_unique u
    join unnest(${claims.map((it) => it.key)}::text[], ${claims.map((it) => it.value)}::text[]) as c (key, value)
      on u.key = c.key and u.value = c.value
    where u.instance_id = ${instanceId} and u.kind_id = ${kindId}`.execute(db);
  return rows.map(({ key, value, record_id: recordId }) => ({ key, value, recordId }));
}

/** The values that records have alone. */
export async function valuesOfRecords(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<readonly (Claim & { readonly kindId: number })[]> {
  const { rows } = await sql<{ kind_id: number; key: string; value: string; record_id: number }>`
    select kind_id, key, value, record_id from record_unique
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[])`.execute(db);
  return rows.map(({ kind_id: kindId, key, value, record_id: recordId }) => ({ kindId, key, value, recordId }));
}

/** Gives values free. */
export async function freeValues(db: Db, instanceId: number, kindId: number, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`delete from record_unique u
    using unnest(${column(claims, (it) => it.key)}::text[], ${column(claims, (it) => it.value)}::text[],
      ${column(claims, (it) => it.recordId)}::bigint[]) as c (key, value, record_id)
    where u.instance_id = ${instanceId} and u.kind_id = ${kindId} and u.key = c.key and u.value = c.value
      and u.record_id = c.record_id`.execute(db);
}

/** Of values that are free now, those that some other record has from before goes to it. Long ones are free. */
export async function passValues(db: Db, instanceId: number, kindId: number, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`insert into record_unique (instance_id, kind_id, key, value, record_id)
    select ${instanceId}, ${kindId}, c.key, c.value, o.record_id
    from unnest(${column(claims, (it) => it.key)}::text[], ${column(claims, (it) => it.value)}::text[],
      ${column(claims, (it) => it.recordId)}::bigint[]) as c (key, value, record_id),
    lateral (select s.record_id from record_cell s where s.instance_id = ${instanceId} and s.kind_id = ${kindId}
      and s.key = c.key and s.value = c.value and s.whole is null and s.record_id <> c.record_id
      order by s.record_id limit 1) o
    on conflict (instance_id, kind_id, key, value) do nothing`.execute(db);
}

/** Forgets who has the values of fields. */
export async function forgetUnique(db: Db, instanceId: number, kindId: number, keys: readonly string[]): Promise<void> {
  await sql`delete from record_unique
    where instance_id = ${instanceId} and kind_id = ${kindId} and key = any(${[...keys]}::text[])`.execute(db);
}
