import type { ClaimSource, OwnerKind } from '@kontor/contract/phonecall';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A line of what is known of a number: a claim, an entry of the phone book that stands for it, or that it is blocked. */
export interface LedgerRow {
  readonly number: number;
  readonly what: 'claim' | 'book' | 'block';
  readonly owner_kind: OwnerKind;
  readonly owner_id: number;
  readonly source: ClaimSource;
  readonly is_right: boolean;
  readonly seen: number;
  readonly last_at: Date;
  /** Of an entry. */
  readonly name: string;
  readonly name_key: string;
}

/** Most lines of a kind that are read of one number. */
const MAX_LINES = 50;
/** How often an entry may have been merged into another one. */
const MAX_MERGES = 20;

/** What is known of these numbers, in one statement. Entries that were merged stand as the one that stands for them. */
export async function readLedger(
  db: Db,
  instanceId: number,
  numbers: readonly number[],
): Promise<readonly LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    with recursive asked as (select unnest(${[...numbers]}::bigint[]) as number),
    entry as (
      select q.number, e.name_id, e.replaced_by, e.source, e.name, e.name_key, e.created_at, 0 as depth from asked q
      cross join lateral (select * from phone_name p where p.instance_id = ${instanceId} and p.number = q.number limit ${MAX_LINES}) e
      union all
      select e.number, p.name_id, p.replaced_by, p.source, p.name, p.name_key, p.created_at, e.depth + 1 from entry e
      join phone_name p on p.instance_id = ${instanceId} and p.name_id = e.replaced_by where e.depth < ${MAX_MERGES}
    )
    select q.number, 'claim' as what, c.owner_kind, c.owner_id, c.source, c.is_right, c.seen, c.last_at, '' as name, '' as name_key
    from asked q cross join lateral (
      select * from number_claim x where x.instance_id = ${instanceId} and x.number = q.number and x.revoked_at is null
      order by x.last_at desc limit ${MAX_LINES}) c
    union all
    select distinct e.number, 'book', 'book', e.name_id,
      case e.source when 'hand' then 'book' else e.source end, true, 1, e.created_at, e.name, e.name_key
    from entry e where e.replaced_by is null
    union all
    select q.number, 'block', 'book', 0, 'hand', true, 1, b.at, '', '' from asked q
    join phone_block b on b.instance_id = ${instanceId} and b.number = q.number`.execute(db);
  return rows;
}

/** What entries of the phone book are called, by their ids; those that stand for nothing any more are left out. */
export async function readEntryNames(
  db: Db,
  instanceId: number,
  nameIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly name_key: string }>> {
  if (nameIds.length === 0) return new Map();
  const { rows } = await sql<{ name_id: number; name: string; name_key: string }>`
    select name_id, name, name_key from phone_name
    where instance_id = ${instanceId} and name_id = any(${[...nameIds]}::bigint[]) and replaced_by is null`.execute(db);
  return new Map(rows.map((row) => [row.name_id, row]));
}

/** What people who can sign in are called. */
export async function activeNames(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ user_id: number; name: string }>`
    select user_id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name) as name from app_user
    where instance_id = ${instanceId} and is_active and user_id = any(${[...userIds]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.name]));
}
