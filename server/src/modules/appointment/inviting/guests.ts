import type { guestCommands } from '@kontor/contract/appointment';
import { MAX_PARTICIPANTS, type Participation } from '@kontor/contract/appointment';
import { addressKey } from '../../../platform/address-key.ts';
import type { ChangeContext, CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { takeToWrite } from '../access.ts';
import { announceAppointment } from '../announcing.ts';
import { writeAnswer } from '../answering.ts';
import type { IcalEvent } from '../icalendar/model.ts';
import type { KindParts } from '../parts.ts';
import { participantsOf } from '../people-rules.ts';
import { writeSaying } from '../series.ts';
import { readAppointments, type AppointmentRow } from '../store/appointments.ts';
import { dropGuestReply, putGuestReply, readGuestReplies, type GuestReplyRow } from '../store/guest-replies.ts';
import { readPersons } from '../store/persons.ts';

/** Keeps what somebody says who is not invited, for who may add them: to an appointment, a series, or an occurrence that is one of its own. */
export async function noteGuestReply(
  ctx: ChangeContext,
  rows: readonly AppointmentRow[],
  event: IcalEvent,
  said: { readonly address: string; readonly name: string; readonly state: Participation; readonly comment: string },
): Promise<void> {
  const row = rows.find(
    (one) => one.organiser === null && one.cancelled_at === null && one.original_local === event.original,
  );
  if (row === undefined || said.state === 'none') return;
  await putGuestReply(ctx.db, ctx.instance.id, {
    appointment_id: row.appointment_id,
    address: addressKey(said.address),
    name: said.name,
    state: said.state,
    comment: said.comment,
    sequence: event.sequence,
    stamp: Math.min(event.stampedAt, ctx.now()),
  });
  await announceAppointment(ctx, row);
}

/** What somebody with an address has said to an appointment without being invited; undefined where they have not, or are by now. */
export async function guestReplyBy(
  { db, instance }: Pick<ChangeContext, 'db' | 'instance'>,
  appointmentId: number,
  address: string,
): Promise<GuestReplyRow | undefined> {
  if (address === '') return undefined;
  const key = addressKey(address);
  const persons = await readPersons(db, instance.id, [appointmentId]);
  if (persons.some((one) => one.is_active && addressKey(one.address) === key)) return undefined;
  return (await readGuestReplies(db, instance.id, appointmentId)).find((one) => one.address === key);
}

/** Has somebody take part who has answered without being invited. What they have said counts where it was to the appointment as it is. */
async function addGuest(
  ctx: CommandContext,
  parts: KindParts,
  taken: Awaited<ReturnType<typeof takeToWrite>>,
  address: string,
) {
  const { db, instance } = ctx;
  const { row, persons, original } = taken;
  const reply = original === null ? await guestReplyBy(ctx, row.appointment_id, address) : undefined;
  if (reply === undefined || row.organiser !== null || row.cancelled_at !== null) return fail('GUEST_REPLY_GONE');
  const known = participantsOf(persons);
  if (known.length >= MAX_PARTICIPANTS) return fail('TOO_MANY_PARTICIPANTS', { data: { max: MAX_PARTICIPANTS } });
  const guest = {
    userId: null,
    resourceId: null,
    address: reply.address,
    name: reply.name,
    role: 'required' as const,
    active: true,
    alert: true,
    write: false,
  };
  const given = { participants: [...known.map((one) => ({ ...one, accept: one.accept })), guest] };
  const { id } = await writeSaying(ctx, parts, taken, { given, scope: 'all', accepted: true });
  await dropGuestReply(db, instance.id, reply);
  const [now] = await readAppointments(db, instance.id, [id]);
  const person = (await readPersons(db, instance.id, [id])).find((one) => addressKey(one.address) === reply.address);
  if (now === undefined || person === undefined || reply.sequence < now.sequence) return;
  await writeAnswer(ctx, now, person, { state: reply.state, comment: reply.comment, isTold: true });
}

export const guestHandlers = (parts: KindParts): CommandHandlers<typeof guestCommands> => ({
  async addGuest(ctx, { aggregateId, address }) {
    const taken = await takeToWrite(ctx, aggregateId);
    await addGuest(ctx, parts, taken, address);
    await announceAppointment(ctx, taken.row);
    return {};
  },
});
