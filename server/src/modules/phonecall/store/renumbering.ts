import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A number with the text that it was read from. */
export interface Written {
  readonly number: number | null;
  readonly text: string;
}

interface Parties {
  readonly activityId: number;
  /** The other side's, and ours. */
  readonly other: Written;
  readonly own: Written;
}

interface PartiesRow {
  readonly activity_id: number;
  readonly number: number | null;
  readonly number_text: string;
  readonly called: number | null;
  readonly called_text: string;
}

const toParties = (row: PartiesRow): Parties => ({
  activityId: row.activity_id,
  other: { number: row.number, text: row.number_text },
  own: { number: row.called, text: row.called_text },
});

/** Calls with numbers that were written without a code, from behind one on. `country`: of their line's own numbers, empty for the instance's. */
export async function callsToRenumber(
  db: Db,
  instanceId: number,
  after: number,
  most: number,
): Promise<readonly (Parties & { readonly country: string; readonly isFromLine: boolean })[]> {
  const { rows } = await sql<PartiesRow & { country: string; line: boolean }>`
    select c.activity_id, c.number, c.number_text, c.called, c.called_text, coalesce(l.country, '') as country, c.line_id is not null as line
    from phone_call c left join phone_line l on l.instance_id = c.instance_id and l.line_id = c.line_id
    where c.instance_id = ${instanceId} and c.activity_id > ${after}
      and (c.number_text ~ '^[^+]' or c.called_text ~ '^[^+]')
    order by c.activity_id limit ${atMost(most)}`.execute(db);
  return rows.map((row) => ({ ...toParties(row), country: row.country, isFromLine: row.line }));
}

interface LegOfCall extends Parties {
  readonly lineId: number;
  readonly ref: string;
  readonly terminal: string;
}

/** What was told of the ways of calls. */
export async function legsOfCalls(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
): Promise<readonly LegOfCall[]> {
  if (activityIds.length === 0) return [];
  const { rows } = await sql<PartiesRow & { line_id: number; call_ref: string; terminal: string }>`
    select line_id, call_ref, terminal, activity_id, number, number_text, called, called_text from phone_leg
    where instance_id = ${instanceId} and activity_id = any(${[...activityIds]}::bigint[])`.execute(db);
  return rows.map((row) => ({
    ...toParties(row),
    lineId: row.line_id,
    ref: row.call_ref,
    terminal: row.terminal,
  }));
}

export async function renumberLeg(
  db: Db,
  instanceId: number,
  { lineId, ref, terminal }: LegOfCall,
  { number, called }: { readonly number: number | null; readonly called: number | null },
): Promise<void> {
  await sql`update phone_leg set number = ${number}::bigint, called = ${called}::bigint
    where instance_id = ${instanceId} and line_id = ${lineId} and call_ref = ${ref} and terminal = ${terminal}`.execute(
    db,
  );
}

interface WrittenRow extends Written {
  readonly id: number;
}

/** Entries of the phone book, merged ones too, from behind one on. */
export async function entriesToRenumber(
  db: Db,
  instanceId: number,
  after: number,
  most: number,
): Promise<readonly WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`select name_id as id, number, number_text as text from phone_name
    where instance_id = ${instanceId} and name_id > ${after} and number_text ~ '^[^+]' order by name_id limit ${atMost(most)}`.execute(
    db,
  );
  return rows;
}

/** Gives an entry that another one stands for its number. */
export async function setEntryNumber(
  db: Db,
  instanceId: number,
  id: number,
  number: number | null,
  digits: string,
): Promise<void> {
  await sql`update phone_name set number = ${number}::bigint, digits = ${digits}
    where instance_id = ${instanceId} and name_id = ${id} and replaced_by is not null`.execute(db);
}

/** What people have said of numbers, from behind one on. */
export async function claimsToRenumber(
  db: Db,
  instanceId: number,
  after: number,
  most: number,
): Promise<readonly WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`select claim_id as id, number, number_text as text from number_claim
    where instance_id = ${instanceId} and claim_id > ${after} and number_text ~ '^[^+]' and revoked_at is null
    order by claim_id limit ${atMost(most)}`.execute(db);
  return rows;
}

/** Says of a claim that it is of another number; where the same is said of that already, it is revoked. */
export async function renumberClaim(db: Db, instanceId: number, { id }: WrittenRow, number: number): Promise<void> {
  const { rows } =
    await sql`update number_claim c set number = ${number} where c.instance_id = ${instanceId} and c.claim_id = ${id}
    and not exists (select from number_claim o where o.instance_id = c.instance_id and o.number = ${number} and o.owner_kind = c.owner_kind
      and o.owner_id = c.owner_id and o.source = c.source and o.revoked_at is null) returning c.claim_id`.execute(db);
  if (rows.length === 0)
    await sql`update number_claim set revoked_at = now() where instance_id = ${instanceId} and claim_id = ${id}`.execute(
      db,
    );
}

interface MailRow extends WrittenRow {
  readonly owner_kind: string;
  readonly owner_id: number;
  readonly source: string;
}

/** What mails say of numbers, of whole mails from behind one on: at most so many mails. */
export async function mailClaimsToRenumber(
  db: Db,
  instanceId: number,
  after: number,
  most: number,
): Promise<readonly MailRow[]> {
  const { rows } = await sql<MailRow>`
    select n.mail_id as id, n.number, n.number_text as text, n.owner_kind, n.owner_id, n.source from number_mail n
    where n.instance_id = ${instanceId} and n.mail_id in (
      select distinct m.mail_id from number_mail m where m.instance_id = ${instanceId} and m.mail_id > ${after} order by m.mail_id limit ${atMost(most)})
    order by n.mail_id`.execute(db);
  return rows;
}

export async function renumberMailClaim(db: Db, instanceId: number, row: MailRow, number: number): Promise<void> {
  const { id, owner_kind: kind, owner_id: owner, source, number: was } = row;
  const own = sql`n.instance_id = ${instanceId} and n.mail_id = ${id} and n.owner_kind = ${kind} and n.owner_id = ${owner} and n.source = ${source}`;
  await sql`delete from number_mail n where ${own} and n.number = ${was}
    and exists (select from number_mail o where o.instance_id = n.instance_id and o.mail_id = n.mail_id and o.owner_kind = n.owner_kind
      and o.owner_id = n.owner_id and o.source = n.source and o.number = ${number})`.execute(db);
  await sql`update number_mail n set number = ${number} where ${own} and n.number = ${was}`.execute(db);
}

/** Numbers that are blocked. They have no ids: all of them at once, and nothing from behind one on. */
export async function blocksToRenumber(db: Db, instanceId: number, after: number): Promise<readonly WrittenRow[]> {
  if (after > 0) return [];
  const { rows } = await sql<WrittenRow>`select number as id, number, number_text as text from phone_block
    where instance_id = ${instanceId} and number_text ~ '^[^+]'`.execute(db);
  return rows;
}

export async function renumberBlock(
  db: Db,
  instanceId: number,
  { number: was }: WrittenRow,
  number: number,
): Promise<void> {
  await sql`with gone as (delete from phone_block where instance_id = ${instanceId} and number = ${was} returning *)
    insert into phone_block (instance_id, number, by_user, at, number_text)
    select instance_id, ${number}, by_user, at, number_text from gone on conflict do nothing`.execute(db);
}
