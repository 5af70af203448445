import type { ClaimSource, OwnerKind } from '@kontor/contract/phonecall';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import { avatarAddress } from '../../account/index.ts';
import '../tables.ts';

/** A line of what is known of a number: a claim, an entry of the phone book that stands for it, a name that a caller brought, or that it is blocked. */
export interface LedgerRow {
  readonly number: number;
  readonly what: 'claim' | 'book' | 'block';
  readonly owner_kind: OwnerKind;
  readonly owner_id: number;
  readonly source: ClaimSource;
  readonly is_right: boolean;
  readonly seen: number;
  readonly last_at: Date;
  /** Of an entry, and of what a caller calls itself. */
  readonly name: string;
  readonly name_key: string;
  /** Of an entry. */
  readonly company: string;
}

/** Most lines of a kind that are read of one number. */
const MAX_LINES = 50;
/** How often an entry may have been merged into another one. */
const MAX_MERGES = 20;

/** Most mails that are looked at for one number, the newest first. */
const MAX_MAILS = 100;

/** What mails say that a person sees: how many do, and when the last one came. */
const byMails = (instanceId: number, userId: number) => sql`
    union all
    select q.number, 'claim', m.owner_kind, m.owner_id, m.source, true, m.seen, m.last_at, '', '', ''
    from asked q cross join lateral (
      select x.owner_kind, x.owner_id, x.source, count(*)::int as seen, max(x.at) as last_at
      from (select * from number_mail n where n.instance_id = ${instanceId} and n.number = q.number order by n.at desc limit ${atMost(MAX_MAILS)}) x
      where exists (select from activity_user au where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = x.mail_id
        and not au.spam)
      group by 1, 2, 3) m`;

/**
 * What is known of these numbers, in one statement. Entries that were merged stand as the one that stands for them. `mailReader`: whose mails speak for
 * numbers, too.
 */
export async function readLedger(
  db: Db,
  instanceId: number,
  numbers: readonly number[],
  mailReader?: number,
): Promise<readonly LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    with recursive asked as (select unnest(${[...numbers]}::bigint[]) as number),
    entry as (
      select q.number, e.name_id, e.replaced_by, e.source, e.name, e.name_key, e.company, e.created_at, 0 as depth from asked q
      cross join lateral (select * from phone_name p where p.instance_id = ${instanceId} and p.number = q.number limit ${atMost(MAX_LINES)}) e
      union all
      select e.number, p.name_id, p.replaced_by, p.source, p.name, p.name_key, p.company, p.created_at, e.depth + 1 from entry e
      join phone_name p on p.instance_id = ${instanceId} and p.name_id = e.replaced_by where e.depth < ${MAX_MERGES}
    )
    select q.number, 'claim' as what, c.owner_kind, c.owner_id, c.source, c.is_right, c.seen, c.last_at, '' as name, '' as name_key, '' as company
    from asked q cross join lateral (
      select * from number_claim x where x.instance_id = ${instanceId} and x.number = q.number and x.revoked_at is null
      order by x.last_at desc limit ${atMost(MAX_LINES)}) c
    union all
    select distinct e.number, 'book', 'book', e.name_id,
      case e.source when 'hand' then 'book' else e.source end, true, 1, e.created_at, e.name, e.name_key, e.company
    from entry e where e.replaced_by is null
    union all
    select q.number, 'claim', 'caller', s.said_id, 'system', true, s.seen, s.last_at, s.name, s.name_key, ''
    from asked q cross join lateral (
      select * from number_said x where x.instance_id = ${instanceId} and x.number = q.number order by x.last_at desc limit ${atMost(MAX_LINES)}) s
    union all
    select q.number, 'block', 'book', 0, 'hand', true, 1, b.at, '', '', '' from asked q
    join phone_block b on b.instance_id = ${instanceId} and b.number = q.number
    ${mailReader === undefined ? sql`` : byMails(instanceId, mailReader)}`.execute(db);
  return rows;
}

/** What entries of the phone book are called, by their ids; those that stand for nothing any more are left out. */
export async function readEntryNames(
  db: Db,
  instanceId: number,
  nameIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly name_key: string; readonly company: string }>> {
  if (nameIds.length === 0) return new Map();
  const { rows } = await sql<{ name_id: number; name: string; name_key: string; company: string }>`
    select name_id, name, name_key, company from phone_name
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

/** Addresses of the pictures of people who can sign in; those without one are left out. */
export async function activePictures(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ user_id: number; avatar: string }>`select user_id, avatar from app_user
    where instance_id = ${instanceId} and is_active and avatar is not null and user_id = any(${[...userIds]}::int[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.user_id, avatarAddress(row) ?? '']));
}

/** Something that speaks for a number being somebody's, or against it. */
export interface NewClaim {
  readonly number: number;
  readonly ownerKind: OwnerKind;
  readonly ownerId: number;
  readonly source: ClaimSource;
  readonly isRight: boolean;
  /** As somebody typed it. */
  readonly numberText?: string;
  readonly userId: number | null;
  readonly at: Date;
}

/** Writes a claim down; one that is there from the same source is seen once more, and says what the new one does. Returns its id. */
export async function putClaim(db: Db, instanceId: number, claim: NewClaim): Promise<number> {
  const { rows } = await sql<{ claim_id: number }>`
    insert into number_claim as c (instance_id, number, owner_kind, owner_id, source, is_right, first_at, last_at, by_user, number_text)
    values (${instanceId}, ${claim.number}, ${claim.ownerKind}, ${claim.ownerId}, ${claim.source}, ${claim.isRight}, ${claim.at}, ${claim.at}, ${claim.userId}::int, ${claim.numberText ?? ''})
    on conflict (instance_id, number, owner_kind, owner_id, source) where revoked_at is null do update
      set is_right = excluded.is_right, last_at = excluded.last_at, seen = c.seen + 1, by_user = excluded.by_user
    returning claim_id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A claim was not written');
  return row.claim_id;
}

/** Takes back what somebody has said; of records for who sees them alone. Returns the number; undefined where there is nothing to take back. */
export async function takeClaim(
  db: Db,
  instanceId: number,
  claimId: number,
  at: Date,
  seesRecords: boolean,
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`update number_claim set revoked_at = ${at}
    where instance_id = ${instanceId} and claim_id = ${claimId} and revoked_at is null and source = 'hand'
      and (${seesRecords}::boolean or owner_kind not in ('record', 'person')) returning number`.execute(db);
  return rows[0]?.number;
}

/** Refuses calls of a number from now on; left out: takes them again. */
export async function setBlocked(
  db: Db,
  instanceId: number,
  number: number,
  by: { readonly userId: number; readonly at: Date; readonly text: string } | undefined,
): Promise<void> {
  if (by === undefined)
    await sql`delete from phone_block where instance_id = ${instanceId} and number = ${number}`.execute(db);
  else
    await sql`insert into phone_block (instance_id, number, by_user, at, number_text)
      values (${instanceId}, ${number}, ${by.userId}, ${by.at}, ${by.text})
      on conflict do nothing`.execute(db);
}

/** Gives the claims of owners that become another one to that. Returns those that were moved, with the owner that each had. */
export async function moveClaims(
  db: Db,
  instanceId: number,
  kind: OwnerKind,
  moves: ReadonlyMap<number, number>,
): Promise<readonly MovedClaim[]> {
  if (moves.size === 0) return [];
  const pairs = [...moves];
  const { rows } = await sql<MovedClaim>`
    update number_claim c set owner_id = m.to_id from unnest(${pairs.map(([from]) => from)}::bigint[], ${pairs.map(([, to]) => to)}::bigint[]) as m (from_id, to_id)
    where c.instance_id = ${instanceId} and c.owner_kind = ${kind} and c.owner_id = m.from_id and c.revoked_at is null
      and not exists (select from number_claim o where o.instance_id = c.instance_id and o.number = c.number and o.owner_kind = c.owner_kind
        and o.owner_id = m.to_id and o.source = c.source and o.revoked_at is null)
      and c.claim_id = (select min(f.claim_id) from number_claim f
        join unnest(${pairs.map(([from]) => from)}::bigint[], ${pairs.map(([, to]) => to)}::bigint[]) as n (from_id, to_id) on f.owner_id = n.from_id
        where f.instance_id = c.instance_id and f.number = c.number and f.owner_kind = c.owner_kind and f.source = c.source
          and f.revoked_at is null and n.to_id = m.to_id)
    returning c.claim_id as "claimId", m.from_id as "ownerId"`.execute(db);
  return rows;
}

export interface MovedClaim {
  readonly claimId: number;
  readonly ownerId: number;
}

/** Gives claims back to the owners that they had. */
export async function giveClaimsBack(db: Db, instanceId: number, claims: readonly MovedClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`update number_claim c set owner_id = m.owner_id
    from unnest(${claims.map((it) => it.claimId)}::bigint[], ${claims.map((it) => it.ownerId)}::bigint[]) as m (claim_id, owner_id)
    where c.instance_id = ${instanceId} and c.claim_id = m.claim_id
      and not exists (select from number_claim o where o.instance_id = c.instance_id and o.number = c.number and o.owner_kind = c.owner_kind
        and o.owner_id = m.owner_id and o.source = c.source and o.revoked_at is null)`.execute(db);
}
