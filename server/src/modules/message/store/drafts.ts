import type { Addressee } from '@kontor/contract/message';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** What somebody has begun to write. */
export interface DraftRow {
  readonly content: string;
  readonly addressee: readonly Addressee[];
  /** How a message that is not sent is to go. */
  readonly is_open: boolean;
  readonly see_each_other: boolean;
  readonly confirm: boolean;
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
  { at, ...draft }: DraftRow & { readonly at: number },
): Promise<number> {
  const kept = { ...draft, addressee: JSON.stringify(draft.addressee), saved_at: at };
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
): Promise<(DraftRow & { readonly draft_id: number }) | undefined> {
  return db
    .selectFrom('message_draft')
    .select(['draft_id', 'content', 'addressee', 'is_open', 'see_each_other', 'confirm'])
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

/** Number of a draft; undefined where there is none. */
export async function findDraftId(
  db: Db,
  instanceId: number,
  { messageId, segmentId, userId }: DraftOf,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('message_draft')
    .select('draft_id')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .where('segment_id', '=', segmentId)
    .executeTakeFirst();
  return row?.draft_id;
}

/** A draft with what it belongs to. */
export interface ListedDraft extends Pick<DraftRow, 'content' | 'addressee'> {
  readonly draft_id: number;
  readonly message_id: number;
  readonly segment_id: number;
  readonly saved_at: number;
  readonly begun_by: number;
  readonly is_sent: boolean;
  readonly information: string;
}

/** Drafts that are told at most: nobody writes at more at a time. */
const MAX_DRAFTS = 200;

/** What a person has begun to write in messages that they see, the newest first. */
export async function readDrafts(db: Db, instanceId: number, userId: number): Promise<readonly ListedDraft[]> {
  const { rows } = await sql<ListedDraft>`
    select d.draft_id, d.message_id, d.segment_id, d.saved_at, d.content, d.addressee, m.begun_by, m.sent_at is not null as is_sent, a.information
    from message_draft d
    join message m on m.instance_id = d.instance_id and m.message_id = d.message_id
    join activity a on a.instance_id = d.instance_id and a.activity_id = d.message_id
    join activity_user au on au.instance_id = d.instance_id and au.activity_id = d.message_id and au.user_id = d.user_id and not au.trashed
    where d.instance_id = ${instanceId} and d.user_id = ${userId} order by d.saved_at desc, d.draft_id desc limit ${atMost(MAX_DRAFTS)}`.execute(
    db,
  );
  return rows;
}
