import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import { namesOf } from '../../../account/index.ts';
import { boxIn, isToldOf } from '../../../activity/index.ts';
import '../tables.ts';

/** Notes that a mail of ours answers or forwards another one. */
export async function insertAnswer(
  db: Db,
  answer: {
    readonly instanceId: number;
    readonly mailId: number;
    readonly kind: 'answer' | 'forward';
    readonly outgoingId: number;
    readonly userId: number;
    readonly at: Date;
  },
): Promise<boolean> {
  const { rows } = await sql`insert into mail_answer (instance_id, mail_id, kind, outgoing_id, user_id, at, box_id)
    values (${answer.instanceId}, ${answer.mailId}, ${answer.kind}, ${answer.outgoingId}, ${answer.userId}, ${answer.at}, (
      select ${boxIn(sql`au`)} from activity_user au where au.instance_id = ${answer.instanceId} and au.activity_id = ${answer.mailId}
        and au.user_id = ${answer.userId}))
    on conflict do nothing returning mail_id`.execute(db);
  return rows.length === 1;
}

/** Wants a flag on the copies of a mail on their servers, in the mailboxes in which somebody has it. Returns the accounts concerned. */
export async function wantFlag(
  db: Db,
  instanceId: number,
  { mailId, userId }: { readonly mailId: number; readonly userId: number },
  flag: string,
): Promise<readonly number[]> {
  const { rows } = await sql<{
    account_id: number;
  }>`update mail_copy c set want_flags = array_append(c.want_flags, ${flag}::text)
    from mail_folder f join mail_account a on a.instance_id = f.instance_id and a.account_id = f.account_id
    where c.instance_id = ${instanceId} and c.mail_id = ${mailId} and f.instance_id = c.instance_id
      and f.folder_id = c.folder_id and not (${flag}::text = any(c.want_flags)) and not (${flag}::text = '\\Answered' and c.answered)
      and (exists (select from box_member b where b.instance_id = a.instance_id and b.box_id = a.box_id and b.user_id = ${userId})
        or a.box_id = (select ${boxIn(sql`au`)} from activity_user au
          where au.instance_id = c.instance_id and au.activity_id = c.mail_id and au.user_id = ${userId}))
    returning f.account_id`.execute(db);
  return [...new Set(rows.map((row) => row.account_id))];
}

/** A mail of ours that answers another one or passes it on. */
export interface AnswerRow {
  readonly mail_id: number;
  readonly kind: 'answer' | 'forward';
  /** Null where the person does not see it. */
  readonly answer_id: number | null;
  readonly by: string;
  /** Seconds since 1970. */
  readonly at: number;
}

/** The answers to mails, by those mails, the oldest first, as one person may know of them. */
export async function answersOf(
  db: Db,
  instanceId: number,
  userId: number,
  mailIds: readonly number[],
): Promise<ReadonlyMap<number, readonly AnswerRow[]>> {
  const { rows } = await sql<Omit<AnswerRow, 'by'> & { user_id: number }>`
    select a.mail_id, a.kind, a.user_id, au.activity_id as answer_id, extract(epoch from a.at)::int as at
    from mail_answer a
    join mail_outgoing o on o.instance_id = a.instance_id and o.outgoing_id = a.outgoing_id
    left join activity_user au on au.instance_id = a.instance_id and au.activity_id = o.mail_id and au.user_id = ${userId}
    join activity_user reader on reader.instance_id = a.instance_id and reader.activity_id = a.mail_id and reader.user_id = ${userId}
    where a.instance_id = ${instanceId} and a.mail_id = any(${[...mailIds]}::bigint[]) and ${isToldOf(sql`reader`, sql`a`)}
    order by a.at, a.outgoing_id`.execute(db);
  const names = await namesOf(db, instanceId, [...new Set(rows.map((row) => row.user_id))]);
  const named = rows.map(({ user_id: by, ...row }): AnswerRow => ({ ...row, by: names.get(by) ?? '' }));
  return Map.groupBy(named, (row) => row.mail_id);
}
