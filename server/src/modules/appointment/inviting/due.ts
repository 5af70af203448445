import { timeZoneOf } from '../../account/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { currentSlot } from '../occurrences.ts';
import { appointmentsByUid } from '../store/appointments.ts';
import { readInvitations, untold, type InvitationRow } from '../store/invitations.ts';
import { readPersons, type PersonRow } from '../store/persons.ts';
import type { Told } from '../tables.ts';
import { realMoments } from '../times.ts';
import { isOutside, knownBySeries, messageOf, sameIn, wantedOf, type Invited, type Message } from './told.ts';

/** How somebody outside stands to an appointment of ours: what they were told, and what they have to be told now. */
export interface Due {
  readonly invited: Invited;
  readonly person: PersonRow;
  readonly stored: InvitationRow;
  readonly wanted: Told;
  readonly series: Invited | undefined;
  /** Changed occurrences of the series that they take part in. */
  readonly own: readonly Invited[];
  /** What they know is of this number. */
  readonly knownSequence: number;
  /** They know it as it is. */
  readonly isKnown: boolean;
  /** Undefined: nothing. */
  readonly message: Message | undefined;
}

/** How all those outside stand to the appointments of one uid, the series first. Of what others organise nobody is told. */
export async function duesOf(
  ctx: Pick<ChangeContext, 'db' | 'instance' | 'now'>,
  uid: string,
): Promise<readonly Due[]> {
  const { db, instance } = ctx;
  const rows = (await appointmentsByUid(db, instance.id, uid)).filter(({ organiser }) => organiser === null);
  const ids = rows.map(({ appointment_id: id }) => id);
  const persons = Map.groupBy(await readPersons(db, instance.id, ids), (one) => one.appointment_id);
  const stored = new Map(
    (await readInvitations(db, instance.id, ids)).map((one) => [`${one.appointment_id} ${one.member_id}`, one]),
  );
  const all = rows.map((row): Invited => ({ row, persons: persons.get(row.appointment_id) ?? [] }));
  const zone = timeZoneOf(instance);
  return all.flatMap((invited) => {
    const { row } = invited;
    const series = all.find((one) => one.row.appointment_id === row.series_id);
    const changed = all.filter((one) => one.row.series_id === row.appointment_id);
    const originals = changed.flatMap((one) => one.row.original_local ?? []);
    // Nobody is told of what is over.
    const isOver = realMoments(currentSlot(row, originals, zone, ctx.now()), zone).end <= ctx.now();
    const storedOf = (one: PersonRow) => stored.get(`${one.appointment_id} ${one.member_id}`);
    return invited.persons.filter(isOutside).map((person): Due => {
      const own = storedOf(person);
      const inSeries = series === undefined ? undefined : sameIn(series.persons, person);
      const bySeries = inSeries === undefined ? undefined : storedOf(inSeries);
      const reported =
        own?.told ??
        (series === undefined || row.original_local === null
          ? undefined
          : knownBySeries(series.row, bySeries?.told ?? undefined, row.original_local));
      const wanted = wantedOf(invited, person, changed);
      return {
        invited,
        person,
        stored: own ?? {
          ...untold(row.appointment_id, person.member_id),
          sent_as: bySeries?.sent_as ?? '',
        },
        wanted,
        series,
        own: changed.filter((one) => sameIn(one.persons, person)?.is_active === true),
        knownSequence: own?.told == null ? (bySeries?.told_sequence ?? 0) : own.told_sequence,
        isKnown: reported !== undefined && messageOf(reported, wanted) === undefined,
        message: isOver ? undefined : messageOf(reported, wanted),
      };
    });
  });
}
