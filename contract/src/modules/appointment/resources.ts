import * as v from 'valibot';
import { IdSchema, text, tidyName, titleText } from '../../kernel/index.ts';

export const MAX_RESOURCES = 500;
export const MAX_RESOURCE_NAME = 60;
const MAX_RESOURCE_DESCRIPTION = 500;
const MAX_CAPACITY = 100_000;

export const RESOURCE_KINDS = ['room', 'vehicle', 'machine', 'other'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** What is read from the list of resources. */
export const RESOURCES_KEY = 'calendarResources';

/** Numbers of calendars from here on are those of resources, and from the next on those of feeds of others; below both those of people. */
const FIRST_RESOURCE_CALENDAR = 1_000_000_000;
const FIRST_FEED_CALENDAR = 2_000_000_000;
/** The number of the calendar that somebody has of a feed of others. */
export const subscriptionCalendar = (subscriptionId: number): number => FIRST_FEED_CALENDAR + subscriptionId;
/** The number of the calendar of a resource. */
export const resourceCalendar = (resourceId: number): number => FIRST_RESOURCE_CALENDAR + resourceId;
/** The resource whose calendar it is; null where it is a person's. */
export const resourceOfCalendar = (calendarId: number): number | null =>
  calendarId > FIRST_RESOURCE_CALENDAR && calendarId <= FIRST_FEED_CALENDAR
    ? calendarId - FIRST_RESOURCE_CALENDAR
    : null;

/** Something that appointments take up: a room, a vehicle, a machine. Everybody who sees calendars sees when it is taken. */
export const ResourceSchema = v.object({
  id: v.number(),
  /** Its calendar, by which `appointment.range`, `.freeBusy` and `.findTimes` ask for it. */
  calendarId: v.number(),
  name: v.string(),
  kind: v.picklist(RESOURCE_KINDS),
  /** People that it holds; null where that is not said. */
  capacity: v.nullable(v.number()),
  description: v.string(),
  /** It cannot be taken twice at a time. */
  isHard: v.boolean(),
});
export type Resource = v.InferOutput<typeof ResourceSchema>;

/** The same as it is written. */
export const resourceFields = {
  name: v.pipe(
    titleText(MAX_RESOURCE_NAME),
    v.transform(tidyName),
    v.check((name) => name !== '', 'TEXT_EMPTY'),
  ),
  kind: v.optional(v.picklist(RESOURCE_KINDS), 'room'),
  capacity: v.optional(v.nullable(v.pipe(IdSchema, v.maxValue(MAX_CAPACITY))), null),
  description: v.optional(v.pipe(text(MAX_RESOURCE_DESCRIPTION), v.trim()), ''),
  isHard: v.optional(v.boolean(), true),
};
