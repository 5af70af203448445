import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { boxIn, isBeside, isToldOf } from '../../activity/index.ts';
import { claimFor } from '../teamwork/store/claims.ts';
import { joinAllowed, selectAllowed, type AllowedPeople } from '../teamwork/store/rights.ts';
import './tables.ts';
import './reader-tables.ts';

/** An account as far as it decides what may be done with a mail. */
export interface ReachedAccount extends AllowedPeople {
  readonly account_id: number;
  readonly box_id: number;
  readonly kind: 'imap' | 'smtp';
  readonly email: string;
  readonly owner_id: number;
  readonly member_ids: readonly number[];
  /** False once it was removed. */
  readonly is_on: boolean;
}

interface MailFacts {
  readonly mail_id: number;
  readonly thread_id: number | null;
  readonly is_invitation: boolean;
  readonly unreadable: string | null;
}

/** A mail that the person sees in place of somebody, or of an account; 0 where they may answer it as none. */
interface StoodInFor {
  readonly mail_id: number;
  readonly account_id: number;
  readonly name: string;
}

/** Who takes care of a mail, as far as the person is told. */
interface ReachedClaim {
  readonly mail_id: number;
  readonly user_id: number;
  readonly name: string;
}

/** What a person is told of a mail that others have in boxes of their own. It replaces what the entry says to everybody. */
export interface ToldOf {
  readonly mail_id: number;
  readonly comments: number;
  /** By a mail from here, or as its own copy says. */
  readonly is_answered: boolean;
  readonly answered_by: string | null;
  /** Null where the person does not see it. */
  readonly answer_id: number | null;
  readonly forwarded_by: string | null;
}

interface Reach {
  readonly accounts: readonly ReachedAccount[];
  readonly mails: readonly MailFacts[];
  readonly seen: readonly number[];
  readonly substitutions: readonly StoodInFor[];
  readonly claims: readonly ReachedClaim[];
  readonly told: readonly ToldOf[];
  /** Mails of which a comment names the person. */
  readonly mentioning: readonly number[];
}

/** SQL of the last answer to the mail of `row`, or of the last time that it was forwarded, among those that its person is told of. */
const deedOf = (row: RawBuilder<unknown>, kind: 'answer' | 'forward') => sql`
  select d.at, out.mail_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name, '') as by from mail_answer d
  join mail_outgoing out on out.instance_id = d.instance_id and out.outgoing_id = d.outgoing_id
  left join app_user u on u.instance_id = d.instance_id and u.user_id = d.user_id
  where d.instance_id = ${row}.instance_id and d.mail_id = ${row}.activity_id and d.kind = ${kind} and ${isToldOf(row, sql`d`)}
  order by d.at desc limit 1`;

/**
 * Reads, in one statement, what the entries of a page are completed with: the accounts of their boxes and of the person, what the mails say
 * themselves, which of the mails in `asked.named` the person sees, and through whom the person sees the mails of the page.
 */
export async function reachOf(
  db: Db,
  instanceId: number,
  userId: number,
  request: {
    readonly mailIds: readonly number[];
    readonly boxIds: readonly number[];
    readonly named: readonly number[];
    /** Mails whose entries say what somebody did. */
    readonly done: readonly number[];
  },
): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select (
      select coalesce(json_agg(account order by account.account_id), '[]') from (
        select a.account_id, a.box_id, a.kind, a.email, a.owner_id, a.removed_at is null as is_on, coalesce(m.ids, '{}') as member_ids,
          ${selectAllowed}
        from mail_account a
        left join lateral (select array_agg(user_id order by user_id) as ids from box_member
          where instance_id = a.instance_id and box_id = a.box_id) m on true
        ${joinAllowed}
        where a.instance_id = ${instanceId}
          and (a.box_id = any(${[...request.boxIds]}::int[]) or (a.removed_at is null and ${userId}::int = any(m.ids)))
      ) account
    ) as accounts, (
      select coalesce(json_agg(json_build_object('mail_id', m.mail_id, 'thread_id', m.thread_id, 'unreadable', m.unreadable,
        'is_invitation', m.invitation is not null)), '[]')
      from mail m where m.instance_id = ${instanceId} and m.mail_id = any(${[...request.mailIds]}::bigint[])
    ) as mails, (
      select coalesce(json_agg(au.activity_id), '[]') from activity_user au
      where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = any(${[...request.named]}::bigint[])
    ) as seen, (
      select coalesce(json_agg(json_build_object('mail_id', s.mail_id, 'account_id', s.account_id, 'name',
        coalesce(a.email, nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name, '')) order by s.at, s.account_id), '[]')
      from mail_substitution s
      left join mail_account a on a.instance_id = s.instance_id and a.account_id = s.for_account_id
      left join app_user u on u.instance_id = s.instance_id and u.user_id = s.for_user_id
      where s.instance_id = ${instanceId} and s.user_id = ${userId} and s.mail_id = any(${[...request.mailIds]}::bigint[])
        and s.ended_at is null
    ) as substitutions, (
      select coalesce(json_agg(json_build_object('mail_id', c.mail_id, 'user_id', c.user_id, 'name',
        coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name, ''))), '[]')
      from activity_user au cross join lateral (${claimFor(sql`au`)}) c
      left join app_user u on u.instance_id = c.instance_id and u.user_id = c.user_id
      where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = any(${[...request.mailIds]}::bigint[])
    ) as claims, (
      select coalesce(json_agg(json_build_object('mail_id', au.activity_id,
        'comments', (select count(*) from mail_comment c where c.instance_id = au.instance_id and c.mail_id = au.activity_id
          and c.deleted_at is null and (${isToldOf(sql`au`, sql`c`)} or au.user_id = any(c.mentions))),
        'is_answered', answer.at is not null or exists (select from mail_copy c
          join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
          join mail_account a on a.instance_id = f.instance_id and a.account_id = f.account_id
          where c.instance_id = au.instance_id and c.mail_id = au.activity_id and c.answered and a.box_id = ${boxIn(sql`au`)}),
        'answered_by', answer.by, 'answer_id', (
          select s.activity_id from activity_user s
          where s.instance_id = au.instance_id and s.activity_id = answer.mail_id and s.user_id = au.user_id), 'forwarded_by', forward.by)), '[]')
      from activity_user au
      left join lateral (${deedOf(sql`au`, 'answer')}) answer on true
      left join lateral (${deedOf(sql`au`, 'forward')}) forward on true
      where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = any(${[...request.done]}::bigint[])
        and exists (select from activity_user o where o.instance_id = au.instance_id and o.activity_id = au.activity_id
          and not ${isBeside(sql`au`, sql`o`)})
    ) as told, (
      select coalesce(json_agg(distinct c.mail_id), '[]') from mail_comment c
      where c.instance_id = ${instanceId} and c.mail_id = any(${[...request.done]}::bigint[])
        and c.deleted_at is null and ${userId}::int = any(c.mentions)
    ) as mentioning`.execute(db);
  return rows[0] ?? { accounts: [], mails: [], seen: [], substitutions: [], claims: [], told: [], mentioning: [] };
}
