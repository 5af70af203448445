import {
  originalMinutes,
  type Alert,
  type PartialAppointmentFields,
  type Participation,
} from '@kontor/contract/appointment';
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import type { LocalTime } from '../../../platform/recurrence/index.ts';
import { timeZoneOf } from '../../account/index.ts';
import { namedBy, requireMaking, takeAppointment, takeToWrite, type Taken } from '../access.ts';
import { answerAs } from '../answering.ts';
import { judge, withPeople } from '../editing.ts';
import { makeAppointment, textWritten } from '../making.ts';
import type { IcalAppointment, IcalEvent } from '../icalendar/model.ts';
import type { KindParts } from '../parts.ts';
import { removeAppointment, restoreOccurrence, takeBack } from '../removing.ts';
import { defaultsOf, slotOf, withGiven } from '../rules.ts';
import { detach, writeSaying } from '../series.ts';
import { settle } from '../settling.ts';
import { changedOccurrences, markAppointment, readAppointments } from '../store/appointments.ts';
import { appointmentsOfUid, changedOriginals, linesOf } from '../store/objects.ts';
import { putPersons, readPersons, type PersonRow } from '../store/persons.ts';
import type { OutsideOrganiser } from '../tables.ts';
import { slotAt, wireTime, type Slot } from '../times.ts';
import { besideRule } from '../icalendar/added.ts';
import { toIcal } from '../icalendar/appointment.ts';
import { alertFor, participantsOf, type PlainParticipant } from '../people-rules.ts';
import { userOfAddress, type Addresses } from '../icalendar/addresses.ts';

/** Whose file is written, and where. */
export interface Putting {
  readonly calendarId: number;
  readonly addresses: Addresses;
  /** Who invites from outside; left out where it is of the instance. */
  readonly organiser?: OutsideOrganiser | null;
}

const idOf = (ctx: CommandContext, entryId: number, original: LocalTime | null = null) => ({
  module: 'appointment' as const,
  entryId,
  userId: ctx.person.id,
  sourceContainerId: original === null ? 0 : originalMinutes(original),
  targetContainerId: 0,
});

const timesOf = (slot: Slot): PartialAppointmentFields => ({
  startDate: wireTime(slot, slot.start),
  endDate: wireTime(slot, slot.end),
  timeMode: slot.timeMode,
  zone: slot.zone,
});

/**
 * Those who take part, as an edit says it: people of the instance by their numbers. Who took part before keeps what only we know of them; resources, of which
 * programs know nothing, stay.
 */
function participantsIn(
  event: IcalEvent,
  addresses: Addresses,
  before: readonly PlainParticipant[],
): NonNullable<PartialAppointmentFields['participants']> {
  const people = event.people.map(({ name, address, role }) => {
    const found = userOfAddress(address, addresses);
    const userId = found !== undefined && addresses.has(found) ? found : null;
    const known = before.find((one) =>
      userId === null ? one.address.toLowerCase() === address.toLowerCase() : one.userId === userId,
    );
    if (known !== undefined) return { ...known, role, active: true };
    const outside = userId === null ? { address, name } : { address: '', name: '' };
    return { userId, resourceId: null, ...outside, role, active: true, alert: true, write: false };
  });
  return [...people, ...before.filter(({ resourceId }) => resourceId !== null)];
}

type Fields = Omit<PartialAppointmentFields, 'participants'>;

/** What a VEVENT says, by the names of the fields. */
const fieldsOf = (event: IcalEvent): Fields => ({
  title: event.title,
  description: event.description,
  location: event.location,
  meetingUrl: event.meetingUrl,
  access: event.access,
  isFree: event.isFree,
  ...timesOf(event.slot),
});

/** What one VEVENT says otherwise than another of the same did. What is not said otherwise stays as others have made it since. */
function differing(
  before: IcalEvent,
  after: IcalEvent,
  addresses: Addresses,
  persons: readonly PersonRow[],
): PartialAppointmentFields {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const isMoved = !isDeepStrictEqual(before.slot, after.slot);
  const plain = Object.entries(is).filter(([field, value]) => {
    const isTime = ['startDate', 'endDate', 'timeMode', 'zone'].includes(field);
    if (isTime) return isMoved;
    if (field === 'description' && sameText(before.description, after.description)) return false;
    return !isDeepStrictEqual(was[field as keyof Fields], value);
  });
  const repetition = sameRule(before.rule, after.rule) ? {} : { repetition: after.repetition };
  const key = (event: IcalEvent) =>
    event.people.map(({ address, role }) => `${address.toLowerCase()} ${role}`).toSorted();
  const people = isDeepStrictEqual(key(before), key(after))
    ? {}
    : { participants: participantsIn(after, addresses, participantsOf(persons)) };
  return { ...(Object.fromEntries(plain) as Fields), ...repetition, ...people };
}

const partsOf = (rule: string | null): readonly string[] =>
  (rule ?? '')
    .toUpperCase()
    .split(';')
    // Until when is a day, whether it is written as that, as a clock or as a moment.
    .map((part) => (part.startsWith('UNTIL=') ? part.slice(0, 14) : part))
    .filter((part) => part !== '' && part !== 'INTERVAL=1' && part !== 'WKST=MO')
    .toSorted();
/** Programs put the parts of a rule in an order of their own. */
const sameRule = (one: string | null, other: string | null): boolean => isDeepStrictEqual(partsOf(one), partsOf(other));

const bareText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
/** Programs give back the lines of a text alone. */
const sameText = (one: string, other: string): boolean => bareText(one) === bareText(other);

/** Writes what a person has of an appointment for themselves: what they say to it, and how they are called. */
async function writeOwn(
  ctx: CommandContext,
  parts: KindParts,
  id: number,
  event: IcalEvent,
  addresses: Addresses,
): Promise<void> {
  const { db, instance, person } = ctx;
  const [row] = await readAppointments(db, instance.id, [id]);
  const own = (await readPersons(db, instance.id, [id])).find((one) => one.user_id === person.id && one.is_active);
  if (row === undefined || own === undefined) return;
  const called = alertSaid(event.alert, alertFor(row, own));
  if (called !== undefined) {
    await putPersons(db, instance.id, [{ ...own, own_alert: called }]);
    await settle(ctx, id, { accepted: true, spans: 'none', isQuiet: true });
  }
  const state = stateSaid(event, own, person.id, addresses);
  if (state !== undefined)
    await answerAs(
      ctx,
      parts,
      row,
      { ...own, own_alert: called ?? own.own_alert },
      { state, comment: event.comment || own.comment },
    );
}

const alertSaid = (said: Alert, is: Alert): Alert | undefined => (isDeepStrictEqual(said, is) ? undefined : said);

function stateSaid(
  event: IcalEvent,
  own: PersonRow,
  userId: number,
  addresses: Addresses,
): Exclude<Participation, 'none'> | undefined {
  const said = event.people.find(({ address }) => userOfAddress(address, addresses) === userId)?.state ?? 'none';
  const is = own.state === 'none' && own.accepts ? 'accepted' : own.state;
  return said === 'none' || said === is ? undefined : said;
}

/** Makes an appointment of a file. */
export async function enterObject(
  ctx: CommandContext,
  parts: KindParts,
  { uid, master, changed }: IcalAppointment,
  { calendarId, addresses, organiser = null }: Putting,
): Promise<void> {
  requireMaking(ctx);
  if (master === null) return fail('PARAMETERS_INVALID');
  const zone = timeZoneOf(ctx.instance);
  const fresh = defaultsOf({ type: undefined, calendarId, zone, now: ctx.now() });
  const given = {
    ...fieldsOf(master),
    calendarId,
    repetition: master.repetition,
    participants: participantsIn(master, addresses, []),
  };
  const said = withPeople(withGiven(fresh, given, { zone, typeColour: '' }), []);
  const judging = { before: undefined, after: said, persons: [], customRule: master.rule, isAlertSaid: false };
  const { plain, rule } = await judge(ctx, judging);
  const standing = await makeAppointment(ctx, parts, plain, {
    creatorId: ctx.person.id,
    actorId: ctx.person.id,
    rule,
    accepted: false,
    uid,
    organiser,
    marks: { excluded: rule === null ? [] : [...master.excluded] },
    write: textWritten(ctx, plain.description),
  });
  const id = standing.row.appointment_id;
  if (master.foreign.length > 0) await markAppointment(ctx.db, ctx.instance.id, id, { ical_extra: master.foreign });
  await writeOwn(ctx, parts, id, master, addresses);
  for (const one of changed) await writeOccurrence(ctx, parts, id, master, one, addresses);
}

/** Writes what a file says otherwise than what the person had of it. */
export async function changeObject(
  ctx: CommandContext,
  parts: KindParts,
  ids: readonly number[],
  { master, changed }: IcalAppointment,
  { addresses }: Putting,
): Promise<void> {
  const { db, instance, person } = ctx;
  const [rows, persons] = await Promise.all([
    readAppointments(db, instance.id, ids),
    readPersons(db, instance.id, ids),
  ]);
  const own = rows.map((row) => ({
    row,
    persons: persons.filter(({ appointment_id: id }) => id === row.appointment_id),
  }));
  const [originals, lines] = await Promise.all([changedOriginals(db, instance.id, ids), linesOf(db, instance.id, ids)]);
  const before = toIcal(own, { readerId: person.id, addresses, originals, lines });
  const series = own.find(({ row }) => row.original_local === null);
  // Times beside the rule that the file has no more.
  const gone = new Set<LocalTime>();
  if (series !== undefined && master !== null && before.master !== null) {
    const id = series.row.appointment_id;
    const isThere = new Set(changed.map(({ original }) => original));
    for (const original of besideRule(before.master, before.changed)) {
      const one = own.find(({ row }) => row.original_local === original);
      if (one === undefined || isThere.has(original)) continue;
      await removeOne(ctx, parts, one.row.appointment_id);
      gone.add(original);
    }
    await writeRow(ctx, parts, await takeAppointment(ctx, idOf(ctx, id)), before.master, master, addresses);
    if (master.rule !== null) {
      const kept = { ...before, changed: before.changed.filter(({ original }) => !gone.has(original ?? '')) };
      await writeExcluded(ctx, parts, id, { before: kept, master, changed, addresses });
    }
  }
  for (const one of changed) {
    const was = before.changed.find(({ original }) => original === one.original);
    const row = own.find((it) => it.row.original_local === one.original)?.row;
    if (was !== undefined && row !== undefined)
      await writeRow(ctx, parts, await takeAppointment(ctx, idOf(ctx, row.appointment_id)), was, one, addresses);
    else if (series !== undefined && master !== null)
      await writeOccurrence(ctx, parts, series.row.appointment_id, master, one, addresses);
  }
}

/** One row, as far as the person may write in it; who may not says whether they take part, and how they are called. */
async function writeRow(
  ctx: CommandContext,
  parts: KindParts,
  taken: Taken,
  before: IcalEvent,
  after: IcalEvent,
  addresses: Addresses,
): Promise<void> {
  const id = taken.row.appointment_id;
  const given = differing(before, after, addresses, taken.persons);
  if (Object.keys(given).length > 0) {
    if (!taken.mayWrite) return fail('RIGHT_MISSING');
    await writeSaying(ctx, parts, taken, { given, scope: 'all', accepted: false, customRule: after.rule });
  }
  if (taken.mayWrite && !isDeepStrictEqual(before.foreign, after.foreign)) {
    await markAppointment(ctx.db, ctx.instance.id, id, { ical_extra: after.foreign });
    await settle(ctx, id, { accepted: true, spans: 'none', isQuiet: true });
  }
  await writeOwn(ctx, parts, id, after, addresses);
}

/** Takes an occurrence of a series, or the series for a time beside its rule, at which it is to have one. Fails as `takeAppointment` does. */
async function takeOccurrence(
  ctx: CommandContext,
  seriesId: number,
  original: LocalTime,
): Promise<Taken & { readonly isBeside: boolean }> {
  const id = idOf(ctx, seriesId, original);
  if ((await namedBy(ctx, id)) !== 'gone') return { ...(await takeAppointment(ctx, id)), isBeside: false };
  const series = await takeAppointment(ctx, idOf(ctx, seriesId));
  if (series.row.organiser !== null || series.row.excluded.includes(original)) return fail('OCCURRENCE_GONE');
  return { ...series, original, isBeside: true };
}

/** Makes one occurrence of a series another one than the rest. */
async function writeOccurrence(
  ctx: CommandContext,
  parts: KindParts,
  seriesId: number,
  master: IcalEvent,
  event: IcalEvent,
  addresses: Addresses,
): Promise<void> {
  const { original } = event;
  if (original === null) return;
  const { isBeside, ...taken } = await takeOccurrence(ctx, seriesId, original);
  const plain = { ...master, slot: slotAt(slotOf(taken.row), original), rule: null, repetition: null };
  const given = differing(plain, { ...event, rule: null }, addresses, taken.persons);
  const isOwn = taken.original === null;
  if ((Object.keys(given).length > 0 || isBeside) && !taken.mayWrite) return fail('RIGHT_MISSING');
  const written = isOwn
    ? await writeSaying(ctx, parts, taken, { given, scope: 'one', accepted: false })
    : await detach(ctx, parts, taken, { given, original, accepted: false });
  if (taken.mayWrite && event.foreign.length > 0)
    await markAppointment(ctx.db, ctx.instance.id, written.id, { ical_extra: event.foreign });
  await writeOwn(ctx, parts, written.id, event, addresses);
}

/** Takes occurrences out of a series, and brings others back. */
async function writeExcluded(
  ctx: CommandContext,
  parts: KindParts,
  id: number,
  about: {
    readonly before: IcalAppointment;
    readonly master: IcalEvent;
    readonly changed: readonly IcalEvent[];
    readonly addresses: Addresses;
  },
): Promise<void> {
  const [row] = await readAppointments(ctx.db, ctx.instance.id, [id]);
  const was = new Set(about.before.master?.excluded);
  const is = new Set(about.master.excluded);
  // Where the whole series was moved its exceptions have gone with it.
  const old = about.before.master;
  if (row === undefined || old === null || !sameRule(old.rule, about.master.rule)) return;
  if (!isDeepStrictEqual(old.slot, about.master.slot)) return;
  const meantAnew = new Set(about.changed.flatMap(({ original }) => original ?? []));
  for (const original of is)
    if (!was.has(original) && !meantAnew.has(original))
      await removeAppointment(ctx, parts, { aggregateId: idOf(ctx, id, original), scope: 'one' });
  for (const original of was) if (!is.has(original)) await restoreOccurrence(ctx, idOf(ctx, id, original));
  // What was changed and is so no more is as its series has it again.
  for (const one of about.before.changed) {
    const { original } = one;
    if (original === null || is.has(original) || meantAnew.has(original)) continue;
    const taken = await takeToWrite(ctx, idOf(ctx, id, original));
    const plain = { ...about.master, slot: slotAt(about.master.slot, original), rule: null, repetition: null };
    const given = differing({ ...one, rule: null }, { ...plain, original }, about.addresses, taken.persons);
    await writeSaying(ctx, parts, taken, { given, scope: 'one', accepted: false });
  }
}

/** Brings back what was removed, where a program makes it anew. Returns whether there was something. Fails with NOT_FOUND for what the person may not see. */
export async function bringBack(ctx: CommandContext, parts: KindParts, uid: string): Promise<boolean> {
  const rows = await appointmentsOfUid(ctx.db, ctx.instance.id, uid);
  if (rows.length === 0) return false;
  const [series] = rows.filter(({ series_id: seriesId }) => seriesId === null);
  if (series !== undefined) await takeBack(ctx, parts, { aggregateId: idOf(ctx, series.appointment_id), scope: 'all' });
  return true;
}

/** Removes all that a file stands for: for all, or for the person who takes part alone. */
export async function removeObject(ctx: CommandContext, parts: KindParts, ids: readonly number[]): Promise<void> {
  const rows = await readAppointments(ctx.db, ctx.instance.id, ids);
  const series = rows.filter(({ series_id: seriesId }) => seriesId === null);
  for (const row of series)
    for (const one of await changedOccurrences(ctx.db, ctx.instance.id, row.appointment_id))
      if (one.cancelled_at === null && ids.includes(one.appointment_id))
        await removeOne(ctx, parts, one.appointment_id);
  for (const row of rows)
    if (row.series_id === null || !series.some(({ appointment_id: id }) => id === row.series_id))
      await removeOne(ctx, parts, row.appointment_id);
}

const removeOne = (ctx: CommandContext, parts: KindParts, id: number): Promise<void> =>
  removeAppointment(ctx, parts, { aggregateId: idOf(ctx, id), scope: 'all' });
