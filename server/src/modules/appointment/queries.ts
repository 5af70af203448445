import {
  SPAN_COLUMNS,
  holdsLevel,
  spanRow,
  type Appointment,
  type AppointmentDetail,
  type appointmentQueries,
} from '@kontor/contract/appointment';
import type { ParamsOf } from '@kontor/contract/kernel';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { cleanNote } from '../../platform/html/index.ts';
import { initialsFor, namesFor, requireRight, timeZoneOf } from '../account/index.ts';
import { entriesById, listFilter, relatedItems } from '../activity/index.ts';
import { linksOf } from '../record/index.ts';
import { levelsOf, namedBy, requireSeeing, seenOf, type Seen } from './access.ts';
import { calendarPeople } from './announcing.ts';
import { bookingQueryHandlers, type BookingParts } from './booking-pages/index.ts';
import type { AppointmentParts } from './parts.ts';
import { mailsOf } from './inviting/mails.ts';
import { daysOf, findTimes } from './finding.ts';
import { takingPart } from './people-rules.ts';
import { edgeOf, originalOfSpan, rangeOf, readRange, takenOf, toSpan, type SeenSpan } from './reading.ts';
import { rightsOf } from './rights.ts';
import { setsOf } from './sets.ts';
import { findEntry, readAppointments, type AppointmentRow } from './store/appointments.ts';
import { signInNames } from './store/calendars.ts';
import { readProposals } from './store/proposals.ts';
import { readResources } from './store/resources.ts';
import { readSubscribed } from './subscribing/index.ts';
import { typeChanged } from './typing.ts';
import { readTypes, toType } from './store/types.ts';
import { toAppointment, toDetail, toTaken } from './views.ts';

/** What is known around some appointments for the person who asks. */
async function aroundOf(ctx: QueryContext, seen: readonly Seen[]) {
  const { instance, person } = ctx;
  const people = seen.flatMap(({ row, persons }) => [row.creator_id, row.calendar_id, ...takingPart(persons)]);
  const kept = seen.flatMap(({ persons }) => persons.flatMap(({ user_id: userId }) => userId ?? []));
  const ids = [...new Set([...people, ...kept])];
  const [names, initials] = await Promise.all([
    namesFor(ctx, ids),
    initialsFor(
      ctx,
      seen.map(({ row }) => row.creator_id),
    ),
  ]);
  return { userId: person.id, zone: timeZoneOf(instance), names, initials };
}

async function detailsOf(
  ctx: QueryContext,
  { inviting }: Pick<AppointmentParts, 'inviting'>,
  { aggregateId }: ParamsOf<(typeof appointmentQueries)['details']>,
): Promise<AppointmentDetail> {
  const { db, instance, person } = ctx;
  const named = await namedBy(ctx, aggregateId);
  if (named === undefined) return fail('NOT_FOUND');
  const rows = named === 'gone' ? await readAppointments(db, instance.id, [aggregateId.entryId]) : [named.row];
  const [seen] = await seenOf(ctx, rows);
  if (seen === undefined) return fail('NOT_FOUND');
  if (named === 'gone') return fail('OCCURRENCE_GONE');
  const id = seen.row.appointment_id;
  const viewer = { instanceId: instance.id, userId: person.id };
  const [around, entry, series, types, links, related, mails, proposals] = await Promise.all([
    aroundOf(ctx, [seen]),
    findEntry(db, instance.id, id, entriesById(viewer, [id])),
    seriesOf(ctx, seen.row),
    readTypes(db, instance.id),
    person.rights.idoList ? linksOf(db, instance.id, [id]) : new Map<number, never>(),
    relatedItems(ctx, [id]),
    mailsOf(ctx, inviting, id),
    readProposals(db, instance.id, [id]),
  ]);
  return toDetail(seen, named.original, {
    ...around,
    entry,
    series,
    types: types.map(toType),
    links: links.get(id) ?? [],
    related: related.get(id) ?? [],
    mails,
    proposals,
  });
}

/** The series that an appointment is one of the occurrences of. */
async function seriesOf({ db, instance }: QueryContext, row: AppointmentRow): Promise<AppointmentRow | undefined> {
  if (row.rule !== null) return row;
  return row.series_id === null ? undefined : (await readAppointments(db, instance.id, [row.series_id]))[0];
}

/** Whether an appointment is over by an hour of the day on which it begins. */
function isOverBy({ slot }: SeenSpan, minHour: number): boolean {
  if (slot.timeMode !== 'fixedTime' || slot.start.slice(0, 10) !== slot.end.slice(0, 10)) return false;
  return slot.end.slice(11) <= `${String(minHour).padStart(2, '0')}:00:00`;
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether all of some words are in what an appointment says. */
function says({ row }: Seen, words: readonly string[]): boolean {
  const text = [row.title, row.location, cleanNote(row.description).text].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

async function calendarOf(
  ctx: QueryContext,
  params: ParamsOf<(typeof appointmentQueries)['calendar']>,
): Promise<Appointment[]> {
  const zone = timeZoneOf(ctx.instance);
  const from = edgeOf(params.startingDate, zone, false);
  const to = edgeOf(params.endingDate, zone, true);
  const moment = (ms: number) => new Date(ms).toISOString();
  const range = rangeOf(ctx, { calendars: params.calendar, from: moment(from), to: moment(to), zone });
  const spans = (await readRange(ctx, range, { feeds: 'others' })).seen.filter((one) => !isOverBy(one, params.minHour));
  const ids = [...new Set(spans.flatMap(({ span, sight }) => (sight === 'whole' ? [span.appointment_id] : [])))];
  const seen = await seenOf(ctx, await readAppointments(ctx.db, ctx.instance.id, ids));
  const byId = new Map(seen.map((one) => [one.row.appointment_id, one]));
  const around = await aroundOf(ctx, seen);
  const words = wordsOf(params.searchTerm);
  // What is in several of the calendars is one appointment.
  const shown = new Map<string, Appointment>();
  for (const { span, sight, slot } of spans) {
    const one = byId.get(span.appointment_id);
    const key = `${span.appointment_id} ${span.original_min}`;
    if (sight === 'whole' && one !== undefined) {
      if (says(one, words)) shown.set(key, toAppointment(one, originalOfSpan(span), around));
    } else if (words.length === 0 && !shown.has(key))
      shown.set(`${key} ${span.calendar_id}`, toTaken(span, slot, range.zone));
  }
  return [...shown.values()].toSorted(
    (one, other) => one.startTimestamp - other.startTimestamp || one.appointmentId - other.appointmentId,
  );
}

async function permitted(ctx: QueryContext) {
  const { db, instance, person } = ctx;
  const people = await calendarPeople(ctx);
  const ids = people.map(({ userId }) => userId);
  const [levels, names] = await Promise.all([levelsOf(ctx, ids), signInNames(db, instance.id, ids)]);
  return people
    .map(({ userId, fullName, UserAvatar }) => ({
      userId,
      fullUserName: fullName,
      realUserName: names.get(userId) ?? '',
      userAvatar: UserAvatar,
      level: levels.get(userId) ?? ('none' as const),
    }))
    .filter(({ level }) => holdsLevel(level, 'busy'))
    .toSorted((one, other) => Number(other.userId === person.id) - Number(one.userId === person.id));
}

export const queryHandlers = (parts: AppointmentParts & BookingParts): QueryHandlers<typeof appointmentQueries> => ({
  items(ctx, params, paging) {
    requireRight(ctx, 'agendaList');
    // What is put off until its day is an appointment to come.
    return parts.list(ctx, { ...listFilter(params, ['appointment']), withSnoozed: true }, paging);
  },

  details: (ctx, params) => detailsOf(ctx, parts, params),

  calendar(ctx, params) {
    requireSeeing(ctx);
    return calendarOf(ctx, params);
  },

  async range(ctx, params) {
    requireSeeing(ctx);
    const range = rangeOf(ctx, params);
    const { seen } = await readRange(ctx, range, { feeds: 'others' });
    return {
      columns: [...SPAN_COLUMNS],
      rows: [...seen.map((one) => toSpan(one, range.zone)), ...(await readSubscribed(ctx, range))].map((one) => [
        ...spanRow(one),
      ]),
    };
  },

  permittedCalendars(ctx) {
    requireSeeing(ctx);
    return permitted(ctx);
  },

  async rights(ctx, { calendarId }) {
    requireSeeing(ctx);
    return rightsOf(ctx, calendarId ?? ctx.person.id);
  },

  async types(ctx) {
    requireSeeing(ctx);
    return (await readTypes(ctx.db, ctx.instance.id)).map(toType);
  },

  changeType(ctx, params) {
    requireSeeing(ctx);
    return typeChanged(ctx, params);
  },

  async freeBusy(ctx, params) {
    requireSeeing(ctx);
    const range = rangeOf(ctx, params);
    return [...takenOf(await readRange(ctx, range, { withHidden: true, feeds: 'all' }), range)];
  },

  findTimes(ctx, params) {
    requireSeeing(ctx);
    return findTimes(ctx, params);
  },

  days(ctx, params) {
    requireSeeing(ctx);
    return daysOf(ctx, params);
  },

  async resources(ctx) {
    requireSeeing(ctx);
    return [...(await readResources(ctx.db, ctx.instance.id))];
  },

  sets(ctx) {
    requireSeeing(ctx);
    return setsOf(ctx);
  },

  ...bookingQueryHandlers(parts),
});
