import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ItemSource } from '../../activity/index.ts';

type Found = Parameters<ItemSource['found']>[1];

/** Newest items with a person that are looked at. */
const MAX_OF_PERSON = 10_000;

const itemsOf = (instanceId: number, record: RawBuilder<unknown>) =>
  sql`(select activity_id, ts from activity_record where instance_id = ${instanceId} and record_id = ${record})`;

/** The items of records, in their order of time. */
export function itemsOfRecords(instanceId: number, recordIds: readonly number[]): ItemSource {
  const [first] = recordIds;
  const ids = sql`${[...recordIds]}::bigint[]`;
  return {
    key: `records ${recordIds.join(' ')}`,
    items:
      recordIds.length === 1
        ? itemsOf(instanceId, sql`${first}`)
        : sql`(select distinct activity_id, ts from activity_record
            where instance_id = ${instanceId} and record_id = any(${ids}))`,
    ...(recordIds.length === 1
      ? {}
      : { many: { of: sql`unnest(${ids}) as record (id)`, items: itemsOf(instanceId, sql`record.id`) } }),
    found: (query, { userId, modules, since, before, most }) =>
      sql`search_record_items(${userId}, to_tsquery('kontor', ${query}), ${ids}, ${modules},
        ${since}::timestamptz, ${before}::timestamptz, ${most})`,
  };
}

/** Everything with a person: what names them, and what one of their addresses stands in. `personId` 0: of the addresses alone. */
export function itemsOfPerson(
  instanceId: number,
  userId: number,
  personId: number,
  /** Text query for their addresses; undefined where they have none. */
  addresses: string | undefined,
): ItemSource {
  const named = sql`select activity_id, ts from activity_record
    where instance_id = ${instanceId} and person_id = ${personId} and person_id > 0`;
  const searched = (query: string, { modules, since, before, most }: Omit<Found, 'userId'>) =>
    sql`select activity_id, ts from search_items(${userId}, to_tsquery('kontor', ${query}), ${modules},
      ${since}::timestamptz, ${before}::timestamptz, ${most})`;
  const whole = { modules: sql`null::int[]`, since: null, before: null, most: MAX_OF_PERSON };
  return {
    key: `person ${personId} ${addresses ?? ''}`,
    items: addresses === undefined ? sql`(${named})` : sql`(${named} union ${searched(addresses, whole)})`,
    found: (query, cut) => sql`(
      select n.activity_id, n.ts from (${named}) n
      where n.activity_id in (
        select search_among(${userId}, to_tsquery('kontor', ${query}), array(select activity_id from (${named}) all_named)))
      ${addresses === undefined ? sql`` : sql`union ${searched(`(${addresses}) & (${query})`, cut)}`})`,
  };
}

/** The addresses of a contact person of a record, as they are compared. */
export async function addressesOfPerson(db: Db, instanceId: number, personId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ address: string }>`select distinct a.address from record_person p
    join record_address a on a.instance_id = p.instance_id and a.record_id = p.record_id and a.person_id = p.person_id
    where p.instance_id = ${instanceId} and p.person_id = ${personId} order by 1`.execute(db);
  return rows.map((row) => row.address);
}

/** The record that a contact person is at; undefined where there is none. */
export async function recordOfPerson(db: Db, instanceId: number, personId: number): Promise<number | undefined> {
  const { rows } = await sql<{ record_id: number }>`select p.record_id from record_person p
    join record r on r.instance_id = p.instance_id and r.record_id = p.record_id
    where p.instance_id = ${instanceId} and p.person_id = ${personId} and r.deleted_at is null`.execute(db);
  return rows[0]?.record_id;
}

/** Says whom of the contact persons of the records that an item is linked with it is with; null: nobody. */
export async function setPersonOfLinks(
  db: Db,
  instanceId: number,
  activityId: number,
  personId: number | null,
): Promise<void> {
  await sql`update activity_record l set person_id = coalesce((select p.person_id from record_person p
      where p.instance_id = ${instanceId} and p.person_id = ${personId}::bigint and p.record_id = l.record_id), 0)
    where l.instance_id = ${instanceId} and l.activity_id = ${activityId}`.execute(db);
}
