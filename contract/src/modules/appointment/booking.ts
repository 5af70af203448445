import * as v from 'valibot';
import {
  IdSchema,
  NothingSchema,
  defineCommand,
  defineQuery,
  takingAnswer,
  text,
  titleText,
} from '../../kernel/index.ts';
import { AlertSchema, MAX_APPOINTMENT_TITLE, MAX_LOCATION } from './fields.ts';
import { APPOINTMENT_WEEKDAYS } from './repetition.ts';

/** Booking pages that one person, or all groups together, may have. */
export const MAX_BOOKING_PAGES = 20;
export const MAX_BOOKING_TEXT = 2000;
export const MAX_DURATIONS = 4;
/** Minutes of one booking at least and at most. */
export const MIN_BOOKING_MINUTES = 5;
export const MAX_BOOKING_MINUTES = 480;
export const MAX_BOOKING_DAYS = 92;
const MAX_BUFFER = 240;
const MAX_NOTICE_HOURS = 720;
const MAX_BOOKINGS_A_DAY = 50;
/** Parts that one weekday may have. */
const MAX_HOURS = 6;

/** What is read from the list of booking pages. */
export const BOOKING_PAGES_KEY = 'bookingPages';

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;
const ClockSchema = v.pipe(v.string(), v.regex(CLOCK, 'CLOCK_INVALID'));

/** From when to when something can be booked on a weekday, by the owner's clock. */
const BookingHoursSchema = v.strictObject({
  weekday: v.picklist(APPOINTMENT_WEEKDAYS),
  from: ClockSchema,
  to: ClockSchema,
});
export type BookingHours = v.InferOutput<typeof BookingHoursSchema>;

/** Whether none of these hours ends before it begins, or meets another one of its weekday. */
export const areRightHours = (hours: readonly BookingHours[]): boolean =>
  hours.every(
    (one, index) =>
      one.from < one.to &&
      hours
        .slice(index + 1)
        .every((other) => other.weekday !== one.weekday || other.from >= one.to || other.to <= one.from),
  );

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** What chosen names in the address of a booking page look like. */
export const BOOKING_SLUG = /^[a-z0-9-]{3,40}$/;

const fields = {
  /** Whose calendar can be booked: a group's by whoever of it is free; null for one's own. */
  groupId: v.nullable(IdSchema),
  title: v.pipe(titleText(MAX_APPOINTMENT_TITLE), v.trim(), v.minLength(1)),
  /** Plain text. */
  text: v.pipe(text(MAX_BOOKING_TEXT), v.trim()),
  /** Minutes that can be chosen. */
  durations: v.pipe(
    v.array(whole(MIN_BOOKING_MINUTES, MAX_BOOKING_MINUTES)),
    v.minLength(1),
    v.maxLength(MAX_DURATIONS),
    v.check((minutes) => new Set(minutes).size === minutes.length, 'DURATION_TWICE'),
  ),
  location: v.pipe(titleText(MAX_LOCATION), v.trim()),
  hours: v.pipe(
    v.array(BookingHoursSchema),
    v.maxLength(7 * MAX_HOURS),
    v.check((hours) => areRightHours(hours), 'BOOKING_HOURS_INVALID'),
  ),
  /** Minutes that stay free before and after what is booked. */
  bufferBefore: whole(0, MAX_BUFFER),
  bufferAfter: whole(0, MAX_BUFFER),
  /** Hours before a time from which on it cannot be booked any more. */
  noticeHours: whole(0, MAX_NOTICE_HOURS),
  daysAhead: whole(1, MAX_BOOKING_DAYS),
  /** Bookings of one person on one day; null for as many as there is room for. */
  maxPerDay: v.nullable(whole(1, MAX_BOOKINGS_A_DAY)),
  isOn: v.boolean(),
  /** What is booked is of this type. */
  appointmentType: v.nullable(IdSchema),
  alert: AlertSchema,
};

export const BookingPageSchema = v.object({
  id: v.number(),
  /** What stands at the end of its address. */
  slug: v.string(),
  /** Its whole address. */
  url: v.string(),
  /** The person or the group that it is of. */
  owner: v.string(),
  ...fields,
});
export type BookingPage = v.InferOutput<typeof BookingPageSchema>;

/** The booking pages that the person may change: their own, and for administrators those of groups. */
export const bookingPages = defineQuery({
  name: 'appointment.bookingPages',
  params: NothingSchema,
  result: v.object({
    pages: v.array(BookingPageSchema),
    /** False where the instance has no mail server: bookings are confirmed by mail, so none can be made. */
    canMail: v.boolean(),
  }),
  refreshOn: () => [BOOKING_PAGES_KEY],
  example: {
    params: {},
    result: {
      pages: [
        {
          id: 2,
          slug: 'beratung',
          url: 'https://nordwerk.kontor.example/book/nordwerk/beratung',
          owner: 'Anna Berger',
          groupId: null,
          title: 'Beratung',
          text: 'Wir sehen uns Ihre Pläne an.',
          durations: [30, 60],
          location: 'Hafenstraße 3, Hamburg',
          hours: [{ weekday: 'monday', from: '09:00', to: '12:00' }],
          bufferBefore: 0,
          bufferAfter: 15,
          noticeHours: 24,
          daysAhead: 28,
          maxPerDay: 4,
          isOn: true,
          appointmentType: null,
          alert: 'none',
        },
      ],
      canMail: true,
    },
  },
});

/**
 * Makes a booking page (`id` null), or writes one. `slug` null: it keeps its own, or gets one that nobody guesses. Pages of groups are for
 * administrators. Whose page it is cannot be changed.
 */
export const saveBookingPage = defineCommand({
  name: 'appointment.saveBookingPage',
  params: takingAnswer(
    {
      id: v.optional(v.nullable(IdSchema), null),
      slug: v.optional(v.nullable(v.pipe(v.string(), v.regex(BOOKING_SLUG, 'BOOKING_NAME_INVALID'))), null),
      groupId: v.optional(fields.groupId, null),
      title: fields.title,
      text: v.optional(fields.text, ''),
      durations: v.optional(fields.durations, [30]),
      location: v.optional(fields.location, ''),
      hours: fields.hours,
      bufferBefore: v.optional(fields.bufferBefore, 0),
      bufferAfter: v.optional(fields.bufferAfter, 0),
      noticeHours: v.optional(fields.noticeHours, 24),
      daysAhead: v.optional(fields.daysAhead, 28),
      maxPerDay: v.optional(fields.maxPerDay, null),
      isOn: v.optional(fields.isOn, true),
      appointmentType: v.optional(fields.appointmentType, null),
      alert: v.optional(fields.alert, 'none'),
    },
    BookingPageSchema,
  ),
  result: v.object({ id: v.number(), slug: v.string() }),
  errors: ['RIGHT_MISSING', 'NOT_FOUND', 'BOOKING_NAME_TAKEN', 'TOO_MANY_BOOKING_PAGES', 'TYPE_GONE'],
  example: {
    params: {
      slug: 'beratung',
      title: 'Beratung',
      durations: [30, 60],
      hours: [{ weekday: 'monday', from: '09:00', to: '12:00' }],
    },
    result: { id: 2, slug: 'beratung' },
  },
});

/** Takes a booking page away. What was booked by it stays, and can still be cancelled by its guests; what waits to be confirmed is void. */
export const removeBookingPage = defineCommand({
  name: 'appointment.removeBookingPage',
  params: v.strictObject({ id: IdSchema }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { id: 2 }, result: {} },
});
