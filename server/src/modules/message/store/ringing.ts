import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A message of somebody whose devices were pushed it. */
export interface RungOf {
  readonly messageId: number;
  readonly userId: number;
}

/**
 * Notes that a message was news to people, so that a push of it may stand on their devices, and is none any more to who has caused that. Returns
 * whether it was to them.
 */
export async function setRung(
  db: Db,
  instanceId: number,
  messageId: number,
  { userIds, by }: { readonly userIds: readonly number[]; readonly by: number },
): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`
    update message_member set is_rung = user_id <> ${by} where instance_id = ${instanceId} and message_id = ${messageId}
      and (user_id = any(${[...userIds]}::int[]) or user_id = ${by}) and is_rung = (user_id = ${by})
    returning user_id`.execute(db);
  return rows.some((row) => row.user_id === by);
}

/** Notes that messages are news no more. Returns those that were. */
export async function takeRung(db: Db, instanceId: number, ended: readonly RungOf[]): Promise<readonly RungOf[]> {
  const { rows } = await sql<RungOf>`
    update message_member mm set is_rung = false
    from unnest(${ended.map(({ messageId }) => messageId)}::bigint[], ${ended.map(({ userId }) => userId)}::int[]) as e (message_id, user_id)
    where mm.instance_id = ${instanceId} and mm.message_id = e.message_id and mm.user_id = e.user_id and mm.is_rung
    returning mm.message_id as "messageId", mm.user_id as "userId"`.execute(db);
  return rows;
}
