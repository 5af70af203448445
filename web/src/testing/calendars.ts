import {
  appointmentQueries,
  readSpan,
  subscriptionQueries,
  spanRow,
  SPAN_COLUMNS,
  resourceCalendar,
  type AppointmentType,
  type CalendarSubscription,
  type CalendarSet,
  type PermittedCalendar,
  type Resource,
  type Span,
} from '@kontor/contract/appointment';
import type { FakeServer } from './fake-server.ts';

const [row = []] = appointmentQueries.range.example.result.rows;
const ZONE = 'Europe/Berlin';

/** Today, where the person is. */
export const todayThere = (): Temporal.PlainDate => Temporal.Now.plainDateISO(ZONE);

/** An instant of a day so many from today, at a time of its clock. */
export const instantAt = (ahead: number, time: string): string =>
  todayThere()
    .add({ days: ahead })
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(ZONE)
    .toInstant()
    .toString();

/** An appointment of Anna's in calendars, so many days from today. */
export function aSpan(
  appointmentId: number,
  title: string,
  ahead: number,
  [from, to]: readonly [string, string],
  part: Partial<Span> = {},
): Span {
  return {
    ...readSpan(row),
    appointmentId,
    title,
    location: '',
    start: instantAt(ahead, from),
    end: instantAt(ahead, to),
    ...part,
  };
}

/** One of which the person sees no more than that it is taken. */
export const takenSpan = (calendarId: number, ahead: number, times: readonly [string, string]): Span => ({
  ...aSpan(0, '', ahead, times),
  calendarId,
  appointmentId: null,
  title: null,
  participation: 'none',
  writepermission: false,
  participants: 0,
});

/** One on whole days, from one to another. */
export const aDaySpan = (
  appointmentId: number,
  title: string,
  from: number,
  to: number,
  part: Partial<Span> = {},
): Span => ({
  ...aSpan(appointmentId, title, 0, ['09:00', '10:00']),
  timeMode: 'allDay',
  start: todayThere().add({ days: from }).toString(),
  end: todayThere().add({ days: to }).toString(),
  ...part,
});

/** Anna's own calendar, and those of two colleagues. */
export const CALENDARS: readonly PermittedCalendar[] = [
  { userId: 1, fullUserName: 'Anna Berger', realUserName: 'anna', userAvatar: null, level: 'manage' },
  { userId: 2, fullUserName: 'Ben Krüger', realUserName: 'ben', userAvatar: null, level: 'read' },
  { userId: 3, fullUserName: 'Chris Okafor', realUserName: 'chris', userAvatar: null, level: 'busy' },
];

/** A room that cannot be taken twice, and a vehicle. */
export const RESOURCES: readonly Resource[] = [
  {
    id: 4,
    calendarId: resourceCalendar(4),
    name: 'Halle 2',
    kind: 'room',
    capacity: 8,
    description: 'Mit Kran',
    isHard: true,
  },
  {
    id: 5,
    calendarId: resourceCalendar(5),
    name: 'Vorführwagen',
    kind: 'vehicle',
    capacity: null,
    description: '',
    isHard: false,
  },
];

/** Answers what a calendar asks; spans are those of the calendars and the time that are asked for. */
export function answerCalendar(
  server: FakeServer,
  spans: () => readonly Span[],
  {
    calendars = CALENDARS,
    types = [],
    resources = [],
    sets = [],
    subscriptions = [],
  }: {
    readonly calendars?: readonly PermittedCalendar[];
    readonly types?: readonly AppointmentType[];
    readonly resources?: readonly Resource[];
    readonly sets?: readonly CalendarSet[];
    readonly subscriptions?: readonly CalendarSubscription[];
  } = {},
): void {
  server.answer(appointmentQueries.permittedCalendars, [...calendars]);
  server.answer(appointmentQueries.types, [...types]);
  server.answer(appointmentQueries.resources, [...resources]);
  server.answer(appointmentQueries.sets, [...sets]);
  server.answer(subscriptionQueries.subscriptions, { subscriptions: [...subscriptions] });
  server.answer(appointmentQueries.range, ({ calendars: of, from, to }) => ({
    columns: [...SPAN_COLUMNS],
    rows: spans()
      .filter(({ calendarId, start, end }) => of.includes(calendarId) && start < to && end >= from.slice(0, end.length))
      .map((span) => [...spanRow(span)]),
  }));
}
