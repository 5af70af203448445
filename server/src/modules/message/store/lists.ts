import type { Addressee } from '@kontor/contract/message';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isMarkSeen, type UnseenMarks } from './members.ts';
import '../tables.ts';

/** What a list entry of a message says to one person. Times in milliseconds. */
export interface ListRow {
  readonly message_id: number;
  readonly begun_by: number;
  readonly is_open: boolean;
  readonly see_each_other: boolean;
  readonly group_name: string | null;
  readonly receivers: number;
  readonly is_sent: boolean;
  readonly is_member: boolean;
  readonly muted_until: number | null;
  /** The first receivers by number, beside the person, guests behind people. */
  readonly others: readonly number[];
  readonly last_no: number;
  /** In which segment. */
  readonly last_segment: number | null;
  readonly last_by: number | null;
  readonly last_text: string | null;
  readonly unread: number;
  readonly read: number;
  readonly done: number;
  /** Somebody whom the person has told the last thing is not done. */
  readonly waits: boolean;
  readonly is_mentioned: boolean;
  /** Whom it is to go to, while it is not sent; null where it is, and where another person has begun it. */
  readonly addressee: readonly Addressee[] | null;
  /** When the first of what the person has said is sent that waits. */
  readonly send_at: number | null;
  /** The first text that they read, and where they have left it the last one, with what that says. */
  readonly joined_no: number;
  readonly left_no: number | null;
  readonly left_by: number | null;
  readonly left_content: string | null;
}

/**
 * What entries of a page say to a person: the thread that they see alone, of who began a message to several people the one of all in which something
 * was said last. `names`: the most others who are named.
 */
export async function readListRows(
  db: Db,
  instanceId: number,
  userId: number,
  messageIds: readonly number[],
  names: number,
  unseen: UnseenMarks,
): Promise<readonly ListRow[]> {
  // `thread`: the segment that the person sees; null for who sees several.
  const { rows } = await sql<ListRow>`
    with shown as materialized (
      select m.instance_id, m.message_id, m.begun_by, m.is_open, m.see_each_other, m.group_name, m.receivers, m.sent_at is not null as is_sent,
        mm.user_id is not null and mm.left_no is null as is_member, mm.muted_until, mm.read_no, coalesce(mm.joined_no, 0) as joined_no, mm.left_no,
        m.begun_by = ${userId} and mm.user_id is not null and mm.left_no is null as is_sender,
        case when m.is_open or m.receivers = 0 then 0
          when m.begun_by = ${userId} and m.receivers = 1 then (select min(r.user_id) from message_member r
            where r.instance_id = m.instance_id and r.message_id = m.message_id and r.user_id <> m.begun_by)
          when m.begun_by <> ${userId} then coalesce(mm.segment_id, au.segment_id, 0) end as thread
      from message m
      join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.message_id and au.user_id = ${userId}
      left join message_member mm on mm.instance_id = m.instance_id and mm.message_id = m.message_id and mm.user_id = ${userId}
      where m.instance_id = ${instanceId} and m.message_id = any(${[...messageIds]}::bigint[])
    )
    select p.message_id, p.begun_by, p.is_open, p.see_each_other, p.group_name, p.receivers, p.is_sent, p.is_member, p.muted_until,
      case when p.is_sender or p.is_open or p.see_each_other then coalesce((
        select json_agg(o.user_id order by o.user_id < 0, o.user_id) from (
          select r.user_id from message_member r where r.instance_id = p.instance_id and r.message_id = p.message_id
            and r.user_id not in (p.begun_by, ${userId}) and r.left_no is null order by r.user_id < 0, r.user_id limit ${atMost(names)}) o), '[]') else '[]' end as others,
      coalesce(last.last_no, 0) as last_no, last.segment_id as last_segment, last.last_by, last.preview as last_text,
      case when not p.is_member or not p.is_sent then 0
        when p.is_sender and not p.is_open and p.receivers > 0 then coalesce((
          select sum(s.last_no - s.sender_read_no) from message_segment s where s.instance_id = p.instance_id and s.message_id = p.message_id), 0)
        else coalesce(last.last_no, 0) - p.read_no end::int as unread,
      coalesce(counted.read, 0) as read, coalesce(counted.done, 0) as done,
      p.is_sent and p.is_member and exists (
        select from activity_user o
        join message_member om on om.instance_id = o.instance_id and om.message_id = o.activity_id and om.user_id = o.user_id
          and om.left_no is null
        left join message_segment s on s.instance_id = om.instance_id and s.message_id = om.message_id
          and s.segment_id = case when p.is_open then 0 when p.is_sender then om.segment_id else p.thread end
        where o.instance_id = p.instance_id and o.activity_id = p.message_id and o.status < 3 and o.user_id <> ${userId}
          and (p.is_open or p.is_sender or o.user_id = p.begun_by) and coalesce(s.last_by, p.begun_by) = ${userId}) as waits,
      p.is_member and exists (select from message_mention n
        where n.instance_id = p.instance_id and n.message_id = p.message_id and n.user_id = ${userId}) as is_mentioned,
      (select min(w.send_at) from message_waiting w
        where w.instance_id = p.instance_id and w.message_id = p.message_id and w.user_id = ${userId}) as send_at,
      case when p.is_sent or p.begun_by <> ${userId} then null else coalesce(
        (select w.given -> 'compose' -> 'addressee' from message_waiting w where w.instance_id = p.instance_id
          and w.message_id = p.message_id and w.user_id = ${userId} and w.given ? 'compose' limit 1),
        (select d.addressee from message_draft d where d.instance_id = p.instance_id and d.user_id = ${userId}
          and d.message_id = p.message_id and d.segment_id = 0)) end as addressee,
      p.joined_no, p.left_no, gone.sent_by as left_by, gone.content as left_content
    from shown p
    left join lateral (
      select s.segment_id, s.last_no, s.last_by, s.preview from message_segment s
      where s.instance_id = p.instance_id and s.message_id = p.message_id and (p.thread is null or s.segment_id in (0, p.thread))
      order by s.last_at desc, s.segment_id desc limit 1
    ) last on true
    left join lateral (
      select count(*) filter (where mm.seen_no >= 0 and ${isMarkSeen(unseen)})::int as read, count(*) filter (where o.status = 3)::int as done
      from message_member mm
      left join activity_user o on o.instance_id = mm.instance_id and o.activity_id = mm.message_id and o.user_id = mm.user_id
      where p.is_sender and mm.instance_id = p.instance_id and mm.message_id = p.message_id and mm.user_id <> p.begun_by and mm.left_no is null
    ) counted on true
    left join message_text gone on gone.instance_id = ${instanceId} and gone.message_id = p.message_id and gone.segment_id = 0
      and gone.no = p.left_no and gone.no >= p.joined_no`.execute(db);
  return rows;
}
