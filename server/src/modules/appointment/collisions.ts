import { MAX_COLLISIONS, resourceCalendar, resourceOfCalendar, type Collisions } from '@kontor/contract/appointment';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { localTimeOf } from '../../platform/recurrence/index.ts';
import { namesOf } from '../account/index.ts';
import { levelsOf, seenOf } from './access.ts';
import { sightOf } from './sight.ts';
import { readAppointments, type AppointmentRow } from './store/appointments.ts';
import type { MetBooking } from './store/bookings.ts';
import { resourcesAmong } from './store/resources.ts';
import { MODES, readCollisions, type MetSpan } from './store/spans.ts';

const DAY_MS = 86_400_000;

/** When something is that was met, in the words of the wire. */
function timesOf(
  { mode, starts_at: start, ends_at: end }: Pick<MetSpan, 'mode' | 'starts_at' | 'ends_at'>,
  zone: string,
) {
  if (mode === MODES.days || mode === MODES.note) {
    const last = new Date(end.getTime() - DAY_MS);
    return { startDate: start.toISOString().slice(0, 10), endDate: last.toISOString().slice(0, 10) };
  }
  const local = (at: Date) =>
    mode === MODES.floating ? at.toISOString().slice(0, 19) : localTimeOf(at.toISOString(), zone);
  return { startDate: local(start), endDate: local(end) };
}

/** Fails with APPOINTMENT_COLLIDES where the time is taken by something else. What is over collides with nothing. */
export async function refuseCollisions(
  ctx: ChangeContext | CommandContext,
  row: AppointmentRow,
  zone: string,
): Promise<void> {
  const { db, instance, person } = ctx;
  if (person === undefined) return;
  const where = row.zone ?? zone;
  const about = { id: row.appointment_id, zone: where, since: new Date(ctx.now()), most: MAX_COLLISIONS };
  const met = await readCollisions(db, instance.id, person.id, about);
  if (met.length === 0) return;
  const ids = met.map((one) => one.calendar_id);
  const [levels, names, resources] = await Promise.all([
    levelsOf({ db, instance, person }, ids),
    namesOf(db, instance.id, ids),
    resourcesAmong(
      db,
      instance.id,
      ids.flatMap((id) => resourceOfCalendar(id) ?? []),
    ),
  ]);
  const data: Collisions = {
    pairs: met.map((one) => {
      const id = one.calendar_id;
      const sight = sightOf({ level: levels.get(id) ?? 'none', access: one.access, isSeen: one.is_seen });
      return {
        calendarId: id,
        name: names.get(id) ?? resources.get(resourceOfCalendar(id) ?? 0)?.name ?? '',
        ...timesOf(one, where),
        title: sight === 'whole' ? one.title : null,
      };
    }),
  };
  fail('APPOINTMENT_COLLIDES', { data });
}

/** Fails with RESOURCE_TAKEN, and says of what takes resources what the person may know of it; times are those of `zone`. */
export async function refuseTaken(
  ctx: ChangeContext | CommandContext,
  met: readonly MetBooking[],
  zone: string,
): Promise<never> {
  const { db, instance, person } = ctx;
  const resources = await resourcesAmong(
    db,
    instance.id,
    met.map((one) => one.resource_id),
  );
  const ids = [...new Set(met.map((one) => one.appointment_id))];
  const rows = person === undefined ? [] : await readAppointments(db, instance.id, ids);
  const seen = person === undefined ? [] : await seenOf({ db, instance, person }, rows);
  const titles = new Map(seen.map(({ row }) => [row.appointment_id, row.title]));
  const data: Collisions = {
    pairs: met.map((one) => ({
      calendarId: resourceCalendar(one.resource_id),
      name: resources.get(one.resource_id)?.name ?? '',
      ...timesOf(one, zone),
      title: titles.get(one.appointment_id) ?? null,
    })),
  };
  return fail('RESOURCE_TAKEN', { data });
}
