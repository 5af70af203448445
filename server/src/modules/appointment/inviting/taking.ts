import { rightsToBits } from '@kontor/contract/account';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { peopleAmong, timeZoneOf } from '../../account/index.ts';
import { editItems, edits, lockItems, noteChange, noteOrigin, type ItemKinds } from '../../activity/index.ts';
import { writeAnswer, type Answer } from '../answering.ts';
import { cancel } from '../cancelling.ts';
import { withPeople } from '../editing.ts';
import type { IcalEvent } from '../icalendar/model.ts';
import { isNewer } from '../icalendar/reading.ts';
import { ask, putOffFor } from '../inbox.ts';
import { makeAppointment } from '../making.ts';
import type { KindParts } from '../parts.ts';
import { showToPeople } from '../people.ts';
import { isAsked, participantsOf, personsAfter, type PlainParticipant } from '../people-rules.ts';
import {
  asksAnew,
  changesTimes,
  defaultsOf,
  differencesOf,
  isSame,
  plainOf,
  slotOf,
  valuesOf,
  type Plain,
} from '../rules.ts';
import { settle } from '../settling.ts';
import {
  appointmentsByUid,
  holdUid,
  markAppointment,
  updateAppointment,
  type AppointmentRow,
} from '../store/appointments.ts';
import { putPersons, readPersons, type PersonRow } from '../store/persons.ts';
import { forgetProposals } from '../store/proposals.ts';
import { writeProposal } from '../proposing/noting.ts';
import { isThere, slotOfCounter, type CounterTimes } from '../proposing/rules.ts';
import { isRightSlot, realMoments } from '../times.ts';
import { eventsOf, type CalendarPart } from './arriving.ts';
import { takeCounters, takeDeclined } from './countered.ts';
import { invitedRow, isOf, isSameAddress, peopleFrom, withStates } from './people-of-event.ts';
import { takeReplies } from './replied.ts';

/** Nobody listens to what becomes of an item that is just made. */
const NO_KINDS: ItemKinds = new Map();

type TakingParts = Pick<KindParts, 'inboxOf'>;
const withoutKinds = ({ inboxOf }: TakingParts): KindParts => ({ inboxOf, itemKinds: () => NO_KINDS });

/** What somebody says in a mail to the invitation that it brings. */
export interface Answered {
  readonly mailId: number;
  readonly userId: number;
  /** The address of theirs that is invited. */
  readonly invitedAs: string;
  readonly uid: string;
  /** The calendar of the mail; undefined where it is not kept. */
  readonly calendar: string | undefined;
  readonly answer: Answer['state'];
  readonly comment: string;
  /** The time that they propose with it. */
  readonly counter?: CounterTimes;
}

const plainFrom = (
  ctx: ChangeContext,
  event: IcalEvent,
  userId: number,
  participants: readonly PlainParticipant[],
): Plain => {
  const fresh = defaultsOf({ type: undefined, calendarId: userId, zone: timeZoneOf(ctx.instance), now: ctx.now() });
  const { slot, title, description, location, meetingUrl, access, isFree, repetition } = event;
  const said = { slot, title, description, location, meetingUrl, access, isFree, repetition };
  return withPeople({ ...fresh, ...said, alert: 'none', participants }, []);
};

/** Makes the appointment that somebody is invited to, in their calendar. */
async function make(
  ctx: ChangeContext,
  parts: KindParts,
  event: IcalEvent,
  { mailId, userId, invitedAs }: Omit<Answered, 'calendar' | 'answer' | 'comment' | 'uid'>,
  series: AppointmentRow | undefined,
) {
  const me = invitedRow(userId, invitedAs, 1);
  const { rule, organiser, uid, original, sequence, stampedAt, foreign, excluded } = event;
  const { row } = await makeAppointment(ctx, parts, plainFrom(ctx, event, userId, peopleFrom(event, [me])), {
    creatorId: userId,
    actorId: userId,
    rule: original === null ? rule : null,
    accepted: true,
    persons: [me],
    organiser,
    uid,
    marks: {
      sequence,
      stamped_at: stampedAt,
      ical_extra: foreign,
      excluded,
      original_local: original,
      series_id: series?.appointment_id ?? null,
    },
  });
  const id = row.appointment_id;
  await putPersons(ctx.db, ctx.instance.id, withStates(await readPersons(ctx.db, ctx.instance.id, [id]), event));
  await noteOrigin(ctx, id, { originId: mailId, storageKey: '' });
  if (series !== undefined) await settle(ctx, series.appointment_id, { accepted: true });
  return row;
}

/** Brings an appointment to how a newer invitation has it. Returns whether it was newer. What people call it, and what they have written to it, is theirs. */
async function renew(ctx: ChangeContext, parts: KindParts, row: AppointmentRow, event: IcalEvent): Promise<boolean> {
  const stands = { sequence: row.sequence, stampedAt: row.stamped_at };
  if (!isNewer(event, stands)) return false;
  const { db, instance } = ctx;
  const id = row.appointment_id;
  const persons = await readPersons(db, instance.id, [id]);
  const before = plainOf(row, participantsOf(persons));
  const { slot, location, meetingUrl, title, repetition, rule } = event;
  const said = { slot, location, meetingUrl, title, repetition: event.original === null ? repetition : null };
  const after = withPeople({ ...before, ...said, participants: peopleFrom(event, persons) }, before.participants);
  const isAnew = asksAnew(before, after);
  const marks = {
    sequence: event.sequence,
    stamped_at: event.stampedAt,
    ical_extra: event.foreign,
    excluded: event.excluded,
  };
  await markAppointment(db, instance.id, id, marks);
  const isRuled = event.original === null ? rule : null;
  if (isSame(before, after) && isRuled === row.rule) {
    await putPersons(db, instance.id, withStates(persons, event));
    await settle(ctx, id, { accepted: true });
    return true;
  }
  await noteChange(ctx, id, differencesOf(before, after, new Map()));
  const about = { appointmentId: id, actorId: 0, needsConfirmation: false, asksAnew: isAnew };
  const now = withStates(personsAfter(after.participants, persons, about), event).map((one) =>
    // Nobody takes part in a new time by the word of a stranger.
    isAnew && one.user_id !== null ? { ...one, accepts: false } : one,
  );
  await putPersons(db, instance.id, now);
  await updateAppointment(db, instance.id, id, valuesOf(after, isRuled));
  // Its organiser has answered to what was proposed by that.
  if (changesTimes(before, after)) await forgetProposals(db, instance.id, id);
  await showToPeople(ctx, id, now, row.creator_id);
  const standing = await settle(ctx, id, { accepted: true, title: after.title });
  const isAhead = isRuled !== null || realMoments(after.slot, timeZoneOf(instance)).end > ctx.now();
  if (isAnew && isAhead) {
    const userIds = now.filter(isAsked).flatMap(({ user_id: userId }) => userId ?? []);
    await ask(ctx, parts, standing, userIds);
  } else await putOffFor(ctx, parts, standing);
  return true;
}

/** Whoever takes part in what others have sent, by their own row or by the address that they were invited at. */
async function ownRow(
  ctx: ChangeContext,
  row: AppointmentRow,
  { userId, invitedAs }: Pick<Answered, 'userId' | 'invitedAs'>,
) {
  const persons = await readPersons(ctx.db, ctx.instance.id, [row.appointment_id]);
  const own = persons.find((one) => one.user_id === userId);
  if (own !== undefined) return own;
  const invited = persons.find((one) => one.user_id === null && one.is_active && isSameAddress(one.address, invitedAs));
  if (invited === undefined) return undefined;
  // They were an address among others so far, and see it from now on.
  const joined = { ...invited, user_id: userId, address: '', name: '', state: 'none', invited_as: invitedAs } as const;
  await putPersons(ctx.db, ctx.instance.id, [joined]);
  await showToPeople(
    ctx,
    row.appointment_id,
    persons.map((one) => (one === invited ? joined : one)),
    row.creator_id,
  );
  return joined;
}

/** Whoever has no calendars has nothing to put it into. */
const seesCalendars = async ({ db, instance }: ChangeContext, userId: number): Promise<boolean> =>
  (await peopleAmong(db, instance.id, [userId], rightsToBits(['agendaList']))).get(userId) === true;

/** Notes the time that somebody has proposed to an organiser by mail. */
async function noteProposed(
  ctx: ChangeContext,
  parts: KindParts,
  proposed: { readonly row: AppointmentRow; readonly person: PersonRow },
  { counter, comment }: Pick<Answered, 'counter' | 'comment'>,
): Promise<void> {
  if (counter === undefined) return;
  const standing = slotOf(proposed.row);
  const slot = slotOfCounter(counter, standing, timeZoneOf(ctx.instance));
  if (isRightSlot(slot) && !isThere(slot, standing))
    await writeProposal(ctx, parts, proposed, { slot, comment, stamp: 0 });
}

/**
 * Has an answer that is given in a mail stand in the calendar, too: who comes has the appointment there, who declines has it no more. Only those who are named by what we have
 * join what others of ours have; a mail by another organiser changes nothing.
 */
export const takeAnswered =
  (given: TakingParts) =>
  async (ctx: ChangeContext, answered: Answered): Promise<void> => {
    const parts = withoutKinds(given);
    const { uid, calendar, answer: state, comment, userId } = answered;
    if (!(await seesCalendars(ctx, userId))) return;
    await holdUid(ctx.db, ctx.instance.id, uid);
    const events = calendar === undefined ? [] : eventsOf(ctx, calendar, uid);
    for (const event of events) {
      const rows = await appointmentsByUid(ctx.db, ctx.instance.id, uid);
      const there = rows.find((row) => row.original_local === event.original);
      const series = event.original === null ? undefined : rows.find((row) => row.rule !== null && isOf(row, event));
      // A uid that is somebody else's is not taken for theirs.
      if (rows.some((row) => !isOf(row, event)) || event.organiser === null || event.isCancelled) continue;
      if (there !== undefined) await lockItems(ctx, [there.appointment_id]);
      else if (state === 'declined') continue;
      const row = there ?? (await make(ctx, parts, event, answered, series));
      const own = await ownRow(ctx, row, answered);
      if (own === undefined || row.cancelled_at !== null) continue;
      if (there !== undefined) await renew(ctx, parts, there, event);
      const [now] = (await appointmentsByUid(ctx.db, ctx.instance.id, uid)).filter(
        (one) => one.appointment_id === row.appointment_id,
      );
      const person = (await readPersons(ctx.db, ctx.instance.id, [row.appointment_id])).find(
        (one) => one.user_id === userId,
      );
      if (now === undefined || person === undefined) continue;
      const isRemoved = state === 'declined';
      // What is proposed is so for what the mail names first: the series, or the occurrence that it is about.
      const isProposed = event === events[0] && answered.counter !== undefined;
      const said = { state, comment: isProposed ? person.comment : comment };
      const standing = await writeAnswer(ctx, now, person, { ...said, isRemoved, isTold: true });
      if (isProposed) await noteProposed(ctx, parts, { row: now, person }, answered);
      if (isRemoved) await editItems(ctx, NO_KINDS, userId, [now.appointment_id], edits.trash(new Date(ctx.now())));
      else {
        if (person.is_removed) await editItems(ctx, NO_KINDS, userId, [now.appointment_id], edits.restore());
        await putOffFor(ctx, parts, standing, [userId]);
      }
    }
  };

/**
 * Takes what an organiser has sent: an invitation, a change of one, or its end. What is in calendars here is changed where that is newer. What is not appears provisionally with
 * those who are invited, if it is from somebody who is known. Running twice changes nothing.
 */
export const takeCalendarPart =
  (given: TakingParts) =>
  async (ctx: ChangeContext, part: CalendarPart): Promise<{ readonly isUninvited: boolean }> => {
    const parts = withoutKinds(given);
    const method = /^METHOD:\s*(\w+)/im.exec(part.calendar)?.[1]?.toUpperCase();
    if (method === 'REPLY') return { isUninvited: await takeReplies(ctx, parts, part) };
    if (method === 'COUNTER') return { isUninvited: await takeCounters(ctx, parts, part) };
    if (method === 'DECLINECOUNTER') await takeDeclined(ctx, parts, part);
    if (method !== 'REQUEST' && method !== 'CANCEL') return { isUninvited: false };
    for (const event of eventsOf(ctx, part.calendar))
      if (event.organiser !== null && isSameAddress(event.organiser.address, part.sender))
        await takeEvent(ctx, parts, part, event, method === 'CANCEL' || event.isCancelled);
    return { isUninvited: false };
  };

async function takeEvent(
  ctx: ChangeContext,
  parts: KindParts,
  part: CalendarPart,
  event: IcalEvent,
  isOff: boolean,
): Promise<void> {
  await holdUid(ctx.db, ctx.instance.id, event.uid);
  const all = await appointmentsByUid(ctx.db, ctx.instance.id, event.uid);
  const rows = all.filter((row) => isOf(row, event));
  const there = rows.find((row) => row.original_local === event.original);
  const series = rows.find((row) => row.rule !== null && row.original_local === null);
  if (there !== undefined) {
    await lockItems(ctx, [there.appointment_id]);
    if (isOff) await callOff(ctx, there, event);
    else if (there.cancelled_at === null) await renew(ctx, parts, there, event);
  } else if (series !== undefined && event.original !== null && series.cancelled_at === null) {
    await lockItems(ctx, [series.appointment_id]);
    if (isOff) await exclude(ctx, series, event.original);
    else await makeChanged(ctx, parts, series, event);
  } else if (all.length === 0 && part.isKnown && !isOff) await appear(ctx, parts, part, event);
}

/** Has an appointment that was unknown appear with those who are invited, until they say whether they come. */
async function appear(
  ctx: ChangeContext,
  parts: KindParts,
  { mailId, invited }: CalendarPart,
  event: IcalEvent,
): Promise<void> {
  let row: AppointmentRow | undefined;
  for (const one of invited) {
    if (!(await seesCalendars(ctx, one.userId))) continue;
    if (row === undefined) row = await make(ctx, parts, event, { mailId, ...one }, undefined);
    else await ownRow(ctx, row, one);
  }
  if (row !== undefined) await settle(ctx, row.appointment_id, { accepted: true });
}

async function callOff(ctx: ChangeContext, row: AppointmentRow, event: IcalEvent): Promise<void> {
  const isOlder = event.sequence < row.sequence;
  if (isOlder || row.cancelled_at !== null) return;
  await cancel(ctx, row);
  const marks = { sequence: event.sequence, stamped_at: event.stampedAt };
  await markAppointment(ctx.db, ctx.instance.id, row.appointment_id, marks);
}

async function exclude(ctx: ChangeContext, series: AppointmentRow, original: string): Promise<void> {
  if (series.excluded.includes(original)) return;
  const excluded = [...series.excluded, original].toSorted();
  await noteChange(ctx, series.appointment_id, [
    { field: 'excluded', before: series.excluded, after: excluded, isHtml: false },
  ]);
  await markAppointment(ctx.db, ctx.instance.id, series.appointment_id, { excluded }, { isEdit: true });
  await settle(ctx, series.appointment_id, { accepted: true });
}

/** Makes the occurrence that its organiser has changed one of its own, for those who have the series; they are asked to it. */
async function makeChanged(
  ctx: ChangeContext,
  parts: KindParts,
  series: AppointmentRow,
  event: IcalEvent,
): Promise<void> {
  const known = await readPersons(ctx.db, ctx.instance.id, [series.appointment_id]);
  const { calendar_id: calendarId, creator_id: creatorId } = series;
  const { sequence, stampedAt, foreign, original, organiser, uid } = event;
  const { row } = await makeAppointment(ctx, parts, plainFrom(ctx, event, calendarId, peopleFrom(event, known)), {
    creatorId,
    actorId: 0,
    rule: null,
    accepted: true,
    persons: known,
    asksAnew: true,
    organiser,
    uid,
    marks: {
      sequence,
      stamped_at: stampedAt,
      ical_extra: foreign,
      original_local: original,
      series_id: series.appointment_id,
      group_id: series.group_id,
    },
  });
  const id = row.appointment_id;
  const persons = withStates(await readPersons(ctx.db, ctx.instance.id, [id]), event);
  await putPersons(ctx.db, ctx.instance.id, persons);
  await settle(ctx, series.appointment_id, { accepted: true });
}
