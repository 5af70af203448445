import type { AggregateId, ResultOf } from '@kontor/contract/kernel';
import type { invitationCommands } from '@kontor/contract/mail';
import type { CalendarEvent, CalendarReply } from '../../../platform/mailparse/index.ts';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { announceItem } from '../reading/announce-item.ts';
import { addressKey } from '../rules.ts';
import { seenMail } from '../reading/seen.ts';
import { referencesOf, sendableAddress } from '../sending/rules.ts';
import { appointmentStates, ownAddresses } from '../store/details.ts';
import { unsubscribe } from '../unsubscribing/unsubscribing.ts';
import { maySendFor, sendersOf } from '../writing/access.ts';
import type { WritingParts } from '../writing/queries.ts';
import type { SenderRow } from '../writing/store/senders.ts';
import { queueAnswer } from './answer-letter.ts';
import { calendarOfMail, type OnInvitationAnswered } from './desk.ts';
import { counterOf, invitedAs } from './rules.ts';
import { ownAnswer } from './store.ts';

export interface AnsweringParts {
  /** Hears what was answered, within the transaction. */
  readonly onInvitationAnswered: OnInvitationAnswered;
  readonly languageOf: WritingParts['languageOf'];
  /** Mails are to be sent. */
  readonly wake: () => void;
}

/** The invited address of the person's mailboxes that they may answer as, as the invitation writes it, and as whom that is. */
async function invitedSender(
  ctx: CommandContext,
  event: CalendarEvent,
): Promise<{ address: string; sender: SenderRow }> {
  const senders = new Map(
    (await sendersOf(ctx))
      .filter((one) => maySendFor(ctx.person, one))
      .map((one) => [addressKey(one.email), one] as const)
      .toReversed(),
  );
  for (const { address } of event.participants) {
    const sender = senders.get(addressKey(address));
    if (sender !== undefined) return { address, sender };
  }
  const own = await ownAddresses(ctx.db, ctx.instance.id, ctx.person.id);
  return invitedAs(event, own) === null ? fail('INVITATION_NOT_FOR_YOU') : fail('MAIL_SENDER_MISSING');
}

/** What is answered to an invitation. */
interface Said extends Pick<CalendarReply, 'comment' | 'counter'> {
  /** Undefined: as before, provisionally where there was none. */
  readonly answer: CalendarReply['answer'] | undefined;
}

/** Answers an invitation to its organiser by mail, in the transaction of `ctx`. */
async function answer(
  ctx: CommandContext,
  { languageOf, onInvitationAnswered }: AnsweringParts,
  aggregateId: AggregateId,
  said: Said,
): Promise<ResultOf<typeof invitationCommands.answerInvitation>> {
  const { db, instance, person } = ctx;
  const mail = await seenMail(ctx, aggregateId);
  requireRight(ctx, 'createMail');
  const event = mail.invitation ?? fail('INVITATION_NOT_FOR_YOU');
  const { isOutdated, isCancelled } = (await appointmentStates(db, instance.id, person.id, [mail.mail_id])).get(
    mail.mail_id,
  ) ?? { isOutdated: false, isCancelled: false };
  if (event.isCancelled || isCancelled) return fail('INVITATION_CANCELLED');
  if (isOutdated) return fail('INVITATION_OUTDATED');
  const organiser = sendableAddress(event.organiser.address);
  // What is told to everybody, or comes from a guest, wants no answer.
  if (event.method !== 'REQUEST' || organiser === undefined) return fail('INVITATION_NOT_FOR_YOU');
  const { address, sender } = await invitedSender(ctx, event);
  const { uid, recurrence } = event;
  const word = said.answer ?? (await ownAnswer(db, instance.id, { uid, recurrence, userId: person.id })) ?? 'tentative';
  const outgoingId = await queueAnswer(ctx, {
    ...said,
    event: { ...event, organiser: { ...event.organiser, address: organiser } },
    answer: word,
    userId: person.id,
    address,
    sender,
    language: await languageOf(ctx, person.id),
    past: {
      mailId: mail.mail_id,
      kind: 'answer',
      inReplyTo: mail.message_id,
      references: referencesOf(mail),
    },
  });
  await announceItem(ctx, mail.mail_id);
  await onInvitationAnswered(ctx, {
    mailId: mail.mail_id,
    userId: person.id,
    invitedAs: address,
    uid,
    calendar: await calendarOfMail(ctx, mail.mail_id, uid),
    answer: word,
    comment: said.comment.trim(),
    ...(said.counter && { counter: said.counter }),
  });
  return { outgoingId };
}

export const invitationCommandHandlers = (parts: AnsweringParts): CommandHandlers<typeof invitationCommands> => ({
  async answerInvitation(ctx, { aggregateId, ...said }) {
    const answered = await answer(ctx, parts, aggregateId, said);
    ctx.afterCommit(parts.wake);
    return answered;
  },

  async proposeTime(ctx, { aggregateId, startDate, endDate, comment }) {
    const counter = counterOf(startDate, endDate) ?? fail('INVITATION_TIMES_INVALID');
    const answered = await answer(ctx, parts, aggregateId, { answer: undefined, comment, counter });
    ctx.afterCommit(parts.wake);
    return answered;
  },

  async unsubscribe(ctx, { aggregateId }) {
    const result = await unsubscribe(ctx, aggregateId);
    ctx.afterCommit(parts.wake);
    return result;
  },
});
