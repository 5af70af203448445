import type { Status } from '@kontor/contract/activity';
import type { Addressee } from '@kontor/contract/message';
import { sql, type RawBuilder } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A message, and how one person stands to it. */
export interface MessageRow {
  readonly message_id: number;
  readonly begun_by: number;
  readonly is_open: boolean;
  readonly see_each_other: boolean;
  readonly group_name: string | null;
  readonly addressee: readonly Addressee[];
  readonly receivers: number;
  /** Of these, those without an account. */
  readonly guests: number;
  readonly only_receiver: number | null;
  readonly sent_at: number | null;
  readonly confirms: boolean;
  readonly reminded_at: number | null;
  /** It stands in the lists of all whom it went to. */
  readonly is_delivered: boolean;
  /** Whose segment the person sees; null for all of them. */
  readonly part: number | null;
  readonly status: Status;
  /** Null for who sees it by a share alone. */
  readonly read_no: number | null;
  readonly muted_until: number | null;
  readonly joined_no: number | null;
  readonly left_no: number | null;
  readonly left_at: number | null;
  /** Who has begun it has left it. */
  readonly has_sender_left: boolean;
  /** Whether it went to the partner that was asked about. */
  readonly is_receiver: boolean;
}

const viewed = (instanceId: number, userId: number, partner: number | null) => sql`
  m.message_id, m.begun_by, m.is_open, m.see_each_other, m.group_name, m.addressee, m.receivers, m.guests, m.sent_at, m.confirms, m.reminded_at,
  not exists (select from message_member x where x.instance_id = m.instance_id and x.message_id = m.message_id and not x.is_listed) as is_delivered,
  case when m.receivers = 1 then (select min(r.user_id) from message_member r
    where r.instance_id = m.instance_id and r.message_id = m.message_id and r.user_id <> m.begun_by) end as only_receiver,
  m.is_open and exists (select from message_member b where b.instance_id = m.instance_id and b.message_id = m.message_id
    and b.user_id = m.begun_by and b.left_no is not null) as has_sender_left,
  au.segment_id as part, au.status, mm.read_no, mm.muted_until, mm.joined_no, mm.left_no, mm.left_at,
  exists (select from message_member p where p.instance_id = ${instanceId} and p.message_id = m.message_id
    and p.user_id = ${partner}::int and p.user_id <> m.begun_by) as is_receiver
  from message m
  join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.message_id and au.user_id = ${userId}
  left join message_member mm on mm.instance_id = m.instance_id and mm.message_id = m.message_id and mm.user_id = ${userId}
  where m.instance_id = ${instanceId}`;

/** A message that a person sees; undefined where they do not. */
export async function findMessage(
  db: Db,
  instanceId: number,
  userId: number,
  messageId: number,
  partner: number | null,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${viewed(instanceId, userId, partner)} and m.message_id = ${messageId}`.execute(db);
  return rows[0];
}

/** The same with its list entry, which `entries` answers where the person sees it. */
export async function findWithEntry<Entry>(
  db: Db,
  instanceId: number,
  userId: number,
  partner: number | null,
  entries: RawBuilder<Entry>,
): Promise<(MessageRow & { readonly entry: Entry }) | undefined> {
  const { rows } = await sql<MessageRow & { entry: Entry }>`
    with entry as materialized (${entries})
    select row_to_json(entry) as entry, found.* from entry
    join (select ${viewed(instanceId, userId, partner)}) found on found.message_id = entry.activity_id`.execute(db);
  return rows[0];
}

/** How a message is sent. */
export interface Sending {
  readonly isOpen: boolean;
  readonly seeEachOther: boolean;
  readonly confirms: boolean;
  readonly groupName: string | null;
  readonly addressee: readonly Addressee[];
  readonly receivers: number;
  /** Of these, those without an account. */
  readonly guests: number;
  readonly at: number;
}

const sentColumns = (sending: Sending) => ({
  is_open: sending.isOpen,
  see_each_other: sending.seeEachOther,
  confirms: sending.confirms,
  group_name: sending.groupName,
  addressee: JSON.stringify(sending.addressee),
  receivers: sending.receivers,
  guests: sending.guests,
  sent_at: sending.at,
});

/** Puts in a message whose item is there, and who begins it. `sending`: it is sent with that, and they have read its first text. */
export async function insertMessage(
  db: Db,
  instanceId: number,
  message: { readonly messageId: number; readonly userId: number; readonly at: number; readonly sending?: Sending },
): Promise<void> {
  const { messageId, userId, at, sending } = message;
  const key = { instance_id: instanceId, message_id: messageId };
  const sent = sending === undefined ? { addressee: '[]' } : sentColumns(sending);
  const read = sending === undefined ? {} : { read_no: 0, seen_no: 0, seen_at: sending.at };
  await Promise.all([
    db
      .insertInto('message')
      .values({ ...key, begun_by: userId, created_at: at, ...sent })
      .execute(),
    db
      .insertInto('message_member')
      .values({ ...key, user_id: userId, segment_id: 0, ...read })
      .execute(),
  ]);
}

/** Says of a message that it is sent. */
export async function setSent(db: Db, instanceId: number, messageId: number, sending: Sending): Promise<void> {
  await db
    .updateTable('message')
    .set(sentColumns(sending))
    .where('instance_id', '=', instanceId)
    .where('message_id', '=', messageId)
    .execute();
}

/** Messages that were begun before a moment and never written in, the oldest first. */
export async function unwrittenMessages(
  db: Db,
  instanceId: number,
  before: number,
  most: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ message_id: number }>`
    select m.message_id from message m where m.instance_id = ${instanceId} and m.sent_at is null and m.created_at <= ${before}
      and not exists (select from message_draft d where d.instance_id = m.instance_id and d.message_id = m.message_id)
      and not exists (select from message_waiting w where w.instance_id = m.instance_id and w.message_id = m.message_id)
    order by m.created_at, m.message_id limit ${atMost(most)}`.execute(db);
  return rows.map((row) => row.message_id);
}

/** Says when those who had not read a message were reminded last. */
export async function setReminded(db: Db, instanceId: number, messageId: number, at: number): Promise<void> {
  await db
    .updateTable('message')
    .set({ reminded_at: at })
    .where('instance_id', '=', instanceId)
    .where('message_id', '=', messageId)
    .execute();
}

/**
 * Those of some messages that were sent, and of which somebody may give all away: who came to an open one later, or has left it, may not. Nor may who
 * sent one to people and guests: who it would be shared with is taken for somebody in the only segment that a list knows of.
 */
export async function sharedAmong(
  db: Db,
  instanceId: number,
  userId: number,
  messageIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ message_id: number }>`select m.message_id from message m
    where m.instance_id = ${instanceId} and m.message_id = any(${[...messageIds]}::bigint[]) and m.sent_at is not null
      and not (m.begun_by = ${userId} and m.guests > 0 and m.receivers > m.guests)
      and not exists (select from message_member mm where mm.instance_id = m.instance_id and mm.message_id = m.message_id
        and mm.user_id = ${userId} and (mm.joined_no > 0 or mm.left_no is not null))`.execute(db);
  return rows.map((row) => row.message_id);
}
