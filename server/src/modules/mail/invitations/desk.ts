import { rightsToBits } from '@kontor/contract/account';
import { decodeText } from '../../../platform/charset.ts';
import type { CalendarEvent, CalendarReply } from '../../../platform/mailparse/index.ts';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext, InstanceContext } from '../../../platform/operation/context.ts';
import { peopleAmong } from '../../account/index.ts';
import { recordsOfAddresses } from '../../record/index.ts';
import { announceItem } from '../reading/announce-item.ts';
import { addressKey } from '../rules.ts';
import { sendableAddress } from '../sending/rules.ts';
import { attachmentsOf } from '../store/mails.ts';
import { sendersInReach } from '../writing/store/senders.ts';
import { queueInvitation, standingsOf, type InvitationMail, type InvitingParts } from './inviting.ts';
import { queueAnswer } from './answer-letter.ts';
import { checkedInvitation, invitingMails, markUninvited, ownersOfMail } from './store.ts';

/** An answer to an invitation that a mail brought. */
export interface AnsweredInvitation {
  readonly mailId: number;
  readonly userId: number;
  readonly invitedAs: string;
  readonly uid: string;
  /** The whole calendar; undefined where its file is not kept. */
  readonly calendar: string | undefined;
  readonly answer: CalendarReply['answer'];
  readonly comment: string;
  /** The time that they propose with it. */
  readonly counter?: CalendarReply['counter'];
}

/** Hears of such answers, in the transaction that writes them. */
export type OnInvitationAnswered = (ctx: ChangeContext, answered: AnsweredInvitation) => Promise<void>;

/** A calendar that a mail brought whose sender is confirmed. */
export interface CheckedCalendar {
  readonly mailId: number;
  readonly calendar: string;
  readonly sender: string;
  /** Somebody here has written to them from that mailbox, or a record names their address. */
  readonly isKnown: boolean;
  /** People whose own address is invited; who shares a mailbox is not. */
  readonly invited: readonly { readonly userId: number; readonly invitedAs: string }[];
}

/** Hears of such calendars, in a transaction after that of the mail; maybe more than once. Returns whether one answers to something of ours and is from somebody who is not invited. */
export type OnCalendarPart = (ctx: ChangeContext, part: CheckedCalendar) => Promise<{ readonly isUninvited: boolean }>;

const MAX_CALENDAR_BYTES = 4_000_000;

/** The calendar of a mail, as its file has it. */
export async function calendarOfMail(
  { db, instance, blobs }: InstanceContext,
  mailId: number,
  uid: string,
): Promise<string | undefined> {
  const files = await attachmentsOf(db, instance.id, mailId);
  const calendars = files.filter(
    (file) =>
      file.size <= MAX_CALENDAR_BYTES && (file.content_type === 'text/calendar' || /\.ics$/i.test(file.filename)),
  );
  for (const { blob_hash: hash } of calendars.slice(0, 5)) {
    if (hash === null) continue;
    const text = decodeText(await blobs.get(instance.id, hash));
    if (text.replaceAll(/\r?\n[ \t]/g, '').includes(uid)) return text;
  }
  return undefined;
}

const CALENDAR_JOB = 'mail.calendar';

/** Has the calendar of a mail that was checked told of, where it asks for something and is from whom it says. */
export async function tellSoon(ctx: JobContext, mailId: number): Promise<void> {
  if ((await checkedInvitation(ctx.db, ctx.instance.id, mailId)) === undefined) return;
  const key = `${CALENDAR_JOB}:${ctx.instance.id}:${mailId}`;
  await ctx.change((change) => change.enqueue(CALENDAR_JOB, { mailId }, { key, queue: CALENDAR_JOB }));
}

export const calendarJobs = ({ onCalendarPart }: { readonly onCalendarPart: OnCalendarPart }): JobHandlers => ({
  [CALENDAR_JOB]: (ctx, { mailId }) => tellCalendar(ctx, onCalendarPart, Number(mailId)),
});

async function tellCalendar(ctx: JobContext, onCalendarPart: OnCalendarPart, mailId: number): Promise<void> {
  const found = await checkedInvitation(ctx.db, ctx.instance.id, mailId);
  if (found === undefined) return;
  const calendar = await calendarOfMail(ctx, mailId, found.uid);
  if (calendar === undefined) return;
  await ctx.change(async (change) => {
    const { sender, participants } = found;
    const isContact = (await recordsOfAddresses(change.db, change.instance.id, [sender])).size > 0;
    const keys = new Map(participants.map((address) => [addressKey(address), address]));
    const invited = (await ownersOfMail(change.db, change.instance.id, mailId)).flatMap((one) => {
      const invitedAs = keys.get(addressKey(one.address));
      const isOwn = one.members === 1 || addressKey(one.own ?? '') === addressKey(one.address);
      return invitedAs !== undefined && isOwn ? [{ userId: one.user_id, invitedAs }] : [];
    });
    const part = { mailId, calendar, sender, isKnown: found.isWrittenTo || isContact, invited };
    const { isUninvited } = await onCalendarPart(change, part);
    if (!isUninvited) return;
    await markUninvited(change.db, change.instance.id, mailId);
    await announceItem(change, mailId);
  });
}

/** What somebody says to an invitation in their calendar. */
export interface CalendarAnswer {
  readonly userId: number;
  readonly invitedAs: string;
  readonly event: CalendarEvent;
  readonly answer: CalendarReply['answer'];
  readonly comment: string;
  /** The time that they propose with it. */
  readonly counter?: CalendarReply['counter'];
}

/** Sends what people say in their calendars to those who have invited them, and what they invite others to. */
export function openInvitations(parts: InvitingParts) {
  const { languageOf } = parts;
  let wake = (): void => undefined;
  return {
    /** Puts an invitation, a change of one or its end into the outbox, in the transaction of `ctx`, or says why it cannot be sent. */
    async invite(ctx: ChangeContext, mail: InvitationMail): ReturnType<typeof queueInvitation> {
      const queued = await queueInvitation(ctx, parts, mail);
      ctx.afterCommit(() => wake());
      return queued;
    },
    standings: standingsOf,

    /** Puts the mail into the outbox, in the transaction of `ctx`. Returns false, and sends nothing, where the person may not write from the address that was invited. */
    async reply(ctx: ChangeContext, { userId, invitedAs, ...said }: CalendarAnswer): Promise<boolean> {
      const { db, instance } = ctx;
      const maySend = (await peopleAmong(db, instance.id, [userId], rightsToBits(['createMail']))).get(userId) === true;
      const sender = (await sendersInReach(db, instance.id, userId)).find(
        (one) => one.sender_ids.includes(userId) && addressKey(one.email) === addressKey(invitedAs),
      );
      if (sendableAddress(said.event.organiser.address) === undefined || !maySend || sender === undefined) return false;
      const language = await languageOf(ctx, userId);
      await queueAnswer(ctx, { ...said, userId, address: invitedAs, sender, language, past: null });
      for (const mailId of await invitingMails(db, instance.id, userId, said.event.uid))
        await announceItem(ctx, mailId);
      ctx.afterCommit(() => wake());
      return true;
    },

    /** Says what wakes who hands mails over, once that is there. */
    onQueued(wakes: () => void): void {
      wake = wakes;
    },
  };
}

export type InvitationDesk = ReturnType<typeof openInvitations>;
