import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { AnsweredItem, WaitingItem } from '../../activity/index.ts';
import type { MailPeople } from '../store/tables.ts';
import type { ThreadBy, Threaded } from './rules.ts';

/** Locks are taken of so many, whatever a header names. */
const BUCKETS = 1024;
/** Mails that are looked at for what they have to do with one batch. */
const MAX_RELATED = 5000;

/** Waits for whoever else puts mails into threads that name the same; the locks end with the transaction. */
export async function lockThreads(db: Db, instanceId: number, messageIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('mail thread ' || locked.bucket, ${instanceId}::bigint))
    from (
      select distinct abs(hashtext(m.id)::bigint) % ${BUCKETS} as bucket from unnest(${[...messageIds]}::text[]) m (id) order by 1
    ) locked`.execute(db);
}

interface HeaderRow {
  readonly mail_id: number;
  readonly message_id: string | null;
  readonly in_reply_to: string | null;
  readonly refs: readonly string[];
  readonly thread_id: number | null;
  readonly thread_by: ThreadBy | null;
}

/** What a mail's header names, the nearest last. */
export const namesOf = ({ refs, in_reply_to: answered }: Pick<HeaderRow, 'refs' | 'in_reply_to'>): readonly string[] =>
  answered === null || refs.at(-1) === answered ? refs : [...refs.filter((name) => name !== answered), answered];

const toThreaded = (row: HeaderRow): Threaded => ({
  mailId: row.mail_id,
  messageId: row.message_id,
  names: namesOf(row),
  threadId: row.thread_id ?? row.mail_id,
  by: row.thread_by ?? 'references',
});

/** Mails in threads that have one of these Message-IDs, or name one of these. */
export async function relatives(
  db: Db,
  instanceId: number,
  named: readonly string[],
  own: readonly string[],
): Promise<readonly Threaded[]> {
  const { rows } = await sql<HeaderRow>`
    select m.mail_id, m.message_id, m.in_reply_to, m.refs, m.thread_id, m.thread_by from (
      select mail_id from mail where instance_id = ${instanceId} and message_id = any(${[...named]}::text[])
      union select * from mails_naming(${[...own]}::text[])
    ) related join mail m on m.instance_id = ${instanceId} and m.mail_id = related.mail_id
    where m.thread_id is not null order by m.mail_id limit ${atMost(MAX_RELATED)}`.execute(db);
  return rows.map(toThreaded);
}

/** The mails of threads; those alone that one person sees, where one is named. */
export async function mailsOfThreads(
  db: Db,
  instanceId: number,
  threadIds: readonly number[],
  userId: number | null,
): Promise<readonly Threaded[]> {
  const { rows } = await sql<HeaderRow>`
    select m.mail_id, m.message_id, m.in_reply_to, m.refs, m.thread_id, m.thread_by from mail m
    where m.instance_id = ${instanceId} and m.thread_id = any(${[...threadIds]}::bigint[])
      and (${userId}::int is null or exists (select from activity_user au
        where au.instance_id = m.instance_id and au.activity_id = m.mail_id and au.user_id = ${userId}::int))
    order by m.mail_id`.execute(db);
  return rows.map(toThreaded);
}

/**
 * Which of some mails, each for somebody who waits for an answer to it, were answered since, and by whom first: by a mail of their thread
 * that came in and that they see. What was only brought here since, from an old mailbox, is older than the waiting.
 */
export async function answeredMails(
  db: Db,
  instanceId: number,
  waiting: readonly WaitingItem[],
): Promise<readonly AnsweredItem[]> {
  const { rows } = await sql<{ mail_id: number; user_id: number; contact: string }>`
    select distinct on (w.mail_id, w.user_id) w.mail_id, w.user_id, a.contact
    from unnest(${waiting.map((it) => it.activityId)}::bigint[], ${waiting.map((it) => it.userId)}::int[],
      ${waiting.map((it) => it.since)}::timestamptz[], ${waiting.map((it) => it.after)}::bigint[]) as w (mail_id, user_id, since, after)
    join mail m on m.instance_id = ${instanceId} and m.mail_id = w.mail_id
    join mail answer on answer.instance_id = ${instanceId} and answer.thread_id = m.thread_id and answer.mail_id > w.after
    join activity a on a.instance_id = ${instanceId} and a.activity_id = answer.mail_id and a.direction = 0
      and a.ts > w.since - interval '1 day'
    join activity_user au on au.instance_id = ${instanceId} and au.user_id = w.user_id and au.activity_id = answer.mail_id
      and not au.trashed
    order by w.mail_id, w.user_id, answer.mail_id`.execute(db);
  return rows.map((row) => ({ activityId: row.mail_id, userId: row.user_id, by: row.contact }));
}

/** A mail of the same subject, which may be what another one answers. */
export interface SubjectMatch {
  readonly thread_id: number;
  readonly people: MailPeople;
}

const NEAR_DAYS = 30;
const MAX_MATCHES = 20;

/** The newest mails of a subject in these boxes, near a time. What somebody put elsewhere is left alone. */
export async function sameSubject(
  db: Db,
  instanceId: number,
  mail: { readonly mailId: number; readonly key: string; readonly ts: Date; readonly boxIds: readonly number[] },
): Promise<readonly SubjectMatch[]> {
  const { rows } = await sql<SubjectMatch>`
    select m.thread_id, m.people from mail m
    join activity a on a.instance_id = m.instance_id and a.activity_id = m.mail_id
    where m.instance_id = ${instanceId} and m.subject_key = ${mail.key} and m.mail_id <> ${mail.mailId}
      and m.thread_id is not null and m.thread_by <> 'hand'
      and a.ts between ${mail.ts}::timestamptz - make_interval(days => ${NEAR_DAYS}) and ${mail.ts}::timestamptz + make_interval(days => ${NEAR_DAYS})
      and exists (select from activity_user au where au.instance_id = m.instance_id and au.activity_id = m.mail_id
        and au.box_id = any(${[...mail.boxIds]}::int[]))
    order by m.mail_id desc limit ${atMost(MAX_MATCHES)}`.execute(db);
  return rows;
}

/** Joins threads to others, but for mails that somebody put where they are. */
export async function joinInto(db: Db, instanceId: number, joined: ReadonlyMap<number, number>): Promise<void> {
  if (joined.size === 0) return;
  await sql`update mail m set thread_id = j.into_id
    from unnest(${[...joined.keys()]}::bigint[], ${[...joined.values()]}::bigint[]) as j (from_id, into_id)
    where m.instance_id = ${instanceId} and m.thread_id = j.from_id and m.thread_by <> 'hand'`.execute(db);
}

export async function setThreads(
  db: Db,
  instanceId: number,
  placed: ReadonlyMap<number, { readonly threadId: number; readonly by: ThreadBy }>,
): Promise<void> {
  if (placed.size === 0) return;
  const places = [...placed.values()];
  await sql`update mail m set thread_id = p.thread_id, thread_by = p.by
    from unnest(${[...placed.keys()]}::bigint[], ${places.map(({ threadId }) => threadId)}::bigint[], ${places.map(({ by }) => by)}::text[])
      as p (mail_id, thread_id, by)
    where m.instance_id = ${instanceId} and m.mail_id = p.mail_id`.execute(db);
}

/** A mail with all that its thread depends on. */
export interface ThreadFacts extends HeaderRow {
  readonly subject: string;
  readonly subject_key: string | null;
  readonly bulk: boolean;
  readonly people: MailPeople;
  readonly ts: Date;
  readonly channel: string;
  readonly box_ids: readonly number[];
}

const FACTS = sql`m.mail_id, m.message_id, m.in_reply_to, m.refs, m.thread_id, m.thread_by, m.subject, m.subject_key, m.bulk, m.people, a.ts,
  a.channel, array(select distinct au.box_id from activity_user au
    where au.instance_id = m.instance_id and au.activity_id = m.mail_id and au.box_id is not null) as box_ids`;

export async function threadFacts(
  db: Db,
  instanceId: number,
  mailIds: readonly number[],
): Promise<readonly ThreadFacts[]> {
  const { rows } = await sql<ThreadFacts>`
    select ${FACTS} from mail m join activity a on a.instance_id = m.instance_id and a.activity_id = m.mail_id
    where m.instance_id = ${instanceId} and m.mail_id = any(${[...mailIds]}::bigint[]) order by m.mail_id`.execute(db);
  return rows;
}

/** Mails that were there before threads were, the oldest first. */
export async function unthreaded(db: Db, instanceId: number, most: number): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`
    select mail_id from mail where instance_id = ${instanceId} and thread_id is null order by mail_id limit ${atMost(most)}`.execute(
    db,
  );
  return rows.map((row) => row.mail_id);
}

/** Who sees which mails of threads. */
export async function viewersOfThreads(
  db: Db,
  instanceId: number,
  threadIds: readonly number[],
): Promise<readonly { readonly user_id: number; readonly mail_ids: readonly number[] }[]> {
  const { rows } = await sql<{ user_id: number; mail_ids: number[] }>`
    select au.user_id, array_agg(m.mail_id order by m.mail_id desc) as mail_ids from mail m
    join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.mail_id
    where m.instance_id = ${instanceId} and m.thread_id = any(${[...threadIds]}::bigint[]) group by au.user_id`.execute(
    db,
  );
  return rows;
}
