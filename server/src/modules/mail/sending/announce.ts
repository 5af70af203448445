import { formatAggregateId, itemKey } from '@kontor/contract/kernel';
import { sendingEvents, type Outgoing } from '@kontor/contract/mail';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { patchExtras, setStatusFromOutside } from '../../activity/index.ts';
import { findAnyAccount } from '../store/accounts.ts';
import { outgoingState, smtpLogType } from './rules.ts';
import { receiversOf, type OutboxRow, type OutgoingRow, type ReceiverRow } from './store/outgoing.ts';
import type { Stage } from './tables.ts';

const mailOf = (mailId: number) => ({ module: 'email', entryId: mailId }) as const;

/** Tells whoever sees it that a mail of ours stands otherwise, and shows it at its item. */
export async function announceOutgoing(
  ctx: ChangeContext,
  row: OutgoingRow & { readonly stage: Stage },
): Promise<void> {
  const [receivers, account] = await Promise.all([
    receiversOf(ctx.db, ctx.instance.id, [row.outgoing_id]),
    findAnyAccount(ctx.db, ctx.instance.id, row.account_id),
  ]);
  const states = receivers.map(({ state }) => state);
  ctx.emit(
    sendingEvents.outgoingChanged,
    { users: [...new Set([row.user_id, ...(account?.member_ids ?? [])])] },
    {
      keys: ['mailOutbox', ...(row.mail_id === null ? [] : [itemKey(mailOf(row.mail_id))])],
      processIds: [...ctx.processIds],
      aggregateIds: [],
      outgoingId: row.outgoing_id,
      state: outgoingState(row.stage, row.attempt, states),
    },
  );
  if (row.mail_id === null) return;
  await patchExtras(ctx, row.mail_id, {
    smtpLogType: smtpLogType(row.stage, row.attempt, states),
    smtpLogDescription: row.answer === '' ? null : row.answer,
  });
}

/** Puts a mail of ours before whoever sent it once more: something has to be done about it. */
export async function remind(ctx: ChangeContext, row: Pick<OutgoingRow, 'mail_id' | 'user_id'>): Promise<void> {
  if (row.mail_id === null) return;
  await setStatusFromOutside(ctx, [{ activityId: row.mail_id, userIds: [row.user_id], status: 1, onlyFrom: [2, 3] }]);
}

/** A line of the outbox, as one person sees it. */
export function toOutgoing(row: OutboxRow, receivers: readonly ReceiverRow[], userId: number): Outgoing {
  const states = receivers.map(({ state }) => state);
  const state = outgoingState(row.stage, row.attempt, states);
  return {
    outgoingId: row.outgoing_id,
    aggregateId: row.mail_id === null ? null : formatAggregateId({ module: 'email', entryId: row.mail_id, userId }),
    subject: row.subject,
    senderAccountId: row.sender_id,
    senderAddress: row.sender_address,
    byName: row.by_name,
    isMine: row.user_id === userId,
    state,
    receivers: receivers.map((it) => ({
      receiver: it.address,
      receiverRealName: it.name,
      state: it.state,
      answer: it.answer,
    })),
    sendAt: row.send_at.toISOString(),
    since: row.stage_at.toISOString(),
    // Of one that a process has taken `next_at` says how long it has it: its turn comes when those before it are done.
    nextTryAt: state === 'retrying' && row.process_id === null ? row.next_at.toISOString() : null,
    attempts: row.attempt,
    answer: row.answer,
    fault: row.fault as Outgoing['fault'],
    isCancellable: isCancellable(row),
    hasAttachments: row.has_files,
    size: row.raw_size,
  };
}

const WRITTEN_BY_ITSELF: ReadonlySet<OutgoingRow['cause']> = new Set(['invitation', 'unsubscribe', 'message']);

/** Nobody has been given any of it yet. */
export const isCancellable = ({ stage, attempt, cause }: Pick<OutgoingRow, 'stage' | 'attempt' | 'cause'>): boolean =>
  // What a button or a message has written is nothing that could be a draft.
  !WRITTEN_BY_ITSELF.has(cause) && (stage === 'waiting' || (stage === 'built' && attempt === 0));
