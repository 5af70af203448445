import { itemKeyOf } from '@kontor/contract/kernel';
import { messageCommands, type MessageDetail } from '@kontor/contract/message';
import type * as v from 'valibot';
import type { QueuedCommand } from '../../../client/core/command.ts';
import type { ThreadOf } from './changing.ts';

const { markRead, markUnread } = messageCommands;
type Given = Pick<QueuedCommand, 'name' | 'params' | 'state'>;

/** How far the person has read threads on this device since their details were answered, by these. */
const readSince = new WeakMap<MessageDetail, number>();

/** Notes how far the person has read a thread, or from where on they have it unread again, since its details were answered. */
export const noteRead = (details: MessageDetail, no: number): void => void readSince.set(details, no);

/** How far a thread is read once commands that wait were carried out, in their order. */
export const readAfter = (readNo: number, waiting: readonly Given[], { key, partner }: ThreadOf): number =>
  waiting.reduce((read, { name, params, state }) => {
    if (state === 'refused' || (name !== markRead.name && name !== markUnread.name)) return read;
    const { aggregateId, communicationPartnerUserId = null, no } = params as v.InferInput<typeof markRead.params>;
    if (itemKeyOf(aggregateId) !== key || communicationPartnerUserId !== partner) return read;
    return name === markRead.name ? Math.max(read, no) : Math.min(read, no - 1);
  }, readNo);

/** How far the person has read a thread: as the server has said in its details, and on this device since. */
export function readNoOf(details: MessageDetail, waiting: readonly Given[]): number {
  const { aggregateId, communicationPartnerUserId: partner, readNo } = details;
  return readAfter(readSince.get(details) ?? readNo, waiting, { key: itemKeyOf(aggregateId), partner });
}
