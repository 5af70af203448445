import * as v from 'valibot';
import { DaySchema, text } from '../../kernel/index.ts';

/** `custom`: by a rule that came from outside and that the form has no fields for. */
export const APPOINTMENT_REPETITION_TYPES = ['daily', 'weekly', 'monthly', 'yearly', 'custom'] as const;
export type AppointmentRepetitionType = (typeof APPOINTMENT_REPETITION_TYPES)[number];

export const APPOINTMENT_WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type AppointmentWeekday = (typeof APPOINTMENT_WEEKDAYS)[number];

/**
 * Which day of a month, where it is no day of the month by its number: the weekday of the first occurrence as often in the month as that one (the
 * second Tuesday), counted from the month's end, the last day, or the first or the last working day.
 */
export const MONTH_RULES = ['weekdayOfMonth', 'weekdayFromEnd', 'lastDay', 'firstWorkday', 'lastWorkday'] as const;

export const MAX_TACT = 999;
export const MAX_TIMES = 9999;
const MAX_RULE = 2000;

/** How an appointment repeats. */
export const AppointmentRepetitionSchema = v.object({
  repetitionType: v.picklist(APPOINTMENT_REPETITION_TYPES),
  /** Every so many days, weeks, months or years. */
  tact: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TACT)), 1),
  /** Of weekly ones; none is the weekday of the first occurrence. */
  weekdays: v.optional(v.pipe(v.array(v.picklist(APPOINTMENT_WEEKDAYS)), v.maxLength(7)), []),
  /** The day of the first occurrence. It is answered; what is written counts from the appointment's own beginning. */
  firstDate: v.optional(v.nullable(DaySchema), null),
  hasAnEnd: v.optional(v.boolean(), false),
  /** The last day on which there may be an occurrence. Of one that has an end, one of this and `nTimes` counts; the other is null. */
  durationEnd: v.optional(v.nullable(DaySchema), null),
  /** How many occurrences there are. */
  nTimes: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TIMES))), null),
  /** Of monthly and yearly ones: a day of the month (a month without it has no occurrence), or one of `MONTH_RULES`. Null: the day of the first one. */
  monthDate: v.optional(
    v.nullable(v.union([v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(31)), v.picklist(MONTH_RULES)])),
    null,
  ),
  /** What series that were one have in common; 0 for none. It is answered, and never written. */
  groupId: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  /** The RFC 5545 rule. It is answered for all, and counts for `custom` alone: it stays as it is there. */
  rule: v.optional(text(MAX_RULE), ''),
});
export type AppointmentRepetition = v.InferOutput<typeof AppointmentRepetitionSchema>;
export type AppointmentRepetitionInput = v.InferInput<typeof AppointmentRepetitionSchema>;
