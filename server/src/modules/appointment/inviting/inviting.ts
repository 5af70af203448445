import type { Db } from '../../../platform/db/database.ts';
import type { JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { timeZoneOf } from '../../account/index.ts';
import { lockItems } from '../../activity/index.ts';
import { announceAppointment } from '../announcing.ts';
import { addressesOf } from '../icalendar/addresses.ts';
import { hashToken, newGuestToken } from '../guest-tokens.ts';
import type { AppointmentParts, Invitation } from '../parts.ts';
import { appointmentsByUid, holdUid, markAppointment, type AppointmentRow } from '../store/appointments.ts';
import { putInvitations, type InvitationRow } from '../store/invitations.ts';
import { putLink } from '../store/links.ts';
import { changedOriginals } from '../store/objects.ts';
import { putPersons, type PersonRow } from '../store/persons.ts';
import { duesOf, type Due } from './due.ts';
import { letterOf } from './letter.ts';
import { sendFromInstance, type GuestParts } from './own-mail.ts';
import { isOutside } from './told.ts';

const INVITE_JOB = 'appointment.invite';
/** What is changed and changed back within this time is told of once, or not at all. */
const GATHERING_MS = 30_000;

const silent = new WeakSet<Db>();
/** Has a transaction tell nobody outside of what it makes: that is known there. */
export const inviteNobody = ({ db }: Pick<ChangeContext, 'db'>): void => void silent.add(db);

/** Orders the mails about the appointments of a uid; those that are ordered already go with them. */
const order = (ctx: ChangeContext, uid: string, afterMs: number): Promise<void> =>
  ctx.enqueue(
    INVITE_JOB,
    { uid },
    { key: `${INVITE_JOB}:${ctx.instance.id}:${uid}`, runAt: new Date(ctx.now() + afterMs) },
  );

/** What somebody had said before a change that was taken back before they heard of it. */
const answeredBefore = ({ person, stored, isKnown }: Due): PersonRow | undefined =>
  isKnown && stored.answer !== null && person.state === 'none' && stored.answer.state !== 'none'
    ? {
        ...person,
        state: stored.answer.state,
        comment: stored.answer.comment,
        answered_at: stored.answer.answeredAt,
        is_confirmed: stored.answer.state === 'accepted',
        accepts: stored.answer.state === 'accepted',
      }
    : undefined;

/** Has those outside who take part in an appointment of ours, or did, hear of how it stands, where that is other than what they know. */
export async function inviteSoon(
  ctx: ChangeContext,
  row: AppointmentRow,
  persons: readonly PersonRow[],
): Promise<void> {
  if (row.organiser !== null || silent.has(ctx.db) || !persons.some(isOutside)) return;
  const { db, instance } = ctx;
  const dues = await duesOf(ctx, row.uid);
  const waiting = dues
    .filter(({ stored, message }) => stored.waits !== (message !== undefined) || message !== undefined)
    .map(({ stored, message }) => ({ ...stored, waits: message !== undefined }));
  await putInvitations(db, instance.id, waiting);
  await putPersons(
    db,
    instance.id,
    dues.flatMap((due) => answeredBefore(due) ?? []),
  );
  if (dues.some(({ message }) => message !== undefined)) await order(ctx, row.uid, GATHERING_MS);
}

/** Notes that those outside know of an appointment as it stands, by another mail than ours. */
export async function noteKnown(ctx: ChangeContext, { uid }: Pick<AppointmentRow, 'uid'>): Promise<void> {
  const known = (await duesOf(ctx, uid)).flatMap(({ invited, stored, wanted, message }) =>
    message === undefined
      ? []
      : [{ ...stored, told: wanted, told_sequence: invited.row.sequence, waits: false } satisfies InvitationRow],
  );
  await putInvitations(ctx.db, ctx.instance.id, known);
}

/** Tries the mail to somebody outside once more that did not reach them. Returns whether there was one. */
export async function inviteAgain(ctx: ChangeContext, row: AppointmentRow, memberId: number): Promise<boolean> {
  if (row.organiser !== null) return false;
  const due = (await duesOf(ctx, row.uid)).find(
    ({ invited, person }) =>
      invited.row.appointment_id === row.appointment_id && person.member_id === memberId && person.is_active,
  );
  if (due === undefined) return false;
  await putInvitations(ctx.db, ctx.instance.id, [{ ...due.stored, told: 'off', fault: null, waits: true }]);
  await order(ctx, row.uid, 0);
  return true;
}

/** A mail that brings somebody back raises the number: they have heard of this one that it is off. */
async function sequenceOf(ctx: ChangeContext, { invited: { row }, stored, message }: Due): Promise<number> {
  const isBack = message?.method === 'REQUEST' && stored.told === 'off' && row.sequence <= stored.told_sequence;
  if (!isBack) return row.sequence;
  const sequence = stored.told_sequence + 1;
  await markAppointment(ctx.db, ctx.instance.id, row.appointment_id, { sequence });
  return sequence;
}

interface SendParts extends Pick<AppointmentParts, 'inviting'> {
  readonly guests: GuestParts;
}

/** Sends a mail from a mailbox of its organiser, or from the instance where they have none. */
async function sendEither(
  ctx: ChangeContext,
  { inviting, guests }: SendParts,
  mail: Invitation,
  meant: Parameters<typeof sendFromInstance>[3],
): Promise<{ readonly outgoingId: number | null; readonly sentAs: string } | 'senderMissing' | 'addressInvalid'> {
  const { appointmentId, memberId, tokenHash } = meant;
  const link = { appointment_id: appointmentId, member_id: memberId, token_hash: tokenHash };
  const put = (ownMail: 'waiting' | null) => putLink(ctx.db, ctx.instance.id, { ...link, own_mail: ownMail });
  const sent = await inviting.invite(ctx, mail);
  if (sent === 'senderMissing' && (await sendFromInstance(ctx, guests, mail, meant))) {
    await put('waiting');
    return { outgoingId: null, sentAs: '' };
  }
  if (typeof sent !== 'string') await put(null);
  return sent;
}

/** Sends somebody what they have to hear. Returns how they stand then. */
async function send(ctx: ChangeContext, { inviting, guests }: SendParts, due: Due) {
  const { db, instance } = ctx;
  const { person, stored, wanted, series, own, message } = due;
  if (message === undefined) return { ...stored, waits: false } satisfies InvitationRow;
  const sequence = await sequenceOf(ctx, due);
  const invited = { ...due.invited, row: { ...due.invited.row, sequence } };
  const { row, persons } = invited;
  const people = [row.calendar_id, ...persons.flatMap(({ user_id: userId }) => userId ?? [])];
  const about = {
    invited,
    person,
    message,
    series: series?.row,
    own,
    originals: await changedOriginals(db, instance.id, row.rule === null ? [] : [row.appointment_id]),
    addresses: await addressesOf(ctx, people),
    zone: timeZoneOf(instance),
    now: ctx.now(),
  };
  // What is off is answered by nobody.
  const token = message.kind === 'off' ? undefined : newGuestToken();
  const link = token === undefined ? '' : `${guests.originOf(instance)}/book/${instance.name}/answer/${token}`;
  const mail: Invitation = {
    userId: row.calendar_id,
    sentAs: stored.sent_as,
    isPrivate: row.access === 'private',
    to: { name: person.name, address: person.address },
    write: (organiser, language) => letterOf({ ...about, link }, organiser, language),
  };
  const sent = await sendEither(ctx, { inviting, guests }, mail, {
    appointmentId: row.appointment_id,
    memberId: person.member_id,
    tokenHash: token === undefined ? null : hashToken(token),
  });
  if (typeof sent === 'string') return { ...stored, waits: false, fault: sent } satisfies InvitationRow;
  const asksAnew = sequence > due.knownSequence || message.kind !== 'changed';
  return {
    ...stored,
    told: wanted,
    told_sequence: sequence,
    answer: asksAnew ? null : stored.answer,
    sent_as: sent.sentAs,
    outgoing_id: sent.outgoingId,
    waits: false,
    fault: null,
  } satisfies InvitationRow;
}

/** Sends the mails about the appointments of a uid: one to each who has to hear of one. */
async function inviteAll(ctx: ChangeContext, parts: SendParts, uid: string): Promise<void> {
  const { db, instance } = ctx;
  await holdUid(db, instance.id, uid);
  const rows = await appointmentsByUid(db, instance.id, uid);
  await lockItems(
    ctx,
    rows.map(({ appointment_id: id }) => id),
  );
  const touched = new Map<number, AppointmentRow>();
  // What is told of a series says something of its occurrences as well: they are looked at when it was.
  for (const isOccurrence of [false, true])
    for (const due of await duesOf(ctx, uid)) {
      const { row } = due.invited;
      if ((row.original_local !== null) !== isOccurrence || (due.message === undefined && !due.stored.waits)) continue;
      await putInvitations(db, instance.id, [await send(ctx, parts, due)]);
      touched.set(row.appointment_id, row);
    }
  for (const row of touched.values()) await announceAppointment(ctx, row);
}

export const inviteJobs = (parts: SendParts): JobHandlers => ({
  [INVITE_JOB]: ({ change }, { uid }) => change((ctx) => inviteAll(ctx, parts, String(uid))),
});
