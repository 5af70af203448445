import { rightsToBits } from '@kontor/contract/account';
import { sql, type Insertable, type Selectable } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import { boxIn } from '../../../activity/index.ts';
import '../../store/tables.ts';
import '../tables.ts';
import { joinAllowed } from '../store/rights.ts';

export type AbsenceRow = Selectable<Tables['mail_absence']>;

/** Whose absence: a person's (then the account is 0), or that of an account (then the person is). */
export interface Whose {
  readonly userId: number;
  readonly accountId: number;
}

export const whoseIs = (row: Pick<AbsenceRow, 'user_id' | 'account_id'>): Whose => ({
  userId: row.user_id,
  accountId: row.account_id,
});

const MAIL_LIST = rightsToBits(['mailList']);

/** An absence is saved and ended one after the other: what it is depends on what it was. */
export async function lockAbsence(db: Db, instanceId: number, { userId, accountId }: Whose): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail_absence ${userId} ${accountId}`}, ${instanceId}::bigint))`.execute(
    db,
  );
}

export const findAbsence = (
  db: Db,
  instanceId: number,
  { userId, accountId }: Whose,
): Promise<AbsenceRow | undefined> =>
  db
    .selectFrom('mail_absence')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();

/** Writes an absence over the one that there is. Returns its version. */
export async function putAbsence(db: Db, row: Omit<Insertable<Tables['mail_absence']>, 'version'>): Promise<number> {
  const { instance_id: _, user_id: __, account_id: ___, ...columns } = row;
  const { version } = await db
    .insertInto('mail_absence')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['instance_id', 'user_id', 'account_id'])
        .doUpdateSet({ ...columns, version: sql`mail_absence.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Changes times of an absence, or forgets it as if there had been none. */
export async function moveAbsence(
  db: Db,
  instanceId: number,
  { userId, accountId }: Whose,
  times: Partial<Pick<Insertable<Tables['mail_absence']>, 'starts_at' | 'ends_at' | 'stage'>>,
): Promise<void> {
  await db
    .updateTable('mail_absence')
    .set({ ...times, version: sql`version + 1` })
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function deleteAbsence(db: Db, instanceId: number, { userId, accountId }: Whose): Promise<void> {
  await db
    .deleteFrom('mail_absence')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .execute();
}

/** An absence with the names that lists show. */
export interface NamedAbsence extends AbsenceRow {
  readonly name: string;
  readonly substitute_name: string;
}

/** A person's own absence, those of accounts, and those of all people who are away: with those who will be where `isAll`. */
export async function readAbsences(
  db: Db,
  instanceId: number,
  about: {
    readonly userId: number;
    readonly accountIds: readonly number[];
    readonly isAll: boolean;
    readonly now: Date;
  },
): Promise<readonly NamedAbsence[]> {
  const { rows } = await sql<NamedAbsence>`
    select b.*, coalesce(a.email, nullif(trim(p.first_name || ' ' || p.last_name), ''), p.user_name) as name,
      coalesce(nullif(trim(s.first_name || ' ' || s.last_name), ''), s.user_name, '') as substitute_name
    from mail_absence b
    left join mail_account a on a.instance_id = b.instance_id and a.account_id = b.account_id
    left join app_user p on p.instance_id = b.instance_id and p.user_id = b.user_id
    left join app_user s on s.instance_id = b.instance_id and s.user_id = b.substitute_id
    where b.instance_id = ${instanceId} and (b.user_id = ${about.userId} or b.account_id = any(${[...about.accountIds]}::int[])
      or (p.is_active and b.ends_at > ${about.now} and (${about.isAll} or b.starts_at <= ${about.now})))
    order by b.user_id = ${about.userId} desc, b.account_id, b.ends_at, b.user_id`.execute(db);
  return rows;
}

/** Whether somebody can stand in for others in a time: they may read mails and are not away themselves. */
export async function canStandIn(
  db: Db,
  instanceId: number,
  userId: number,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<boolean> {
  const { rows } = await sql`select from app_user u
    where u.instance_id = ${instanceId} and u.user_id = ${userId} and u.is_active and u.rights & ${MAIL_LIST} <> 0
      and not exists (select from mail_absence b where b.instance_id = u.instance_id and b.user_id = u.user_id
        and b.starts_at < ${until} and b.ends_at > ${from})`.execute(db);
  return rows.length > 0;
}

/** The same of absences that are now: nobody stands in who was locked out, or may not read mails any more. */
const hasSubstitute = sql`exists (select from app_user u where u.instance_id = b.instance_id and u.user_id = b.substitute_id
  and u.is_active and u.rights & ${MAIL_LIST} <> 0)`;

/** Absences that are now; `substitute_id`, which takes the place of the column, is of somebody who can stand in, or null. */
const selectNow = (instanceId: number, now: Date) => sql`
  select b.*, case when ${hasSubstitute} then b.substitute_id end as substitute_id from mail_absence b
  where b.instance_id = ${instanceId} and b.starts_at <= ${now} and b.ends_at > ${now}`;

/** The absences that are now for what comes to an account: its own first, then that of the person who alone sees it. */
export async function absencesNow(
  db: Db,
  instanceId: number,
  of: { readonly accountId: number; readonly onlyUserId: number | null },
  now: Date,
): Promise<readonly AbsenceRow[]> {
  const { rows } = await sql<AbsenceRow>`${selectNow(instanceId, now)}
    and (b.account_id = ${of.accountId} or (b.account_id = 0 and b.user_id = ${of.onlyUserId}::int))
    order by b.account_id desc`.execute(db);
  return rows;
}

/** The absences that are now of people who have somebody who stands in for them. */
export async function substitutedNow(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
  now: Date,
): Promise<readonly AbsenceRow[]> {
  const { rows } = await sql<AbsenceRow>`${selectNow(instanceId, now)}
    and b.account_id = 0 and b.user_id = any(${[...userIds]}::int[]) and ${hasSubstitute} order by b.user_id`.execute(
    db,
  );
  return rows;
}

/** Takes absences on to what the time has made of them. Returns those that are others now. */
export async function turnStages(db: Db, instanceId: number, now: Date): Promise<readonly AbsenceRow[]> {
  const { rows } = await sql<AbsenceRow>`
    update mail_absence set stage = case when ends_at <= ${now} then 'over' else 'begun' end
    where instance_id = ${instanceId}
      and ((stage = 'coming' and starts_at <= ${now}) or (stage = 'begun' and ends_at <= ${now}))
    returning *`.execute(db);
  return rows;
}

/** An answer that the substitute of `s` is writing, or that is not out yet. */
const isAnswering = sql`(exists (select from mail_draft d where d.instance_id = s.instance_id and d.owner_id = s.user_id
    and d.answer_mail_id = s.mail_id and d.kind <> 'template' and d.deleted_at is null and d.outgoing_id is null)
  or exists (select from mail_outgoing o where o.instance_id = s.instance_id and o.user_id = s.user_id
    and o.stage in ('waiting', 'built', 'handing', 'data', 'unknown', 'refused')
    and (o.fields->'past'->>'mailId')::bigint = s.mail_id))`;

/** Substitutions `s` whose absence is over, or has somebody else by now. */
const isDue = (now: Date) => sql`s.ended_at is null and not exists (
    select from mail_absence b where b.instance_id = s.instance_id and b.user_id = s.for_user_id and b.account_id = s.for_account_id
      and b.starts_at <= ${now} and b.ends_at > ${now} and b.substitute_id = s.user_id)
  and not ${isAnswering}`;

/** Returns the instances in which an absence or a substitution begins or ends by now. `owner`: a handle that reads all instances. */
export async function instancesToTurn(owner: Db, now: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ instance_id: number }>`
    select instance_id from mail_absence where stage = 'coming' and starts_at <= ${now}
    union select instance_id from mail_absence where stage = 'begun' and ends_at <= ${now}
    union select s.instance_id from mail_substitution s where ${isDue(now)}`.execute(owner);
  return rows.map((row) => row.instance_id);
}

export async function isAnySubstitutionDue(db: Db, instanceId: number, now: Date): Promise<boolean> {
  const { rows } =
    await sql`select from mail_substitution s where s.instance_id = ${instanceId} and ${isDue(now)} limit 1`.execute(
      db,
    );
  return rows.length > 0;
}

/** A mail as it stands with the person who is away. */
export interface ShownMail {
  readonly mail_id: number;
  readonly box_id: number;
  /** Out of which box it was put before the one who is away, where they have it in none. */
  readonly via_box_id?: number;
  readonly status: 1 | 2 | 3;
}

/** Unfinished mails that came to boxes and lie in the lists of any of these people, the newest first, below a number. */
export async function unfinishedMails(
  db: Db,
  instanceId: number,
  of: { readonly userIds: readonly number[]; readonly boxIds: readonly number[]; readonly before: number | null },
  most: number,
): Promise<readonly ShownMail[]> {
  const { rows } = await sql<ShownMail>`
    select m.mail_id, min(au.box_id) as box_id, min(au.status) as status from activity_user au
    join mail m on m.instance_id = au.instance_id and m.mail_id = au.activity_id
    where au.instance_id = ${instanceId} and au.user_id = any(${[...of.userIds]}::int[]) and au.box_id = any(${[...of.boxIds]}::int[])
      and au.status < 3 and not au.trashed and au.direction = 0 and (${of.before}::bigint is null or au.activity_id < ${of.before}::bigint)
    group by m.mail_id order by m.mail_id desc limit ${atMost(most)}`.execute(db);
  return rows;
}

/** Those of some mails that still lie in the lists of any of these people: rules may have thrown them away, or given them to others. */
export async function listedFor(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
  mailIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ activity_id: number }>`
    select distinct activity_id from activity_user where instance_id = ${instanceId} and user_id = any(${[...userIds]}::int[]) and not trashed
      and activity_id = any(${[...mailIds]}::bigint[]) order by activity_id`.execute(db);
  return rows.map((row) => row.activity_id);
}

/** Notes for whom somebody sees mails that are new to them, or that they see for another already. */
export async function noteSubstitution(
  db: Db,
  instanceId: number,
  of: {
    readonly absence: Pick<AbsenceRow, 'user_id' | 'account_id'>;
    readonly substituteId: number;
    readonly accountId: number;
    readonly at: Date;
  },
  mailIds: readonly number[],
  added: readonly number[],
): Promise<void> {
  await sql`
    insert into mail_substitution (instance_id, mail_id, user_id, for_user_id, for_account_id, account_id, at)
    select ${instanceId}, m.mail_id, ${of.substituteId}, ${of.absence.user_id}, ${of.absence.account_id}, ${of.accountId}, ${of.at}
    from unnest(${[...mailIds]}::bigint[]) as m (mail_id)
    where m.mail_id = any(${[...added]}::bigint[]) or exists (select from mail_substitution s where s.instance_id = ${instanceId}
      and s.mail_id = m.mail_id and s.user_id = ${of.substituteId} and s.ended_at is null)
    on conflict (instance_id, mail_id, user_id, for_user_id, for_account_id) do update
      set ended_at = null, status = null, at = excluded.at, account_id = greatest(mail_substitution.account_id, excluded.account_id)`.execute(
    db,
  );
}

export interface EndedSubstitution {
  readonly mail_id: number;
  readonly user_id: number;
}

/** Ends substitutions that are over, with how the mails stood, and returns whose they were. */
export async function endSubstitutions(
  db: Db,
  instanceId: number,
  now: Date,
  most: number,
): Promise<readonly EndedSubstitution[]> {
  const { rows } = await sql<EndedSubstitution>`
    update mail_substitution e set ended_at = ${now}, status = (select au.status from activity_user au
      where au.instance_id = e.instance_id and au.activity_id = e.mail_id and au.user_id = e.user_id)
    where e.instance_id = ${instanceId} and e.ended_at is null and (e.mail_id, e.user_id, e.for_user_id, e.for_account_id) in (
      select s.mail_id, s.user_id, s.for_user_id, s.for_account_id from mail_substitution s
      where s.instance_id = ${instanceId} and ${isDue(now)} order by s.mail_id, s.user_id limit ${atMost(most)})
    returning e.mail_id, e.user_id`.execute(db);
  return rows.toSorted((a, b) => a.mail_id - b.mail_id);
}

/** The boxes through which people see mails. */
export async function boxesSeenThrough(
  db: Db,
  instanceId: number,
  seen: readonly EndedSubstitution[],
): Promise<readonly { readonly box_id: number; readonly user_ids: readonly number[] }[]> {
  const { rows } = await sql<{ box_id: number; user_ids: number[] }>`
    select au.box_id, array_agg(distinct au.user_id) as user_ids
    from unnest(${seen.map((it) => it.mail_id)}::bigint[], ${seen.map((it) => it.user_id)}::int[]) as e (mail_id, user_id)
    join activity_user au on au.instance_id = ${instanceId} and au.activity_id = e.mail_id and au.user_id = e.user_id
    group by au.box_id order by au.box_id`.execute(db);
  return rows;
}

/** Those of ended substitutions whose mails the people see neither through a box of their own nor in another's place. */
export async function withoutReason(
  db: Db,
  instanceId: number,
  ended: readonly EndedSubstitution[],
): Promise<readonly EndedSubstitution[]> {
  const { rows } = await sql<EndedSubstitution>`
    select distinct e.mail_id, e.user_id
    from unnest(${ended.map((it) => it.mail_id)}::bigint[], ${ended.map((it) => it.user_id)}::int[]) as e (mail_id, user_id)
    join activity_user au on au.instance_id = ${instanceId} and au.activity_id = e.mail_id and au.user_id = e.user_id
    where not exists (select from box_member m where m.instance_id = au.instance_id and m.box_id = au.box_id and m.user_id = au.user_id)
      and not exists (select from mail_substitution s where s.instance_id = au.instance_id and s.mail_id = e.mail_id
        and s.user_id = e.user_id and s.ended_at is null)
    order by e.mail_id, e.user_id`.execute(db);
  return rows;
}

/** Forgets what was handed over after earlier absences. */
export async function forgetSubstitutions(db: Db, instanceId: number, absence: AbsenceRow): Promise<void> {
  await sql`delete from mail_substitution where instance_id = ${instanceId} and for_user_id = ${absence.user_id}
    and for_account_id = ${absence.account_id} and ended_at <= ${absence.starts_at}`.execute(db);
}

/** The accounts as which a person may answer a mail in somebody else's place. */
export async function accountsStoodInFor(
  db: Db,
  instanceId: number,
  userId: number,
  mailId: number,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('mail_substitution')
    .select('account_id')
    .where('instance_id', '=', instanceId)
    .where('mail_id', '=', mailId)
    .where('user_id', '=', userId)
    .where('account_id', '<>', 0)
    .where('ended_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

/** How a person sees a mail: through which box, and the account that they may send for there, or 0. Undefined where they do not. */
export async function viewOf(
  db: Db,
  instanceId: number,
  userId: number,
  mailId: number,
): Promise<{ readonly box_id: number; readonly via_box_id: number; readonly account_id: number } | undefined> {
  const { rows } = await sql<{ box_id: number; via_box_id: number; account_id: number }>`
    select au.box_id, ${boxIn(sql`au`)} as via_box_id, case when a.owner_id = ${userId} or ${userId}::int = any(allowed.senders) then a.account_id else 0 end as account_id
    from activity_user au
    left join lateral (
      select a.* from mail_account a where a.instance_id = au.instance_id and a.box_id = au.box_id
      order by a.account_id desc limit 1
    ) a on true
    ${joinAllowed}
    where au.instance_id = ${instanceId} and au.activity_id = ${mailId} and au.user_id = ${userId}`.execute(db);
  return rows[0];
}
