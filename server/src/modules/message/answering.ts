import { STATES } from '@kontor/contract/activity';
import type { ParamsOf } from '@kontor/contract/kernel';
import { isGuestId, type messageCommands } from '@kontor/contract/message';
import { sent } from '../../platform/db/transaction.ts';
import type { OnNews } from '../../platform/operation/change.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { announceTo, editItems, edits, liftItem, type ItemKinds, type Lift } from '../activity/index.ts';
import { MESSAGE_LIST, requireWriting, takeThread, type Seen } from './access.ts';
import { watchingIn } from './attending.ts';
import { contentToSend, type Content } from './content.ts';
import { dropDraft, takeFiles } from './files.ts';
import { requireSender, writeToGuest } from './guests.ts';
import type { Letters } from './letters.ts';
import { linkNamed } from './linking.ts';
import { isLifted, isShown, previewOf, soughtWords, wordsOf, writtenBefore } from './rules.ts';
import { ring } from './ringing.ts';
import { noteAnswer } from './searching.ts';
import { insertFiles, type FileRow } from './store/files.ts';
import { putMentions } from './store/mentions.ts';
import { readersMeant, readersOf, type ReaderRow } from './store/members.ts';
import { LAST_NO, advancePointer } from './store/pointers.ts';
import { insertText, readSegment, type TextRow } from './store/texts.ts';
import { tellText } from './telling.ts';
import { toText } from './views.ts';
import { keepWaiting, sendTimeOf } from './waiting.ts';

/** What answering needs of others. */
export interface AnswerParts {
  readonly itemKinds: ItemKinds;
  /** Takes what was pushed from devices. */
  readonly endNews: OnNews;
  readonly letters: Letters;
}

type Answer = ParamsOf<typeof messageCommands.send>;

/** Those of a thread's people to whom it says something, beside the person. Fails with MESSAGE_RECEIVERS_NONE where nobody of them is there any more. */
function hearersOf(
  readers: readonly ReaderRow[],
  userId: number,
  { standing: { receivers }, thread: { segmentId } }: Seen,
): readonly ReaderRow[] {
  const others = readers.filter((row) => row.userId !== userId && !row.isGuest);
  if (receivers > 0 && !isGuestId(segmentId) && !others.some(({ isThere }) => isThere)) fail('MESSAGE_RECEIVERS_NONE');
  return others;
}

/** Says something in a thread, or keeps it until it is time. Returns its number, or that of what waits. Fails as the contract says. */
export async function answer(
  ctx: CommandContext,
  parts: AnswerParts,
  given: Answer,
): Promise<{ no: number; waitingId: number | null }> {
  const { db, instance, person } = ctx;
  const { entryId } = given.aggregateId;
  const partner = given.communicationPartnerUserId;
  // Who reads the thread is asked together with which thread it is: the segments that it may be are known but for one that nobody has named.
  const [seen, meant, present] = await Promise.all([
    takeThread(ctx, given),
    readersMeant(db, instance.id, entryId, { userId: person.id, partner }, MESSAGE_LIST),
    watchingIn(ctx, entryId, [...new Set([0, person.id, partner ?? 0])]),
  ]);
  if (given.authenticatedUserId !== undefined && given.authenticatedUserId !== person.id) return fail('RIGHT_MISSING');
  requireWriting(seen);
  const { message, thread } = seen;
  const { segmentId } = thread;
  const messageId = message.message_id;
  const content = contentToSend(given.messageContent, given.files);
  const [readers, watching, segment] = await Promise.all([
    meant.segmentId === segmentId ? meant.readers : readersOf(db, instance.id, messageId, segmentId, MESSAGE_LIST),
    present.get(segmentId) ?? watchingIn(ctx, messageId, [segmentId]).then((found) => found.get(segmentId)),
    given.replyTo === null ? undefined : readSegment(db, instance.id, messageId, segmentId),
  ]);
  const others = hearersOf(readers, person.id, seen);
  if (isGuestId(segmentId)) await requireSender(ctx, parts.letters);
  if (given.replyTo !== null && (given.replyTo > (segment?.last_no ?? 0) || !isShown(thread, given.replyTo)))
    return fail('NOT_FOUND');
  const files = await takeFiles(ctx, given.files);
  const sendAt = sendTimeOf(given, ctx.now());
  if (sendAt !== null) {
    await dropDraft(ctx, { messageId, segmentId, userId: person.id });
    const row = { message_id: messageId, segment_id: segmentId, send_at: sendAt };
    return { no: -1, waitingId: await keepWaiting(ctx, { ...row, given: { answer: given }, files }) };
  }
  const no = await say(ctx, parts, seen, { given, content, files, readers, others, watching: watching ?? new Set() });
  if (given.done) await editItems(ctx, parts.itemKinds, person.id, [messageId], edits.state(STATES.ready));
  return { no, waitingId: null };
}

interface ToSay {
  readonly given: Answer;
  readonly content: Content;
  readonly files: readonly FileRow[];
  /** Everybody who reads the thread, and those of them to whom it is said. */
  readonly readers: readonly ReaderRow[];
  readonly others: readonly ReaderRow[];
  /** They read the thread at this moment. */
  readonly watching: ReadonlySet<number>;
}

/** Puts a text into a thread, and tells everybody. Returns its number. What does not need that number is sent together with it. */
async function say(
  ctx: CommandContext,
  { endNews, letters }: AnswerParts,
  seen: Seen,
  { given, content, files, readers, others, watching }: ToSay,
): Promise<number> {
  const { db, instance, person } = ctx;
  const { message, standing, thread } = seen;
  const { segmentId } = thread;
  const messageId = message.message_id;
  const own = { messageId, segmentId, userId: person.id };
  const at = ctx.now();
  const name = readers.find(({ userId }) => userId === person.id)?.name ?? '';
  const text = {
    segmentId,
    sentBy: person.id,
    at,
    writtenAt: given.writtenAt === null ? null : writtenBefore(Date.parse(given.writtenAt), at),
    replyTo: given.replyTo,
    html: content.html,
    preview: previewOf(wordsOf(content.words, files)),
    isSenders: thread.isSenders,
  };
  const inserted = insertText(db, instance.id, messageId, text);
  const raise = async (): Promise<void> => {
    const mentioned =
      content.mentions.length === 0
        ? []
        : await putMentions(
            db,
            instance.id,
            { messageId, segmentId, no: await inserted },
            { by: person.id, userIds: content.mentions },
          );
    await linkNamed(ctx, messageId, content.records);
    const lifts = liftsOf(seen, others, { name, userId: person.id, mentioned, watching, now: at });
    const rung = lifts.filter(({ status, isWatched }) => status === STATES.unseen && isWatched === false);
    if (rung.length > 0) ctx.newsMayReach(rung.map(({ userId }) => userId));
    const unmoved = unmovedAmong(readers, lifts, { isOpen: standing.isOpen, mentioned });
    await Promise.all([
      liftItem(ctx, messageId, lifts),
      ring(
        ctx,
        endNews,
        messageId,
        rung.map(({ userId }) => userId),
      ),
      unmoved.length > 0 ? announceTo(ctx, messageId, unmoved) : undefined,
    ]);
  };
  const [no] = await Promise.all([
    inserted,
    // As far as the last text, which is this one.
    thread.isSenders ? undefined : advancePointer(db, instance.id, { ...own, isSenders: false }, LAST_NO, at),
    dropDraft(ctx, own),
    raise(),
  ]);
  await insertFiles(db, instance.id, { messageId, segmentId, no }, files);
  if (isGuestId(segmentId)) await writeToGuest(ctx, letters, { messageId, userId: segmentId }, { content, files });
  const sought = { no, by: name, words: soughtWords(content.words, files) };
  sent(noteAnswer(ctx, { messageId, segmentId, begunBy: message.begun_by }, sought));
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
    toText(row, {
      names: new Map([[person.id, name]]),
      receiverData: null,
      reactions: [],
      files: files.map((file, part) => ({ ...file, no, part })),
    }),
  );
  return no;
}

/**
 * Those whose row says something else, though it stays where it is: who only reads, and who wants to hear nothing. In an open message rows that are
 * New anyhow wait for the next text that moves them, unless it names who they are of.
 */
const unmovedAmong = (
  readers: readonly ReaderRow[],
  lifts: readonly Lift[],
  { isOpen, mentioned }: { readonly isOpen: boolean; readonly mentioned: readonly number[] },
): readonly number[] =>
  readers
    .filter(
      (row) =>
        (row.isGuest || !isOpen || mentioned.includes(row.userId)) &&
        !lifts.some(({ userId }) => userId === row.userId),
    )
    .map(({ userId }) => userId);

/** How the message stands with everybody since: New for the others, and for who answers what they have begun to work on. */
function liftsOf(
  { message, standing }: Seen,
  others: readonly ReaderRow[],
  about: {
    readonly name: string;
    readonly userId: number;
    readonly mentioned: readonly number[];
    /** They read the thread at this moment. */
    readonly watching: ReadonlySet<number>;
    readonly now: number;
  },
): readonly Lift[] {
  const { name, userId, mentioned, watching, now } = about;
  const { isOpen } = standing;
  const own: Lift = { userId, ...(message.status === STATES.unseen ? { status: STATES.seen } : {}) };
  const lifted = others.filter((row) =>
    isLifted(row, { isOpen, isMentioned: mentioned.includes(row.userId), isWatched: watching.has(row.userId), now }),
  );
  return [
    own,
    ...lifted.map((row): Lift => ({
      userId: row.userId,
      status: STATES.unseen,
      comesBack: { by: name },
      isWatched: watching.has(row.userId),
    })),
  ];
}
