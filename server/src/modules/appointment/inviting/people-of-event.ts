import type { Participation } from '@kontor/contract/appointment';
import { addressKey } from '../../../platform/address-key.ts';
import type { IcalEvent } from '../icalendar/model.ts';
import { participantsOf, type PlainParticipant } from '../people-rules.ts';
import type { AppointmentRow } from '../store/appointments.ts';
import type { PersonRow } from '../store/persons.ts';

export const isSameAddress = (one: string, other: string): boolean => addressKey(one) === addressKey(other);

/** Whether a VEVENT speaks of an appointment that we have: by the same organiser, outside. */
export const isOf = (row: AppointmentRow, { organiser }: IcalEvent): boolean =>
  row.organiser !== null && organiser !== null && isSameAddress(row.organiser.address, organiser.address);

const participantFrom = ({ name, address, role }: IcalEvent['people'][number]): PlainParticipant => ({
  userId: null,
  resourceId: null,
  address,
  name,
  role,
  active: true,
  alert: true,
  write: false,
});

/** Those who take part by an invitation; people of ours stand for the addresses at which they were invited. */
export function peopleFrom(event: IcalEvent, known: readonly PersonRow[]): readonly PlainParticipant[] {
  const own = new Map(
    known.flatMap((one) => (one.user_id === null || one.invited_as === '' ? [] : [[addressKey(one.invited_as), one]])),
  );
  const invited = event.people.map((one) => {
    const person = own.get(addressKey(one.address));
    return person === undefined ? participantFrom(one) : (participantsOf([person])[0] ?? participantFrom(one));
  });
  // Whom one of ours has added stays.
  const added = participantsOf(known.filter((one) => one.user_id !== null && one.invited_as === ''));
  return [...added, ...invited];
}

/** What others have said by the word of the organiser. */
export function withStates(persons: readonly PersonRow[], event: IcalEvent): readonly PersonRow[] {
  const states = new Map<string, Participation>(event.people.map((one) => [addressKey(one.address), one.state]));
  return persons.map((one) => {
    const state = one.user_id === null ? states.get(addressKey(one.address)) : undefined;
    return state === undefined ? one : { ...one, state };
  });
}

/** The row of somebody who was invited at an address. */
export const invitedRow = (userId: number, invitedAs: string, memberId: number): PersonRow => ({
  appointment_id: 0,
  member_id: memberId,
  user_id: userId,
  resource_id: null,
  address: '',
  name: '',
  role: 'required',
  state: 'none',
  accepts: false,
  may_write: true,
  is_active: true,
  has_alert: true,
  own_alert: null,
  is_confirmed: false,
  is_hidden: false,
  answered_at: null,
  comment: '',
  is_removed: false,
  kept_at: null,
  invited_as: invitedAs,
});
