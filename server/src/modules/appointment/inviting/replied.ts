import type { Participation } from '@kontor/contract/appointment';
import { addressKey } from '../../../platform/address-key.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { instantOf, type LocalTime } from '../../../platform/recurrence/index.ts';
import { lockItems } from '../../activity/index.ts';
import { writeAnswer } from '../answering.ts';
import type { IcalEvent } from '../icalendar/model.ts';
import { makeAppointment } from '../making.ts';
import { occurrenceOf } from '../occurrences.ts';
import { participantsOf } from '../people-rules.ts';
import type { KindParts } from '../parts.ts';
import { plainOf } from '../rules.ts';
import { settle } from '../settling.ts';
import { appointmentsByUid, changedOccurrences, holdUid, type AppointmentRow } from '../store/appointments.ts';
import { putInvitations } from '../store/invitations.ts';
import { readPersons } from '../store/persons.ts';
import { tellOrganisers } from '../telling.ts';
import { toLocal } from '../times.ts';
import { eventsOf, type CalendarPart } from './arriving.ts';
import { duesOf, type Due } from './due.ts';
import { noteGuestReply } from './guests.ts';

/** What is known of somebody outside when an answer of theirs comes. */
interface Known extends Pick<Due, 'knownSequence' | 'message' | 'stored'> {
  /** The number of the appointment as it stands. */
  readonly sequence: number;
}

/**
 * Whether an answer counts: to what the participant knows, and not to what was before it; not one that is older than what they have said last, or that same one
 * once more. While they are about to hear of another time, answers to the former one are void.
 */
export function counts(
  { sequence, stampedAt }: Pick<IcalEvent, 'sequence' | 'stampedAt'>,
  { knownSequence, message, stored, sequence: standing }: Known,
): boolean {
  const least = message === undefined ? knownSequence : Math.max(knownSequence, standing);
  return sequence >= least && stampedAt > stored.answer_stamp;
}

/** What the sender of a mail says to an appointment; undefined where they say nothing, or it speaks for somebody else. */
function saidBy(
  event: IcalEvent,
  sender: string,
): { readonly state: Exclude<Participation, 'none'>; readonly comment: string } | undefined {
  const [one, ...others] = event.people;
  if (one === undefined || others.length > 0 || one.state === 'none') return undefined;
  if (addressKey(one.address) !== addressKey(sender)) return undefined;
  return { state: one.state, comment: event.comment };
}

/** Makes an occurrence of a series of ours an appointment of its own, as it is; undefined where the series has none at that time. */
async function detached(
  ctx: ChangeContext,
  parts: KindParts,
  series: AppointmentRow,
  original: LocalTime,
): Promise<number | undefined> {
  const { db, instance } = ctx;
  const id = series.appointment_id;
  const changed = (await changedOccurrences(db, instance.id, id)).flatMap((one) => one.original_local ?? []);
  const slot = occurrenceOf(series, changed, original);
  if (slot === undefined) return undefined;
  const persons = await readPersons(db, instance.id, [id]);
  const plain = { ...plainOf(series, participantsOf(persons)), slot, repetition: null };
  const { row } = await makeAppointment(ctx, parts, plain, {
    creatorId: series.creator_id,
    actorId: 0,
    rule: null,
    accepted: true,
    persons,
    booksAlike: true,
    uid: series.uid,
    marks: {
      series_id: id,
      original_local: original,
      group_id: series.group_id,
      sequence: series.sequence,
    },
    // The series gives it up before it takes the same time itself.
    beforeSettling: async () => void (await settle(ctx, id, { accepted: true })),
  });
  return row.appointment_id;
}

/** The occurrence that an answer is to, in the zone of its series: programs write it in theirs. */
function originalIn({ original, slot }: Pick<IcalEvent, 'original' | 'slot'>, zone: string | null): LocalTime | null {
  if (original === null || slot.zone === null || zone === null || slot.zone === zone) return original;
  return toLocal(instantOf(original, slot.zone), zone);
}

export const isSame = (address: string, sender: string): boolean => addressKey(address) === addressKey(sender);

/** How the sender of an answer stands to what it is about; undefined where they are not invited, or there is no such appointment. */
export async function dueOf(
  ctx: ChangeContext,
  parts: KindParts,
  event: IcalEvent,
  sender: string,
): Promise<Due | undefined> {
  const find = async (meant: Pick<IcalEvent, 'original' | 'slot'>) =>
    (await duesOf(ctx, event.uid)).find(
      ({ invited: { row }, series, person }) =>
        row.original_local === originalIn(meant, (series?.row ?? row).zone) &&
        row.cancelled_at === null &&
        person.is_active &&
        isSame(person.address, sender),
    );
  const found = await find(event);
  if (found !== undefined || event.original === null) return found;
  const inSeries = await find({ ...event, original: null });
  if (inSeries === undefined || inSeries.invited.row.rule === null) return undefined;
  if (!counts(event, { ...inSeries, sequence: inSeries.invited.row.sequence })) return undefined;
  const { row } = inSeries.invited;
  const original = originalIn(event, row.zone);
  const id = original === null ? undefined : await detached(ctx, parts, row, original);
  return id === undefined ? undefined : find(event);
}

/** Writes what a participant outside has said in a mail, and keeps it with what it was to. */
export async function writeReplied(
  ctx: ChangeContext,
  { invited, person, stored }: Due,
  {
    stampedAt,
    ...said
  }: { readonly state: Exclude<Participation, 'none'>; readonly comment: string; readonly stampedAt: number },
): Promise<void> {
  await writeAnswer(ctx, invited.row, person, { ...said, isTold: true });
  const [now = stored] = (await duesOf(ctx, invited.row.uid))
    .filter((one) => one.person.appointment_id === person.appointment_id && one.person.member_id === person.member_id)
    .map((one) => one.stored);
  const answer = { ...said, answeredAt: ctx.now() };
  // A clock that is fast does not keep what is said later from counting.
  await putInvitations(ctx.db, ctx.instance.id, [{ ...now, answer, answer_stamp: Math.min(stampedAt, ctx.now()) }]);
}

/**
 * Takes what participants outside answer by mail to appointments of ours. Whoever is not invited, speaks for another, or answers what is another by now changes nothing.
 * Running twice changes nothing. Returns whether somebody who is not invited answers to something of ours.
 */
export async function takeReplies(
  ctx: ChangeContext,
  parts: KindParts,
  { calendar, sender }: CalendarPart,
): Promise<boolean> {
  const { db, instance } = ctx;
  let isUninvited = false;
  for (const event of eventsOf(ctx, calendar)) {
    const said = saidBy(event, sender);
    if (said === undefined) continue;
    await holdUid(db, instance.id, event.uid);
    const rows = await appointmentsByUid(db, instance.id, event.uid);
    await lockItems(
      ctx,
      rows.map(({ appointment_id: id }) => id),
    );
    const invited = (await duesOf(ctx, event.uid)).some((one) => isSame(one.person.address, sender));
    if (!invited && rows.some(({ organiser }) => organiser === null)) {
      isUninvited = true;
      await noteGuestReply(ctx, rows, event, { ...said, address: sender, name: event.people[0]?.name ?? '' });
    }
    const due = await dueOf(ctx, parts, event, sender);
    if (due === undefined) continue;
    const { row } = due.invited;
    if (!counts(event, { ...due, sequence: row.sequence })) continue;
    await writeReplied(ctx, due, { ...said, stampedAt: event.stampedAt });
    await tellOrganisers(ctx, parts, [row]);
  }
  return isUninvited;
}
