import type { Difference } from '@kontor/contract/activity';
import {
  DEFAULT_MINUTES,
  DEFAULT_MINUTE_INTERVAL,
  type Alert,
  type AppointmentFields,
  type AppointmentRepetition,
  type AppointmentType,
  type PartialAppointmentFields,
  type TimeMode,
} from '@kontor/contract/appointment';
import { isDeepStrictEqual } from 'node:util';
import { instantOf, type LocalTime } from '../../platform/recurrence/index.ts';
import type { PlainParticipant } from './people-rules.ts';
import { plainRepetition } from './series-rules.ts';
import type { AppointmentRow, AppointmentValues } from './store/appointments.ts';
import {
  asIfUtc,
  daysLater,
  isWhole,
  nextHour,
  realMoments,
  shiftedBy,
  toLocal,
  toSlot,
  wireTime,
  type Slot,
} from './times.ts';

/** What an appointment says, in the one way that it is kept. */
export interface Plain extends Omit<
  AppointmentFields,
  'startDate' | 'endDate' | 'allDay' | 'timeMode' | 'zone' | 'participants' | 'repetition'
> {
  readonly slot: Slot;
  readonly participants: readonly PlainParticipant[];
  readonly repetition: AppointmentRepetition | null;
  readonly recordButton: boolean;
}

export const slotOf = (row: Pick<AppointmentRow, 'time_mode' | 'starts_local' | 'ends_local' | 'zone'>): Slot => ({
  timeMode: row.time_mode,
  start: row.starts_local,
  end: row.ends_local,
  zone: row.zone,
});

/** What an appointment says as it stands. */
export const plainOf = (row: AppointmentRow, participants: readonly PlainParticipant[]): Plain => ({
  title: row.title,
  description: row.description,
  location: row.location,
  slot: slotOf(row),
  access: row.access,
  calendarId: row.calendar_id,
  color: row.color,
  needsConfirmation: row.needs_confirmation,
  checkCollision: row.checks_collision,
  isFree: row.is_free,
  appointmentType: row.type_id,
  alert: row.alert ?? 'none',
  minuteInterval: row.minute_interval as Plain['minuteInterval'],
  meetingUrl: row.meeting_url,
  participants,
  repetition: row.repetition,
  recordButton: row.record_button,
});

/** What a new appointment says where nothing is said: with the next full hour, as its type has it. */
export function defaultsOf(about: {
  readonly type: AppointmentType | undefined;
  readonly calendarId: number;
  readonly zone: string;
  readonly now: number;
}): Plain {
  const { type, calendarId, zone, now } = about;
  const { start, end } = nextHour(now, zone, DEFAULT_MINUTES);
  const timeMode = type?.timeType ?? 'fixedTime';
  return {
    title: type?.defaultTitle ?? '',
    description: type?.description ?? '',
    location: '',
    slot: toSlot({ startDate: start, endDate: isWhole({ timeMode }) ? start : end, timeMode, zone }, zone),
    access: type?.access ?? 'public',
    calendarId,
    color: '',
    needsConfirmation: false,
    checkCollision: false,
    isFree: false,
    appointmentType: type?.id ?? null,
    alert: type?.alert ?? 'none',
    minuteInterval: DEFAULT_MINUTE_INTERVAL,
    meetingUrl: '',
    participants: (type?.participants ?? []).map((userId) => ({
      userId,
      resourceId: null,
      address: '',
      name: '',
      role: 'required',
      active: true,
      alert: true,
      write: false,
    })),
    repetition: null,
    recordButton: type?.recordButton ?? true,
  };
}

/** `allDay` counts over `timeMode`: true keeps one without hours as it is. */
function modeOf({ allDay, timeMode }: PartialAppointmentFields, before: TimeMode): TimeMode {
  const mode = timeMode ?? before;
  if (allDay === undefined) return mode;
  if (!allDay) return 'fixedTime';
  return mode === 'timeIndependent' ? mode : 'allDay';
}

const DEFAULT_MS = DEFAULT_MINUTES * 60_000;

/** The slot that is meant where some of it is said: a beginning alone moves the end with it. */
function slotWith(given: PartialAppointmentFields, before: Slot, instanceZone: string): Slot {
  const zone = given.zone === undefined ? before.zone : given.zone;
  const timeMode = modeOf(given, before.timeMode);
  const startDate = given.startDate ?? before.start;
  if (given.endDate !== undefined) return toSlot({ startDate, endDate: given.endDate, timeMode, zone }, instanceZone);
  const long = isWhole(before) && timeMode === 'fixedTime' ? DEFAULT_MS : asIfUtc(before.end) - asIfUtc(before.start);
  const start = toLocal(startDate, zone ?? instanceZone);
  return toSlot({ startDate: start, endDate: shiftedBy(start, long), timeMode, zone }, instanceZone);
}

/** An appointment with what is said of it; the rest stays. */
export function withGiven(
  before: Plain,
  given: PartialAppointmentFields,
  about: { readonly zone: string; readonly typeColour: string },
): Plain {
  const {
    startDate: _startDate,
    endDate: _endDate,
    allDay: _allDay,
    timeMode: _timeMode,
    zone: _zone,
    repetition,
    ...rest
  } = given;
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const after = { ...before, ...said, slot: slotWith(given, before.slot, about.zone) };
  return {
    ...after,
    // What is answered may be the colour of the type, which is none of its own.
    color: after.color === about.typeColour ? '' : after.color,
    repetition: repetition === undefined ? before.repetition : repetition === null ? null : plainRepetition(repetition),
  };
}

/** What of an appointment its row keeps. */
export const valuesOf = (plain: Plain, rule: string | null): AppointmentValues => ({
  calendar_id: plain.calendarId,
  description: plain.description,
  location: plain.location,
  meeting_url: plain.meetingUrl,
  time_mode: plain.slot.timeMode,
  starts_local: plain.slot.start,
  ends_local: plain.slot.end,
  zone: plain.slot.zone,
  access: plain.access,
  color: plain.color,
  type_id: plain.appointmentType,
  is_free: plain.isFree,
  needs_confirmation: plain.needsConfirmation,
  checks_collision: plain.checkCollision,
  alert: plain.alert,
  minute_interval: plain.minuteInterval,
  record_button: plain.recordButton,
  rule,
  repetition: plain.repetition,
});

const isActive = ({ active }: PlainParticipant): boolean => active;
const nameIn =
  (resources: ReadonlyMap<number, string>) =>
  ({ userId, resourceId, address }: PlainParticipant): number | string =>
    userId ?? (resourceId === null ? address : (resources.get(resourceId) ?? ''));

/** The same by the names of the wire, as its history says it. */
function shownFields(
  { slot, participants, ...plain }: Plain,
  resources: ReadonlyMap<number, string>,
): Readonly<Record<string, unknown>> {
  return {
    ...plain,
    startDate: wireTime(slot, slot.start),
    endDate: wireTime(slot, slot.end),
    timeMode: slot.timeMode,
    zone: slot.zone,
    participants: participants.filter(isActive).map(nameIn(resources)),
  };
}

/** What an edit changes, by the names of the fields. `resources`: names of those that are meant. */
export function differencesOf(
  before: Plain,
  after: Plain,
  resources: ReadonlyMap<number, string>,
): readonly Difference[] {
  const [was, is] = [shownFields(before, resources), shownFields(after, resources)];
  return Object.keys(is)
    .filter((field) => !isDeepStrictEqual(was[field], is[field]))
    .map((field) => ({ field, before: was[field], after: is[field], isHtml: field === 'description' }));
}

/** Whether an edit changes anything, flags of participants among it. */
export const isSame = (before: Plain, after: Plain): boolean => isDeepStrictEqual(before, after);

/** Whether people have to be asked anew: time, place or rule are others. A title alone asks nobody. */
export const asksAnew = (before: Plain, after: Plain): boolean =>
  !isDeepStrictEqual([before.slot, before.location, before.repetition], [after.slot, after.location, after.repetition]);

/** Whether something is another that its organiser has the say in. What people call it in their own calendar is theirs. */
export const changesOrganised = (before: Plain, after: Plain): boolean => {
  const of = ({ slot, repetition, location, participants }: Plain) => [slot, repetition, location, participants];
  return !isDeepStrictEqual(of(before), of(after));
};

/** Whether its times or its rule are others. */
export const changesTimes = (before: Plain, after: Plain): boolean =>
  !isDeepStrictEqual([before.slot, before.repetition], [after.slot, after.repetition]);

const resourcesIn = ({ participants }: Plain): readonly number[] =>
  participants.flatMap(({ resourceId, active }) => (resourceId !== null && active ? [resourceId] : []));

/** Whether it takes the same resources at the same times. */
export const booksAlike = (before: Plain, after: Plain): boolean =>
  !changesTimes(before, after) &&
  isDeepStrictEqual([before.isFree, resourcesIn(before)], [after.isFree, resourcesIn(after)]);

const UNIT_MS = { minutes: 60_000, hours: 3_600_000 } as const;

/** When somebody is called to an occurrence, in milliseconds; undefined for not at all. Days are those of the calendar. */
export function alertMoment(slot: Slot, alert: Alert, zone: string): number | undefined {
  if (alert === 'none') return undefined;
  if (alert.unit === 'days') return Date.parse(instantOf(daysLater(slot.start, -alert.value), slot.zone ?? zone));
  return realMoments(slot, zone).start - alert.value * UNIT_MS[alert.unit];
}

/** Whether an alert that is set now lies between now and the beginning of the occurrence that it is set for. */
export const isRightAlert = (slot: Slot, alert: Alert, zone: string, now: number): boolean => {
  const at = alertMoment(slot, alert, zone);
  return at === undefined || at > now;
};

/** The beginning of a text, as lists show it. */
export const previewOf = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 160).toWellFormed();

/** What a type has a say in, as an appointment has it. */
export interface TypedFields {
  readonly title: string;
  readonly description: string;
  readonly access: Plain['access'];
  readonly alert: Alert;
  readonly timeMode: TimeMode;
  readonly participants: readonly number[];
  readonly recordButton: boolean;
  readonly repeats: boolean;
}

/** What a type gives; no type gives what an appointment is without. */
const givenBy = (type: AppointmentType | undefined): TypedFields => ({
  title: type?.defaultTitle ?? '',
  description: type?.description ?? '',
  access: type?.access ?? 'public',
  alert: type?.alert ?? 'none',
  timeMode: type?.timeType ?? 'fixedTime',
  participants: type?.participants ?? [],
  recordButton: type?.recordButton ?? true,
  repeats: false,
});

/** The fields that an unsaved appointment of a type has. */
export const typedDefaults = givenBy;

/**
 * The fields of an appointment whose type becomes another. Of each that is empty, or has what the former type gives, what the new one gives; what was
 * typed stays. Participants of the former type go and those of the new one come; the others stay.
 */
export function withType(
  before: TypedFields,
  former: AppointmentType | undefined,
  type: AppointmentType | undefined,
  additionalUser: number | null,
): TypedFields & { readonly changed: string[] } {
  const [was, is] = [givenBy(former), givenBy(type)];
  const of = <K extends 'title' | 'description' | 'access' | 'alert' | 'timeMode'>(field: K): TypedFields[K] =>
    before[field] === '' || before[field] === 'none' || isDeepStrictEqual(before[field], was[field])
      ? is[field]
      : before[field];
  const staying = before.participants.filter((id) => !was.participants.includes(id) || is.participants.includes(id));
  const participants = new Set([...staying, ...is.participants, ...(additionalUser === null ? [] : [additionalUser])]);
  const after: TypedFields = {
    title: of('title'),
    description: of('description'),
    access: of('access'),
    alert: of('alert'),
    timeMode: of('timeMode'),
    participants: [...participants],
    recordButton: is.recordButton,
    repeats: before.repeats && type?.forbiddenRepetition !== true,
  };
  const fields = Object.keys(after) as (keyof TypedFields)[];
  return { ...after, changed: fields.filter((field) => !isDeepStrictEqual(before[field], after[field])) };
}

/** The local time that a moment, in milliseconds since 1970, is in a zone. */
export const localNow = (now: number, zone: string): LocalTime => toLocal(new Date(now).toISOString(), zone);
