import { readPersons, putPersons } from '../store/persons.ts';
import { addressKey } from '../../../platform/address-key.ts';
import type { CommandContext } from '../../../platform/operation/context.ts';
import { addressesOfAll, bringBack, changeObject, enterObject, userOfAddress, type Addresses } from '../dav/index.ts';
import { toIcal } from '../icalendar/appointment.ts';
import type { IcalAppointment, IcalEvent } from '../icalendar/model.ts';
import { inviteNobody, noteKnown } from '../inviting/inviting.ts';
import { PARTS_ALONE } from '../parts.ts';
import { holdUid, markAppointment, readAppointments } from '../store/appointments.ts';
import { changedOriginals, linesOf } from '../store/objects.ts';
import type { OutsideOrganiser } from '../tables.ts';
import { ownUid, standingOf, stampOf } from './rules.ts';
import { knownOf, type KnownRow } from './store.ts';

/** What became of an appointment of a file. */
export type Taken =
  | { readonly outcome: 'skipped' }
  | {
      readonly outcome: 'made' | 'changed';
      readonly uid: string;
      readonly stamp: string;
      readonly before: IcalAppointment | null;
    };

/** Who invites somebody of ours from outside. An organiser who does not is whoever the file is of, by another address of theirs. */
function organiserOf({ organiser, people }: IcalEvent, userId: number, addresses: Addresses): OutsideOrganiser | null {
  if (organiser === null || userOfAddress(organiser.address, addresses) !== undefined) return null;
  const isInvited = people.some(({ address }) => userOfAddress(address, addresses) === userId);
  return isInvited ? organiser : null;
}

const liveIds = (rows: readonly KnownRow[]): readonly number[] =>
  rows.filter((row) => row.takes_part && !row.is_cancelled).map(({ appointment_id: id }) => id);

/** How a person has appointments of one uid now. */
async function standingNow(
  { db, instance, person }: CommandContext,
  ids: readonly number[],
  addresses: Addresses,
): Promise<IcalAppointment> {
  const rows = await readAppointments(db, instance.id, ids);
  const persons = await readPersons(db, instance.id, ids);
  const own = rows.map((row) => ({
    row,
    persons: persons.filter((one) => one.appointment_id === row.appointment_id),
  }));
  const [originals, lines] = await Promise.all([changedOriginals(db, instance.id, ids), linesOf(db, instance.id, ids)]);
  return toIcal(own, { readerId: person.id, addresses, originals, lines });
}

/** Says of those outside what they have said by the file, and how new it is. Nobody is asked or told. */
async function markTaken(ctx: CommandContext, ids: readonly number[], master: IcalEvent): Promise<void> {
  const { db, instance } = ctx;
  const states = new Map(master.people.map(({ address, state }) => [addressKey(address), state]));
  const outside = (await readPersons(db, instance.id, ids)).filter((one) => one.user_id === null);
  const said = outside.map((one) => ({ ...one, state: states.get(addressKey(one.address)) ?? one.state }));
  if (said.length > 0) await putPersons(db, instance.id, said);
  for (const row of await readAppointments(db, instance.id, ids))
    if (row.original_local === null)
      await markAppointment(db, instance.id, row.appointment_id, {
        sequence: Math.max(row.sequence, master.sequence),
        stamped_at: Math.max(row.stamped_at, master.modifiedAt),
      });
}

/**
 * Takes one appointment of a file into the calendar of the person. What is there already stays, unless it is older and `replaces` is said; what they had removed comes back. No mail goes out,
 * and no resource is booked. Fails as an edit does.
 */
export async function takeImported(
  ctx: CommandContext,
  read: IcalAppointment,
  { replaces, addresses }: { readonly replaces: boolean; readonly addresses: Addresses },
): Promise<Taken> {
  const { db, instance, person } = ctx;
  const { master } = read;
  if (master === null) return { outcome: 'skipped' };
  const known = (uid: string): Promise<readonly KnownRow[]> => knownOf(db, instance.id, person.id, [uid]);
  await holdUid(db, instance.id, read.uid);
  let [appointment, rows] = [read, await known(read.uid)];
  if (standingOf(master, rows) === 'hidden') {
    appointment = { ...read, uid: ownUid(person.id, read.uid) };
    rows = await known(appointment.uid);
  }
  const { uid } = appointment;
  const stands = standingOf(master, rows);
  if (stands === 'there' || stands === 'hidden' || (stands === 'older' && !replaces)) return { outcome: 'skipped' };
  const putting = { calendarId: person.id, addresses, organiser: organiserOf(master, person.id, addresses) };
  let before: IcalAppointment | null = null;
  // Whoever is invited in it has heard of it from where it comes.
  inviteNobody(ctx);
  if (stands === 'new') await enterObject(ctx, PARTS_ALONE, appointment, putting);
  else {
    if (stands === 'removed') await bringBack(ctx, PARTS_ALONE, uid);
    const ids = liveIds(await known(uid));
    if (stands === 'older') before = await standingNow(ctx, ids, addresses);
    await changeObject(ctx, PARTS_ALONE, ids, appointment, putting);
  }
  await markTaken(ctx, liveIds(await known(uid)), master);
  await noteKnown(ctx, { uid });
  return { outcome: stands === 'older' ? 'changed' : 'made', uid, before, stamp: stampOf(await known(uid)) };
}

export { addressesOfAll, type Addresses };
