import type { CalendarEvent } from '../../../platform/mailparse/index.ts';
import type { JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { instantOf } from '../../../platform/recurrence/index.ts';
import { timeZoneOf } from '../../account/index.ts';
import { lockItems } from '../../activity/index.ts';
import type { AppointmentParts } from '../parts.ts';
import { slotOf } from '../rules.ts';
import { readAppointments, type AppointmentRow } from '../store/appointments.ts';
import { readPersons, type PersonRow } from '../store/persons.ts';
import { dayOfLocal, daysLater, isWhole, type Slot } from '../times.ts';

const REPLY_JOB = 'appointment.reply';
/** What somebody says and takes back within this time is told once. */
const GATHERING_MS = 5000;

/** Has the organiser of an appointment hear what somebody says to it, where they are outside and have invited them by mail. */
export async function replySoon(ctx: ChangeContext, row: AppointmentRow, person: PersonRow): Promise<void> {
  if (row.organiser === null || person.user_id === null || person.invited_as === '') return;
  const key = `${REPLY_JOB}:${ctx.instance.id}:${row.appointment_id}:${person.member_id}`;
  const payload = { appointmentId: row.appointment_id, memberId: person.member_id };
  await ctx.enqueue(REPLY_JOB, payload, { key, runAt: new Date(ctx.now() + GATHERING_MS) });
}

const compact = (instant: string): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** When something is, as an event has it. */
const timesOf = (slot: Slot, zone: string) =>
  isWhole(slot)
    ? { startDate: dayOfLocal(slot.start), endDate: dayOfLocal(daysLater(slot.end, 1)), allDay: true }
    : { startDate: instantOf(slot.start, zone), endDate: instantOf(slot.end, zone), allDay: false };

/** An appointment as an answer to it names it. */
function eventOf(row: AppointmentRow, zone: string): CalendarEvent {
  const slot = slotOf(row);
  const isDays = isWhole(slot);
  const where = slot.zone ?? zone;
  const original = row.original_local;
  return {
    uid: row.uid,
    recurrence:
      original === null ? '' : isDays ? dayOfLocal(original).replaceAll('-', '') : compact(instantOf(original, where)),
    sequence: row.sequence,
    method: 'REQUEST',
    title: row.title,
    description: '',
    location: row.location,
    ...timesOf(slot, where),
    timeZone: where,
    isZoneKnown: true,
    repeats: row.rule,
    organiser: row.organiser ?? { address: '', name: '' },
    participants: [],
    isCancelled: false,
  };
}

/** Tells an organiser what somebody has said by now; what says nothing any more is not told. */
async function reply(
  ctx: ChangeContext,
  { sendReply }: Pick<AppointmentParts, 'sendReply'>,
  id: number,
  memberId: number,
) {
  await lockItems(ctx, [id]);
  const [row] = await readAppointments(ctx.db, ctx.instance.id, [id]);
  const person = (await readPersons(ctx.db, ctx.instance.id, [id])).find((one) => one.member_id === memberId);
  if (row === undefined || person === undefined || person.user_id === null || row.cancelled_at !== null) return;
  const { user_id: userId, state: answer, comment, invited_as: invitedAs } = person;
  if (answer === 'none') return;
  await sendReply(ctx, { userId, invitedAs, event: eventOf(row, timeZoneOf(ctx.instance)), answer, comment });
}

/**
 * Proposes another time to an organiser outside who has invited somebody by mail, in the transaction of `ctx`. Returns false, and sends nothing, where they were not invited by mail, or may not
 * write from the address that was.
 */
export async function sendCounter(
  ctx: ChangeContext,
  { sendReply }: Pick<AppointmentParts, 'sendReply'>,
  { row, person }: { readonly row: AppointmentRow; readonly person: PersonRow },
  { slot, comment }: { readonly slot: Slot; readonly comment: string },
): Promise<boolean> {
  const { user_id: userId, invited_as: invitedAs, state } = person;
  if (userId === null || invitedAs === '') return false;
  const zone = timeZoneOf(ctx.instance);
  const event = eventOf(row, zone);
  const answer = state === 'none' ? 'tentative' : state;
  const { startDate, endDate, allDay } = timesOf(slot, slot.zone ?? row.zone ?? zone);
  return sendReply(ctx, { userId, invitedAs, event, answer, comment, counter: { startDate, endDate, allDay } });
}

export const replyJobs = (parts: Pick<AppointmentParts, 'sendReply'>): JobHandlers => ({
  [REPLY_JOB]: ({ change }, { appointmentId, memberId }) =>
    change((ctx) => reply(ctx, parts, Number(appointmentId), Number(memberId))),
});
