import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { TextOf } from './edits.ts';
import '../tables.ts';

/** What people have said to a text with one sign. */
export interface ReactionRow {
  readonly no: number;
  readonly sign: string;
  readonly userIds: readonly number[];
}

/**
 * What was said to texts of a thread, in the order in which each sign came. `isOverall`: to the first text, in all threads; for who sent it to
 * several.
 */
export async function readReactions(
  db: Db,
  instanceId: number,
  { messageId, segmentId }: Pick<TextOf, 'messageId' | 'segmentId'>,
  nos: readonly number[],
  isOverall: boolean,
): Promise<readonly ReactionRow[]> {
  if (nos.length === 0) return [];
  const { rows } = await sql<ReactionRow>`
    select r.no, r.sign, json_agg(r.user_id order by r.at, r.user_id) as "userIds" from message_reaction r
    where r.instance_id = ${instanceId} and r.message_id = ${messageId} and r.no = any(${[...nos]}::int[])
      and (r.segment_id = ${segmentId} or (${isOverall}::boolean and r.no = 0))
    group by r.no, r.sign order by r.no, min(r.at), r.sign`.execute(db);
  return rows;
}

/** How many signs somebody has put to a text. */
export async function countReactions(db: Db, instanceId: number, of: TextOf, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from message_reaction
    where instance_id = ${instanceId} and message_id = ${of.messageId} and segment_id = ${of.segmentId} and no = ${of.no}
      and user_id = ${userId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Puts a sign to a text, or takes it away. Returns whether that changes anything. */
export async function setReaction(
  db: Db,
  instanceId: number,
  of: TextOf,
  reaction: { readonly userId: number; readonly sign: string; readonly isOn: boolean; readonly at: number },
): Promise<boolean> {
  const { userId, sign, isOn, at } = reaction;
  const { rows } = isOn
    ? await sql`insert into message_reaction (instance_id, message_id, segment_id, no, user_id, sign, at)
        values (${instanceId}, ${of.messageId}, ${of.segmentId}, ${of.no}, ${userId}, ${sign}, ${at})
        on conflict do nothing returning no`.execute(db)
    : await sql`delete from message_reaction where instance_id = ${instanceId} and message_id = ${of.messageId}
        and segment_id = ${of.segmentId} and no = ${of.no} and user_id = ${userId} and sign = ${sign} returning no`.execute(
        db,
      );
  return rows.length > 0;
}
