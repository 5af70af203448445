import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { WaitingGiven } from '../tables.ts';
import '../tables.ts';

/** What somebody has said that is to be sent later. */
export interface WaitingRow {
  readonly waiting_id: number;
  readonly user_id: number;
  readonly message_id: number;
  readonly segment_id: number;
  /** Milliseconds since 1970. */
  readonly send_at: number;
  readonly given: WaitingGiven;
  readonly attachment_ids: readonly number[];
}

const COLUMNS = sql`w.waiting_id, w.user_id, w.message_id, w.segment_id, w.send_at, w.given,
  to_json(w.attachment_ids) as attachment_ids`;

/** Keeps what is to be sent later. Returns its number. */
export async function insertWaiting(
  db: Db,
  instanceId: number,
  { user_id, message_id, segment_id, send_at, given, attachment_ids }: Omit<WaitingRow, 'waiting_id'>,
): Promise<number> {
  const { waiting_id: id } = await db
    .insertInto('message_waiting')
    .values({
      instance_id: instanceId,
      user_id,
      message_id,
      segment_id,
      send_at,
      given: JSON.stringify(given),
      attachment_ids: [...attachment_ids],
    })
    .returning('waiting_id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How much somebody has waiting. */
export async function countWaiting(db: Db, instanceId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from message_waiting
    where instance_id = ${instanceId} and user_id = ${userId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What somebody has waiting in a message, in the order in which it is sent. */
export async function readWaiting(
  db: Db,
  instanceId: number,
  userId: number,
  messageId: number,
): Promise<readonly WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`select ${COLUMNS} from message_waiting w
    where w.instance_id = ${instanceId} and w.user_id = ${userId} and w.message_id = ${messageId}
    order by w.send_at, w.waiting_id`.execute(db);
  return rows;
}

/** What waits by its number; undefined where it does not any more. */
export async function findWaiting(db: Db, instanceId: number, waitingId: number): Promise<WaitingRow | undefined> {
  const { rows } = await sql<WaitingRow>`select ${COLUMNS} from message_waiting w
    where w.instance_id = ${instanceId} and w.waiting_id = ${waitingId}`.execute(db);
  return rows[0];
}

/** Whether somebody has thrown a message away that was not sent yet. */
export async function isThrownAway(
  db: Db,
  instanceId: number,
  { user_id: userId, message_id: messageId }: Pick<WaitingRow, 'user_id' | 'message_id'>,
): Promise<boolean> {
  const { rows } = await sql`select from activity_user where instance_id = ${instanceId} and user_id = ${userId}
    and activity_id = ${messageId} and trashed`.execute(db);
  return rows.length > 0;
}

/** Says that something waits no more. Returns whether it did. */
export async function deleteWaiting(db: Db, instanceId: number, waitingId: number): Promise<boolean> {
  const { rows } = await sql`delete from message_waiting where instance_id = ${instanceId} and waiting_id = ${waitingId}
    returning waiting_id`.execute(db);
  return rows.length > 0;
}
