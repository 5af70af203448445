import { formatAggregateId, type ParamsOf, type ResultOf } from '@kontor/contract/kernel';
import {
  DRAFTS_KEY,
  messageEvents,
  messageKey,
  type messageCommands,
  type messageQueries,
} from '@kontor/contract/message';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireRight } from '../account/index.ts';
import { deleteItems } from '../activity/index.ts';
import { requireWriting, takeThread, type Seen } from './access.ts';
import { contentOf } from './content.ts';
import { createMessage } from './sending.ts';
import { deleteDraft, findDraftId, putDraft, readDrafts } from './store/drafts.ts';

type SaveDraft = ParamsOf<typeof messageCommands.saveDraft>;

/** Tells the other devices of the person what they have begun to write. */
function tellOwn(ctx: CommandContext, messageId: number): void {
  const aggregateId = formatAggregateId({ module: 'message', entryId: messageId, userId: ctx.person.id });
  ctx.emit(
    messageEvents.changed,
    { users: [ctx.person.id], isQuiet: true },
    {
      keys: [DRAFTS_KEY, messageKey({ entryId: messageId })],
      processIds: [...ctx.processIds],
      aggregateIds: [aggregateId],
      aggregateId,
      partner: null,
      text: null,
    },
  );
}

/** Of a message that was not sent, who began it writes alone. */
function requireDrafting(seen: Seen): void {
  if (seen.message.sent_at !== null) requireWriting(seen);
  else if (!seen.standing.isMember) fail('RIGHT_MISSING');
}

/** Keeps what the person writes, in a thread or for a new message. Fails as the contract says. */
export async function saveDraft(
  ctx: CommandContext,
  { aggregateId, communicationPartnerUserId, messageContent, addressee }: SaveDraft,
): Promise<ResultOf<typeof messageCommands.saveDraft>> {
  const { db, instance, person } = ctx;
  if (aggregateId === null) {
    const made = await createMessage(ctx, { idoLinkings: [], addressee, messageContent });
    const draftId = await findDraftId(db, instance.id, person.id, made.messageId);
    tellOwn(ctx, made.messageId);
    return { draftId, aggregateId: made.aggregateId };
  }
  const seen = await takeThread(ctx, { aggregateId, communicationPartnerUserId });
  requireDrafting(seen);
  const { message_id: messageId } = seen.message;
  const of = { messageId, segmentId: seen.thread.segmentId, userId: person.id };
  const draft = { content: contentOf(messageContent).html, addressee, at: ctx.now() };
  const draftId = await putDraft(db, instance.id, of, draft);
  tellOwn(ctx, messageId);
  return { draftId, aggregateId: formatAggregateId({ module: 'message', entryId: messageId, userId: person.id }) };
}

/** Throws away what the person has written; a message that was not sent is gone with it. Fails as the contract says. */
export async function discardDraft(
  ctx: CommandContext,
  about: ParamsOf<typeof messageCommands.discardDraft>,
): Promise<void> {
  const { db, instance, person } = ctx;
  const seen = await takeThread(ctx, about);
  const { message_id: messageId, sent_at: sentAt } = seen.message;
  const isGone = await deleteDraft(db, instance.id, {
    messageId,
    segmentId: seen.thread.segmentId,
    userId: person.id,
  });
  if (sentAt === null && seen.standing.isMember) await deleteItems(ctx, 'message', [messageId]);
  if (isGone) tellOwn(ctx, messageId);
}

/** What the person has begun to write, the newest first. */
export async function listDrafts(ctx: QueryContext): Promise<ResultOf<typeof messageQueries.drafts>> {
  requireRight(ctx, 'messageList');
  const { db, instance, person } = ctx;
  return (await readDrafts(db, instance.id, person.id)).map((row) => ({
    draftId: row.draft_id,
    aggregateId: formatAggregateId({ module: 'message', entryId: row.message_id, userId: person.id }),
    communicationPartnerUserId:
      row.segment_id === 0 ? null : row.segment_id === person.id ? row.begun_by : row.segment_id,
    isAnswer: row.is_sent,
    information: row.information,
    messageContent: row.content,
    addressee: [...row.addressee],
    savedAt: new Date(row.saved_at).toISOString(),
  }));
}
