import type { Alert, Participant, ParticipantInput } from '@kontor/contract/appointment';
import { flagText, resourceCalendar } from '@kontor/contract/appointment';
import type { AppointmentRow } from './store/appointments.ts';
import type { PersonRow } from './store/persons.ts';
import { KINDS } from './store/spans.ts';

/** Somebody who takes part, as an edit says it. `accept` left out: as the appointment has it. */
export type PlainParticipant = Omit<ParticipantInput, 'accept'> & { readonly accept?: boolean | undefined };

const isOutside = ({ user_id: userId, resource_id: resourceId }: PersonRow): boolean =>
  userId === null && resourceId === null;

/** Those who take part as they stand, for what is edited of them. */
export const participantsOf = (persons: readonly PersonRow[]): readonly PlainParticipant[] =>
  persons.map((person) => ({
    userId: person.user_id,
    resourceId: person.resource_id,
    address: person.address,
    name: isOutside(person) ? person.name : '',
    role: person.role,
    accept: person.accepts,
    active: person.is_active,
    alert: person.has_alert,
    write: person.may_write,
  }));

/** Names somebody who takes part, or something, within an appointment. */
export const keyOf = ({
  userId,
  resourceId,
  address,
}: Pick<PlainParticipant, 'userId' | 'resourceId' | 'address'>): string =>
  userId === null ? (resourceId === null ? address.toLowerCase() : `resource ${resourceId}`) : String(userId);

const keyOfRow = ({ user_id: userId, resource_id: resourceId, address }: PersonRow): string =>
  keyOf({ userId, resourceId, address });

/** Those of an edit in the same way, each once: names are kept of addresses outside alone. */
export function plainParticipants(
  given: readonly PlainParticipant[],
  known: readonly PlainParticipant[],
): readonly PlainParticipant[] {
  const before = new Map(known.map((one) => [keyOf(one), one]));
  const merged = given.map((one) => ({
    userId: one.userId,
    resourceId: one.resourceId,
    address: one.userId === null && one.resourceId === null ? one.address : '',
    name: one.userId === null && one.resourceId === null ? one.name : '',
    role: one.role,
    accept: one.accept ?? before.get(keyOf(one))?.accept,
    active: one.active,
    alert: one.alert,
    write: one.write,
  }));
  const byKey = new Map(merged.map((one) => [keyOf(one), one]));
  // Who is left out is taken out, and kept.
  const left = known.filter((one) => !byKey.has(keyOf(one))).map((one) => ({ ...one, active: false }));
  const order = new Map(known.map((one, index) => [keyOf(one), index]));
  const indexOf = (one: PlainParticipant) => order.get(keyOf(one)) ?? known.length;
  return [...byKey.values(), ...left].toSorted((one, other) => indexOf(one) - indexOf(other));
}

/** The same with the person of the calendar among them, who takes part in what is in it, and may write there. */
export function withOwner(participants: readonly PlainParticipant[], ownerId: number): readonly PlainParticipant[] {
  const owner = participants.find(({ userId }) => userId === ownerId);
  const own = { userId: ownerId, resourceId: null, address: '', name: '', role: 'required' } as const;
  if (owner === undefined)
    return [...participants, { ...own, accept: undefined, alert: true, active: true, write: true }];
  return participants.map((one) => (one === owner ? { ...one, active: true, write: true } : one));
}

/** How the rows of an appointment stand after an edit. */
export interface PersonEdit {
  readonly appointmentId: number;
  /** Who edits it; who enters themselves takes part by that. */
  readonly actorId: number;
  readonly needsConfirmation: boolean;
  /** All others are asked anew. */
  readonly asksAnew: boolean;
}

/** Rows of those who take part, from what an edit says; those who are there keep what they have said themselves, unless they are asked anew. */
export function personsAfter(
  participants: readonly PlainParticipant[],
  known: readonly PersonRow[],
  { appointmentId, actorId, needsConfirmation, asksAnew }: PersonEdit,
): readonly PersonRow[] {
  const before = new Map(known.map((person) => [keyOfRow(person), person]));
  let last = Math.max(0, ...known.map((person) => person.member_id));
  return participants.map((one) => {
    const isActor = one.userId === actorId;
    const person = before.get(keyOf(one));
    const said = { role: one.role, may_write: one.write, is_active: one.active, has_alert: one.alert };
    const entered = {
      state: isActor ? ('accepted' as const) : ('none' as const),
      // A resource takes part for as long as it is there.
      accepts: isActor || one.resourceId !== null || (one.userId !== null && (one.accept ?? !needsConfirmation)),
      is_confirmed: isActor,
    };
    if (person === undefined)
      return {
        ...said,
        ...entered,
        appointment_id: appointmentId,
        member_id: (last += 1),
        user_id: one.userId,
        resource_id: one.resourceId,
        address: one.address,
        name: one.name,
        own_alert: null,
        is_hidden: false,
        answered_at: null,
        comment: '',
        is_removed: false,
        kept_at: null,
        invited_as: '',
      };
    const isBack = one.active && !person.is_active;
    if (isBack || (asksAnew && !isActor && person.state !== 'none'))
      return {
        ...person,
        ...said,
        ...entered,
        name: one.name,
        accepts: one.resourceId !== null || (one.userId !== null && !needsConfirmation),
        answered_at: null,
        comment: '',
        is_removed: false,
      };
    const accepts = one.resourceId === null ? (one.accept ?? person.accepts) : person.accepts;
    return { ...person, ...said, name: one.name, accepts };
  });
}

/** Who sees an appointment by taking part in it. */
export const takingPart = (persons: readonly PersonRow[]): readonly number[] =>
  persons.flatMap(({ user_id: userId, is_active: isActive }) => (userId !== null && isActive ? [userId] : []));

/** The calendar that an appointment takes time in by somebody; null for an address outside. */
export const calendarFor = ({ user_id: userId, resource_id: resourceId }: PersonRow): number | null =>
  userId ?? (resourceId === null ? null : resourceCalendar(resourceId));

/** How many take part: people and addresses outside, not what they take with them. */
export const countedIn = (persons: readonly PersonRow[]): number =>
  persons.filter(({ is_active: isActive, resource_id: resourceId }) => isActive && resourceId === null).length;

/** Whether an appointment asks somebody something: they were entered, and have not said anything to it. */
export const isAsked = ({ is_active, is_confirmed, state }: PersonRow): boolean =>
  is_active && !is_confirmed && state === 'none';

/** How somebody's calendar is taken by an appointment; undefined where it is not. */
export function kindFor(person: PersonRow, isFree: boolean): number | undefined {
  if (calendarFor(person) === null || !person.is_active || person.state === 'declined') return undefined;
  if (person.resource_id !== null && !person.accepts) return undefined;
  if (isFree) return KINDS.free;
  if (person.state === 'tentative') return KINDS.tentative;
  return person.accepts || person.state === 'accepted' ? KINDS.busy : KINDS.tentative;
}

/** How somebody is called to an appointment. */
export const alertFor = (row: Pick<AppointmentRow, 'alert'>, person: PersonRow): Alert =>
  person.own_alert ?? (person.has_alert ? (row.alert ?? 'none') : 'none');

/** How the mail to somebody outside stands. */
export type ShownMail = Pick<Participant, 'mailState' | 'mailFault'>;
const NO_MAIL: ShownMail = { mailState: null, mailFault: null };

/** Somebody who takes part, as the wire says it. */
export const toParticipant = (
  person: PersonRow,
  names: ReadonlyMap<number, string>,
  mail: ShownMail = NO_MAIL,
): Participant => ({
  userId: person.user_id,
  resourceId: person.resource_id,
  memberId: person.member_id,
  accept: flagText(person.accepts),
  active: flagText(person.is_active),
  alert: flagText(person.has_alert),
  write: flagText(person.may_write),
  confirmed: person.is_confirmed,
  hidden: person.is_hidden,
  name: person.user_id === null ? person.name : (names.get(person.user_id) ?? ''),
  address: person.address,
  role: person.role,
  state: person.state,
  comment: person.comment,
  answeredAt: person.answered_at === null ? null : new Date(person.answered_at).toISOString(),
  ...mail,
});
