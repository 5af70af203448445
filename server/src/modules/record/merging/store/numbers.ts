import { sql } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Values } from '../../tables.ts';

export interface PhoneOwner {
  readonly record_id: number;
  /** 0: the record itself. */
  readonly person_id: number;
  readonly number: string;
  readonly e164: string;
}

/** Most owners that are read of one number. */
const MAX_OWNERS = 50;

/** Whose numbers are, by what they are from everywhere or by what they are written as; the record that was changed last is first. */
export async function ownersOfNumbers(
  db: Db,
  instanceId: number,
  { e164, number }: { readonly e164: string; readonly number: string | readonly string[] },
): Promise<readonly PhoneOwner[]> {
  const numbers = typeof number === 'string' ? [number] : [...number];
  const { rows } = await sql<PhoneOwner>`
    select p.record_id, p.person_id, p.number, p.e164 from (
      (select * from record_phone where instance_id = ${instanceId} and e164 = ${e164} and e164 <> '' limit ${atMost(MAX_OWNERS)})
      union
      (select * from record_phone where instance_id = ${instanceId} and number = any(${numbers}::text[]) limit ${atMost(MAX_OWNERS)})
    ) p join record r on r.instance_id = ${instanceId} and r.record_id = p.record_id and r.deleted_at is null
    order by r.changed_at desc, p.record_id desc, p.person_id`.execute(db);
  return rows;
}

/** Whether any record has a number that begins so (`+43`), as numbers are reached from everywhere. */
export async function isAnyNumberFrom(db: Db, instanceId: number, beginning: string): Promise<boolean> {
  const { rows } =
    await sql`select from record_phone p join record r on r.instance_id = ${instanceId} and r.record_id = p.record_id
    where p.instance_id = ${instanceId} and p.e164 <> '' and p.e164 like ${`${beginning}%`} and r.deleted_at is null limit 1`.execute(
      db,
    );
  return rows.length > 0;
}

/** The numbers that records have. */
export async function phonesOfRecords(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<readonly PhoneOwner[]> {
  const { rows } = await sql<PhoneOwner>`select record_id, person_id, number, e164 from record_phone
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[])`.execute(db);
  return rows;
}

/** What a record is called, or a contact person of it by what stands in their fields. */
export interface MemberRow {
  readonly record_id: number;
  readonly kind_id: number;
  readonly title: string;
  /** 0: the record itself. */
  readonly person_id: number;
  readonly fields: Values | null;
}

/** Who has a number, as it is reached from everywhere. */
export interface OwnerRow extends MemberRow {
  readonly e164: string;
  /** Milliseconds since 1970 when the record was changed last. */
  readonly changed_at: number;
}

/**
 * Whose these numbers are, each with at most 50 owners; the record that was changed last is first. Records are asked for one by one: as long as nothing
 * is known of how many there are, as of a new instance, all of them would be gone through, each with all numbers.
 */
export async function ownersOfE164(db: Db, instanceId: number, e164: readonly string[]): Promise<readonly OwnerRow[]> {
  if (e164.length === 0) return [];
  const { rows } = await sql<OwnerRow>`
    select n.e164, p.record_id, p.person_id, r.changed_at, r.kind_id, r.title, m.fields from unnest(${[...new Set(e164)]}::text[]) as n (e164)
    cross join lateral (select record_id, person_id from record_phone x
      where x.instance_id = ${instanceId} and x.e164 = n.e164 and x.e164 <> '' limit ${atMost(MAX_OWNERS)}) p
    cross join lateral (select x.changed_at, x.kind_id, x.title from record x
      where x.instance_id = ${instanceId} and x.record_id = p.record_id and x.deleted_at is null limit ${atMost(1)}) r
    left join lateral (select x.fields from record_person x
      where p.person_id <> 0 and x.instance_id = ${instanceId} and x.person_id = p.person_id limit ${atMost(1)}) m on true
    order by r.changed_at desc, p.record_id desc, p.person_id`.execute(db);
  return rows;
}

/** Records and contact persons by their ids, as far as their records are there; in one statement, whatever is asked for. */
export async function membersById(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
  personIds: readonly number[],
): Promise<readonly MemberRow[]> {
  if (recordIds.length === 0 && personIds.length === 0) return [];
  const { rows } = await sql<MemberRow>`
    select r.record_id, r.kind_id, r.title, m.person_id, m.fields from (
      select n.id as record_id, 0::bigint as person_id, null::jsonb as fields from unnest(${[...recordIds]}::bigint[]) as n (id)
      union all
      select p.record_id, p.person_id, p.fields from record_person p
      where p.instance_id = ${instanceId} and p.person_id = any(${[...personIds]}::bigint[])
    ) m
    cross join lateral (select x.record_id, x.kind_id, x.title from record x
      where x.instance_id = ${instanceId} and x.record_id = m.record_id and x.deleted_at is null limit ${atMost(1)}) r`.execute(
    db,
  );
  return rows;
}
