import { MAX_COLLISIONS } from '@kontor/contract/appointment';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { refuseTaken } from './collisions.ts';
import type { Occurrence } from './occurrences.ts';
import { kindFor } from './people-rules.ts';
import type { AppointmentRow } from './store/appointments.ts';
import { bookBeside, readTaken, replaceBookings, type NewBooking } from './store/bookings.ts';
import type { PersonRow } from './store/persons.ts';
import { resourcesAmong } from './store/resources.ts';
import { KINDS } from './store/spans.ts';
import { realMoments } from './times.ts';

/** What was booked though something else has the resource then. */
export type BookedBeside = Awaited<ReturnType<typeof bookBeside>>;

/** What an appointment books with some of its occurrences. What is free, has no hours or takes no time books nothing. */
function bookingsOf(
  row: AppointmentRow,
  persons: readonly PersonRow[],
  occurrences: readonly Occurrence[],
  zone: string,
): readonly NewBooking[] {
  const isFree = row.is_free || row.time_mode === 'timeIndependent';
  const taken = persons.flatMap((person) =>
    person.resource_id !== null && kindFor(person, isFree) === KINDS.busy ? [person.resource_id] : [],
  );
  if (taken.length === 0 || row.cancelled_at !== null) return [];
  return occurrences.flatMap(({ originalMin, slot }) => {
    const { start, end } = realMoments(slot, zone);
    return end > start ? taken.map((resourceId) => ({ resourceId, originalMin, start, end })) : [];
  });
}

/** A resource may have been removed while its calendar was waited for. */
async function requireThere({ db, instance }: ChangeContext, persons: readonly PersonRow[]): Promise<void> {
  const ids = persons.flatMap((one) => (one.is_active && one.accepts ? (one.resource_id ?? []) : []));
  const there = await resourcesAmong(db, instance.id, ids);
  if (ids.some((id) => there.get(id)?.is_there !== true)) fail('NOT_FOUND');
}

/**
 * Books the resources of an appointment for these occurrences, and for no others. Where one is taken that cannot be taken twice, fails with RESOURCE_TAKEN, or books it
 * beside and returns that. The calendars of the resources must be held.
 */
export async function bookResources(
  ctx: ChangeContext,
  about: { readonly row: AppointmentRow; readonly persons: readonly PersonRow[]; readonly zone: string },
  occurrences: readonly Occurrence[],
  { isRefused }: { readonly isRefused: boolean },
): Promise<BookedBeside> {
  const { row, persons, zone } = about;
  const { db, instance } = ctx;
  if (persons.every((person) => person.resource_id === null)) return [];
  await requireThere(ctx, persons);
  const wanted = { id: row.appointment_id, bookings: bookingsOf(row, persons, occurrences, zone) };
  if (await replaceBookings(db, instance.id, wanted, ctx.now())) return [];
  if (!isRefused) return bookBeside(db, instance.id, wanted);
  return refuseTaken(ctx, await readTaken(db, instance.id, wanted, MAX_COLLISIONS), row.zone ?? zone);
}
