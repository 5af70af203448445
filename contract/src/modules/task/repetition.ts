import * as v from 'valibot';
import { DaySchema } from '../../kernel/index.ts';

/** `afterDone`: as long after the last occurrence was Done as the cycle says, in days. */
export const REPETITION_TYPES = ['daily', 'weekly', 'monthly', 'yearly', 'afterDone'] as const;
export type RepetitionType = (typeof REPETITION_TYPES)[number];

/**
 * Which day of a month, or of the same month of each year: the day of the month of the first occurrence (a month without it has none),
 * its weekday as often in the month as that one (the second Tuesday), its weekday counted from the month's end, the last day, or the first or
 * the last working day.
 */
export const MONTHLY_RULES = [
  'dayOfMonth',
  'weekdayOfMonth',
  'weekdayFromEnd',
  'lastDay',
  'firstWorkday',
  'lastWorkday',
] as const;
export type MonthlyRule = (typeof MONTHLY_RULES)[number];

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const REPETITION_ENDS = ['never', 'count', 'date'] as const;

export const MAX_CYCLE = 999;
export const MAX_OCCURRENCES = 9999;

const flag = v.optional(v.boolean(), false);

/** How a task repeats. Its first occurrence is when the task is due. */
export const RepetitionSchema = v.object({
  type: v.picklist(REPETITION_TYPES),
  /** Every so many days, weeks, months or years. */
  cycleTime: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CYCLE)), 1),
  end: v.optional(v.picklist(REPETITION_ENDS), 'never'),
  /** How many occurrences there are in all, where it ends by their number. */
  countEnd: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_OCCURRENCES))), null),
  /** The last day, where it ends by that. */
  fixedEndDate: v.optional(v.nullable(DaySchema), null),
  /** Of monthly and yearly ones. */
  monthlyRule: v.optional(v.picklist(MONTHLY_RULES), 'dayOfMonth'),
  /** Of weekly ones; none is the weekday of the first occurrence. */
  monday: flag,
  tuesday: flag,
  wednesday: flag,
  thursday: flag,
  friday: flag,
  saturday: flag,
  sunday: flag,
});
export type Repetition = v.InferOutput<typeof RepetitionSchema>;
export type RepetitionInput = v.InferInput<typeof RepetitionSchema>;
