import type { MessageFilter } from '@kontor/contract/message';
import { sql, type RawBuilder } from 'kysely';
import '../tables.ts';

/** SQL of whether a condition holds for the message of `au`, a row of `activity_user`, as `m`, and the person as `mm`, one of its people. */
const where = (instanceId: number, userId: number, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select from message m
  join message_member mm on mm.instance_id = m.instance_id and mm.message_id = m.message_id and mm.user_id = ${userId}
  where m.instance_id = ${instanceId} and m.message_id = au.activity_id and m.sent_at is not null and mm.left_no is null
    and ${condition})`;

/** What of a list of messages is meant. The same as what entries say by `unread`, `waitsForAnswer` and `isMentioned`. */
export const conditions: Readonly<
  Record<Exclude<MessageFilter, ''>, (instanceId: number, userId: number) => RawBuilder<unknown>>
> = {
  unread: (instanceId, userId) =>
    where(
      instanceId,
      userId,
      sql`case when m.begun_by = mm.user_id and not m.is_open and m.receivers > 0 then exists (
        select from message_segment s where s.instance_id = m.instance_id and s.message_id = m.message_id and s.last_no > s.sender_read_no)
      else mm.read_no < coalesce((
        select s.last_no from message_segment s
        where s.instance_id = m.instance_id and s.message_id = m.message_id and s.segment_id = mm.segment_id), 0) end`,
    ),
  waiting: (instanceId, userId) =>
    where(
      instanceId,
      userId,
      sql`exists (
        select from message_member om
        join activity_user o on o.instance_id = om.instance_id and o.activity_id = om.message_id and o.user_id = om.user_id
        left join message_segment s on s.instance_id = m.instance_id and s.message_id = m.message_id
          and s.segment_id = case when m.begun_by = mm.user_id then om.segment_id else mm.segment_id end
        where om.instance_id = m.instance_id and om.message_id = m.message_id and om.user_id <> mm.user_id and o.status < 3
          and om.left_no is null
          and (m.is_open or mm.user_id = m.begun_by or om.user_id = m.begun_by) and coalesce(s.last_by, m.begun_by) = mm.user_id)`,
    ),
  mentioned: (instanceId, userId) =>
    where(
      instanceId,
      userId,
      sql`exists (select from message_mention n
        where n.instance_id = m.instance_id and n.message_id = m.message_id and n.user_id = mm.user_id)`,
    ),
};
