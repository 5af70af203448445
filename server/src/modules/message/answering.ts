import { STATES } from '@kontor/contract/activity';
import type { ParamsOf } from '@kontor/contract/kernel';
import type { messageCommands } from '@kontor/contract/message';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf } from '../account/index.ts';
import { announceTo, editItems, edits, liftItem, type ItemKinds, type Lift } from '../activity/index.ts';
import { MESSAGE_LIST, requireWriting, takeThread, type Seen } from './access.ts';
import { contentToSend } from './content.ts';
import { isLifted, previewOf, writtenBefore } from './rules.ts';
import { deleteDraft } from './store/drafts.ts';
import { readersOf, type ReaderRow } from './store/members.ts';
import { advancePointer } from './store/pointers.ts';
import { insertText, readSegment, type TextRow } from './store/texts.ts';
import { tellText } from './telling.ts';
import { toText } from './views.ts';

type Answer = ParamsOf<typeof messageCommands.send>;

/** Those of a thread's people to whom it says something, beside the person. Fails with MESSAGE_RECEIVERS_NONE where nobody of them is there any more. */
function hearersOf(
  readers: readonly ReaderRow[],
  userId: number,
  { receivers }: Seen['standing'],
): readonly ReaderRow[] {
  const others = readers.filter((row) => row.userId !== userId && !row.isGuest);
  if (receivers > 0 && !others.some(({ isThere }) => isThere)) fail('MESSAGE_RECEIVERS_NONE');
  return others;
}

/** Says something in a thread. Returns its number. Fails as the contract says. */
export async function answer(ctx: CommandContext, itemKinds: ItemKinds, given: Answer): Promise<{ no: number }> {
  const { db, instance, person } = ctx;
  if (given.authenticatedUserId !== undefined && given.authenticatedUserId !== person.id) return fail('RIGHT_MISSING');
  const seen = await takeThread(ctx, given);
  requireWriting(seen);
  const { message, standing, thread } = seen;
  const { segmentId } = thread;
  const messageId = message.message_id;
  const content = contentToSend(given.messageContent);
  const readers = await readersOf(db, instance.id, messageId, segmentId, MESSAGE_LIST);
  const others = hearersOf(readers, person.id, standing);
  const { last_no: lastNo } = await readSegment(db, instance.id, messageId, segmentId);
  if (given.replyTo !== null && given.replyTo > lastNo) return fail('NOT_FOUND');
  const at = ctx.now();
  const text = {
    segmentId,
    sentBy: person.id,
    at,
    writtenAt: given.writtenAt === null ? null : writtenBefore(Date.parse(given.writtenAt), at),
    replyTo: given.replyTo,
    html: content.html,
    preview: previewOf(content.words),
    isSenders: thread.isSenders,
  };
  const no = await insertText(db, instance.id, messageId, text);
  if (!thread.isSenders)
    await advancePointer(db, instance.id, { messageId, segmentId, userId: person.id, isSenders: false }, no, at);
  await deleteDraft(db, instance.id, { messageId, segmentId, userId: person.id });
  const name = (await namesOf(db, instance.id, [person.id])).get(person.id) ?? '';
  const lifts = liftsOf(seen, others, { name, userId: person.id, now: at });
  await liftItem(ctx, messageId, lifts);
  const unmoved = unmovedAmong(readers, lifts, standing.isOpen);
  if (unmoved.length > 0) await announceTo(ctx, messageId, unmoved);
  const row: TextRow = {
    no,
    sent_by: person.id,
    sent_at: at,
    written_at: text.writtenAt,
    reply_to: given.replyTo,
    content: content.html,
    edit: 0,
    edited_at: null,
    taken_back_at: null,
  };
  tellText(
    ctx,
    {
      messageId,
      partnerFor: (userId) => (segmentId === 0 ? null : userId === message.begun_by ? segmentId : message.begun_by),
    },
    readers.map(({ userId }) => userId),
    toText(row, { names: new Map([[person.id, name]]), receiverData: null, reactions: [] }),
  );
  if (given.done) await editItems(ctx, itemKinds, person.id, [messageId], edits.state(STATES.ready));
  return { no };
}

/**
 * Those whose row says something else, though it stays where it is: who only reads, and who wants to hear nothing. In an open message rows that are
 * New anyhow wait for the next text that moves them.
 */
const unmovedAmong = (readers: readonly ReaderRow[], lifts: readonly Lift[], isOpen: boolean): readonly number[] =>
  readers
    .filter((row) => (row.isGuest || !isOpen) && !lifts.some(({ userId }) => userId === row.userId))
    .map(({ userId }) => userId);

/** How the message stands with everybody since: New for the others, and for who answers what they have begun to work on. */
function liftsOf(
  { message, standing }: Seen,
  others: readonly ReaderRow[],
  { name, userId, now }: { readonly name: string; readonly userId: number; readonly now: number },
): readonly Lift[] {
  const own: Lift = { userId, ...(message.status === STATES.unseen ? { status: STATES.seen } : {}) };
  const lifted = others.filter((row) => isLifted(row, standing.isOpen, now));
  return [own, ...lifted.map((row): Lift => ({ userId: row.userId, status: STATES.unseen, comesBack: { by: name } }))];
}
