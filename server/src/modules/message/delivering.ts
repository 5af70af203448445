import { STATES, type Direction } from '@kontor/contract/activity';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { addViewers, announceTo, lockItems, type Viewer } from '../activity/index.ts';
import { readMembership, takeUnlisted } from './store/members.ts';

const DELIVER_JOB = 'message.deliver';

/** People into whose lists a message is put in one transaction. */
export const DELIVERED_AT_ONCE = 2000;

/** How a message stands with those who get it. */
export interface Delivery {
  readonly isOpen: boolean;
  /** They know of each other. */
  readonly isKnown: boolean;
  readonly direction: Direction;
}

/** How a message that they get stands with people. */
export const viewersAmong = (userIds: readonly number[], { isOpen, isKnown, direction }: Delivery): readonly Viewer[] =>
  userIds.map((userId) => ({
    userId,
    boxId: 0,
    status: STATES.unseen,
    mine: false,
    direction,
    ...(isOpen ? {} : { segmentId: userId, isApart: !isKnown }),
  }));

/** Puts a message, which was taken for this transaction, into the lists of people who get it. Who has it already is not told. */
export async function deliverTo(
  ctx: ChangeContext,
  messageId: number,
  userIds: readonly number[],
  delivery: Delivery,
): Promise<void> {
  await addViewers(ctx, 'message', messageId, viewersAmong(userIds, delivery), { isQuiet: true });
}

/** Has a message put into the lists of all whom it went to and who have it in none yet. */
export const orderDelivery = (ctx: ChangeContext, messageId: number): Promise<void> =>
  ctx.enqueue(DELIVER_JOB, { messageId }, { key: `${DELIVER_JOB}:${ctx.instance.id}:${messageId}` });

/** Delivers to the next people. Returns whether there may be more. */
async function deliverPiece(ctx: ChangeContext, messageId: number): Promise<boolean> {
  const { db, instance } = ctx;
  await lockItems(ctx, [messageId]);
  const message = await readMembership(db, instance.id, messageId);
  if (message === undefined) return false;
  const userIds = await takeUnlisted(db, instance.id, messageId, DELIVERED_AT_ONCE);
  const { is_open: isOpen, see_each_other: isKnown, begun_by: begunBy } = message;
  await deliverTo(ctx, messageId, userIds, { isOpen, isKnown, direction: 'incoming' });
  await announceTo(ctx, messageId, [begunBy]);
  return userIds.length === DELIVERED_AT_ONCE;
}

export const deliveryJobs: JobHandlers = {
  [DELIVER_JOB]: async ({ change }, payload) => {
    const messageId = Number(payload['messageId']);
    while (await change((ctx) => deliverPiece(ctx, messageId)));
  },
};
