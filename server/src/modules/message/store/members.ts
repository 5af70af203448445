import type { Status } from '@kontor/contract/activity';
import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { RowBefore } from '../rules.ts';
import '../tables.ts';

/** Puts in those whom a message goes to, each with a segment of their own, or all in that of all; `isListed`: it is put into their lists with that. To all of them it is news. */
export async function insertReceivers(
  db: Db,
  instanceId: number,
  messageId: number,
  userIds: readonly number[],
  { isOpen, isListed }: { readonly isOpen: boolean; readonly isListed: boolean },
): Promise<void> {
  await sql`insert into message_member (instance_id, message_id, user_id, segment_id, is_listed, is_rung)
    select ${instanceId}, ${messageId}, u.id, case when ${isOpen}::boolean then 0 else u.id end, ${isListed}::boolean, true
    from unnest(${[...userIds]}::int[]) as u (id)`.execute(db);
}

/** A receiver as the sender sees them, or others who know of them. */
export interface ReceiverRow {
  readonly user_id: number;
  readonly name: string;
  /** Of a guest; null for people. */
  readonly address: string | null;
  readonly status: Status;
  readonly seen_no: number;
  readonly seen_at: number | null;
  readonly confirmed_at: number | null;
  readonly last_no: number;
  /** Texts that the sender has not read in their thread. */
  readonly unread: number;
}

/** Which receivers, and whose reading is not told. */
interface ReceiverPage {
  readonly offset: number;
  readonly limit: number;
  readonly only: OnlyReceivers;
  readonly unseen: UnseenMarks;
}

/** Whom a message went to, by name. Who has left the company is among them as long as their name is. */
export async function readReceivers(
  db: Db,
  instanceId: number,
  messageId: number,
  { offset, limit, only, unseen }: ReceiverPage,
): Promise<readonly ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    select mm.user_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name, nullif(g.name, ''), g.address, '') as name, g.address, coalesce(au.status, 1) as status,
      case when ${isMarkSeen(unseen)} then mm.seen_no else -1 end as seen_no, case when ${isMarkSeen(unseen)} then mm.seen_at end as seen_at, mm.confirmed_at, coalesce(s.last_no, 0) as last_no, coalesce(s.last_no - s.sender_read_no, 0) as unread
    from ${receiversOf(instanceId, messageId, only, unseen)}
    order by mm.user_id < 0, u.last_name collate "de-x-icu", u.first_name collate "de-x-icu", mm.user_id limit ${atMost(limit, offset)}`.execute(
    db,
  );
  return rows;
}

/** How far somebody has read; -1 for nothing yet. Milliseconds. */
export interface SeenRow {
  readonly user_id: number;
  readonly seen_no: number;
  readonly seen_at: number | null;
}

/** The same, and which of its texts they read at all. */
export interface OtherReader extends SeenRow {
  readonly joined_no: number;
  readonly left_no: number | null;
}

/** How far all others have read a message, who have left it among them. */
export async function seenByOthers(
  db: Db,
  instanceId: number,
  messageId: number,
  userId: number,
): Promise<readonly OtherReader[]> {
  return db
    .selectFrom('message_member')
    .select(['user_id', 'seen_no', 'seen_at', 'joined_no', 'left_no'])
    .where('instance_id', '=', instanceId)
    .where('message_id', '=', messageId)
    .where('user_id', '<>', userId)
    .execute();
}

/** Unread texts of the sender in all threads of a message. */
export async function unreadOfSender(db: Db, instanceId: number, messageId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(last_no - sender_read_no), 0)::int as n from message_segment
    where instance_id = ${instanceId} and message_id = ${messageId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Somebody who reads a thread, and how the message stands with them. */
export interface ReaderRow extends RowBefore {
  readonly userId: number;
  readonly name: string;
  /** By a share alone. */
  readonly isGuest: boolean;
  /** They can sign in and see messages. */
  readonly isThere: boolean;
}

/** Everybody who reads a thread: of segment 0 all who see the message and have not left it, of any other the two whose it is, and with whom these have shared it. */
export const readersOf = (
  db: Db,
  instanceId: number,
  messageId: number,
  segmentId: number,
  right: number,
): Promise<readonly ReaderRow[]> => readReaders(db, instanceId, messageId, sql`${segmentId}::int`, right);

/**
 * The same of the thread that somebody who is among the people of a message means by a partner, as `threadOf` has it, with the segment that it is: to be
 * asked before anything of the message is known.
 */
export async function readersMeant(
  db: Db,
  instanceId: number,
  messageId: number,
  { userId, partner }: { readonly userId: number; readonly partner: number | null },
  right: number,
): Promise<{ readonly segmentId: number | undefined; readonly readers: readonly ReaderRow[] }> {
  const segment = sql`case when m.is_open or m.receivers = 0 then 0 when m.begun_by <> ${userId} then ${userId}::int
    when ${partner}::int is not null then ${partner}::int
    when m.receivers = 1 then (select min(r.user_id) from message_member r
      where r.instance_id = m.instance_id and r.message_id = m.message_id and r.user_id <> m.begun_by)
    else 0 end`;
  const readers = await readReaders(db, instanceId, messageId, segment, right);
  return { segmentId: readers[0]?.segmentId, readers };
}

async function readReaders(
  db: Db,
  instanceId: number,
  messageId: number,
  segment: RawBuilder<unknown>,
  right: number,
): Promise<readonly (ReaderRow & { readonly segmentId: number })[]> {
  const { rows } = await sql<ReaderRow & { readonly segmentId: number }>`
    select t.segment_id as "segmentId", au.user_id as "userId", coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name) as name, mm.user_id is null as "isGuest", au.status, au.archived or au.trashed or au.snoozed_until is not null as "isAside",
      date_part('epoch', au.ts) * 1000 as "movedAt", mm.muted_until as "mutedUntil",
      coalesce(m.is_open and mm.read_no >= (select s.last_no from message_segment s
        where s.instance_id = m.instance_id and s.message_id = m.message_id and s.segment_id = 0), false) as "hasReadAll", u.is_active and u.rights & ${right} <> 0 as "isThere"
    from message m
    cross join lateral (select ${segment} as segment_id) t
    join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.message_id
    join app_user u on u.instance_id = au.instance_id and u.user_id = au.user_id
    left join message_member mm on mm.instance_id = m.instance_id and mm.message_id = m.message_id and mm.user_id = au.user_id
    where m.instance_id = ${instanceId} and m.message_id = ${messageId}
      and (t.segment_id = 0 or au.segment_id = t.segment_id or au.user_id = m.begun_by) and mm.left_no is null
    order by au.user_id`.execute(db);
  return rows;
}

/** Has a message stay as it is with somebody until a moment, in milliseconds, or no longer. */
export async function setMuted(
  db: Db,
  instanceId: number,
  messageId: number,
  userId: number,
  until: number | null,
): Promise<void> {
  await db
    .updateTable('message_member')
    .set({ muted_until: until })
    .where('instance_id', '=', instanceId)
    .where('message_id', '=', messageId)
    .where('user_id', '=', userId)
    .execute();
}

/** What is known of a message without anybody who sees it; undefined where it is gone. */
export async function readMembership(
  db: Db,
  instanceId: number,
  messageId: number,
): Promise<{ readonly begun_by: number; readonly is_open: boolean; readonly see_each_other: boolean } | undefined> {
  return db
    .selectFrom('message')
    .select(['begun_by', 'is_open', 'see_each_other'])
    .where('instance_id', '=', instanceId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

/** Whose reading somebody is not told of: they look as if they had not read. */
export interface UnseenMarks {
  readonly isAll: boolean;
  readonly userIds: readonly number[];
}

/** SQL of whether somebody is told how far the person of `mm` has read. */
export const isMarkSeen = ({ isAll, userIds }: UnseenMarks): RawBuilder<boolean> =>
  sql`(not ${isAll}::boolean and mm.user_id <> all(${[...userIds]}::int[]))`;

/** Which receivers: those who have not read it, are not done with it, or have not confirmed it. */
export type OnlyReceivers = 'unread' | 'unfinished' | 'unconfirmed' | null;

/** SQL of that about `m`, `mm` and `au`. Of guests nobody knows: they are among none of these. What has to be read of an open message is all of it, of any other its first text. */
const onlyThose = (only: OnlyReceivers, unseen: UnseenMarks): RawBuilder<unknown> => {
  if (only === 'unfinished') return sql`and mm.user_id > 0 and coalesce(au.status, 1) < 3`;
  if (only === 'unconfirmed') return sql`and mm.user_id > 0 and mm.confirmed_at is null`;
  if (only === null) return sql``;
  return sql`and mm.user_id > 0 and (not ${isMarkSeen(unseen)} or greatest(mm.seen_no, mm.joined_no - 1) < case when m.is_open then coalesce((select x.last_no
    from message_segment x where x.instance_id = m.instance_id and x.message_id = m.message_id and x.segment_id = 0), 0) else 0 end)`;
};

const receiversOf = (instanceId: number, messageId: number, only: OnlyReceivers, unseen: UnseenMarks) => sql`
  message m
  join message_member mm on mm.instance_id = m.instance_id and mm.message_id = m.message_id and mm.user_id <> m.begun_by
    and mm.left_no is null
  left join activity_user au on au.instance_id = mm.instance_id and au.activity_id = mm.message_id and au.user_id = mm.user_id
  left join app_user u on u.instance_id = mm.instance_id and u.user_id = mm.user_id
  left join message_guest g on g.instance_id = mm.instance_id and g.guest_id = -mm.user_id
  left join message_segment s on s.instance_id = mm.instance_id and s.message_id = mm.message_id and s.segment_id = mm.segment_id
  where m.instance_id = ${instanceId} and m.message_id = ${messageId} ${onlyThose(only, unseen)}`;

/** How many receivers of a message there are. */
export async function countReceivers(
  db: Db,
  instanceId: number,
  messageId: number,
  only: OnlyReceivers,
  unseen: UnseenMarks,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${receiversOf(instanceId, messageId, only, unseen)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Those who have not read a message, or are not done with it, can sign in and see messages. */
export async function waitingReceivers(
  db: Db,
  instanceId: number,
  messageId: number,
  right: number,
  only: 'unread' | 'unfinished',
  unseen: UnseenMarks,
): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select mm.user_id from ${receiversOf(instanceId, messageId, only, unseen)} and u.is_active and u.rights & ${right} <> 0
    order by mm.user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Notes that somebody has confirmed a message. Returns whether that is new. */
export async function setConfirmed(
  db: Db,
  instanceId: number,
  messageId: number,
  userId: number,
  at: number,
): Promise<boolean> {
  const { rows } = await sql`update message_member set confirmed_at = ${at} where instance_id = ${instanceId}
    and message_id = ${messageId} and user_id = ${userId} and confirmed_at is null returning user_id`.execute(db);
  return rows.length > 0;
}

/** How many have confirmed a message, and when somebody has. */
export async function readConfirmed(
  db: Db,
  instanceId: number,
  messageId: number,
  userId: number,
): Promise<{ readonly confirmed: number; readonly own: number | null }> {
  const { rows } = await sql<{ confirmed: number; own: number | null }>`
    select count(confirmed_at)::int as confirmed, max(confirmed_at) filter (where user_id = ${userId}) as own
    from message_member where left_no is null and instance_id = ${instanceId} and message_id = ${messageId}`.execute(
    db,
  );
  return rows[0] ?? { confirmed: 0, own: null };
}

/** Takes the next of those into whose lists a message is still to be put, and notes that it is. */
export async function takeUnlisted(
  db: Db,
  instanceId: number,
  messageId: number,
  most: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`
    update message_member m set is_listed = true
    where m.instance_id = ${instanceId} and m.message_id = ${messageId} and m.user_id = any(array(
      select user_id from message_member where instance_id = ${instanceId} and message_id = ${messageId} and not is_listed
      order by user_id limit ${atMost(most)}
    ))
    returning m.user_id`.execute(db);
  return rows.map((row) => row.user_id).toSorted((a, b) => a - b);
}
