import type { CalendarEvent, CalendarReply } from '../../platform/mailparse/index.ts';
import type { ChangeContext, InstanceContext } from '../../platform/operation/context.ts';
import type { ItemKinds, ListReader } from '../activity/index.ts';

/** What a person says to an invitation, for whoever sends it to the organiser. */
export interface Reply {
  readonly userId: number;
  /** The address that was invited. */
  readonly invitedAs: string;
  readonly event: CalendarEvent;
  readonly answer: CalendarReply['answer'];
  readonly comment: string;
  /** The time that they propose with it: `startDate` and `endDate` as an event has them. */
  readonly counter?: CalendarReply['counter'];
}

/** Sends such a reply, in the transaction of `ctx`. Returns false, and sends nothing, where the person may not write from the address that was invited. */
export type SendReply = (ctx: ChangeContext, reply: Reply) => Promise<boolean>;

/** How somebody wants appointments among what is unfinished. */
export interface InboxChoice {
  /** On their day, and where they ask something; only where they ask; or never. */
  readonly when: 'day' | 'asking' | 'never';
  /** They are Done by themselves once they are over. */
  readonly isDoneAlone: boolean;
  /** The time of the day at which they come up: `06:00`. */
  readonly dayStarts: string;
}

/** What some people have chosen. */
export type InboxChoices = (
  ctx: Pick<InstanceContext, 'db' | 'instance'>,
  userIds: readonly number[],
) => Promise<ReadonlyMap<number, InboxChoice>>;

/** Whose word counts, by the address that others know. */
export interface Organiser {
  readonly name: string;
  readonly address: string;
}

/** An invitation as a mail. */
export interface InvitationLetter {
  readonly subject: string;
  readonly html: string;
  readonly calendar: { readonly method: 'REQUEST' | 'CANCEL' | 'DECLINECOUNTER'; readonly content: string };
}

/** A mail to somebody outside, from the person who organises. */
export interface Invitation {
  readonly userId: number;
  /** The address of theirs that the receiver knows; empty where they know none. */
  readonly sentAs: string;
  /** Who shares a mailbox with them may not read it. */
  readonly isPrivate: boolean;
  readonly to: { readonly name: string; readonly address: string };
  /** Writes it, when it is known as whom. */
  readonly write: (organiser: Organiser, language: 'de' | 'en') => InvitationLetter;
}

/** How a mail to somebody outside stands. */
export interface MailStanding {
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly reason: 'refused' | 'bounced' | 'unknown' | 'called back' | null;
  /** What the mail server has said. */
  readonly answer: string;
}

/** What invitations are sent by. */
export interface Inviting {
  /** Puts such a mail into the outbox, in the transaction of `ctx`, or says why it cannot be sent. */
  readonly invite: (
    ctx: ChangeContext,
    invitation: Invitation,
  ) => Promise<{ readonly outgoingId: number; readonly sentAs: string } | 'senderMissing' | 'addressInvalid'>;
  /** How some of them stand. */
  readonly standings: (
    ctx: Pick<InstanceContext, 'db' | 'instance'>,
    outgoingIds: readonly number[],
  ) => Promise<ReadonlyMap<number, MailStanding>>;
}

/** What the module needs of those beside it. */
export interface AppointmentParts {
  readonly list: ListReader;
  readonly itemKinds: () => ItemKinds;
  readonly inboxOf: InboxChoices;
  /** Tells an organiser outside by mail what somebody says. */
  readonly sendReply: SendReply;
  /** Invites those outside by mail. */
  readonly inviting: Inviting;
}

/** What those outside are written to by. */
export type SendingParts = Pick<AppointmentParts, 'sendReply' | 'inviting'>;

/** What has to be known of kinds of item, and of people, where one of them is changed. */
export type KindParts = Pick<AppointmentParts, 'itemKinds' | 'inboxOf'>;

const NO_KINDS: ItemKinds = new Map();
/** For what comes from elsewhere: nobody listens to what becomes of it, and it is among what is unfinished as it usually is. */
export const PARTS_ALONE: KindParts = { itemKinds: () => NO_KINDS, inboxOf: async () => new Map() };
