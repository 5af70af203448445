import { STATES } from '@kontor/contract/activity';
import { MAX_MESSAGE_TEXT, MAX_TEXT_FILES, messageKey } from '@kontor/contract/message';
import { addressKey } from '../../platform/address-key.ts';
import { escapeHtml } from '../../platform/html/index.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { announceTo, editItems, edits, liftItem, lockItems, noteOrigin, type ItemKinds } from '../activity/index.ts';
import { MESSAGE_LIST } from './access.ts';
import { watchingIn } from './attending.ts';
import { contentOf, type Content } from './content.ts';
import { nameOfGuest } from './guests.ts';
import type { ArrivedMail, TakeArrived } from './letters.ts';
import { isLifted, previewOf, soughtWords, wordsOf } from './rules.ts';
import { noteAnswer } from './searching.ts';
import { NO_UPLOAD, insertFiles, type FileRow } from './store/files.ts';
import { insertLetter, messagesOfOutgoing, readWrittenTo, type WrittenTo } from './store/guests.ts';
import { readMembership, readersOf } from './store/members.ts';
import { setRung } from './store/ringing.ts';
import { insertText, type TextRow } from './store/texts.ts';
import { tellConfirmed, tellText } from './telling.ts';
import { toText } from './views.ts';

/** UTF-16 units of a mail's HTML that are looked at. */
const MAX_READ = 5 * MAX_MESSAGE_TEXT;

/** What a guest has said. */
interface Said {
  readonly content: Content;
  readonly files: readonly FileRow[];
}

/** The guest in whose segment a mail is an answer: one whom we wrote to by a mail that it names, at the address that it is from. */
const answererOf = ({ answers, from, memberIds }: ArrivedMail, written: readonly WrittenTo[]): WrittenTo | undefined =>
  answers
    .flatMap((ref) => written.filter(({ mailRef }) => mailRef === ref))
    // It is told to nobody whose mailbox it did not come to.
    .find(({ address, begunBy }) => addressKey(address) === addressKey(from) && memberIds.includes(begunBy));

/** What a mail says as a text; undefined where it says nothing. */
async function saidIn(mail: ArrivedMail): Promise<Said | undefined> {
  const { html, files } = await mail.content();
  const whole = contentOf(html.slice(0, MAX_READ));
  const content =
    whole.html.length <= MAX_MESSAGE_TEXT
      ? whole
      : // What is more stands in the mail itself.
        contentOf(`<p>${escapeHtml(whole.words.slice(0, MAX_MESSAGE_TEXT / 10))} …</p>`);
  const kept = files.slice(0, MAX_TEXT_FILES).map((file): FileRow => ({
    filename: file.filename,
    size: file.size,
    content_type: file.content_type,
    blob_hash: file.blob_hash,
    attachment_id: NO_UPLOAD,
  }));
  return content.words === '' && kept.length === 0 ? undefined : { content, files: kept };
}

/** Puts what a guest has said at the end of their segment. Its message must have been taken for this transaction. Returns it as it is told. */
async function append(ctx: ChangeContext, guest: WrittenTo, { content, files }: Said) {
  const { db, instance } = ctx;
  const { userId, messageId, begunBy } = guest;
  const at = ctx.now();
  const no = await insertText(db, instance.id, messageId, {
    segmentId: userId,
    sentBy: userId,
    at,
    writtenAt: null,
    replyTo: null,
    html: content.html,
    preview: previewOf(wordsOf(content.words, files)),
    isSenders: false,
  });
  await insertFiles(db, instance.id, { messageId, segmentId: userId, no }, files);
  const name = nameOfGuest(guest);
  await noteAnswer(
    ctx,
    { messageId, segmentId: userId, begunBy },
    { no, by: name, words: soughtWords(content.words, files) },
  );
  const row: TextRow = {
    no,
    sent_by: userId,
    sent_at: at,
    written_at: null,
    reply_to: null,
    content: content.html,
    edit: 0,
    edited_at: null,
    taken_back_at: null,
  };
  return toText(row, {
    names: new Map([[userId, name]]),
    receiverData: null,
    reactions: [],
    files: files.map((file, part) => ({ ...file, no, part })),
  });
}

/** Says what a guest has written in their segment, once, and has it new to who began the message. */
async function takeAnswer(
  ctx: ChangeContext,
  itemKinds: ItemKinds,
  guest: WrittenTo,
  mail: ArrivedMail,
): Promise<void> {
  const { db, instance } = ctx;
  const { userId: segmentId, messageId, begunBy } = guest;
  await lockItems(ctx, [messageId]);
  // Thrown away for good since it was looked for.
  if ((await readMembership(db, instance.id, messageId)) === undefined) return;
  const mailRef = mail.mailRef ?? `item:${mail.mailId}`;
  const isNew = await insertLetter(db, instance.id, {
    userId: segmentId,
    mailRef,
    outgoingId: null,
    mailId: mail.mailId,
  });
  const said = isNew ? await saidIn(mail) : undefined;
  if (said === undefined) return;
  const text = await append(ctx, guest, said);
  const now = ctx.now();
  const readers = await readersOf(db, instance.id, messageId, segmentId, MESSAGE_LIST);
  const watching = (await watchingIn(ctx, messageId, [segmentId])).get(segmentId) ?? new Set();
  const lifted = readers.filter(
    (row) =>
      !row.isGuest && isLifted(row, { isOpen: false, isMentioned: false, isWatched: watching.has(row.userId), now }),
  );
  await liftItem(
    ctx,
    messageId,
    lifted.map(({ userId }) => ({
      userId,
      status: STATES.unseen,
      comesBack: { by: nameOfGuest(guest) },
      isWatched: watching.has(userId),
    })),
  );
  const rung = lifted.flatMap(({ userId }) => (watching.has(userId) ? [] : userId));
  await setRung(db, instance.id, messageId, { userIds: rung, by: segmentId });
  const unmoved = readers.filter((row) => !lifted.includes(row)).map(({ userId }) => userId);
  if (unmoved.length > 0) await announceTo(ctx, messageId, unmoved);
  tellText(
    ctx,
    { messageId, partnerFor: (userId) => (userId === begunBy ? segmentId : begunBy) },
    readers.map(({ userId }) => userId),
    text,
  );
  // It is read in the message: as a mail there is nothing left to do about it.
  await editItems(ctx, itemKinds, begunBy, [mail.mailId], edits.state(STATES.ready));
  await noteOrigin(ctx, mail.mailId, { originId: messageId, storageKey: '' });
}

/** Tells who began messages that something they said did not reach a guest. */
async function tellFailed(ctx: ChangeContext, outgoingIds: readonly number[]): Promise<void> {
  for (const { messageId, begunBy } of await messagesOfOutgoing(ctx.db, ctx.instance.id, outgoingIds)) {
    await announceTo(ctx, messageId, [begunBy]);
    tellConfirmed(ctx, messageId, [begunBy], [messageKey({ entryId: messageId })]);
  }
}

/** Takes the answers of guests out of mails that have just come, and hears of those that did not reach them. */
export const takeArrived =
  (itemKinds: () => ItemKinds): TakeArrived =>
  async (ctx, mails) => {
    await tellFailed(
      ctx,
      mails.flatMap(({ failed }) => failed),
    );
    const answers = mails.filter(({ isAutomatic }) => !isAutomatic);
    const refs = new Set(answers.flatMap((mail) => mail.answers));
    if (refs.size === 0) return;
    const written = await readWrittenTo(ctx.db, ctx.instance.id, [...refs]);
    for (const mail of answers) {
      const guest = answererOf(mail, written);
      if (guest !== undefined) await takeAnswer(ctx, itemKinds(), guest, mail);
    }
  };
