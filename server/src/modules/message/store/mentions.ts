import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { TextOf } from './edits.ts';
import '../tables.ts';

/** Says whom a text names that is new. As `changeMentions`. */
export const putMentions = async (
  db: Db,
  instanceId: number,
  of: TextOf,
  named: { readonly by: number; readonly userIds: readonly number[] },
): Promise<readonly number[]> => (named.userIds.length === 0 ? [] : changeMentions(db, instanceId, of, named));

/**
 * Says whom a text names, in the place of whom it named before. Of those who were named only who has to do with its thread counts, beside who has
 * written it. Returns them.
 */
export async function changeMentions(
  db: Db,
  instanceId: number,
  { messageId, segmentId, no }: TextOf,
  { by, userIds }: { readonly by: number; readonly userIds: readonly number[] },
): Promise<readonly number[]> {
  await sql`delete from message_mention where instance_id = ${instanceId} and message_id = ${messageId}
    and segment_id = ${segmentId} and no = ${no}`.execute(db);
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number }>`
    insert into message_mention (instance_id, message_id, user_id, segment_id, no)
    select mm.instance_id, mm.message_id, mm.user_id, ${segmentId}, ${no} from message_member mm
    join message m on m.instance_id = mm.instance_id and m.message_id = mm.message_id
    where mm.instance_id = ${instanceId} and mm.message_id = ${messageId} and mm.user_id <> ${by} and mm.left_no is null
      and mm.user_id = any(${[...userIds]}::bigint[])
      and (${segmentId}::int = 0 or mm.segment_id = ${segmentId} or mm.user_id = m.begun_by)
    returning user_id`.execute(db);
  return rows.map((row) => row.user_id);
}
