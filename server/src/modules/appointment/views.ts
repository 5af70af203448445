import type { RelatedItem } from '@kontor/contract/activity';
import {
  appointmentExtras,
  type Appointment,
  type AppointmentDetail,
  type AppointmentType,
} from '@kontor/contract/appointment';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { Link } from '@kontor/contract/record';
import type { LocalTime } from '../../platform/recurrence/index.ts';
import { toEntryRow, type PageRow } from '../activity/index.ts';
import type { Seen } from './access.ts';
import { toParticipant, type ShownMail } from './people-rules.ts';
import { slotOf, type Plain } from './rules.ts';
import { minutesOf, wireRepetition } from './series-rules.ts';
import { toProposal } from './proposing/rules.ts';
import type { AppointmentRow } from './store/appointments.ts';
import type { ProposalRow } from './store/proposals.ts';
import type { SpanRow } from './store/spans.ts';
import { changesClock, isWhole, realMoments, slotAt, wireTime, type Slot } from './times.ts';

/** What is known around an appointment for one who reads it. */
export interface Around {
  readonly userId: number;
  /** That of the instance. */
  readonly zone: string;
  readonly names: ReadonlyMap<number, string>;
  readonly initials: ReadonlyMap<number, string>;
}

/** The id of an appointment, or of one occurrence of a series. */
export const idOf = (entryId: number, userId: number, originalMin = 0): string =>
  formatAggregateId({ module: 'appointment', entryId, userId, sourceContainerId: originalMin });

const seconds = (ms: number): number => Math.floor(ms / 1000);

const timesOf = (slot: Slot, zone: string) => {
  const { start, end } = realMoments(slot, zone);
  return {
    startDate: wireTime(slot, slot.start),
    endDate: wireTime(slot, slot.end),
    startTimestamp: seconds(start),
    endTimestamp: seconds(end),
    allDay: isWhole(slot),
    timeMode: slot.timeMode,
    zone: slot.zone,
    dstChange: changesClock(slot),
  };
};

/** An appointment, or the occurrence of a series that was meant for `original`, for one who sees all of it. */
export function toAppointment(seen: Seen, original: LocalTime | null, around: Around): Appointment {
  const { row, level, mayWrite, own } = seen;
  const { userId, zone, names, initials } = around;
  const series = slotOf(row);
  const slot = original === null ? series : slotAt(series, original);
  const meant = row.original_local === null ? slot : slotAt(slot, row.original_local);
  return {
    appointmentId: row.appointment_id,
    aggregateId: idOf(row.appointment_id, userId, minutesOf(original)),
    title: row.title,
    description: row.description,
    location: row.location,
    ...timesOf(slot, zone),
    startDateOriginal: wireTime(meant, meant.start),
    endDateOriginal: wireTime(meant, meant.end),
    access: row.access,
    calendarId: row.calendar_id,
    color: row.color === '' ? (row.type_colour ?? '') : row.color,
    creator: names.get(row.creator_id) ?? '',
    creatorId: row.creator_id,
    creatorAbbreviation: initials.get(row.creator_id) ?? '',
    needsConfirmation: row.needs_confirmation,
    confirmedByUser: own?.is_confirmed ?? false,
    writepermission: mayWrite,
    insightRight: true,
    linkedIdoCounter: row.ido_count,
    appointmentType: row.type_id,
    alert: row.alert ?? 'none',
    minuteInterval: row.minute_interval as Appointment['minuteInterval'],
    participation: own?.state ?? 'none',
    checkCollision: row.checks_collision,
    isFree: row.is_free,
    repeats: row.rule !== null || row.series_id !== null,
    repetitionGroupId: row.group_id ?? (row.rule === null ? 0 : row.appointment_id),
    meetingUrl: row.meeting_url,
    level,
  };
}

/** A span of which somebody sees no more than that its time is taken. */
export const toTaken = (span: SpanRow, slot: Slot, zone: string): Appointment => ({
  appointmentId: 0,
  aggregateId: '',
  title: '',
  description: '',
  location: '',
  ...timesOf(slot, zone),
  startDateOriginal: wireTime(slot, slot.start),
  endDateOriginal: wireTime(slot, slot.end),
  zone: null,
  access: 'private',
  calendarId: span.calendar_id,
  color: '',
  creator: '',
  creatorId: 0,
  creatorAbbreviation: '',
  needsConfirmation: false,
  confirmedByUser: false,
  writepermission: false,
  insightRight: false,
  linkedIdoCounter: 0,
  dstChange: false,
  appointmentType: null,
  alert: 'none',
  minuteInterval: 15,
  participation: 'none',
  checkCollision: false,
  isFree: false,
  repeats: false,
  repetitionGroupId: 0,
  meetingUrl: '',
  level: 'busy',
});

/** What the details say beside that. */
export interface DetailParts extends Around {
  readonly entry: PageRow | undefined;
  /** The series that it is an occurrence of; itself where it is one. */
  readonly series: AppointmentRow | undefined;
  readonly types: readonly AppointmentType[];
  readonly links: readonly Link[];
  readonly related: readonly RelatedItem[];
  /** How the mails to those outside stand, by the numbers of the participants. */
  readonly mails: ReadonlyMap<number, ShownMail>;
  readonly proposals: readonly ProposalRow[];
}

/** How the series of an appointment repeats, for the wire; null for one that is of none. */
const repetitionOf = (series: AppointmentRow | undefined) =>
  series?.rule == null || series.repetition === null
    ? null
    : wireRepetition(series.repetition, {
        rule: series.rule,
        start: series.starts_local,
        cut: series.cut_local,
        groupId: series.group_id ?? series.appointment_id,
      });

/** Who may write in it decides of all that is open; others see what becomes of their own. */
const proposalsFor = ({ row, persons, own, mayWrite }: Seen, { proposals, names }: DetailParts) =>
  proposals.flatMap((proposal) => {
    const person = persons.find((one) => one.member_id === proposal.member_id);
    const isOwn = own !== undefined && own.member_id === proposal.member_id;
    const isOpen = proposal.declined_at === null && row.organiser === null && mayWrite;
    return person !== undefined && (isOwn || isOpen) ? [toProposal(proposal, person, names)] : [];
  });

/** An appointment as its screen shows it. */
export function toDetail(seen: Seen, original: LocalTime | null, parts: DetailParts): AppointmentDetail {
  const { row, persons, own } = seen;
  const { userId, names, series } = parts;
  const shown = toAppointment(seen, original, parts);
  const organiser =
    row.organiser === null
      ? { userId: row.calendar_id, name: names.get(row.calendar_id) ?? '', address: '' }
      : { userId: null, ...row.organiser };
  const excluded = series?.rule == null ? [] : series.excluded;
  return {
    ...shown,
    aggregateVersion: row.edit,
    participants: persons.map((person) => toParticipant(person, names, parts.mails.get(person.member_id))),
    proposals: original === null ? proposalsFor(seen, parts) : [],
    repetition: repetitionOf(series),
    excluded: excluded.map((one) => ({
      aggregateId: idOf(series?.appointment_id ?? 0, userId, minutesOf(one)),
      startDate: wireTime(slotOf(row), one),
    })),
    types: [...parts.types],
    sequence: row.sequence,
    organiser,
    ownAlert: own?.own_alert ?? null,
    isHidden: own?.is_hidden ?? false,
    recordButton: row.record_button,
    links: [...parts.links],
    related: [...parts.related],
    entry: entryOf(shown, row, parts),
  };
}

/** The list entry; who reads a calendar and has it in no list of their own has one that says the same. */
function entryOf(shown: Appointment, row: AppointmentRow, { entry, names }: DetailParts): AppointmentDetail['entry'] {
  const extras = { participation: shown.participation };
  if (entry !== undefined) {
    const listed = toEntryRow(entry);
    return {
      ...listed,
      extras: { ...appointmentExtras({ ...listed.extras, ...extras }) },
      userList: listed.userList.map(([id, status]) => [id, status]),
    };
  }
  return {
    entryId: row.appointment_id,
    boxId: 0,
    aggregateVersion: row.edit,
    moduleName: 'appointment',
    timestamp: shown.startTimestamp,
    status: 2,
    direction: 'bidirectional',
    archived: false,
    trashed: row.cancelled_at !== null,
    snoozedUntil: null,
    globalized: false,
    idoCount: row.ido_count,
    contact: names.get(row.calendar_id) ?? '',
    contactPicture: null,
    information: row.title,
    channel: '',
    context: '',
    directAccessUser: null,
    userList: [],
    extras: {
      ...appointmentExtras({
        ...extras,
        startDate: shown.startDate,
        endDate: shown.endDate,
        timeMode: shown.timeMode,
        zone: shown.zone,
        location: shown.location,
        access: shown.access,
        calendarId: shown.calendarId,
        color: shown.color,
        repeats: shown.repeats,
      }),
    },
  };
}

/** What of an appointment can be written, as `appointment.save` takes it, of an occurrence at its own time. */
export const savedFields = ({ slot, participants, recordButton: _recordButton, ...plain }: Plain) => ({
  ...plain,
  startDate: wireTime(slot, slot.start),
  endDate: wireTime(slot, slot.end),
  allDay: isWhole(slot),
  timeMode: slot.timeMode,
  zone: slot.zone,
  participants: participants.map(({ accept, active, alert, write, ...one }) => ({
    ...one,
    ...(accept === undefined ? {} : { accept: String(accept) }),
    active: String(active),
    alert: String(alert),
    write: String(write),
  })),
});
