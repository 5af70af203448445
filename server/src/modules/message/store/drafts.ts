import type { Addressee } from '@kontor/contract/message';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** What somebody has begun to write. */
export interface DraftRow {
  readonly content: string;
  readonly addressee: readonly Addressee[];
}

/** Whose draft, and where it is to go. */
export interface DraftOf {
  readonly messageId: number;
  readonly segmentId: number;
  readonly userId: number;
}

/** Keeps what somebody writes, in the place of what they wrote there before. Returns its number. */
export async function putDraft(
  db: Db,
  instanceId: number,
  { messageId, segmentId, userId }: DraftOf,
  draft: DraftRow & { readonly at: number },
): Promise<number> {
  const kept = { content: draft.content, addressee: JSON.stringify(draft.addressee), saved_at: draft.at };
  const row = await db
    .insertInto('message_draft')
    .values({ instance_id: instanceId, user_id: userId, message_id: messageId, segment_id: segmentId, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['instance_id', 'user_id', 'message_id', 'segment_id']).doUpdateSet(kept),
    )
    .returning('draft_id')
    .executeTakeFirstOrThrow();
  return row.draft_id;
}

export async function readDraft(
  db: Db,
  instanceId: number,
  { messageId, segmentId, userId }: DraftOf,
): Promise<DraftRow | undefined> {
  return db
    .selectFrom('message_draft')
    .select(['content', 'addressee'])
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .where('segment_id', '=', segmentId)
    .executeTakeFirst();
}

export async function deleteDraft(
  db: Db,
  instanceId: number,
  { messageId, segmentId, userId }: DraftOf,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('message_draft')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .where('segment_id', '=', segmentId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
