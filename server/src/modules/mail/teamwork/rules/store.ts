import { rightsToBits } from '@kontor/contract/account';
import { sql, type Insertable, type Selectable } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import type { MailRow } from '../../store/mails.ts';
import { rawInBox } from '../../store/raws.ts';
import '../../sending/tables.ts';
import type { SenderRow } from '../../writing/store/senders.ts';
import type { FiredRule } from '../tables.ts';

export type RuleRow = Selectable<Tables['mail_rule']>;

/** Whose rules: those of an account, or a person's own. */
export type Whose = { readonly accountId: number } | { readonly ownerId: number };

const isOf = (whose: Whose) =>
  'accountId' in whose
    ? sql<boolean>`account_id = ${whose.accountId}`
    : sql<boolean>`account_id is null and owner_id = ${whose.ownerId}`;

export const readRules = (db: Db, instanceId: number, whose: Whose): Promise<RuleRow[]> =>
  db
    .selectFrom('mail_rule')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where(isOf(whose))
    .where('deleted_at', 'is', null)
    .orderBy('place')
    .orderBy('rule_id')
    .execute();

/** One rule after the other is saved or put elsewhere in a set: their number and places depend on more than one row. */
export async function lockRules(db: Db, instanceId: number, whose: Whose): Promise<void> {
  const key = 'accountId' in whose ? `a${whose.accountId}` : `p${whose.ownerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail_rule ${key}`}, ${instanceId}::bigint))`.execute(db);
}

/** A rule, a deleted one too. */
export const findRule = (db: Db, instanceId: number, ruleId: string): Promise<RuleRow | undefined> =>
  db
    .selectFrom('mail_rule')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();

/** Makes a rule; false where there is one of this id. */
export async function insertRule(db: Db, row: Insertable<Tables['mail_rule']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('mail_rule')
    .values(row)
    .onConflict((conflict) => conflict.columns(['instance_id', 'rule_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Changes a rule and counts its version up, which is answered. */
export async function updateRule(
  db: Db,
  instanceId: number,
  ruleId: string,
  change: Partial<Omit<Insertable<Tables['mail_rule']>, 'instance_id' | 'rule_id' | 'version'>>,
): Promise<number> {
  const { version } = await db
    .updateTable('mail_rule')
    .set((expression) => ({ ...change, version: expression('version', '+', 1) }))
    .where('instance_id', '=', instanceId)
    .where('rule_id', '=', ruleId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Puts rules into an order; their versions stay, for they say the same. */
export async function placeRules(db: Db, instanceId: number, ruleIds: readonly string[]): Promise<void> {
  await sql`update mail_rule r set place = n.place
    from unnest(${[...ruleIds]}::uuid[]) with ordinality as n (rule_id, place)
    where r.instance_id = ${instanceId} and r.rule_id = n.rule_id`.execute(db);
}

/** The rules that are switched on of everybody who sees a mail, their own ones, in their order; not of who sees it in another's place. */
export const rulesOfViewers = (db: Db, instanceId: number, mailId: number): Promise<RuleRow[]> =>
  db
    .selectFrom('mail_rule')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('account_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('is_on', '=', true)
    .where(
      sql<boolean>`owner_id in (select user_id from activity_user where instance_id = ${instanceId} and activity_id = ${mailId}
        except select user_id from mail_substitution where instance_id = ${instanceId} and mail_id = ${mailId} and ended_at is null)`,
    )
    .orderBy('owner_id')
    .orderBy('place')
    .orderBy('rule_id')
    .execute();

/** Whether any of some mails of an account may meet a rule: one of the account, or of somebody who sees a mail. */
export async function isAnyRuleFor(
  db: Db,
  instanceId: number,
  accountId: number,
  mailIds: readonly number[],
): Promise<boolean> {
  const isOn = sql`r.instance_id = ${instanceId} and r.is_on and r.deleted_at is null`;
  const { rows } = await sql`
    select where exists (select from mail_rule r where ${isOn} and r.account_id = ${accountId})
      or exists (select from mail_rule r where ${isOn} and r.account_id is null and exists (
        select from activity_user au where au.instance_id = ${instanceId} and au.activity_id = any(${[...mailIds]}::bigint[])
          and au.user_id = r.owner_id))`.execute(db);
  return rows.length > 0;
}

/** Those of some mails that did not lie in an account yet. Asked before it is noted that they do. */
export async function newToAccount(
  db: Db,
  instanceId: number,
  accountId: number,
  mailIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`
    select distinct m.mail_id from unnest(${[...mailIds]}::bigint[]) as m (mail_id)
    where not exists (select from mail_copy c join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
        where c.instance_id = ${instanceId} and c.mail_id = m.mail_id and f.account_id = ${accountId})
      and not exists (select from mail_received r where r.instance_id = ${instanceId} and r.mail_id = m.mail_id
        and r.account_id = ${accountId})
    order by m.mail_id`.execute(db);
  return rows.map((row) => row.mail_id);
}

/** What is stored of a mail that rules look at. */
export interface RuleMail extends MailRow {
  readonly names: readonly string[];
  readonly is_known: boolean;
  readonly ts: Date;
}

/** Mails with what rules ask for. Known is who was written to from the box. */
export async function ruleMails(
  db: Db,
  instanceId: number,
  mailIds: readonly number[],
  boxId: number,
): Promise<readonly RuleMail[]> {
  const { rows } = await sql<RuleMail>`
    select m.*, coalesce(own.raw_hash, m.raw_hash) as raw_hash, coalesce(own.raw_size, m.raw_size) as raw_size, a.ts, array(
        select f.filename from mail_attachment f where f.instance_id = m.instance_id and f.mail_id = m.mail_id
          and (f.disposition = 'attachment' or f.content_id is null) order by f.part) as names,
      exists (select from mail_correspondent c where c.instance_id = m.instance_id and c.box_id = ${boxId} and c.sent > 0
        and c.address = lower(coalesce(m.people->'from'->0->>'address', m.people->'sender'->>'address', ''))) as is_known
    from mail m join activity a on a.instance_id = m.instance_id and a.activity_id = m.mail_id
    left join lateral (${rawInBox(sql`m`, sql`${boxId}::int`)}) own on true
    where m.instance_id = ${instanceId} and m.mail_id = any(${[...mailIds]}::bigint[])
    order by m.mail_id desc`.execute(db);
  return rows;
}

/** The newest mails of a box, or of all that a person sees, that came in. */
export async function newestMails(
  db: Db,
  instanceId: number,
  { userId, boxId }: { readonly userId: number; readonly boxId: number | null },
  most: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ activity_id: number }>`
    select au.activity_id from activity_user au join mail m on m.instance_id = au.instance_id and m.mail_id = au.activity_id
    where au.instance_id = ${instanceId} and au.user_id = ${userId} and (${boxId}::int is null or au.box_id = ${boxId}::int)
      and au.direction = 0
    order by au.ts desc, au.activity_id desc limit ${atMost(most)}`.execute(db);
  return rows.map((row) => row.activity_id);
}

/** Who sees a mail through a box. */
export async function viewersThrough(
  db: Db,
  instanceId: number,
  mailId: number,
  boxId: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from activity_user where instance_id = ${instanceId} and activity_id = ${mailId} and box_id = ${boxId}
    order by user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

const MAIL_LIST = rightsToBits(['mailList']);

/** Those of some people who are there and may read mails, each once. */
export async function mailReaders(db: Db, instanceId: number, userIds: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from app_user where instance_id = ${instanceId} and user_id = any(${[...userIds]}::int[]) and is_active
      and rights & ${MAIL_LIST} <> 0 order by user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Whether it is still to be looked up where a mail is from, for the first time. */
export async function isCheckDue(db: Db, instanceId: number, mailId: number): Promise<boolean> {
  const { rows } = await sql`select from mail_check where instance_id = ${instanceId} and mail_id = ${mailId}
    and tries = 0`.execute(db);
  return rows.length > 0;
}

/** A set of rules and a mail: account 0 for those of a person, person 0 for those of an account. */
export interface RunKey {
  readonly mailId: number;
  readonly accountId: number;
  readonly ownerId: number;
}

/** Takes a mail for a set of rules; false where they had it already. */
export async function takeRun(db: Db, instanceId: number, key: RunKey, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_rule_run (instance_id, mail_id, account_id, owner_id, at, fired)
    values (${instanceId}, ${key.mailId}, ${key.accountId}, ${key.ownerId}, ${at}, '[]')
    on conflict do nothing returning mail_id`.execute(db);
  return rows.length > 0;
}

/** Notes what rules did to a mail, behind what was noted before. */
export async function noteFired(
  db: Db,
  instanceId: number,
  key: RunKey,
  at: Date,
  fired: readonly FiredRule[],
): Promise<void> {
  await sql`insert into mail_rule_run (instance_id, mail_id, account_id, owner_id, at, fired)
    values (${instanceId}, ${key.mailId}, ${key.accountId}, ${key.ownerId}, ${at}, ${JSON.stringify(fired)}::jsonb)
    on conflict (instance_id, mail_id, account_id, owner_id) do update
      set fired = mail_rule_run.fired || excluded.fired, at = excluded.at`.execute(db);
}

export interface LogRow {
  readonly mail_id: number;
  readonly at: Date;
  readonly subject: string;
  readonly is_seen: boolean;
  readonly fired: readonly FiredRule[];
}

/** What a set of rules did, or one of them, the newest first. */
export async function readLog(
  db: Db,
  instanceId: number,
  whose: Whose,
  about: { readonly userId: number; readonly ruleId: string | null; readonly before: Date | null },
  most: number,
): Promise<readonly LogRow[]> {
  const [accountId, ownerId] = 'accountId' in whose ? [whose.accountId, 0] : [0, whose.ownerId];
  const { rows } = await sql<LogRow>`
    select r.mail_id, r.at, r.fired, m.subject, exists (select from activity_user au where au.instance_id = r.instance_id
        and au.activity_id = r.mail_id and au.user_id = ${about.userId}) as is_seen
    from mail_rule_run r join mail m on m.instance_id = r.instance_id and m.mail_id = r.mail_id
    where r.instance_id = ${instanceId} and r.account_id = ${accountId} and r.owner_id = ${ownerId} and r.fired <> '[]'
      and (${about.before}::timestamptz is null or r.at < ${about.before}::timestamptz)
      and (${about.ruleId}::text is null or r.fired @> jsonb_build_array(jsonb_build_object('ruleId', ${about.ruleId}::text)))
    order by r.at desc, r.mail_id desc limit ${atMost(most)}`.execute(db);
  return rows;
}

/** The rules that did something to mails, of the accounts and people that are named. */
export async function firedOn(
  db: Db,
  instanceId: number,
  userId: number,
  mailIds: readonly number[],
): Promise<readonly { readonly mail_id: number; readonly fired: readonly FiredRule[] }[]> {
  const { rows } = await sql<{ mail_id: number; fired: FiredRule[] }>`
    select mail_id, fired from mail_rule_run where instance_id = ${instanceId} and mail_id = any(${[...mailIds]}::bigint[])
      and owner_id in (0, ${userId}) and fired <> '[]' order by at, account_id desc`.execute(db);
  return rows;
}

/** Forgets what rules did long ago, a piece at a time. Returns how many there were. */
export async function forgetRuns(db: Db, instanceId: number, before: Date, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from mail_rule_run where instance_id = ${instanceId} and (mail_id, account_id, owner_id) in (
      select mail_id, account_id, owner_id from mail_rule_run where instance_id = ${instanceId} and at < ${before} limit ${atMost(most)})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Notes that an address is answered from an account; false where it was since a time. */
export async function takeAnswer(
  db: Db,
  instanceId: number,
  answer: { readonly accountId: number; readonly address: string; readonly at: Date; readonly since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_auto_answer (instance_id, account_id, address, at)
    values (${instanceId}, ${answer.accountId}, ${answer.address}, ${answer.at})
    on conflict (instance_id, account_id, address) do update set at = excluded.at where mail_auto_answer.at < ${answer.since}
    returning address`.execute(db);
  return rows.length > 0;
}

export async function forgetAnswers(db: Db, instanceId: number, before: Date): Promise<void> {
  await sql`delete from mail_auto_answer where instance_id = ${instanceId} and at < ${before}`.execute(db);
}

/** How many mails an account has sent by itself since a time. */
export async function countAutomatic(db: Db, instanceId: number, accountId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mail_outgoing
    where instance_id = ${instanceId} and account_id = ${accountId} and cause in ('rule', 'absence') and created_at > ${since}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The addresses that an account sends as, its own first. */
export async function sendersOfAccount(
  db: Db,
  instanceId: number,
  accountId: number,
): Promise<readonly Pick<SenderRow, 'sender_id' | 'account_id' | 'email' | 'name'>[]> {
  return db
    .selectFrom('mail_sender')
    .select(['sender_id', 'account_id', 'email', 'name'])
    .where('instance_id', '=', instanceId)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('is_main', 'desc')
    .orderBy('sender_id')
    .execute();
}

/** The mails among these that a person sees, by the box that they see them through. */
export async function boxesOfMails(
  db: Db,
  instanceId: number,
  userId: number,
  mailIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<{ activity_id: number; box_id: number }>`
    select au.activity_id, au.box_id from activity_user au
    join mail m on m.instance_id = au.instance_id and m.mail_id = au.activity_id
    where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = any(${[...mailIds]}::bigint[])
    order by au.activity_id`.execute(db);
  const found = new Map<number, number[]>();
  for (const { activity_id: id, box_id: boxId } of rows) found.set(boxId, [...(found.get(boxId) ?? []), id]);
  return found;
}
