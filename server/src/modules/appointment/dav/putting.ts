import type { FastifyRequest } from 'fastify';
import { cal, checkTags, dav, el, NS, refuse, type Markup } from '../../../platform/dav/index.ts';
import { CalendarUnreadable, componentsOf, parseCalendars } from '../../../platform/icalendar/index.ts';
import { actingAs, actorOf } from '../../../platform/operation/audit.ts';
import type { Change } from '../../../platform/operation/change.ts';
import type { CommandContext } from '../../../platform/operation/context.ts';
import { ProblemError } from '../../../platform/operation/problem.ts';
import { withAddedKept } from '../icalendar/added.ts';
import { readCalendarText } from '../icalendar/reading.ts';
import type { IcalAppointment } from '../icalendar/model.ts';
import type { KindParts } from '../parts.ts';
import { appointmentsOfUid, nameObject, readObjects } from '../store/objects.ts';
import { readPersons } from '../store/persons.ts';
import { timeZoneOf } from '../../account/index.ts';
import { isWritable, type DavCalendar, type DavContext } from './calendars.ts';
import { calendarHref, objectHref } from './hrefs.ts';
import { MAX_OBJECT_BYTES } from './limits.ts';
import { nameOfUid, objectsNamed, objectsOfUids, type DavObject } from './objects.ts';
import { addressesOfAll } from '../icalendar/addresses.ts';
import { bringBack, changeObject, enterObject, removeObject } from './writing.ts';

/** What changes stand on. */
export interface PutParts extends KindParts {
  readonly change: Change;
}

const invalid = (): never => refuse(403, cal('valid-calendar-data'));

/** The one appointment of a file. Refuses what is none with the condition that RFC 4791 names. */
export function appointmentIn(ctx: DavContext, text: string): IcalAppointment {
  if (Buffer.byteLength(text) > MAX_OBJECT_BYTES) return refuse(403, cal('max-resource-size'));
  try {
    const calendars = parseCalendars(text, MAX_OBJECT_BYTES);
    const kinds = calendars.flatMap(([, , components]) => components.map(([name]) => name));
    if (kinds.some((kind) => ['vtodo', 'vjournal', 'vfreebusy', 'vavailability'].includes(kind)))
      return refuse(403, cal('supported-calendar-component'));
    const events = calendars.flatMap((calendar) => componentsOf(calendar, 'vevent'));
    const { method, appointments, refused } = readCalendarText(text, timeZoneOf(ctx.instance), MAX_OBJECT_BYTES);
    const [appointment] = appointments;
    if (appointment === undefined || refused > 0 || events.length === 0) return invalid();
    if (method !== '' || appointments.length > 1) return refuse(403, cal('valid-calendar-object-resource'));
    return withAddedKept(appointment) ?? refuse(403, cal('max-instances'));
  } catch (error) {
    if (error instanceof CalendarUnreadable) return invalid();
    throw error;
  }
}

/** People whom a program of Apple names by the address of their principal here, in the way in which calendars name those without a mailbox. */
function withAddresses(text: string): string {
  if (!text.includes('/dav/principals/')) return text;
  return text
    .replaceAll(/\r?\n[ \t]/g, '')
    .replaceAll(
      /^((?:ORGANIZER|ATTENDEE)[^\r\n]*:)(?:https?:\/\/[^/\r\n]+)?\/dav\/principals\/(\d{1,9})\/?(?=\r?$)/gim,
      '$1mailto:user-$2@kontor.invalid',
    );
}

/** Refusals of the module as a program understands them. */
const CONDITIONS: Readonly<Record<string, readonly [status: number, condition?: Markup]>> = {
  RIGHT_MISSING: [403, dav('need-privileges')],
  NOT_FOUND: [404],
  ORGANISER_ELSEWHERE: [403, cal('allowed-attendee-scheduling-object-change')],
  APPOINTMENT_COLLIDES: [409],
  APPOINTMENT_CONFLICT: [412],
  OCCURRENCE_GONE: [403, cal('valid-calendar-data')],
  APPOINTMENT_TIMES_INVALID: [403, cal('valid-calendar-data')],
  APPOINTMENT_REPETITION_INVALID: [403, cal('valid-calendar-data')],
  REPETITION_FORBIDDEN: [403, cal('valid-calendar-data')],
  SERIES_TOO_LONG: [403, cal('max-instances')],
  PARAMETERS_INVALID: [403, cal('valid-calendar-data')],
  CALENDAR_UNREADABLE: [403, cal('valid-calendar-data')],
};

/** Runs a change as the person's own, like a command. What the module refuses becomes an answer of WebDAV. */
export async function changing<T>(
  ctx: DavContext,
  { change }: Pick<PutParts, 'change'>,
  work: (command: CommandContext) => Promise<T>,
): Promise<T> {
  const { person } = ctx;
  try {
    return await change(ctx.instance, (inner) =>
      work({ ...actingAs(inner, actorOf(person)), person, processId: ctx.newId() }),
    );
  } catch (error) {
    const known = error instanceof ProblemError ? CONDITIONS[error.code] : undefined;
    // Two programs have made the same at once.
    if ((error as { code?: string }).code === '23505') return refuse(409, cal('no-uid-conflict'));
    if (known === undefined) throw error;
    return refuse(...known);
  }
}

const idsOf = (object: DavObject): readonly number[] =>
  object.kind === 'whole' ? object.rows.map(({ appointment_id: id }) => id) : [];

const inside = (ctx: DavContext, db: CommandContext['db']): DavContext => ({ ...ctx, db });

const conflictWith = (ctx: DavContext, calendar: DavCalendar, name: string | undefined): never =>
  refuse(
    409,
    el(
      NS.caldav,
      'no-uid-conflict',
      name === undefined ? [] : [dav('href', objectHref(calendarHref(ctx.person.id, calendar.id), name))],
    ),
  );

/** Makes or changes a file of a calendar. Returns whether it is a new one. Nothing is written where any of it is refused. */
export async function putObject(
  ctx: DavContext,
  parts: PutParts,
  request: FastifyRequest,
  { calendar, name, text }: { readonly calendar: DavCalendar; readonly name: string; readonly text: string },
): Promise<'made' | 'changed'> {
  const appointment = appointmentIn(ctx, withAddresses(text));
  return changing(ctx, parts, async (command) => {
    const within = inside(ctx, command.db);
    const there = (await objectsNamed(within, calendar, [name])).get(name);
    checkTags(request, there?.etag ?? null);
    if (there?.kind === 'busy' || (there === undefined && !isWritable(ctx, calendar)))
      return refuse(403, dav('need-privileges'));
    checkScheduleTag(request, there);
    const addresses = await addressesOfAll(command);
    const putting = { calendarId: calendar.id, addresses };
    if (there !== undefined) {
      if (there.uid !== appointment.uid) return conflictWith(ctx, calendar, there.name);
      await changeObject(command, parts, idsOf(there), appointment, putting);
      return 'changed';
    }
    const [same] = await objectsOfUids(within, calendar, [appointment.uid]);
    if (same !== undefined) return conflictWith(ctx, calendar, same.name);
    await makeObject(within, command, parts, { calendar, appointment, putting });
    if (name !== nameOfUid(appointment.uid))
      await nameObject(command.db, ctx.instance.id, calendar.id, { name, uid: appointment.uid });
    return 'made';
  });
}

async function makeObject(
  within: DavContext,
  command: CommandContext,
  parts: PutParts,
  {
    calendar,
    appointment,
    putting,
  }: {
    readonly calendar: DavCalendar;
    readonly appointment: IcalAppointment;
    readonly putting: Parameters<typeof enterObject>[3];
  },
): Promise<void> {
  const { uid } = appointment;
  const known = await appointmentsOfUid(command.db, within.instance.id, uid);
  if (known.length === 0) return enterObject(command, parts, appointment, putting);
  // It is there, and the person does not see what it is.
  const hidden = await readObjects(command.db, within.instance.id, within.person.id, calendar.id, { uids: [uid] });
  if (hidden.length > 0) return refuse(403, dav('need-privileges'));
  // Programs undo a removal by making the same once more.
  if (!known.every(({ cancelled }) => cancelled) && !(await wasRemovedBy(command, known)))
    return conflictWith(within, calendar, undefined);
  await bringBack(command, parts, uid);
  const [back] = await objectsOfUids(within, calendar, [uid]);
  if (back === undefined) return conflictWith(within, calendar, undefined);
  await changeObject(command, parts, idsOf(back), appointment, putting);
}

async function wasRemovedBy(
  { db, instance, person }: CommandContext,
  known: Awaited<ReturnType<typeof appointmentsOfUid>>,
): Promise<boolean> {
  const persons = await readPersons(
    db,
    instance.id,
    known.map(({ appointment_id: id }) => id),
  );
  return persons.some(({ user_id: userId, is_removed: isRemoved }) => userId === person.id && isRemoved);
}

function checkScheduleTag(request: FastifyRequest, there: DavObject | undefined): void {
  const given = request.headers['if-schedule-tag-match'];
  if (given === undefined) return;
  if (there?.kind !== 'whole' || there.scheduleTag !== String(given).trim()) refuse(412);
}

/** Removes a file of a calendar. */
export const deleteObject = (
  ctx: DavContext,
  parts: PutParts,
  request: FastifyRequest,
  { calendar, name }: { readonly calendar: DavCalendar; readonly name: string },
): Promise<void> =>
  changing(ctx, parts, async (command) => {
    const there = (await objectsNamed(inside(ctx, command.db), calendar, [name])).get(name);
    if (there === undefined) return refuse(404);
    checkTags(request, there.etag);
    checkScheduleTag(request, there);
    if (there.kind === 'busy') return refuse(403, dav('need-privileges'));
    await removeObject(command, parts, idsOf(there));
  });
