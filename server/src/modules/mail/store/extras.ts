import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { joinAllowed, selectAllowed, type AllowedPeople } from '../teamwork/store/rights.ts';
import '../tables.ts';
import '../reader-tables.ts';

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

interface Reach {
  readonly accounts: readonly ReachedAccount[];
  readonly mails: readonly MailFacts[];
  readonly seen: readonly number[];
  readonly substitutions: readonly StoodInFor[];
}

/**
 * What the entries of a page are completed by, in one statement: the accounts of their boxes and all that the person belongs to, what the
 * mails themselves say, which of the mails that the entries name the person sees, and for whom they see those of the page.
 */
export async function reachOf(
  db: Db,
  instanceId: number,
  userId: number,
  asked: {
    readonly mailIds: readonly number[];
    readonly boxIds: readonly number[];
    readonly named: readonly number[];
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
          and (a.box_id = any(${[...asked.boxIds]}::int[]) or (a.removed_at is null and ${userId}::int = any(m.ids)))
      ) account
    ) as accounts, (
      select coalesce(json_agg(json_build_object('mail_id', m.mail_id, 'thread_id', m.thread_id, 'unreadable', m.unreadable,
        'is_invitation', m.invitation is not null)), '[]')
      from mail m where m.instance_id = ${instanceId} and m.mail_id = any(${[...asked.mailIds]}::bigint[])
    ) as mails, (
      select coalesce(json_agg(au.activity_id), '[]') from activity_user au
      where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = any(${[...asked.named]}::bigint[])
    ) as seen, (
      select coalesce(json_agg(json_build_object('mail_id', s.mail_id, 'account_id', s.account_id, 'name',
        coalesce(a.email, nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name, '')) order by s.at, s.account_id), '[]')
      from mail_substitution s
      left join mail_account a on a.instance_id = s.instance_id and a.account_id = s.for_account_id
      left join app_user u on u.instance_id = s.instance_id and u.user_id = s.for_user_id
      where s.instance_id = ${instanceId} and s.user_id = ${userId} and s.mail_id = any(${[...asked.mailIds]}::bigint[])
        and s.ended_at is null
    ) as substitutions`.execute(db);
  return rows[0] ?? { accounts: [], mails: [], seen: [], substitutions: [] };
}
