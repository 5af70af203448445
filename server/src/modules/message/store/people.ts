import type { Addressee } from '@kontor/contract/message';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** Those who are in a message and have not left it, who began it among them. */
export async function presentMembers(db: Db, instanceId: number, messageId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`select user_id from message_member
    where instance_id = ${instanceId} and message_id = ${messageId} and left_no is null order by user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/** Those who have left it. */
export async function formerMembers(db: Db, instanceId: number, messageId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`select user_id from message_member
    where instance_id = ${instanceId} and message_id = ${messageId} and left_no is not null order by user_id`.execute(
    db,
  );
  return rows.map((row) => row.user_id);
}

/** Has people in an open message, who may have been in it before. They read it from `joinedNo` on, and have read nothing of that. */
export async function joinMembers(
  db: Db,
  instanceId: number,
  messageId: number,
  userIds: readonly number[],
  joinedNo: number,
): Promise<void> {
  await sql`insert into message_member (instance_id, message_id, user_id, segment_id, is_rung, joined_no, read_no)
    select ${instanceId}, ${messageId}, u.id, 0, true, ${joinedNo}, ${joinedNo - 1} from unnest(${[...userIds]}::int[]) as u (id)
    on conflict (instance_id, message_id, user_id) do update set is_rung = true, joined_no = excluded.joined_no, left_no = null, left_at = null,
      read_no = greatest(message_member.read_no, excluded.read_no)`.execute(db);
}

/** Notes that somebody has left a message behind a text. Returns the number of the first text that they read. */
export async function leaveMember(
  db: Db,
  instanceId: number,
  messageId: number,
  { userId, no, at }: { readonly userId: number; readonly no: number; readonly at: number },
): Promise<number> {
  const { rows } = await sql<{ joined_no: number }>`update message_member set left_no = ${no}, left_at = ${at}
    where instance_id = ${instanceId} and message_id = ${messageId} and user_id = ${userId} returning joined_no`.execute(
    db,
  );
  return rows[0]?.joined_no ?? 0;
}

/** Says anew how many people an open message is with, beside who began it, and whom it was sent to besides. */
export async function countPeople(
  db: Db,
  instanceId: number,
  messageId: number,
  added: readonly Addressee[],
): Promise<void> {
  await sql`update message m set addressee = m.addressee || ${JSON.stringify(added)}::jsonb, receivers = (
      select count(*) from message_member mm where mm.instance_id = m.instance_id and mm.message_id = m.message_id
        and mm.user_id <> m.begun_by and mm.left_no is null)
    where m.instance_id = ${instanceId} and m.message_id = ${messageId}`.execute(db);
}
