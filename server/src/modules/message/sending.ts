import { STATES } from '@kontor/contract/activity';
import { formatAggregateId, parseAggregateId, type AggregateId, type ParamsOf } from '@kontor/contract/kernel';
import { messageExtras, type messageCommands } from '@kontor/contract/message';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf, requireRight } from '../account/index.ts';
import { announceTo, insertItem, liftItem, noteOrigin, renameItem, rewriteItem, seesItem } from '../activity/index.ts';
import { linkItems } from '../record/index.ts';
import { takeThread, type Seen } from './access.ts';
import { contentToSend, draftOf, type Content, type DraftGiven } from './content.ts';
import { DELIVERED_AT_ONCE, deliverTo, orderDelivery, viewersAmong, type Delivery } from './delivering.ts';
import { dropDraft, keepDraftFiles, takeFiles } from './files.ts';
import { inviteGuests, namesIn, requireSender } from './guests.ts';
import type { Letters } from './letters.ts';
import { linkNamed } from './linking.ts';
import { peopleMeant, type Meant } from './people.ts';
import { previewOf, titleOf, wordsOf } from './rules.ts';
import { putDraft } from './store/drafts.ts';
import { insertFiles, type FileRow } from './store/files.ts';
import { insertReceivers, seenByOthers } from './store/members.ts';
import { insertMessage, setSent, type Sending } from './store/messages.ts';
import { putMentions } from './store/mentions.ts';
import { advancePointer } from './store/pointers.ts';
import { insertText, isPastHidden } from './store/texts.ts';
import { messageSweep } from './sweep.ts';
import { isWaiting, keepWaiting, sendTimeOf } from './waiting.ts';

type Compose = ParamsOf<typeof messageCommands.composeSend>;
type Linkings = Compose['idoLinkings'];

const requireMaking = (ctx: CommandContext): void => {
  requireRight(ctx, 'messageList');
  requireRight(ctx, 'createMessage');
};

const nameIn = async ({ db, instance }: CommandContext, userId: number): Promise<string> =>
  (await namesOf(db, instance.id, [userId])).get(userId) ?? '';

const toId = ({ person }: CommandContext, entryId: number): string =>
  formatAggregateId({ module: 'message', entryId, userId: person.id });

/** Begins a message that nobody but the person sees. Returns its number. */
async function beginMessage(ctx: CommandContext): Promise<number> {
  const { db, instance, person } = ctx;
  const at = ctx.now();
  const name = await nameIn(ctx, person.id);
  const messageId = await insertItem(ctx, {
    module: 'message',
    ts: new Date(at),
    boxId: 0,
    direction: 'outgoing',
    contact: name,
    information: '',
    channel: '',
    extras: messageExtras({ inactive: true }),
    viewers: [{ userId: person.id, boxId: 0, status: STATES.seen, mine: true }],
    search: { title: '', senders: name, receivers: '', body: '' },
  });
  await insertMessage(db, instance.id, { messageId, userId: person.id, at });
  await messageSweep.order(ctx);
  return messageId;
}

async function link(ctx: CommandContext, messageId: number, linkings: Linkings): Promise<void> {
  const by = { reason: 'hand', detail: '', userId: ctx.person.id } as const;
  for (const recordId of new Set(linkings.map(({ idoId }) => idoId))) await linkItems(ctx, [messageId], recordId, by);
}

/** Keeps what is written of a message that was not sent. Returns the number of the draft. Fails with MESSAGE_FILE_MISSING. */
export async function noteDraft(
  ctx: CommandContext,
  messageId: number,
  { files, ...given }: DraftGiven & Pick<Compose, 'files'>,
): Promise<number> {
  const taken = await takeFiles(ctx, files);
  const of = { messageId, segmentId: 0, userId: ctx.person.id };
  const draftId = await putDraft(ctx.db, ctx.instance.id, of, { ...draftOf(given), at: ctx.now() });
  await keepDraftFiles(ctx, draftId, taken);
  return draftId;
}

/** Begins a message with what is known of it. Returns its number, too. Fails as the contract says. */
export async function createMessage(
  ctx: CommandContext,
  { idoLinkings, addressee, messageContent }: ParamsOf<typeof messageCommands.create>['messageAppConfiguration'],
) {
  requireMaking(ctx);
  if (idoLinkings.length > 0) requireRight(ctx, 'idoList');
  const messageId = await beginMessage(ctx);
  await link(ctx, messageId, idoLinkings);
  if (addressee.length > 0 || messageContent !== '')
    await noteDraft(ctx, messageId, { addressee, messageContent, files: [] });
  return { messageId, aggregateId: toId(ctx, messageId) };
}

/** A message that the person has begun, taken for this transaction. Fails with NOT_FOUND, RIGHT_MISSING and MESSAGE_SENT. */
async function takeUnsent(ctx: CommandContext, aggregateId: AggregateId): Promise<number> {
  const { message } = await takeThread(ctx, { aggregateId, communicationPartnerUserId: null });
  if (message.begun_by !== ctx.person.id) return fail('RIGHT_MISSING');
  const { message_id: messageId, sent_at: sentAt } = message;
  return sentAt === null && !(await isWaiting(ctx, messageId)) ? messageId : fail('MESSAGE_SENT');
}

/** Whether a message hangs on nothing else: it is made as it is sent. */
const isAlone = ({ aggregateId, origin, idoLinkings }: Compose, { guests }: Meant, { records }: Content): boolean =>
  aggregateId === null && origin === null && idoLinkings.length + guests.length + records.length === 0;

/**
 * Sends a message that was begun, or a new one; or keeps it as a draft. `passedOn`: files of another text, which were taken for it. Fails as the
 * contract says.
 */
export async function composeMessage(
  ctx: CommandContext,
  letters: Letters,
  given: Compose,
  passedOn: readonly FileRow[] = [],
) {
  requireMaking(ctx);
  const { aggregateId, origin, idoLinkings } = given;
  if (idoLinkings.length > 0) requireRight(ctx, 'idoList');
  if (origin !== null && !(await seesItem(ctx, origin))) return fail('NOT_FOUND');
  const isSent = given.sendState !== 0;
  const sendAt = isSent ? sendTimeOf(given, ctx.now()) : null;
  const content = isSent ? contentToSend(given.messageContent, [...given.files, ...passedOn]) : undefined;
  const meant = isSent ? await peopleMeant(ctx, letters, given.addressee, given.isOpen) : undefined;
  // Also of what is sent later: else it would be refused when nobody looks.
  if (meant !== undefined && meant.guests.length > 0) await requireSender(ctx, letters);
  const leftOut = [...(meant?.leftOut ?? [])];
  if (content !== undefined && meant !== undefined && sendAt === null && isAlone(given, meant, content)) {
    const files = [...(await takeFiles(ctx, given.files)), ...passedOn];
    const messageId = await sendNew(ctx, given, { content, files, meant });
    return { aggregateId: toId(ctx, messageId), leftOut, waitingId: null };
  }
  const messageId = aggregateId === null ? await beginMessage(ctx) : await takeUnsent(ctx, aggregateId);
  await link(ctx, messageId, idoLinkings);
  if (origin !== null) await noteOrigin(ctx, messageId, { originId: origin.entryId, storageKey: '' });
  let waitingId: number | null = null;
  if (content === undefined || meant === undefined) await noteDraft(ctx, messageId, given);
  else {
    const files = [...(await takeFiles(ctx, given.files)), ...passedOn];
    if (sendAt === null) await deliver(ctx, letters, messageId, given, { content, files, meant });
    else waitingId = await deliverLater(ctx, messageId, given, { content, files, sendAt });
  }
  return { aggregateId: toId(ctx, messageId), leftOut, waitingId };
}

/** Keeps a message until it is sent. Returns the number of what waits. */
async function deliverLater(
  ctx: CommandContext,
  messageId: number,
  given: Compose,
  {
    content,
    files,
    sendAt,
  }: { readonly content: Content; readonly files: readonly FileRow[]; readonly sendAt: number },
): Promise<number> {
  await dropDraft(ctx, { messageId, segmentId: 0, userId: ctx.person.id });
  const { search, ...about } = await describe(ctx, content, files, { by: ctx.person.id, receivers: [] });
  await rewriteItem(ctx, 'message', messageId, {
    ...about,
    ts: new Date(ctx.now()),
    // They are files of no text yet.
    search: { ...search, hasFiles: false },
  });
  const aggregateId = parseAggregateId(toId(ctx, messageId)) ?? fail('NOT_FOUND');
  // It was linked now.
  const compose = { ...given, aggregateId, idoLinkings: [], origin: null };
  return keepWaiting(ctx, { message_id: messageId, segment_id: 0, send_at: sendAt, given: { compose }, files });
}

interface About {
  /** Who has sent it. */
  readonly by: number;
  /** Whom they all know it went to: none where they do not. */
  readonly receivers: readonly number[];
  /** Some who see it do not read its first text: they know what it is called, and find it by no more. */
  readonly isHidden?: boolean;
}

/**
 * What is listed and found of a message by everybody who sees it: no more than its first text and who sent it, and whom they all know it went to.
 */
async function describe(
  ctx: CommandContext,
  { words }: Pick<Content, 'words'>,
  files: readonly FileRow[],
  { by, receivers, isHidden = false }: About,
) {
  const { db, instance } = ctx;
  const [name, names] = await Promise.all([nameIn(ctx, by), namesIn(db, instance.id, receivers)]);
  const shown = wordsOf(words, files);
  const title = titleOf(shown);
  return {
    contact: name,
    information: title,
    extras: messageExtras({ lastBy: by, lastText: isHidden ? title : previewOf(shown) }),
    search: {
      title,
      senders: name,
      receivers: [...names.values()].join('\n'),
      body: isHidden ? '' : [words, ...files.map(({ filename }) => filename)].join('\n'),
      hasFiles: files.length > 0 && !isHidden,
    },
  };
}

/** After the first text of a message has become another, or its people have: it is listed and found by that. */
export async function renameMessage(
  ctx: CommandContext,
  { message }: Seen,
  content: Pick<Content, 'words'>,
  files: readonly FileRow[],
): Promise<void> {
  const { db, instance } = ctx;
  const { message_id: messageId, begun_by: by, is_open: isOpen, see_each_other: seeEachOther, receivers } = message;
  const isKnown = isOpen || seeEachOther || receivers === 1;
  const others = isKnown ? await seenByOthers(db, instance.id, messageId, by) : [];
  const known = others.filter((one) => one.left_no === null).map((one) => one.user_id);
  const isHidden = await isPastHidden(db, instance.id, messageId);
  await renameItem(ctx, 'message', messageId, await describe(ctx, content, files, { by, receivers: known, isHidden }));
}

interface ToSend {
  readonly content: Content;
  readonly files: readonly FileRow[];
  readonly meant: Meant;
}

/** What follows for a message from whom it goes to. */
function partsOf(ctx: CommandContext, { addressee, isOpen, seeEachOther, confirm }: Compose, { meant }: ToSend) {
  const others = meant.receivers.filter((id) => id !== ctx.person.id);
  const count = others.length + meant.guests.length;
  const isBoth = count === 0 || (isOpen && others.length > 1);
  const sending: Sending = {
    isOpen,
    seeEachOther,
    confirms: confirm,
    groupName: meant.groupName,
    addressee,
    receivers: count,
    guests: meant.guests.length,
    at: ctx.now(),
  };
  const isKnown = isOpen || seeEachOther || count === 1;
  const delivery: Delivery = { isOpen, isKnown, direction: isBoth ? 'bidirectional' : 'incoming' };
  return { others, isBoth, sending, delivery, isAtOnce: others.length <= DELIVERED_AT_ONCE };
}

/** Makes a message that hangs on nothing else, and puts it at once into the lists of all who get it, if they are not too many. Returns its number. */
async function sendNew(ctx: CommandContext, given: Compose, sent: ToSend): Promise<number> {
  const { db, instance, person } = ctx;
  const { content, files } = sent;
  const { others, isBoth, sending, delivery, isAtOnce } = partsOf(ctx, given, sent);
  const own = { userId: person.id, boxId: 0, status: STATES.seen, mine: true };
  const messageId = await insertItem(ctx, {
    module: 'message',
    ts: new Date(sending.at),
    boxId: 0,
    direction: 'outgoing',
    channel: '',
    viewers: [
      { ...own, ...(isBoth ? { direction: 'bidirectional' } : {}) },
      ...(isAtOnce ? viewersAmong(others, delivery) : []),
    ],
    ...(await describe(ctx, content, files, { by: person.id, receivers: delivery.isKnown ? others : [] })),
  });
  await Promise.all([
    insertMessage(db, instance.id, { messageId, userId: person.id, at: sending.at, sending }),
    putFirstText(ctx, messageId, { content, files, at: sending.at }),
    putReceivers(ctx, messageId, others, { content, isOpen: delivery.isOpen, isListed: isAtOnce }),
    isAtOnce ? undefined : orderDelivery(ctx, messageId),
  ]);
  return messageId;
}

async function putFirstText(
  ctx: CommandContext,
  messageId: number,
  { content, files, at }: { readonly content: Content; readonly files: readonly FileRow[]; readonly at: number },
): Promise<void> {
  await insertText(ctx.db, ctx.instance.id, messageId, {
    segmentId: 0,
    sentBy: ctx.person.id,
    at,
    writtenAt: null,
    replyTo: null,
    html: content.html,
    preview: previewOf(wordsOf(content.words, files)),
    isSenders: true,
  });
  await insertFiles(ctx.db, ctx.instance.id, { messageId, segmentId: 0, no: 0 }, files);
}

/** Says whom a message goes to, and whom of them its first text names. */
async function putReceivers(
  ctx: CommandContext,
  messageId: number,
  others: readonly number[],
  { content, ...stand }: { readonly content: Content; readonly isOpen: boolean; readonly isListed: boolean },
): Promise<void> {
  if (others.length === 0) return;
  await insertReceivers(ctx.db, ctx.instance.id, messageId, others, stand);
  const first = { messageId, segmentId: 0, no: 0 };
  await putMentions(ctx.db, ctx.instance.id, first, { by: ctx.person.id, userIds: content.mentions });
}

async function deliver(
  ctx: CommandContext,
  letters: Letters,
  messageId: number,
  given: Compose,
  sent: ToSend,
): Promise<void> {
  const { db, instance, person } = ctx;
  const { content, files, meant } = sent;
  const { others, isBoth, sending, delivery, isAtOnce } = partsOf(ctx, given, sent);
  const { at } = sending;
  await setSent(db, instance.id, messageId, sending);
  await putFirstText(ctx, messageId, { content, files, at });
  const own = { messageId, segmentId: 0, userId: person.id };
  await advancePointer(db, instance.id, { ...own, isSenders: false }, 0, at);
  await dropDraft(ctx, own);
  const guestIds = await inviteGuests(ctx, letters, messageId, meant.guests, { content, files });
  const known = delivery.isKnown ? [...others, ...guestIds] : [];
  const about = await describe(ctx, content, files, { by: person.id, receivers: known });
  await rewriteItem(ctx, 'message', messageId, { ts: new Date(at), ...about });
  if (isBoth) await liftItem(ctx, messageId, [{ userId: person.id, direction: 'bidirectional' }]);
  await linkNamed(ctx, messageId, content.records);
  if (others.length === 0) return;
  await putReceivers(ctx, messageId, others, { content, isOpen: delivery.isOpen, isListed: isAtOnce });
  if (!isAtOnce) return orderDelivery(ctx, messageId);
  await deliverTo(ctx, messageId, others, delivery);
  await announceTo(ctx, messageId, [person.id]);
}
