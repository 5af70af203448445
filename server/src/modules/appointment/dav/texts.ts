import { cal, refuse } from '../../../platform/dav/index.ts';
import { expanded } from '../icalendar/expanding.ts';
import type { IcalAppointment } from '../icalendar/model.ts';
import { writeCalendarText, writeTakenText } from '../icalendar/writing.ts';
import { readAppointments, type AppointmentRow } from '../store/appointments.ts';
import { changedOriginals, linesOf } from '../store/objects.ts';
import { readPersons, type PersonRow } from '../store/persons.ts';
import type { ForeignLines } from '../tables.ts';
import { toIcal } from '../icalendar/appointment.ts';
import { addressesOf, type Addresses } from '../icalendar/addresses.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { DavContext } from './calendars.ts';
import type { DavObject, TimeRange } from './objects.ts';

/** What is known of some appointments to write them. */
interface Known {
  readonly rows: ReadonlyMap<number, AppointmentRow>;
  readonly persons: ReadonlyMap<number, readonly PersonRow[]>;
  readonly addresses: Addresses;
  readonly originals: ReadonlyMap<number, readonly string[]>;
  readonly lines: ReadonlyMap<number, ForeignLines>;
}

async function knownOf({ db, instance }: Pick<DavContext, 'db' | 'instance'>, ids: readonly number[]): Promise<Known> {
  const [rows, persons, lines, originals] = await Promise.all([
    readAppointments(db, instance.id, ids),
    readPersons(db, instance.id, ids),
    linesOf(db, instance.id, ids),
    changedOriginals(db, instance.id, ids),
  ]);
  const people = [
    ...rows.flatMap((row) => [row.calendar_id, row.creator_id]),
    ...persons.flatMap(({ user_id: userId }) => userId ?? []),
  ];
  return {
    rows: new Map(rows.map((row) => [row.appointment_id, row])),
    persons: Map.groupBy(persons, (person) => person.appointment_id),
    addresses: await addressesOf({ db, instance }, people),
    lines,
    originals,
  };
}

/** Appointments, whole, as one calendar for somebody who takes part in them. */
export async function wholeText(ctx: QueryContext, ids: readonly number[]): Promise<string> {
  const { rows, persons, ...known } = await knownOf(ctx, ids);
  const appointments = [...Map.groupBy(rows.values(), ({ uid }) => uid).values()].map((some) =>
    toIcal(
      some.map((row) => ({ row, persons: persons.get(row.appointment_id) ?? [] })),
      { readerId: ctx.person.id, ...known },
    ),
  );
  return writeCalendarText(appointments, { method: null, now: ctx.now(), withPeople: true, withAlarm: true });
}

const TAKEN = { de: 'Belegt', en: 'Busy' } as const;

/** Files at once. */
const SOME = 200;

/** Occurrences that one request has reckoned for a program. */
const MAX_EXPANDED = 10_000;

/**
 * The texts of some objects as the reader may have them, in the same order. `range`: in the place of series their occurrences within it, in milliseconds; refuses with
 * `max-instances` what is too many of them.
 */
export async function textsOf(
  ctx: DavContext,
  objects: readonly DavObject[],
  range?: TimeRange,
): Promise<readonly string[]> {
  const texts: string[] = [];
  let left = MAX_EXPANDED;
  const occurring = (appointment: IcalAppointment): IcalAppointment => {
    if (range === undefined) return appointment;
    const some = expanded(appointment, { ...range, zone: ctx.timeZone }, left + 1);
    left -= some.changed.length;
    return left < 0 ? refuse(403, cal('max-instances')) : some;
  };
  for (let at = 0; at < objects.length; at += SOME) {
    const some = objects.slice(at, at + SOME);
    const ids = some.flatMap((object) =>
      object.kind === 'whole' ? object.rows.map(({ appointment_id: id }) => id) : [],
    );
    const known = await knownOf(ctx, ids);
    texts.push(...some.map((object) => textOf(ctx, object, known, occurring)));
  }
  return texts;
}

function textOf(
  ctx: DavContext,
  object: DavObject,
  { rows, persons, addresses, originals, lines }: Known,
  occurring: (appointment: IcalAppointment) => IcalAppointment,
): string {
  const now = ctx.now();
  if (object.kind === 'busy')
    return writeTakenText([{ uid: object.uid, slot: object.slot }], { now, title: TAKEN[ctx.language] });
  const own = object.rows.flatMap(({ appointment_id: id }) => rows.get(id) ?? []);
  const appointment = toIcal(
    own.map((row) => ({ row, persons: persons.get(row.appointment_id) ?? [] })),
    { readerId: ctx.person.id, addresses, originals, lines },
  );
  return writeCalendarText([occurring(appointment)], { method: null, now, withPeople: true, withAlarm: true });
}
