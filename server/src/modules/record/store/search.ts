import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { RecordSearch } from '../finding.ts';
import type { FoundAddress, FoundPhone } from '../rules.ts';
import '../tables.ts';

/** What a record is found by. */
export interface Findable {
  readonly recordId: number;
  readonly changedAt: number;
  /** As titles are compared. */
  readonly titleKey: string;
  /** Text of a `tsvector`. */
  readonly words: string;
  readonly addresses: readonly FoundAddress[];
  readonly phones: readonly FoundPhone[];
}

async function dropOwned(db: Db, instanceId: number, recordIds: readonly number[]): Promise<void> {
  for (const table of ['record_address', 'record_phone'] as const)
    await db
      .deleteFrom(table)
      .where('instance_id', '=', instanceId)
      .where(sql<boolean>`record_id = any(${[...recordIds]}::bigint[])`)
      .execute();
}

/** Takes away what records are found by. */
export async function dropFindables(db: Db, instanceId: number, recordIds: readonly number[]): Promise<void> {
  const ids = [...recordIds];
  await dropOwned(db, instanceId, ids);
  await sql`select drop_record_search(${ids}::bigint[])`.execute(db);
}

/** Puts what records are found by in the place of what was there. */
export async function putFindables(db: Db, instanceId: number, found: readonly Findable[]): Promise<void> {
  await dropOwned(
    db,
    instanceId,
    found.map((it) => it.recordId),
  );
  await insertFindables(db, instanceId, found);
}

/** Writes what records are found by that have just been made. */
export async function insertFindables(db: Db, instanceId: number, found: readonly Findable[]): Promise<void> {
  const addresses = found.flatMap(({ recordId, addresses: some }) => some.map((it) => ({ ...it, recordId })));
  await sql`insert into record_address (instance_id, address, record_id, person_id, name)
    select ${instanceId}, a.* from unnest(${addresses.map((it) => it.address)}::text[], ${addresses.map((it) => it.recordId)}::bigint[],
      ${addresses.map((it) => it.personId)}::bigint[], ${addresses.map((it) => it.name)}::text[]) as a`.execute(db);
  const phones = found.flatMap(({ recordId, phones: some }) => some.map((it) => ({ ...it, recordId })));
  await sql`insert into record_phone (instance_id, number, record_id, person_id, e164)
    select ${instanceId}, p.* from unnest(${phones.map((it) => it.number)}::text[], ${phones.map((it) => it.recordId)}::bigint[],
      ${phones.map((it) => it.personId)}::bigint[], ${phones.map((it) => it.e164)}::text[]) as p`.execute(db);
  await sql`select put_record_search(${found.map((it) => it.recordId)}::bigint[], ${found.map((it) => it.changedAt)}::bigint[],
    ${found.map((it) => it.titleKey)}::text[], ${found.map((it) => it.words)}::text[])`.execute(db);
}

/** The first record that is kept in an older form than of today. */
export async function oldestFindable(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{
    record_id: number | null;
  }>`select old_record_search() as record_id`.execute(db);
  return rows[0]?.record_id ?? undefined;
}

/** The numbers of records of some kinds that are looked for, the likeliest first, with how likely they are. */
export async function searchRecords(
  db: Db,
  kindIds: readonly number[],
  { words, address, begin, own }: RecordSearch,
  most: number,
): Promise<readonly { readonly record_id: number; readonly relevance: number }[]> {
  const { rows } = await sql<{ record_id: number; relevance: number }>`
    select record_id, relevance from search_records_in(${[...kindIds]}::int[], ${words}, ${address}::text, ${begin}::text, ${own}::bigint, ${most})`.execute(
    db,
  );
  return rows;
}

/** Numbers of records that words begin names with an address of. */
export async function searchNames(db: Db, words: string, most: number): Promise<readonly number[]> {
  const { rows } = await sql<{
    record_id: number;
  }>`select record_id from search_record_words(${words}, ${most})`.execute(db);
  return rows.map((row) => row.record_id);
}

export interface AddressRow {
  readonly address: string;
  readonly record_id: number;
  readonly person_id: number;
  readonly name: string;
}

/** Returns the records and contact persons that have these addresses, in the order in which the records were made. */
export async function ownersOfAddresses(
  db: Db,
  instanceId: number,
  addresses: readonly string[],
): Promise<readonly AddressRow[]> {
  const { rows } = await sql<AddressRow>`select address, record_id, person_id, name from record_address
    where instance_id = ${instanceId} and address = any(${[...addresses]}::text[])
    order by record_id, person_id`.execute(db);
  return rows;
}

/** The addresses that records have. */
export async function addressesOfRecords(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<readonly AddressRow[]> {
  const { rows } = await sql<AddressRow>`select address, record_id, person_id, name from record_address
    where instance_id = ${instanceId} and record_id = any(${[...recordIds]}::bigint[])
    order by record_id, person_id`.execute(db);
  return rows;
}
