import { rightsToBits } from '@kontor/contract/account';
import type { ChangeContext, Instance, InstanceContext } from '../../../platform/operation/context.ts';
import { peopleAmong } from '../../account/index.ts';
import { addressKey } from '../rules.ts';
import { queueLetter } from '../sending/queue.ts';
import { sendableAddress } from '../sending/rules.ts';
import { findStandings, type MailStanding } from '../sending/store/standings.ts';
import { chosenSender, sendersInReach, type SenderRow } from '../writing/store/senders.ts';
import { findWriter } from '../writing/store/people.ts';
import type { WritingParts } from '../writing/queries.ts';

interface Organiser {
  readonly name: string;
  readonly address: string;
}

/** A mail about an appointment to somebody outside, from the person who organises it. */
export interface InvitationMail {
  readonly userId: number;
  /** The address of theirs that the receiver knows; empty where they know none. */
  readonly sentAs: string;
  /** Who shares a mailbox with them may not read it. */
  readonly isPrivate: boolean;
  readonly to: Organiser;
  readonly write: (
    organiser: Organiser,
    language: 'de' | 'en',
  ) => {
    readonly subject: string;
    readonly html: string;
    readonly calendar: { readonly method: 'REQUEST' | 'CANCEL' | 'DECLINECOUNTER'; readonly content: string };
  };
}

export interface InvitingParts extends Pick<WritingParts, 'languageOf'> {
  /** Whether the operator's mail server takes mails of accounts that have none of their own. */
  readonly hasRelay: (instance: Instance) => boolean;
}

/** The address that a person invites from: the one that the receiver knows, else the one that they write from, of what is private one of theirs alone first; undefined where there is none that can send. */
async function senderFor(
  { db, instance }: ChangeContext,
  { hasRelay }: InvitingParts,
  { userId, sentAs, isPrivate }: Pick<InvitationMail, 'userId' | 'sentAs' | 'isPrivate'>,
): Promise<SenderRow | undefined> {
  const maySend = (await peopleAmong(db, instance.id, [userId], rightsToBits(['createMail']))).get(userId) === true;
  if (!maySend) return undefined;
  const able = (await sendersInReach(db, instance.id, userId)).filter(
    (one) => one.sender_ids.includes(userId) && (one.smtp_host !== null || hasRelay(instance)),
  );
  const chosenId = await chosenSender(db, instance.id, userId);
  return (
    able.find(({ email }) => addressKey(email) === addressKey(sentAs)) ??
    (isPrivate ? able.find(({ member_ids: members }) => members.length === 1) : undefined) ??
    able.find(({ sender_id: id }) => id === chosenId) ??
    able[0]
  );
}

/** Puts such a mail into the outbox, in the transaction of `ctx`, or says why it cannot be sent. */
export async function queueInvitation(
  ctx: ChangeContext,
  parts: InvitingParts,
  { userId, sentAs, isPrivate, to, write }: InvitationMail,
): Promise<{ readonly outgoingId: number; readonly sentAs: string } | 'senderMissing' | 'addressInvalid'> {
  const address = sendableAddress(to.address);
  if (address === undefined) return 'addressInvalid';
  const sender = await senderFor(ctx, parts, { userId, sentAs, isPrivate });
  if (sender === undefined) return 'senderMissing';
  const writer = await findWriter(ctx.db, ctx.instance.id, userId);
  const name = `${writer.firstName} ${writer.lastName}`.trim() || sender.name;
  const letter = write({ name, address: sender.email }, await parts.languageOf(ctx, userId));
  const outgoingId = await queueLetter(ctx, {
    cause: 'invitation',
    userId,
    sender,
    to: [{ address, name: to.name }],
    subject: letter.subject.slice(0, 998).trim(),
    content: letter.html,
    isPlain: false,
    past: null,
    calendar: { ...letter.calendar, filename: 'invite.ics' },
  });
  return { outgoingId, sentAs: sender.email };
}

/** How some mails to one receiver each stand. */
export const standingsOf = (
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  outgoingIds: readonly number[],
): Promise<ReadonlyMap<number, MailStanding>> => findStandings(db, instance.id, outgoingIds);
