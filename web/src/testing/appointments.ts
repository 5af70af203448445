import { activityQueries, type EntryRow } from '@kontor/contract/activity';
import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import {
  appointmentExtras,
  appointmentQueries,
  originalMinutes,
  type AppointmentDetail,
  type AppointmentExtras,
  type Participant,
} from '@kontor/contract/appointment';
import { formatAggregateId } from '@kontor/contract/kernel';
import { RESOURCES } from './calendars.ts';
import { aRow } from './fake-lists.ts';
import type { FakeServer } from './fake-server.ts';

/** The day of the appointments of tests, which lies ahead: a Friday. */
export const FRIDAY = '2035-11-30';

/** Id of an appointment, or of the occurrence of a series that was meant for a local time. */
export const appointmentId = (entryId: number, original?: string): string =>
  formatAggregateId({
    module: 'appointment',
    entryId,
    userId: 1,
    sourceContainerId: original === undefined ? 0 : originalMinutes(original),
  });

export const appointmentAddress = (aggregateId: string): string =>
  `/appointment/${encodeURIComponent(aggregateId)}/module/view`;

/** An appointment that lists have so. */
export const anAppointment = (
  entryId: number,
  information: string,
  extras: Partial<AppointmentExtras> = {},
  part: Partial<EntryRow> = {},
): EntryRow =>
  aRow(entryId, {
    moduleName: 'appointment',
    boxId: 0,
    information,
    contact: 'Anna Berger',
    channel: '',
    direction: 'bidirectional',
    status: 2,
    timestamp: Date.parse(`${FRIDAY}T12:30:00Z`) / 1000,
    userList: [[1, 2]],
    ...part,
    extras: {
      ...appointmentExtras({
        startDate: `${FRIDAY}T13:30:00`,
        endDate: `${FRIDAY}T15:00:00`,
        zone: 'Europe/Berlin',
        calendarId: 1,
        participants: 1,
        participation: 'accepted',
        ...extras,
      }),
    },
  });

/** Somebody who takes part; Anna (1) unless it is said otherwise. */
export const aParticipant = (userId: number | null, name: string, part: Partial<Participant> = {}): Participant => ({
  userId,
  resourceId: null,
  memberId: userId ?? 90,
  accept: 'true',
  active: 'true',
  alert: 'true',
  write: userId === 1 ? 'true' : 'false',
  confirmed: userId === 1,
  hidden: false,
  name,
  address: '',
  role: 'required',
  state: userId === 1 ? 'accepted' : 'none',
  comment: '',
  answeredAt: null,
  mailState: null,
  mailFault: null,
  ...part,
});

/** What the details say of an appointment of Anna's, but for `part`. */
export const appointmentDetails = (part: Partial<AppointmentDetail> = {}): AppointmentDetail => {
  const { result } = appointmentQueries.details.example;
  const { title = 'Montageplanung Norderney', aggregateId = appointmentId(31) } = part;
  return {
    ...(result as AppointmentDetail),
    aggregateId,
    title,
    description: '<p>Kran anfragen.</p>',
    location: 'Halle 2',
    startDate: `${FRIDAY}T13:30:00`,
    endDate: `${FRIDAY}T15:00:00`,
    startDateOriginal: `${FRIDAY}T13:30:00`,
    endDateOriginal: `${FRIDAY}T15:00:00`,
    participants: [aParticipant(1, 'Anna Berger')],
    entry: { ...anAppointment(31, title), userList: [[1, 2]] },
    ...part,
  };
};

const user = (userId: number, fullName: string): FilterUser => ({
  userId,
  userIds: [userId],
  fullName,
  groupName: '',
  active: true,
  UserAvatar: null,
  UserDisplayname: fullName,
});

/** Those who can be asked to an appointment. */
export const COLLEAGUES: readonly FilterUser[] = [
  user(1, 'Anna Berger'),
  user(2, 'Ben Krüger'),
  user(3, 'Jens Petersen'),
  { ...user(0, ''), groupId: 4, groupName: 'Montage', userIds: [2, 3], UserDisplayname: 'Montage' },
];

/** This appointment is there, in the inbox too, and those can be asked to it. */
export function answerAppointment(server: FakeServer, details: AppointmentDetail): void {
  server.answer(sessionQueries.moduleUsers, [...COLLEAGUES]);
  server.answer(appointmentQueries.details, details);
  server.answer(appointmentQueries.resources, [...RESOURCES]);
  server.answer(appointmentQueries.findTimes, []);
  server.answer(appointmentQueries.freeBusy, []);
  server.list(activityQueries.inboxItems, [details.entry]);
  server.list(appointmentQueries.items, [details.entry]);
}
