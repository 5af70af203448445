import * as v from 'valibot';
import { DaySchema, IdSchema, InstantSchema, NothingSchema, TimeZoneSchema, defineQuery } from '../../kernel/index.ts';
import { bookingPages } from './booking.ts';
import { MAX_APPOINTMENT_DAYS } from './fields.ts';
import { CALENDAR_RIGHTS_KEY, CalendarIdsSchema, MAX_CALENDARS, calendarKey } from './levels.ts';
import { APPOINTMENT_WEEKDAYS } from './repetition.ts';
import { RESOURCES_KEY, ResourceSchema, resourceCalendar } from './resources.ts';
import { CALENDAR_SETS_KEY, CalendarSetSchema } from './sets.ts';

/** Times that `appointment.findTimes` offers at most, and days that it may look through. */
export const MAX_FOUND_TIMES = 20;
export const MAX_FIND_DAYS = 92;

const ClockSchema = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'CLOCK_INVALID'));
const MoreCalendarsSchema = v.optional(v.pipe(v.array(IdSchema), v.maxLength(MAX_CALENDARS)), []);

/** Whom a time does not suit. */
const UnsuitedSchema = v.object({
  calendarId: v.number(),
  /** `hidden`: the person may not see whether it is taken. */
  kind: v.picklist(['busy', 'tentative', 'hidden']),
  isOptional: v.boolean(),
});
export type Unsuited = v.InferOutput<typeof UnsuitedSchema>;

/** A time that can be had. */
export const FoundTimeSchema = v.object({
  /** Instants. */
  start: v.string(),
  end: v.string(),
  /** Empty where it suits all. */
  unsuited: v.array(UnsuitedSchema),
  /** Which calendar of `oneOf` is free then: the first of them; null where none was asked for, or none is. */
  chosen: v.nullable(v.number()),
});
export type FoundTime = v.InferOutput<typeof FoundTimeSchema>;

/**
 * Looks for a time that some people have together: the best ones, no two of which meet, and of which those that suit more of who must be there come first, then those that suit
 * more of who may, then the earlier ones. Nothing that lies before now.
 */
export const findTimes = defineQuery({
  name: 'appointment.findTimes',
  params: v.strictObject({
    /** Calendars of who, and what, must be there. */
    must: CalendarIdsSchema,
    /** Of who may be there. */
    may: MoreCalendarsSchema,
    /** Of which one must be free, as any of three rooms. */
    oneOf: MoreCalendarsSchema,
    minutes: v.pipe(IdSchema, v.maxValue(MAX_APPOINTMENT_DAYS * 1440)),
    /** Moments between which it lies, at most `MAX_FIND_DAYS` days apart. */
    from: InstantSchema,
    to: InstantSchema,
    zone: v.optional(v.nullable(TimeZoneSchema), null),
    /** Local times between which it lies on each day. What takes longer than that may begin at any time of these hours. */
    hours: v.optional(v.strictObject({ from: ClockSchema, to: ClockSchema }), { from: '08:00', to: '18:00' }),
    weekdays: v.optional(v.pipe(v.array(v.picklist(APPOINTMENT_WEEKDAYS)), v.minLength(1), v.maxLength(7)), [
      'monday',
      'tuesday',
      'wednesday',
      'thursday',
      'friday',
    ]),
    /** An appointment whose own time stands in nobody's way, since it is to be moved. */
    appointmentId: v.optional(v.nullable(IdSchema), null),
  }),
  result: v.array(FoundTimeSchema),
  errors: ['APPOINTMENT_TIMES_INVALID'],
  refreshOn: ({ must, may, oneOf }) => [...[...must, ...may, ...oneOf].map(calendarKey), CALENDAR_RIGHTS_KEY],
  example: {
    params: {
      must: [1, 2],
      may: [3],
      minutes: 60,
      from: '2026-11-30T07:00:00.000Z',
      to: '2026-12-04T17:00:00.000Z',
      zone: 'Europe/Berlin',
    },
    result: [
      {
        start: '2026-11-30T10:30:00.000Z',
        end: '2026-11-30T11:30:00.000Z',
        unsuited: [{ calendarId: 3, kind: 'busy', isOptional: true }],
        chosen: null,
      },
    ],
  },
});

/** How much of each day some calendars are taken, for days on which one of them is. Both days belong to the range. */
export const days = defineQuery({
  name: 'appointment.days',
  params: v.strictObject({
    calendars: CalendarIdsSchema,
    from: DaySchema,
    to: DaySchema,
    zone: v.optional(v.nullable(TimeZoneSchema), null),
  }),
  result: v.array(
    v.object({
      day: v.string(),
      /** Minutes that the calendars are taken, of all together; what meets in one calendar counts once. A whole day counts as 24 hours. */
      minutes: v.number(),
      /** How many spans there are on that day, free ones and days without hours among them. */
      count: v.number(),
    }),
  ),
  errors: ['APPOINTMENT_TIMES_INVALID'],
  refreshOn: ({ calendars }) => [...calendars.map(calendarKey), CALENDAR_RIGHTS_KEY],
  example: {
    params: { calendars: [1, 2], from: '2026-01-01', to: '2026-12-31', zone: 'Europe/Berlin' },
    result: [{ day: '2026-12-01', minutes: 150, count: 3 }],
  },
});

/** The resources, by kind and name. */
export const resources = defineQuery({
  name: 'appointment.resources',
  params: NothingSchema,
  result: v.array(ResourceSchema),
  refreshOn: () => [RESOURCES_KEY],
  example: {
    params: {},
    result: [
      {
        id: 4,
        calendarId: resourceCalendar(4),
        name: 'Besprechung 1',
        kind: 'room',
        capacity: 8,
        description: 'Erster Stock, Beamer',
        isHard: true,
      },
    ],
  },
});

/** The sets that the person may choose: their own, then those that others share, by name. */
export const sets = defineQuery({
  name: 'appointment.sets',
  params: NothingSchema,
  result: v.array(CalendarSetSchema),
  refreshOn: () => [CALENDAR_SETS_KEY, CALENDAR_RIGHTS_KEY, RESOURCES_KEY],
  example: {
    params: {},
    result: [{ id: 2, name: 'Montage', calendars: [1, 2], isShared: true, isOwn: true, owner: 'Anna Berger' }],
  },
});

export const findingQueries = { findTimes, days, resources, sets, bookingPages } as const;
