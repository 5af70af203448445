import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** Whose pointer in a thread: that of a member, or of who began the message, which stands with the segment. */
export interface PointerOf {
  readonly messageId: number;
  readonly segmentId: number;
  readonly userId: number;
  readonly isSenders: boolean;
}

/** A number beyond that of any text: as far as the last one. */
export const LAST_NO = 2_147_483_647;

const lastNo = ({ messageId, segmentId }: PointerOf, instanceId: number): RawBuilder<number> =>
  sql`coalesce((select x.last_no from message_segment x where x.instance_id = ${instanceId}
    and x.message_id = ${messageId} and x.segment_id = ${segmentId}), 0)`;

/**
 * Moves a pointer as far as a text, never back and not beyond the last one. Returns where it stands since, and whether others have something new to
 * hear of; undefined where it did not move.
 */
export async function advancePointer(
  db: Db,
  instanceId: number,
  of: PointerOf,
  no: number,
  at: number,
): Promise<{ readonly no: number; readonly isNews: boolean } | undefined> {
  const { messageId, segmentId, userId, isSenders } = of;
  const { rows } = isSenders
    ? await sql<{ no: number; isNews: boolean }>`
        update message_segment p set sender_read_no = least(${no}::int, p.last_no), sender_seen_no = greatest(p.sender_seen_no, least(${no}::int, p.last_no)),
          sender_seen_at = case when least(${no}::int, p.last_no) > p.sender_seen_no then ${at}::bigint else p.sender_seen_at end
        where p.instance_id = ${instanceId} and p.message_id = ${messageId} and p.segment_id = ${segmentId}
          and p.sender_read_no < least(${no}::int, p.last_no)
        returning p.sender_read_no as no, p.sender_seen_no > p.sender_told_no as "isNews"`.execute(db)
    : await sql<{ no: number; isNews: boolean }>`
        update message_member p set read_no = l.no, seen_no = greatest(p.seen_no, l.no),
          seen_at = case when l.no > p.seen_no then ${at}::bigint else p.seen_at end
        from (select least(${no}::int, ${lastNo(of, instanceId)}) as no) l
        where p.instance_id = ${instanceId} and p.message_id = ${messageId} and p.user_id = ${userId} and p.read_no < l.no
        returning p.read_no as no, p.seen_no > p.told_no as "isNews"`.execute(db);
  return rows[0];
}

/** Where a pointer stands; undefined where that is not beyond a text. */
export async function readBeyond(db: Db, instanceId: number, of: PointerOf, no: number): Promise<number | undefined> {
  const { messageId, segmentId, userId, isSenders } = of;
  const { rows } = isSenders
    ? await sql<{ no: number }>`select sender_read_no as no from message_segment where instance_id = ${instanceId}
        and message_id = ${messageId} and segment_id = ${segmentId} and sender_read_no > ${no}`.execute(db)
    : await sql<{ no: number }>`select read_no as no from message_member where instance_id = ${instanceId}
        and message_id = ${messageId} and user_id = ${userId} and read_no > ${no}`.execute(db);
  return rows[0]?.no;
}

/** Moves a pointer back, so that a text and all after it are unread. What others know stays. */
export async function withdrawPointer(db: Db, instanceId: number, of: PointerOf, no: number): Promise<boolean> {
  const { messageId, segmentId, userId, isSenders } = of;
  const { rows } = isSenders
    ? await sql`update message_segment set sender_read_no = ${no - 1} where instance_id = ${instanceId} and message_id = ${messageId}
        and segment_id = ${segmentId} and sender_read_no >= ${no} returning segment_id`.execute(db)
    : await sql`update message_member set read_no = ${no - 1} where instance_id = ${instanceId} and message_id = ${messageId}
        and user_id = ${userId} and read_no >= ${no} returning user_id`.execute(db);
  return rows.length > 0;
}

/** Who has read how far since that was told last. */
export interface ReadSince {
  readonly user_id: number;
  readonly segment_id: number;
  readonly no: number;
  readonly at: number;
}

/** Takes what members have read of a message since it was told last. */
export async function takeReadByMembers(db: Db, instanceId: number, messageId: number): Promise<readonly ReadSince[]> {
  const { rows } = await sql<ReadSince>`
    update message_member set told_no = seen_no
    where instance_id = ${instanceId} and message_id = ${messageId} and seen_no > told_no
    returning user_id, segment_id, seen_no as no, coalesce(seen_at, 0) as at`.execute(db);
  return rows;
}

/** The same of who began it. */
export async function takeReadBySender(db: Db, instanceId: number, messageId: number): Promise<readonly ReadSince[]> {
  const { rows } = await sql<ReadSince>`
    update message_segment s set sender_told_no = sender_seen_no from message m
    where s.instance_id = ${instanceId} and s.message_id = ${messageId} and s.sender_seen_no > s.sender_told_no
      and m.instance_id = s.instance_id and m.message_id = s.message_id
    returning m.begun_by as user_id, s.segment_id, s.sender_seen_no as no, coalesce(s.sender_seen_at, 0) as at`.execute(
    db,
  );
  return rows;
}
