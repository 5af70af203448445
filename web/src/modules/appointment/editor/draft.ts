import {
  DEFAULT_MINUTE_INTERVAL,
  MAX_DESCRIPTION,
  resourceCalendar,
  type Alert,
  type AppointmentDetail,
  type AppointmentFields,
  type AppointmentFieldsInput,
  type Participant,
  type ParticipantInput,
  type Participation,
  type appointmentQueries,
} from '@kontor/contract/appointment';
import type { ResultOf } from '@kontor/contract/kernel';
import type { Beginning } from '../address.ts';
import { beginsAt, minutesOf, newTimes, timesOf, written, type Times } from './times.ts';

/** Somebody who takes part, while the appointment is edited. */
export interface DraftPerson {
  /** Null for a resource and for an address outside. */
  readonly userId: number | null;
  /** Null for people. */
  readonly resourceId: number | null;
  readonly address: string;
  readonly name: string;
  readonly role: Participant['role'];
  /** They take part. Undefined: as the appointment is confirmed by default. */
  readonly accept: boolean | undefined;
  readonly active: boolean;
  readonly alert: boolean;
  readonly write: boolean;
  readonly state: Participation;
  readonly comment: string;
  /** The server knows of them. */
  readonly isStored: boolean;
}

type Plain = 'title' | 'description' | 'location' | 'meetingUrl' | 'zone' | 'access' | 'calendarId' | 'color';
type Choices =
  | 'needsConfirmation'
  | 'checkCollision'
  | 'isFree'
  | 'appointmentType'
  | 'alert'
  | 'minuteInterval'
  | 'repetition';

/** An appointment while it is edited. */
export interface AppointmentDraft extends Times, Readonly<Pick<AppointmentFields, Plain | Choices>> {
  /** `aggregateVersion` of the details that the edit began from; 0 of a new one. */
  readonly version: number;
  readonly participants: readonly DraftPerson[];
}

const isOn = (flag: string): boolean => flag === 'true';

const personOf = ({ userId, resourceId, address, name, role, state, comment, ...flags }: Participant): DraftPerson => ({
  userId,
  resourceId,
  address,
  name,
  role,
  accept: isOn(flags.accept),
  active: isOn(flags.active),
  alert: isOn(flags.alert),
  write: isOn(flags.write),
  state,
  comment,
  isStored: true,
});

/** Somebody, or a resource, that was just added. */
export const addedPerson = ({
  resourceId = null,
  role = 'required',
  ...person
}: Pick<DraftPerson, 'userId' | 'address' | 'name'> &
  Partial<Pick<DraftPerson, 'resourceId' | 'role'>>): DraftPerson => ({
  ...person,
  resourceId,
  role,
  accept: undefined,
  active: true,
  alert: true,
  write: false,
  state: 'none',
  comment: '',
  isStored: false,
});

/** Tells participants apart. */
export function personKey({
  userId,
  resourceId,
  address,
}: Pick<DraftPerson, 'userId' | 'resourceId' | 'address'>): string {
  if (resourceId !== null) return `resource ${resourceId}`;
  return userId === null ? address.toLowerCase() : String(userId);
}

/** The calendar of somebody who takes part; null for an address outside, which has none here. */
export const calendarOf = ({ userId, resourceId }: Pick<DraftPerson, 'userId' | 'resourceId'>): number | null =>
  resourceId === null ? userId : resourceCalendar(resourceId);

/** Participants with others added, each once; who was taken out comes back. */
export function withPeople(people: readonly DraftPerson[], more: readonly DraftPerson[]): readonly DraftPerson[] {
  const all = new Map(people.map((person) => [personKey(person), person]));
  for (const person of more) {
    const known = all.get(personKey(person));
    all.set(personKey(person), known === undefined ? person : { ...known, active: true });
  }
  return [...all.values()];
}

/** An appointment as it is stored. */
export function draftOf(details: AppointmentDetail): AppointmentDraft {
  const { repetition, participants, aggregateVersion: version, title, description, location, meetingUrl } = details;
  const { zone, access, calendarId, color, needsConfirmation, checkCollision, isFree } = details;
  const { appointmentType, alert, minuteInterval } = details;
  return {
    ...timesOf(details),
    version,
    title,
    description,
    location,
    meetingUrl,
    zone,
    access,
    calendarId,
    color,
    needsConfirmation,
    checkCollision,
    isFree,
    appointmentType,
    alert,
    minuteInterval,
    repetition,
    participants: participants.map(personOf),
  };
}

/** What another edit has stored, as APPOINTMENT_CONFLICT says it: the fields of `appointment.save` with `aggregateVersion`. */
export type Theirs = AppointmentFields & { readonly aggregateVersion: number };

const writtenPerson = (person: ParticipantInput, known: readonly DraftPerson[]): DraftPerson => {
  const before = known.find((one) => personKey(one) === personKey(person));
  return { ...addedPerson(person), ...before, ...person, name: before?.name ?? person.name, accept: person.accept };
};

/** The same as a draft. `before`: the copy that the edit began from, which says what only people themselves say. */
export function draftOfTheirs(theirs: Theirs, before: AppointmentDraft): AppointmentDraft {
  const { startDate, endDate, allDay: _allDay, participants, aggregateVersion: version, ...fields } = theirs;
  return {
    ...before,
    ...fields,
    ...timesOf({ timeMode: fields.timeMode, startDate, endDate }),
    version,
    participants: participants.map((person) => writtenPerson(person, before.participants)),
  };
}

/** A new appointment. `me`: its person, who takes part and writes. */
export function newDraft(
  beginning: Beginning,
  me: { readonly id: number; readonly name: string },
  { now, zone }: { readonly now: number; readonly zone: string },
): AppointmentDraft {
  const own = {
    ...addedPerson({ userId: me.id, address: '', name: me.name }),
    accept: true,
    write: true,
    state: 'accepted' as const,
  };
  const { people = [], optional = [], resources = [], title = '', calendarId = me.id } = beginning;
  const others = [
    ...people.map((userId) => addedPerson({ userId, address: '', name: '' })),
    ...optional.map((userId) => addedPerson({ userId, address: '', name: '', role: 'optional' })),
    ...resources.map((resourceId) => addedPerson({ userId: null, resourceId, address: '', name: '' })),
  ];
  return {
    ...newTimes(beginning, now, zone),
    version: 0,
    title,
    description: '',
    location: '',
    meetingUrl: '',
    zone,
    access: 'public',
    calendarId,
    color: '',
    needsConfirmation: false,
    checkCollision: false,
    isFree: false,
    appointmentType: null,
    alert: 'none',
    minuteInterval: DEFAULT_MINUTE_INTERVAL,
    repetition: null,
    participants: withPeople([own], others),
  };
}

/** What is saved of a draft. */
export function fieldsOf(draft: AppointmentDraft): AppointmentFieldsInput {
  const {
    version: _version,
    startDay: _day,
    startTime: _time,
    endDay: _endDay,
    endTime: _endTime,
    participants,
    ...fields
  } = draft;
  return {
    ...fields,
    ...written(draft),
    title: fields.title.trim(),
    allDay: draft.timeMode !== 'fixedTime',
    participants: participants.map(({ userId, resourceId, address, name, role, accept, active, alert, write }) => ({
      userId,
      resourceId,
      address,
      name,
      role,
      active,
      alert,
      write,
      ...(accept === undefined ? {} : { accept }),
    })),
  };
}

export type DraftFault = 'times' | 'url' | 'reminder' | 'text';

const MINUTES = { minutes: 1, hours: 60, days: 1440 } as const;
const MINUTE_MS = 60_000;

/** Whether a reminder would come before now, or the appointment has begun. `zone`: that of times without one. */
export function isReminderPast(
  draft: Times & { readonly zone: string | null },
  alert: Alert,
  now: number,
  zone: string,
): boolean {
  if (alert === 'none') return false;
  return beginsAt(draft, draft.zone ?? zone) - alert.value * MINUTES[alert.unit] * MINUTE_MS <= now;
}

const sameAlert = (one: Alert, other: Alert): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What keeps a draft from being saved. A reminder is judged where it was set now: one that has rung stays as it is. */
export function faultsOf(
  draft: AppointmentDraft,
  before: AppointmentDraft,
  now: number,
  zone: string,
): readonly DraftFault[] {
  const { alert, meetingUrl, description } = draft;
  const isAlertNew = draft.version === 0 || !sameAlert(alert, before.alert);
  return [
    ...(minutesOf(draft) < 0 ? (['times'] as const) : []),
    ...(meetingUrl.trim() === '' || /^https?:\/\/\S+$/i.test(meetingUrl.trim()) ? [] : (['url'] as const)),
    ...(isAlertNew && isReminderPast(draft, alert, now, zone) ? (['reminder'] as const) : []),
    ...(description.length > MAX_DESCRIPTION ? (['text'] as const) : []),
  ];
}

/** A draft with what another type gives, which the server has reckoned. `nameOf`: of people who come in by it. */
export function typedDraft(
  draft: AppointmentDraft,
  newType: number | null,
  typed: ResultOf<typeof appointmentQueries.changeType>,
  nameOf: (userId: number) => string,
): AppointmentDraft {
  const given = new Set(typed.participants);
  const stays = draft.participants.filter(({ userId }) => userId === null || given.has(userId));
  const more = typed.participants.map((userId) => addedPerson({ userId, address: '', name: nameOf(userId) }));
  const { title, description, access, alert, timeMode } = typed;
  return {
    ...draft,
    title,
    description,
    access,
    alert,
    timeMode,
    appointmentType: newType,
    participants: withPeople(stays, more),
    repetition: typed.repeats ? draft.repetition : null,
  };
}
