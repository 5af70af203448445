import { STATES, listKey } from '@kontor/contract/activity';
import type { ParamsOf } from '@kontor/contract/kernel';
import type { messageCommands } from '@kontor/contract/message';
import type { OnNews } from '../../platform/operation/change.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import { announceTo, editItems, edits, type ItemKinds } from '../activity/index.ts';
import { fail } from '../../platform/operation/problem.ts';
import { findThread, takeThread, type Seen } from './access.ts';
import { endRinging } from './ringing.ts';
import { setMuted } from './store/members.ts';
import { advancePointer, readBeyond, withdrawPointer, type PointerOf } from './store/pointers.ts';
import { orderTelling, tellRead } from './telling.ts';

type Reading = ParamsOf<typeof messageCommands.markRead>;

const pointerOf = ({ message, thread }: Seen, userId: number): PointerOf => ({
  messageId: message.message_id,
  segmentId: thread.segmentId,
  userId,
  isSenders: thread.isSenders,
});

/** Who sees a message by a share alone has nothing read, and who began one to several has read what goes to all of them. */
const hasPointer = ({ standing, thread, message }: Seen): boolean =>
  standing.isMember && message.sent_at !== null && (thread.mayWrite || !thread.isSenders);

/** Tells the person's own devices how far they have read, whose lists count what is unread. */
function tellOwn(ctx: CommandContext, { message, thread }: Seen, no: number): void {
  const { id } = ctx.person;
  const reader = { userId: id, partner: thread.partner, no, readAt: new Date(ctx.now()).toISOString() };
  tellRead(ctx, message.message_id, id, [reader], [listKey(), listKey('message')]);
}

/** Notes how far the person has read a thread, of which no device tells them any more. Fails with NOT_FOUND. */
export async function markRead(ctx: CommandContext, endNews: OnNews, { no, ...about }: Reading): Promise<void> {
  const seen = await findThread(ctx, about);
  if (!hasPointer(seen)) return;
  const moved = await advancePointer(ctx.db, ctx.instance.id, pointerOf(seen, ctx.person.id), no, ctx.now());
  if (moved === undefined) return;
  tellOwn(ctx, seen, moved.no);
  await endRinging(ctx, endNews, [{ messageId: seen.message.message_id, userId: ctx.person.id }]);
  if (moved.isNews) await orderTelling(ctx, seen.message.message_id);
}

/**
 * Has a thread unread for the person from a text on, and the message New. Changes nothing where the person has read further than `readNo` since, and tells
 * all of their devices how far. Fails with NOT_FOUND.
 */
export async function markUnread(
  ctx: CommandContext,
  itemKinds: ItemKinds,
  { no, readNo, ...about }: ParamsOf<typeof messageCommands.markUnread>,
): Promise<void> {
  const seen = await takeThread(ctx, about);
  if (!hasPointer(seen)) return;
  const pointer = pointerOf(seen, ctx.person.id);
  const since = readNo === null ? undefined : await readBeyond(ctx.db, ctx.instance.id, pointer, readNo);
  if (since !== undefined) {
    // The device that asks for it shows it unread already: it hears of this as of a change by somebody else.
    tellOwn({ ...ctx, processIds: [] }, seen, since);
    return;
  }
  const first = Math.max(no, seen.thread.from);
  if (await withdrawPointer(ctx.db, ctx.instance.id, pointer, first)) tellOwn(ctx, seen, first - 1);
  await editItems(ctx, itemKinds, ctx.person.id, [seen.message.message_id], edits.state(STATES.unseen));
}

/** Has a message stay as it stands with the person whatever is said in it, until a moment. Fails with NOT_FOUND, RIGHT_MISSING. */
export async function mute(
  ctx: CommandContext,
  { aggregateId, until }: ParamsOf<typeof messageCommands.mute>,
): Promise<void> {
  const { message, standing } = await takeThread(ctx, { aggregateId, communicationPartnerUserId: null });
  if (!standing.isMember) fail('RIGHT_MISSING');
  const at = until === null ? null : Date.parse(until);
  await setMuted(ctx.db, ctx.instance.id, message.message_id, ctx.person.id, at);
  await announceTo(ctx, message.message_id, [ctx.person.id]);
}
