import * as v from 'valibot';
import { tidyName, titleText } from '../../kernel/index.ts';
import { CalendarIdsSchema } from './levels.ts';

/** Sets that one person may have. */
export const MAX_CALENDAR_SETS = 100;
const MAX_SET_NAME = 60;

/** What is read from the sets of calendars. */
export const CALENDAR_SETS_KEY = 'calendarSets';

/** Calendars that are shown together under a name. */
export const CalendarSetSchema = v.object({
  id: v.number(),
  name: v.string(),
  /** Those of them that the person may see, in their order; of people and of resources. */
  calendars: v.array(v.number()),
  /** Everybody has it to choose. */
  isShared: v.boolean(),
  /** It is the person's own: they may change it. */
  isOwn: v.boolean(),
  /** Whose it is. */
  owner: v.string(),
});
export type CalendarSet = v.InferOutput<typeof CalendarSetSchema>;

/** The same as it is written. */
export const calendarSetFields = {
  name: v.pipe(
    titleText(MAX_SET_NAME),
    v.transform(tidyName),
    v.check((name) => name !== '', 'TEXT_EMPTY'),
  ),
  calendars: CalendarIdsSchema,
  isShared: v.optional(v.boolean(), false),
};
