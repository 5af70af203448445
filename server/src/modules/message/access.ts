import { rightsToBits } from '@kontor/contract/account';
import type { AggregateId } from '@kontor/contract/kernel';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { takeSeen } from '../activity/index.ts';
import { threadOf, type Standing, type Thread } from './rules.ts';
import { findMessage, type MessageRow } from './store/messages.ts';
import type { ReadThread } from './store/texts.ts';

/** The right without which nobody sees messages, as the store asks for it. */
export const MESSAGE_LIST = rightsToBits(['messageList']);

export const standingOf = (row: MessageRow, userId: number): Standing => ({
  userId,
  begunBy: row.begun_by,
  isOpen: row.is_open,
  receivers: row.receivers,
  onlyReceiver: row.only_receiver,
  isMember: row.read_no !== null && row.left_no === null,
  part: row.part,
  joinedNo: row.joined_no ?? 0,
  leftNo: row.left_no,
});

/** A message, one of its threads, and the person's standing in it. */
export interface Seen {
  readonly message: MessageRow;
  readonly standing: Standing;
  readonly thread: Thread;
}

/** A thread as far as the person reads it. */
export const readThreadOf = ({ message, thread }: Seen): ReadThread => ({
  messageId: message.message_id,
  segmentId: thread.segmentId,
  from: thread.from,
  until: thread.until,
});

/** What a thread is asked for by. */
export interface ThreadParams {
  readonly aggregateId: AggregateId;
  readonly communicationPartnerUserId: number | null;
}

/** The thread of a message that the person means. Fails with NOT_FOUND where they do not see it. */
export function seenThread<M extends MessageRow>(
  message: M | undefined,
  userId: number,
  partner: number | null,
): Seen & { readonly message: M } {
  if (message === undefined) return fail('NOT_FOUND');
  const standing = standingOf(message, userId);
  const thread = threadOf(standing, partner, message.is_receiver) ?? fail('NOT_FOUND');
  return { message, standing, thread };
}

/** A thread as the person who asks sees it. Fails with NOT_FOUND. */
export async function findThread(
  { db, instance, person }: Pick<QueryContext, 'db' | 'instance' | 'person'>,
  { aggregateId: { module, entryId }, communicationPartnerUserId: partner }: ThreadParams,
): Promise<Seen> {
  const isAsked = module === 'message' && person.rights.messageList;
  const found = isAsked ? await findMessage(db, instance.id, person.id, entryId, partner) : undefined;
  return seenThread(found, person.id, partner);
}

/** The same, with the message taken for this transaction. The first thing that it does is to take it. */
export async function takeThread(ctx: CommandContext, params: ThreadParams): Promise<Seen> {
  if (params.aggregateId.module !== 'message') return fail('NOT_FOUND');
  // Sent together: it is read once it is taken.
  const [[taken], seen] = await Promise.all([takeSeen(ctx, [params.aggregateId]), findThread(ctx, params)]);
  return taken === undefined ? fail('NOT_FOUND') : seen;
}

/** Fails with RIGHT_MISSING where the person only reads the thread, and with NOT_FOUND where there is none before the message is sent. */
export function requireWriting({ message, standing, thread }: Seen): void {
  if (!standing.isMember) fail('RIGHT_MISSING');
  if (message.sent_at === null) fail('NOT_FOUND');
  if (!thread.mayWrite)
    fail('PARAMETERS_INVALID', {
      errors: [{ path: 'communicationPartnerUserId', message: 'Name one of the receivers' }],
    });
}
