import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { TextOf } from './edits.ts';
import type { ReadThread } from './texts.ts';
import '../tables.ts';

/** Notes that a text has become another. The message must have been taken for this transaction. */
export async function noteChanged(db: Db, instanceId: number, { messageId, segmentId, no }: TextOf): Promise<void> {
  await sql`insert into message_change (instance_id, message_id, segment_id, no, change)
    select ${instanceId}, ${messageId}, ${segmentId}, ${no}, coalesce(max(c.change), 0) + 1 from message_change c
      where c.instance_id = ${instanceId} and c.message_id = ${messageId} and c.segment_id = ${segmentId}
    on conflict (instance_id, message_id, segment_id, no) do update set change = excluded.change`.execute(db);
}

/** How often texts of a thread have become others: those of its segment, and the first one of all threads. */
interface Changes {
  readonly own: number;
  readonly first: number;
}

async function readChanges(
  db: Db,
  instanceId: number,
  { messageId, segmentId }: Pick<TextOf, 'messageId' | 'segmentId'>,
): Promise<Changes> {
  const { rows } = await sql<Changes>`
    select coalesce(max(c.change) filter (where c.segment_id = ${segmentId}), 0) as own,
      coalesce(max(c.change) filter (where c.segment_id <> ${segmentId}), 0) as first
    from message_change c where c.instance_id = ${instanceId} and c.message_id = ${messageId} and c.segment_id in (0, ${segmentId})`.execute(
    db,
  );
  return rows[0] ?? { own: 0, first: 0 };
}

/** Counts what has become of texts of a thread. */
export async function countChanges(
  db: Db,
  instanceId: number,
  thread: Pick<TextOf, 'messageId' | 'segmentId'>,
): Promise<number> {
  const { own, first } = await readChanges(db, instanceId, thread);
  return own + first;
}

/**
 * Numbers of texts of a thread that have become others since `changes` were counted, in their order; it may name some that have not. Those
 * behind `after`, as far as the thread is read.
 */
export async function changedSince(
  db: Db,
  instanceId: number,
  { messageId, segmentId, from, until }: ReadThread,
  { changes, after, limit }: { readonly changes: number; readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const { first } = await readChanges(db, instanceId, { messageId, segmentId });
  // Of those that were counted then, so many at most were of the first text: the others have been of the segment.
  const { rows } = await sql<{ no: number }>`
    select distinct c.no from message_change c
    where c.instance_id = ${instanceId} and c.message_id = ${messageId} and c.no > ${after}::bigint and c.no >= ${from}
      ${until === null ? sql`` : sql`and c.no <= ${until}`}
      and (c.segment_id = ${segmentId} and c.change > ${changes - first}::bigint or c.segment_id = 0 and ${segmentId !== 0}::boolean)
    order by c.no limit ${atMost(limit)}`.execute(db);
  return rows.map((row) => row.no);
}
