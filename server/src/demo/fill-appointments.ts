import {
  AppointmentRepetitionSchema,
  resourceCalendar,
  type PartialAppointmentFields,
} from '@kontor/contract/appointment';
import * as v from 'valibot';
import { findUserByName, timeZoneOf } from '../modules/account/index.ts';
import { enterAppointment, enterResource, enterSet, enterType } from '../modules/appointment/index.ts';
import { lockItems } from '../modules/activity/index.ts';
import { linkItems, recordsOfAddresses } from '../modules/record/index.ts';
import type { Change } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import { dayOf } from '../platform/recurrence/index.ts';
import { APPOINTMENTS, DEMO_RESOURCES, DEMO_SETS, DEMO_TYPES, type DemoAppointment } from './appointments.ts';
import type { Colleague } from './messages.ts';
import { person } from './people.ts';
import { hasAppointments } from './store.ts';

const COLLEAGUES: readonly Colleague[] = ['anna', 'ben', 'chris'];

/** Makes three months of the demo's office, all of it or nothing, some of it about the customers that it has. */
export const fillAppointments = (change: Change, instance: Instance, since: Date): Promise<void> =>
  change(instance, async (ctx) => {
    const { db } = ctx;
    if (await hasAppointments(db, instance.id)) return;
    const ids = new Map<Colleague, number>();
    for (const name of COLLEAGUES) {
      const user = await findUserByName(db, instance.id, name);
      if (user !== undefined) ids.set(name, user.user_id);
    }
    if (ids.size < COLLEAGUES.length) return;
    const idOf = (name: Colleague): number => ids.get(name) ?? 0;
    const types = new Map<string, number>();
    for (const type of DEMO_TYPES) types.set(type.title, await enterType(ctx, type));
    const resources = new Map<string, number>();
    for (const resource of DEMO_RESOURCES) resources.set(resource.name, await enterResource(ctx, resource));
    const resourceOf = (name: string): number => resources.get(name) ?? 0;
    for (const { by, name, people, resources: taken } of DEMO_SETS) {
      const calendars = [...people.map(idOf), ...taken.map((one) => resourceCalendar(resourceOf(one)))];
      await enterSet(ctx, { ownerId: idOf(by), name, calendars });
    }
    const addresses = APPOINTMENTS.flatMap(({ about }) => (about === undefined ? [] : [person(about).address]));
    const known = await recordsOfAddresses(db, instance.id, addresses);
    const monday = mondayOf(dayOf(since.toISOString(), timeZoneOf(instance)));
    for (const appointment of APPOINTMENTS) {
      const { by, about, says = {}, with: others = [] } = appointment;
      const id = await enterAppointment(ctx, {
        by: idOf(by),
        fields: fieldsOf(appointment, monday, { idOf, resourceOf, typeOf: (type) => types.get(type) ?? null }),
        excluded: (appointment.without ?? []).map((day) => `${dayIn(monday, day)}T${appointment.time?.slice(0, 5)}:00`),
        answers: new Map(others.map((name) => [idOf(name), says[name] ?? 'accepted'])),
      });
      const record = about && known.get(person(about).address)?.find(({ instanceTitle }) => instanceTitle === 'Kunden');
      if (record === undefined) continue;
      await lockItems(ctx, [id]);
      await linkItems(ctx, [id], record.recordId, { reason: 'hand', detail: '', userId: idOf(by) });
    }
  });

const mondayOf = (day: string): Temporal.PlainDate => {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 });
};

const dayIn = (monday: Temporal.PlainDate, [week, weekday]: DemoAppointment['day']): string =>
  monday.add({ days: week * 7 + weekday - 1 }).toString();

function fieldsOf(
  appointment: DemoAppointment,
  monday: Temporal.PlainDate,
  known: {
    readonly idOf: (name: Colleague) => number;
    readonly resourceOf: (name: string) => number;
    readonly typeOf: (title: string) => number | null;
  },
): PartialAppointmentFields {
  const { title, day, time, days = 1, location = '', text, type, isPrivate, isNote, repetition } = appointment;
  const start = dayIn(monday, day);
  const [from = '', to = ''] = time?.split('-') ?? [];
  const times =
    time === undefined
      ? {
          startDate: start,
          endDate: Temporal.PlainDate.from(start)
            .add({ days: days - 1 })
            .toString(),
          timeMode: isNote ? ('timeIndependent' as const) : ('allDay' as const),
        }
      : { startDate: `${start}T${from}:00`, endDate: `${start}T${to}:00`, timeMode: 'fixedTime' as const };
  return {
    ...times,
    title,
    location,
    access: isPrivate ? 'private' : 'public',
    participants: [
      ...(appointment.with ?? []).map((name) => ({ userId: known.idOf(name), resourceId: null })),
      ...(appointment.takes ?? []).map((name) => ({ userId: null, resourceId: known.resourceOf(name) })),
    ].map((one) => ({
      ...one,
      address: '',
      name: '',
      role: 'required' as const,
      active: true,
      alert: true,
      write: false,
    })),
    appointmentType: type === undefined ? null : known.typeOf(type),
    ...(text === undefined ? {} : { description: `<p>${text}</p>` }),
    ...(repetition === undefined ? {} : { repetition: v.parse(AppointmentRepetitionSchema, repetition) }),
  };
}
