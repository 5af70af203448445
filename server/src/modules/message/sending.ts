import { STATES } from '@kontor/contract/activity';
import { formatAggregateId, type AggregateId, type ParamsOf } from '@kontor/contract/kernel';
import { messageExtras, type Addressee, type messageCommands } from '@kontor/contract/message';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf, requireRight } from '../account/index.ts';
import { announceTo, insertItem, liftItem, noteOrigin, renameItem, rewriteItem, seesItem } from '../activity/index.ts';
import { linkItems } from '../record/index.ts';
import { takeThread, type Seen } from './access.ts';
import { contentOf, contentToSend, type Content } from './content.ts';
import { DELIVERED_AT_ONCE, deliverTo, orderDelivery } from './delivering.ts';
import { peopleMeant, type Meant } from './people.ts';
import { previewOf, titleOf } from './rules.ts';
import { deleteDraft, putDraft } from './store/drafts.ts';
import { insertReceivers, seenByOthers } from './store/members.ts';
import { insertMessage, setSent } from './store/messages.ts';
import { advancePointer } from './store/pointers.ts';
import { insertText } from './store/texts.ts';
import { messageSweep } from './sweep.ts';

type Compose = ParamsOf<typeof messageCommands.composeSend>;
type Linkings = Compose['idoLinkings'];

const requireMaking = (ctx: CommandContext): void => {
  requireRight(ctx, 'messageList');
  requireRight(ctx, 'createMessage');
};

const nameIn = async ({ db, instance, person }: CommandContext): Promise<string> =>
  (await namesOf(db, instance.id, [person.id])).get(person.id) ?? '';

const toId = ({ person }: CommandContext, entryId: number): string =>
  formatAggregateId({ module: 'message', entryId, userId: person.id });

/** Begins a message that nobody but the person sees. Returns its number. */
async function beginMessage(ctx: CommandContext): Promise<number> {
  const { db, instance, person } = ctx;
  const at = ctx.now();
  const name = await nameIn(ctx);
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

async function noteDraft(
  ctx: CommandContext,
  messageId: number,
  { addressee, messageContent }: { readonly addressee: readonly Addressee[]; readonly messageContent: string },
): Promise<void> {
  const draft = { content: contentOf(messageContent).html, addressee, at: ctx.now() };
  await putDraft(ctx.db, ctx.instance.id, { messageId, segmentId: 0, userId: ctx.person.id }, draft);
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
  if (addressee.length > 0 || messageContent !== '') await noteDraft(ctx, messageId, { addressee, messageContent });
  return { messageId, aggregateId: toId(ctx, messageId) };
}

/** A message that the person has begun, taken for this transaction. Fails with NOT_FOUND, RIGHT_MISSING and MESSAGE_SENT. */
async function takeUnsent(ctx: CommandContext, aggregateId: AggregateId): Promise<number> {
  const { message } = await takeThread(ctx, { aggregateId, communicationPartnerUserId: null });
  if (message.begun_by !== ctx.person.id) return fail('RIGHT_MISSING');
  return message.sent_at === null ? message.message_id : fail('MESSAGE_SENT');
}

/** Sends a message that was begun, or a new one; or keeps it as a draft. Fails as the contract says. */
export async function composeMessage(ctx: CommandContext, given: Compose) {
  requireMaking(ctx);
  const { aggregateId, origin, idoLinkings } = given;
  if (idoLinkings.length > 0) requireRight(ctx, 'idoList');
  if (origin !== null && !(await seesItem(ctx, origin))) return fail('NOT_FOUND');
  const isSent = given.sendState !== 0;
  const content = isSent ? contentToSend(given.messageContent) : undefined;
  const meant = isSent ? await peopleMeant(ctx, given.addressee, given.isOpen) : undefined;
  const messageId = aggregateId === null ? await beginMessage(ctx) : await takeUnsent(ctx, aggregateId);
  await link(ctx, messageId, idoLinkings);
  if (origin !== null) await noteOrigin(ctx, messageId, { originId: origin.entryId, storageKey: '' });
  if (content === undefined || meant === undefined) await noteDraft(ctx, messageId, given);
  else await deliver(ctx, messageId, given, content, meant);
  return { aggregateId: toId(ctx, messageId), leftOut: [...(meant?.leftOut ?? [])] };
}

/**
 * What is listed and found of a message by everybody who sees it: no more than its first text and who sent it, and whom they all know it went to.
 * `receivers`: none where they do not.
 */
async function describe(ctx: CommandContext, content: Content, receivers: readonly number[]) {
  const { db, instance, person } = ctx;
  const name = await nameIn(ctx);
  const title = titleOf(content.words);
  return {
    contact: name,
    information: title,
    extras: messageExtras({ lastBy: person.id, lastText: previewOf(content.words) }),
    search: {
      title,
      senders: name,
      receivers: [...(await namesOf(db, instance.id, receivers)).values()].join('\n'),
      body: content.words,
    },
  };
}

/** After the first text of a message of the person's own has become another: it is listed and found by that. */
export async function renameMessage(ctx: CommandContext, { message }: Seen, content: Content): Promise<void> {
  const { message_id: messageId, is_open: isOpen, see_each_other: seeEachOther, receivers } = message;
  const isKnown = isOpen || seeEachOther || receivers === 1;
  const others = isKnown ? await seenByOthers(ctx.db, ctx.instance.id, messageId, ctx.person.id) : [];
  const about = await describe(
    ctx,
    content,
    others.map((one) => one.user_id),
  );
  await renameItem(ctx, 'message', messageId, about);
}

async function deliver(
  ctx: CommandContext,
  messageId: number,
  { addressee, isOpen, seeEachOther, confirm }: Compose,
  content: Content,
  { receivers, groupName }: Meant,
): Promise<void> {
  const { db, instance, person } = ctx;
  const at = ctx.now();
  const others = receivers.filter((id) => id !== person.id);
  const isKnown = isOpen || seeEachOther || others.length === 1;
  await setSent(db, instance.id, messageId, {
    isOpen,
    seeEachOther,
    confirms: confirm,
    groupName,
    addressee,
    receivers: others.length,
    at,
  });
  await insertText(db, instance.id, messageId, {
    segmentId: 0,
    sentBy: person.id,
    at,
    writtenAt: null,
    replyTo: null,
    html: content.html,
    preview: previewOf(content.words),
    isSenders: true,
  });
  const own = { messageId, segmentId: 0, userId: person.id };
  await advancePointer(db, instance.id, { ...own, isSenders: false }, 0, at);
  await deleteDraft(db, instance.id, own);
  const about = await describe(ctx, content, isKnown ? others : []);
  await rewriteItem(ctx, 'message', messageId, { ts: new Date(at), ...about });
  const isBoth = others.length === 0 || (isOpen && others.length > 1);
  if (isBoth) await liftItem(ctx, messageId, [{ userId: person.id, direction: 'bidirectional' }]);
  if (others.length === 0) return;
  const isAtOnce = others.length <= DELIVERED_AT_ONCE;
  await insertReceivers(db, instance.id, messageId, others, { isOpen, isListed: isAtOnce });
  if (!isAtOnce) return orderDelivery(ctx, messageId);
  const direction = isBoth ? 'bidirectional' : 'incoming';
  await deliverTo(ctx, messageId, others, { isOpen, isKnown, direction });
  await announceTo(ctx, messageId, [person.id]);
}
