import type { ParamsOf, ResultOf } from '@kontor/contract/kernel';
import type { invitationCommands } from '@kontor/contract/mail';
import { writeReply, type CalendarEvent } from '../../../platform/mailparse/index.ts';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { announceItem } from '../reading/announce-item.ts';
import { addressKey } from '../rules.ts';
import { seenMail } from '../reading/seen.ts';
import { queueLetter } from '../sending/queue.ts';
import { referencesOf, sendableAddress } from '../sending/rules.ts';
import { appointmentStates, ownAddresses } from '../store/details.ts';
import { unsubscribe } from '../unsubscribing/unsubscribing.ts';
import { maySendFor, sendersOf } from '../writing/access.ts';
import type { WritingParts } from '../writing/queries.ts';
import { findWriter } from '../writing/store/people.ts';
import type { SenderRow } from '../writing/store/senders.ts';
import { calendarOfMail, type OnInvitationAnswered } from './desk.ts';
import { invitedAs } from './rules.ts';
import { putAnswer } from './store.ts';
import { invitationTexts } from './texts.ts';

export interface AnsweringParts {
  /** Hears what was answered, within the transaction. */
  readonly onInvitationAnswered: OnInvitationAnswered;
  readonly languageOf: WritingParts['languageOf'];
  /** Mails are to be sent. */
  readonly wake: () => void;
}

type Params = ParamsOf<typeof invitationCommands.answerInvitation>;

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

/** Answers an invitation to its organiser by mail, in the transaction of `ctx`. */
async function answer(
  ctx: CommandContext,
  { languageOf, onInvitationAnswered }: AnsweringParts,
  { aggregateId, answer: word, comment }: Params,
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
  const texts = invitationTexts[await languageOf(ctx, person.id)];
  const writer = await findWriter(db, instance.id, person.id);
  const name = `${writer.firstName} ${writer.lastName}`.trim() || sender.name || address;
  const at = new Date(ctx.now());
  const text = [texts.sentence[word](name), ...(comment.trim() === '' ? [] : [comment.trim()])].join('\n\n');
  const me = { address, name };
  const outgoingId = await queueLetter(ctx, {
    cause: 'invitation',
    userId: person.id,
    sender,
    to: [{ address: organiser, name: event.organiser.name }],
    subject: `${texts.subject[word]}${event.title}`.slice(0, 998).trim(),
    content: `${text}\n`,
    isPlain: true,
    past: {
      mailId: mail.mail_id,
      kind: 'answer',
      inReplyTo: mail.message_id,
      references: referencesOf(mail),
    },
    calendar: { method: 'REPLY', content: writeReply({ event, answer: word, me, comment: comment.trim(), at }) },
  });
  const { uid, recurrence, sequence } = event;
  await putAnswer(db, instance.id, { uid, recurrence, sequence, userId: person.id, answer: word, at, outgoingId });
  await announceItem(ctx, mail.mail_id);
  await onInvitationAnswered(ctx, {
    mailId: mail.mail_id,
    userId: person.id,
    invitedAs: address,
    uid,
    calendar: await calendarOfMail(ctx, mail.mail_id, uid),
    answer: word,
    comment: comment.trim(),
  });
  return { outgoingId };
}

export const invitationCommandHandlers = (parts: AnsweringParts): CommandHandlers<typeof invitationCommands> => ({
  async answerInvitation(ctx, params) {
    const answered = await answer(ctx, parts, params);
    ctx.afterCommit(parts.wake);
    return answered;
  },

  async unsubscribe(ctx, { aggregateId }) {
    const result = await unsubscribe(ctx, aggregateId);
    ctx.afterCommit(parts.wake);
    return result;
  },
});
