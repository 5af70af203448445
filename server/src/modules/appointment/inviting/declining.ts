import type { ChangeContext } from '../../../platform/operation/context.ts';
import { timeZoneOf } from '../../account/index.ts';
import { addressesOf } from '../icalendar/addresses.ts';
import type { AppointmentParts } from '../parts.ts';
import { readAppointments } from '../store/appointments.ts';
import { readInvitations } from '../store/invitations.ts';
import { changedOriginals } from '../store/objects.ts';
import type { PersonRow } from '../store/persons.ts';
import type { Slot } from '../times.ts';
import { declineLetter } from './letter.ts';
import type { Invited } from './told.ts';

/** Tells somebody outside that an appointment of ours stays at its time, which is another than they have proposed. Returns false where nothing can be sent to them. */
export async function declineCounter(
  ctx: ChangeContext,
  { inviting }: Pick<AppointmentParts, 'inviting'>,
  invited: Invited,
  { person, slot, comment }: { readonly person: PersonRow; readonly slot: Slot; readonly comment: string },
): Promise<boolean> {
  const { db, instance } = ctx;
  const { row, persons } = invited;
  const ids = row.series_id === null ? [row.appointment_id] : [row.appointment_id, row.series_id];
  const invitations = await readInvitations(db, instance.id, ids);
  const own = invitations.find(
    (one) => one.appointment_id === row.appointment_id && one.member_id === person.member_id,
  );
  const [series] = row.series_id === null ? [] : await readAppointments(db, instance.id, [row.series_id]);
  const people = [row.calendar_id, ...persons.flatMap(({ user_id: userId }) => userId ?? [])];
  const writing = {
    invited,
    person,
    series,
    own: [],
    originals: await changedOriginals(db, instance.id, row.rule === null ? [] : [row.appointment_id]),
    addresses: await addressesOf(ctx, people),
    zone: timeZoneOf(instance),
    now: ctx.now(),
    slot,
    comment,
  };
  const sent = await inviting.invite(ctx, {
    userId: row.calendar_id,
    // Who was told of the series knows the organiser by that.
    sentAs: own?.sent_as || (invitations.find(({ sent_as: address }) => address !== '')?.sent_as ?? ''),
    isPrivate: row.access === 'private',
    to: { name: person.name, address: person.address },
    write: (organiser, language) => declineLetter(writing, organiser, language),
  });
  return typeof sent !== 'string';
}
