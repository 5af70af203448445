import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  InstantSchema,
  NothingSchema,
  TimeZoneSchema,
  defineQuery,
  formatAggregateId,
  itemKey,
  text,
  titleText,
} from '../../kernel/index.ts';
import { GROUPS_KEY } from '../account/index.ts';
import {
  EntriesSchema,
  LIST_SORT_KEYS,
  ListParamsSchema,
  exampleEntry,
  exampleRow,
  filteredKeys,
  listKey,
} from '../activity/index.ts';
import { RECORDS_KEY } from '../record/index.ts';
import { AppointmentDetailSchema, AppointmentSchema, type Appointment } from './entities.ts';
import { appointmentExtras, type AppointmentExtras } from './extras.ts';
import { AccessSchema, AlertSchema, MAX_APPOINTMENT_TITLE, MAX_DESCRIPTION, TimeModeSchema } from './fields.ts';
import {
  CALENDAR_RIGHTS_KEY,
  CalendarIdsSchema,
  CalendarRightSchema,
  PermittedCalendarSchema,
  calendarKey,
} from './levels.ts';
import { findingQueries } from './finding.ts';
import { MAX_PARTICIPANTS } from './people.ts';
import { SPAN_COLUMNS, SpanRowsSchema, TakenSchema, spanRow } from './spans.ts';
import { DayOrInstantSchema } from './times.ts';
import { APPOINTMENT_TYPES_KEY, AppointmentTypeSchema, type AppointmentType } from './types.ts';

const exampleId = formatAggregateId({ module: 'appointment', entryId: 31, userId: 1 });

const exampleExtras: AppointmentExtras = appointmentExtras({
  startDate: '2026-12-01T09:00:00',
  endDate: '2026-12-01T10:00:00',
  zone: 'Europe/Berlin',
  location: 'Werft Neumann, Halle 2',
  calendarId: 1,
  participants: 1,
  participation: 'accepted',
});
const example: Appointment = {
  appointmentId: 31,
  aggregateId: exampleId,
  title: 'Wartung besprechen',
  description: '<p>Mit Herrn Neumann.</p>',
  location: 'Werft Neumann, Halle 2',
  startDate: '2026-12-01T09:00:00',
  endDate: '2026-12-01T10:00:00',
  startDateOriginal: '2026-12-01T09:00:00',
  endDateOriginal: '2026-12-01T10:00:00',
  startTimestamp: 1_796_112_000,
  endTimestamp: 1_796_115_600,
  allDay: false,
  timeMode: 'fixedTime',
  zone: 'Europe/Berlin',
  access: 'public',
  calendarId: 1,
  color: '',
  creator: 'Anna Berger',
  creatorId: 1,
  creatorAbbreviation: 'AB',
  needsConfirmation: false,
  confirmedByUser: true,
  writepermission: true,
  insightRight: true,
  linkedIdoCounter: 0,
  dstChange: false,
  appointmentType: null,
  alert: { unit: 'minutes', value: 15 },
  minuteInterval: 15,
  participation: 'accepted',
  checkCollision: true,
  isFree: false,
  repeats: false,
  repetitionGroupId: 0,
  meetingUrl: '',
  level: 'manage',
};
const exampleType: AppointmentType = {
  id: 3,
  title: 'Montage',
  colour: '#2f6f4f',
  access: 'public',
  alert: { unit: 'hours', value: 1 },
  description: '',
  timeType: 'fixedTime',
  forbiddenRepetition: false,
  defaultTitle: 'Montage',
  participants: [2],
  recordButton: true,
};

/** Appointments that the person takes part in or was given, filtered; dates cut by when they happen, and of a series by its next occurrence. */
export const items = defineQuery({
  name: 'appointment.items',
  cost: 'essential',
  params: ListParamsSchema,
  result: EntriesSchema,
  refreshOn: (params) => filteredKeys(listKey('appointment'), params),
  list: { sortKeys: LIST_SORT_KEYS, defaultSort: [{ property: 'timestamp', direction: 'ASC' }] },
  steady: true,
  example: {
    params: { view: 'open' },
    result: [{ ...exampleEntry, moduleName: 'appointment', extras: { ...exampleExtras } }],
  },
});

/** One appointment, or one occurrence of a series: the `aggregateId` says which. */
export const details = defineQuery({
  name: 'appointment.details',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: AppointmentDetailSchema,
  errors: ['NOT_FOUND', 'OCCURRENCE_GONE'],
  refreshOn: ({ aggregateId }) => [
    itemKey(aggregateId),
    RECORDS_KEY,
    APPOINTMENT_TYPES_KEY,
    CALENDAR_RIGHTS_KEY,
    // How the mails to those outside stand.
    'mailOutbox',
  ],
  example: {
    params: { aggregateId: exampleId },
    result: {
      ...example,
      aggregateVersion: 2,
      participants: [
        {
          userId: 1,
          memberId: 1,
          resourceId: null,
          accept: 'true',
          active: 'true',
          alert: 'true',
          write: 'true',
          confirmed: true,
          hidden: false,
          name: 'Anna Berger',
          address: '',
          role: 'required',
          state: 'accepted',
          comment: '',
          answeredAt: null,
          mailState: null,
          mailFault: null,
        },
      ],
      proposals: [],
      repetition: null,
      excluded: [],
      types: [exampleType],
      sequence: 0,
      organiser: { userId: 1, name: 'Anna Berger', address: '' },
      ownAlert: null,
      isHidden: false,
      recordButton: true,
      links: [],
      related: [],
      entry: {
        ...exampleRow,
        entryId: 31,
        moduleName: 'appointment',
        timestamp: 1_796_112_000,
        information: 'Wartung besprechen',
        contact: 'Anna Berger',
        channel: '',
        direction: 'bidirectional',
        userList: [[1, 1]],
        extras: { ...exampleExtras },
      },
    },
  },
});

const CalendarSchema = v.pipe(
  v.union([IdSchema, CalendarIdsSchema]),
  v.transform((calendar) => (typeof calendar === 'number' ? [calendar] : calendar)),
);

/**
 * Appointments of one calendar, or of several, by `startDate`: each occurrence for itself. Both days belong to the range. Those that are over by
 * `minHour` of their day are left out, but for whole days. What the person may not see is left out; what they see as taken alone is that.
 */
export const calendar = defineQuery({
  name: 'appointment.calendar',
  params: v.strictObject({
    calendar: CalendarSchema,
    startingDate: DayOrInstantSchema,
    endingDate: DayOrInstantSchema,
    minHour: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24)), 0),
    /** Words of title, place and text. */
    searchTerm: v.optional(text(500), ''),
  }),
  result: v.array(AppointmentSchema),
  errors: ['APPOINTMENT_TIMES_INVALID'],
  refreshOn: (params) => [...params.calendar.map(calendarKey), CALENDAR_RIGHTS_KEY, APPOINTMENT_TYPES_KEY, RECORDS_KEY],
  example: {
    params: { calendar: 1, startingDate: '2026-11-30', endingDate: '2026-12-06', minHour: 0, searchTerm: '' },
    result: [example],
  },
});

/** What calendars are taken by, in short: what a screen of them draws. `from` belongs to the range, `to` does not. */
export const range = defineQuery({
  name: 'appointment.range',
  params: v.strictObject({
    calendars: CalendarIdsSchema,
    from: InstantSchema,
    to: InstantSchema,
    /** In which days are cut. Left out: that of the instance. */
    zone: v.optional(v.nullable(TimeZoneSchema), null),
  }),
  result: SpanRowsSchema,
  errors: ['APPOINTMENT_TIMES_INVALID'],
  refreshOn: ({ calendars }) => [...calendars.map(calendarKey), CALENDAR_RIGHTS_KEY, APPOINTMENT_TYPES_KEY],
  example: {
    params: {
      calendars: [1, 2],
      from: '2026-11-29T23:00:00.000Z',
      to: '2026-12-06T23:00:00.000Z',
      zone: 'Europe/Berlin',
    },
    result: {
      columns: [...SPAN_COLUMNS],
      rows: [
        [
          ...spanRow({
            calendarId: 1,
            start: '2026-12-01T08:00:00.000Z',
            end: '2026-12-01T09:00:00.000Z',
            timeMode: 'fixedTime',
            kind: 'busy',
            appointmentId: 31,
            original: 0,
            title: 'Wartung besprechen',
            location: 'Werft Neumann, Halle 2',
            color: '',
            appointmentType: null,
            isPrivate: false,
            repeats: false,
            participation: 'accepted',
            writepermission: true,
            linkedIdoCounter: 0,
            participants: 1,
            dstChange: false,
          }),
        ],
      ],
    },
  },
});

/** The calendars that the person may see something of: their own first, then by name. */
export const permittedCalendars = defineQuery({
  name: 'appointment.permittedCalendars',
  params: NothingSchema,
  result: v.array(PermittedCalendarSchema),
  refreshOn: () => [CALENDAR_RIGHTS_KEY, GROUPS_KEY, 'people'],
  example: {
    params: {},
    result: [
      { userId: 1, fullUserName: 'Anna Berger', realUserName: 'anna', userAvatar: null, level: 'manage' },
      { userId: 2, fullUserName: 'Ben Krüger', realUserName: 'ben', userAvatar: null, level: 'busy' },
    ],
  },
});

/** Who may do what with a calendar; left out, the person's own. For its person, and who manages it. */
export const rights = defineQuery({
  name: 'appointment.rights',
  params: v.strictObject({ calendarId: v.optional(v.nullable(IdSchema), null) }),
  result: v.object({ calendarId: v.number(), rights: v.array(CalendarRightSchema) }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => [CALENDAR_RIGHTS_KEY],
  example: { params: {}, result: { calendarId: 1, rights: [{ userId: 2, groupId: null, level: 'write' }] } },
});

/** The types of appointments, in their order. */
export const types = defineQuery({
  name: 'appointment.types',
  params: NothingSchema,
  result: v.array(AppointmentTypeSchema),
  refreshOn: () => [APPOINTMENT_TYPES_KEY],
  example: { params: {}, result: [exampleType] },
});

/** What a type has a say in, as an appointment has it. */
const TypedSchema = v.object({
  title: v.string(),
  description: v.string(),
  access: AccessSchema,
  alert: AlertSchema,
  timeMode: TimeModeSchema,
  /** Numbers of the people who take part. */
  participants: v.array(v.number()),
  recordButton: v.boolean(),
  /** Whether it may repeat, and goes on repeating if it does. */
  repeats: v.boolean(),
});
export type Typed = v.InferOutput<typeof TypedSchema>;

/**
 * What the fields of an appointment would be with another type. Of each that is empty, or has what the former type gives, what the new one
 * gives; what was typed stays. Nothing is written.
 */
export const changeType = defineQuery({
  name: 'appointment.changeType',
  params: v.strictObject({
    previousType: v.nullable(IdSchema),
    newType: v.nullable(IdSchema),
    /** Null, or 0: of one that is not there yet. */
    appointmentId: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), null),
    /** Somebody who takes part beside those. */
    additionalUser: v.optional(v.nullable(IdSchema), null),
    /** The fields as they are typed by now; left out: as they are stored, or as the former type gives them. */
    fields: v.optional(
      v.partial(
        v.strictObject({
          title: titleText(MAX_APPOINTMENT_TITLE),
          description: text(MAX_DESCRIPTION),
          access: AccessSchema,
          alert: AlertSchema,
          timeMode: TimeModeSchema,
          participants: v.pipe(v.array(IdSchema), v.maxLength(MAX_PARTICIPANTS)),
          repeats: v.boolean(),
        }),
      ),
      {},
    ),
  }),
  result: v.object({
    ...TypedSchema.entries,
    /** Names of the fields that are others than before. */
    changed: v.array(v.string()),
  }),
  errors: ['NOT_FOUND', 'TYPE_GONE'],
  cached: false,
  refreshOn: () => [APPOINTMENT_TYPES_KEY],
  example: {
    params: { previousType: null, newType: 3, appointmentId: 31, additionalUser: null },
    result: {
      title: 'Wartung besprechen',
      description: '<p>Mit Herrn Neumann.</p>',
      access: 'public',
      alert: { unit: 'hours', value: 1 },
      timeMode: 'fixedTime',
      participants: [1, 2],
      recordButton: true,
      repeats: false,
      changed: ['alert', 'participants'],
    },
  },
});

/** When calendars are taken: times that touch each other are one. Calendars of which the person may see nothing are left out. */
export const freeBusy = defineQuery({
  name: 'appointment.freeBusy',
  params: v.strictObject({
    calendars: CalendarIdsSchema,
    from: InstantSchema,
    to: InstantSchema,
    zone: v.optional(v.nullable(TimeZoneSchema), null),
  }),
  result: v.array(TakenSchema),
  errors: ['APPOINTMENT_TIMES_INVALID'],
  refreshOn: ({ calendars }) => [...calendars.map(calendarKey), CALENDAR_RIGHTS_KEY],
  example: {
    params: { calendars: [2], from: '2026-11-29T23:00:00.000Z', to: '2026-12-06T23:00:00.000Z' },
    result: [
      {
        calendarId: 2,
        times: [{ start: '2026-12-01T09:30:00.000Z', end: '2026-12-01T10:30:00.000Z', kind: 'busy' }],
      },
    ],
  },
});

export const queries = {
  items,
  details,
  calendar,
  range,
  permittedCalendars,
  rights,
  types,
  changeType,
  freeBusy,
  ...findingQueries,
} as const;
