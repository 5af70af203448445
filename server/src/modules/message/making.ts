import type { Status } from '@kontor/contract/activity';
import { messageExtras, type Addressee } from '@kontor/contract/message';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { namesOf } from '../account/index.ts';
import { insertItem, liftItem, type Lift, type Viewer } from '../activity/index.ts';
import { contentOf } from './content.ts';
import { previewOf, titleOf } from './rules.ts';
import { noteAnswer } from './searching.ts';
import { updateText } from './store/edits.ts';
import { insertReceivers, setConfirmed } from './store/members.ts';
import { insertMessage, setSent } from './store/messages.ts';
import { advancePointer } from './store/pointers.ts';
import { setReaction } from './store/reactions.ts';
import { insertText } from './store/texts.ts';

/** Something that was said, as it is. Times in milliseconds. */
export interface TextToMake {
  readonly by: number;
  readonly at: number;
  /** HTML, or plain text. */
  readonly content: string;
  /** Whose thread with the sender it stands in; of no matter for the first one, and where all read all. */
  readonly partner: number;
  readonly replyTo: number | null;
  /** What it said before it was edited, and when that was. */
  readonly edited?: { readonly before: string; readonly at: number } | undefined;
  readonly reactions: readonly { readonly sign: string; readonly by: number }[];
}

/** How a message stands with somebody. */
export interface StandingToMake {
  readonly userId: number;
  readonly status: Status;
  /** When they read what they have read last, and how many of the last texts of their threads they have not read. */
  readonly readAt: number;
  readonly unread: number;
  readonly confirmedAt: number | null;
}

/** A message that is made as it is, without anybody at work. */
export interface MessageToMake {
  readonly begunBy: number;
  readonly receivers: readonly number[];
  readonly addressee: readonly Addressee[];
  readonly groupName: string | null;
  readonly isOpen: boolean;
  readonly confirms: boolean;
  /** In the order of their times; the first one is of who began it. */
  readonly texts: readonly TextToMake[];
  /** Of all of them, who began it among them. */
  readonly standings: readonly StandingToMake[];
}

/** Makes a message with what was said in it since. Nobody is told that it is new. Returns its number. */
export async function makeMessage(ctx: ChangeContext, message: MessageToMake): Promise<number> {
  const { db, instance } = ctx;
  const { begunBy, receivers, isOpen, texts } = message;
  const [first] = texts;
  if (first === undefined) throw new Error('A message says nothing');
  const messageId = await insertListed(ctx, message, first);
  await insertMessage(db, instance.id, { messageId, userId: begunBy, at: first.at });
  await setSent(db, instance.id, messageId, {
    isOpen,
    seeEachOther: false,
    confirms: message.confirms,
    groupName: message.groupName,
    addressee: message.addressee,
    receivers: receivers.length,
    guests: 0,
    at: first.at,
  });
  await insertReceivers(db, instance.id, messageId, receivers, { isOpen, isListed: true });
  const names = await namesOf(db, instance.id, [begunBy, ...receivers]);
  const lastOf = new Map<number, number>([[0, 0]]);
  for (const [index, text] of texts.entries()) {
    const segmentId = isOpen || index === 0 ? 0 : text.partner;
    const no = await say(ctx, messageId, { ...text, segmentId, isSenders: text.by === begunBy });
    lastOf.set(segmentId, no);
    const said = { no, by: names.get(text.by) ?? '', words: contentOf(text.content).words };
    if (index > 0) await noteAnswer(ctx, { messageId, segmentId, begunBy }, said);
  }
  for (const standing of message.standings) await setStanding(ctx, messageId, message, standing, lastOf);
  await putOnTop(ctx, messageId, message);
  return messageId;
}

async function insertListed(ctx: ChangeContext, message: MessageToMake, first: TextToMake): Promise<number> {
  const { begunBy, receivers, isOpen } = message;
  const names = await namesOf(ctx.db, ctx.instance.id, [begunBy, ...receivers]);
  const { words } = contentOf(first.content);
  const [name, title] = [names.get(begunBy) ?? '', titleOf(words)];
  const isKnown = isOpen || receivers.length === 1;
  const isBoth = isOpen && receivers.length > 1;
  const viewers = message.standings.map(({ userId, status }): Viewer => ({
    userId,
    boxId: 0,
    status,
    mine: userId === begunBy,
    direction: isBoth ? 'bidirectional' : userId === begunBy ? 'outgoing' : 'incoming',
    ...(isOpen || userId === begunBy ? {} : { segmentId: userId, isApart: !isKnown }),
  }));
  return insertItem(ctx, {
    module: 'message',
    ts: new Date(first.at),
    boxId: 0,
    direction: 'outgoing',
    contact: name,
    information: title,
    channel: '',
    extras: messageExtras({ lastBy: begunBy, lastText: previewOf(words) }),
    viewers,
    search: {
      title,
      senders: name,
      receivers: isKnown ? receivers.map((id) => names.get(id) ?? '').join('\n') : '',
      body: words,
    },
  });
}

async function say(
  ctx: ChangeContext,
  messageId: number,
  text: TextToMake & { readonly segmentId: number; readonly isSenders: boolean },
): Promise<number> {
  const { db, instance } = ctx;
  const { segmentId, by, at, replyTo, isSenders, edited } = text;
  const last = contentOf(text.content);
  const { html } = edited === undefined ? last : contentOf(edited.before);
  const about = { segmentId, sentBy: by, at, writtenAt: null, replyTo, html, isSenders };
  const no = await insertText(db, instance.id, messageId, { ...about, preview: previewOf(last.words) });
  const of = { messageId, segmentId, no };
  if (edited !== undefined) await updateText(db, instance.id, of, { html: last.html, at: edited.at });
  for (const { sign, by: userId } of text.reactions)
    await setReaction(db, instance.id, of, { userId, sign, isOn: true, at: at + 60_000 });
  return no;
}

async function setStanding(
  ctx: ChangeContext,
  messageId: number,
  { begunBy, receivers, isOpen }: MessageToMake,
  { userId, readAt, unread, confirmedAt }: StandingToMake,
  lastOf: ReadonlyMap<number, number>,
): Promise<void> {
  const { db, instance } = ctx;
  const isSenders = userId === begunBy && !isOpen;
  const threads = isOpen ? [0] : isSenders ? receivers.filter((id) => lastOf.has(id)) : [userId];
  // Whoever began it has read what all begin with.
  if (isSenders)
    await advancePointer(db, instance.id, { messageId, segmentId: 0, userId, isSenders: false }, 0, readAt);
  for (const segmentId of threads) {
    const no = (lastOf.get(segmentId) ?? 0) - unread;
    await advancePointer(db, instance.id, { messageId, segmentId, userId, isSenders }, no, readAt);
  }
  if (confirmedAt !== null) await setConfirmed(db, instance.id, messageId, userId, confirmedAt);
}

/** Puts the message where the last text that somebody reads has put it in their lists. */
async function putOnTop(
  ctx: ChangeContext,
  messageId: number,
  { begunBy, isOpen, texts, standings }: MessageToMake,
): Promise<void> {
  const lastFor = (userId: number): number =>
    texts.findLast(({ partner }, index) => index === 0 || isOpen || userId === begunBy || partner === userId)?.at ?? 0;
  const lifts = standings.map(({ userId }): Lift & { readonly at: number } => ({ userId, at: lastFor(userId) }));
  for (const [at, some] of Map.groupBy(lifts, (lift) => lift.at))
    await liftItem({ ...ctx, now: () => at }, messageId, some);
}
