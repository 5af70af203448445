import { formatAggregateId, type ParamsOf, type ResultOf } from '@kontor/contract/kernel';
import type { messageCommands, messageQueries } from '@kontor/contract/message';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireRight } from '../account/index.ts';
import { deleteItems } from '../activity/index.ts';
import { requireWriting, takeThread, type Seen } from './access.ts';
import { draftOf } from './content.ts';
import { dropDraft, keepDraftFiles, takeFiles, toDraftFile } from './files.ts';
import { createMessage, noteDraft } from './sending.ts';
import { putDraft, readDrafts } from './store/drafts.ts';
import { readDraftFiles } from './store/files.ts';
import { tellDraft } from './telling.ts';
import { isWaiting } from './waiting.ts';

type SaveDraft = ParamsOf<typeof messageCommands.saveDraft>;

/** Of a message that was not sent, who began it writes alone, as long as it does not wait to be. */
async function requireDrafting(ctx: CommandContext, seen: Seen): Promise<void> {
  if (seen.message.sent_at !== null) requireWriting(seen);
  else if (!seen.standing.isMember) fail('RIGHT_MISSING');
  else if (await isWaiting(ctx, seen.message.message_id)) fail('MESSAGE_SENT');
}

/** Keeps what the person writes, in a thread or for a new message. Fails as the contract says. */
export async function saveDraft(
  ctx: CommandContext,
  { aggregateId, communicationPartnerUserId, files: given, ...written }: SaveDraft,
): Promise<ResultOf<typeof messageCommands.saveDraft>> {
  const { db, instance, person } = ctx;
  if (aggregateId === null) {
    const made = await createMessage(ctx, { idoLinkings: [], addressee: [], messageContent: '' });
    const draftId = await noteDraft(ctx, made.messageId, { ...written, files: given });
    tellDraft(ctx, made.messageId, person.id);
    return { draftId, aggregateId: made.aggregateId };
  }
  const seen = await takeThread(ctx, { aggregateId, communicationPartnerUserId });
  await requireDrafting(ctx, seen);
  const { message_id: messageId } = seen.message;
  const of = { messageId, segmentId: seen.thread.segmentId, userId: person.id };
  const files = await takeFiles(ctx, given);
  const draftId = await putDraft(db, instance.id, of, { ...draftOf(written), at: ctx.now() });
  await keepDraftFiles(ctx, draftId, files);
  tellDraft(ctx, messageId, person.id);
  return { draftId, aggregateId: formatAggregateId({ module: 'message', entryId: messageId, userId: person.id }) };
}

/** Throws away what the person has written; a message that was not sent is gone with it. Fails as the contract says. */
export async function discardDraft(
  ctx: CommandContext,
  about: ParamsOf<typeof messageCommands.discardDraft>,
): Promise<void> {
  const seen = await takeThread(ctx, about);
  const { message_id: messageId, sent_at: sentAt } = seen.message;
  if (sentAt === null && (await isWaiting(ctx, messageId))) fail('MESSAGE_SENT');
  const isGone = await dropDraft(ctx, { messageId, segmentId: seen.thread.segmentId, userId: ctx.person.id });
  if (sentAt === null && seen.standing.isMember) await deleteItems(ctx, 'message', [messageId]);
  if (isGone) tellDraft(ctx, messageId, ctx.person.id);
}

/** What the person has begun to write, the newest first. */
export async function listDrafts(ctx: QueryContext): Promise<ResultOf<typeof messageQueries.drafts>> {
  requireRight(ctx, 'messageList');
  const { db, instance, person } = ctx;
  const rows = await readDrafts(db, instance.id, person.id);
  const files = await readDraftFiles(
    db,
    instance.id,
    rows.map((row) => row.draft_id),
  );
  return rows.map((row) => ({
    draftId: row.draft_id,
    aggregateId: formatAggregateId({ module: 'message', entryId: row.message_id, userId: person.id }),
    communicationPartnerUserId:
      row.segment_id === 0 ? null : row.segment_id === person.id ? row.begun_by : row.segment_id,
    isAnswer: row.is_sent,
    information: row.information,
    messageContent: row.content,
    files: files.filter((file) => file.draft_id === row.draft_id).map(toDraftFile),
    addressee: [...row.addressee],
    savedAt: new Date(row.saved_at).toISOString(),
  }));
}
