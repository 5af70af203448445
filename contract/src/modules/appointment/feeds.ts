import * as v from 'valibot';
import { DaySchema, NothingSchema, defineCommand, defineQuery } from '../../kernel/index.ts';

/** What a feed of a calendar says: what is not private, or only when it is taken. */
export const FEED_LEVELS = ['whole', 'busy'] as const;
export type FeedLevel = (typeof FEED_LEVELS)[number];

/** What is read from the person's own feed. */
export const CALENDAR_FEED_KEY = 'calendarFeed';

export const CalendarFeedSchema = v.object({
  level: v.picklist(FEED_LEVELS),
  /** Where it is on the instance's host. Whoever has it reads the calendar. */
  path: v.string(),
  /** ISO instants. */
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
});
export type CalendarFeed = v.InferOutput<typeof CalendarFeedSchema>;

const example = {
  level: 'busy' as const,
  path: '/feeds/1.1.Zm9vYmFyYmF6cXV4MTIzNA.c2lnbmF0dXJl.ics',
  createdAt: '2026-11-02T09:00:00.000Z',
  lastUsedAt: null,
};

/** The secret address at which others read the person's calendar; null where there is none. */
export const feed = defineQuery({
  name: 'appointment.feed',
  params: NothingSchema,
  result: v.object({ feed: v.nullable(CalendarFeedSchema) }),
  errors: ['RIGHT_MISSING'],
  cached: false,
  refreshOn: () => [CALENDAR_FEED_KEY],
  example: { params: {}, result: { feed: example } },
});

/** Makes that address, or another one: the one before leads nowhere from now on. */
export const renewFeed = defineCommand({
  name: 'appointment.renewFeed',
  params: v.strictObject({ level: v.picklist(FEED_LEVELS) }),
  result: v.object({ feed: CalendarFeedSchema }),
  errors: ['RIGHT_MISSING'],
  secret: true,
  example: { params: { level: 'busy' }, result: { feed: example } },
});

/** Takes that address away. */
export const removeFeed = defineCommand({
  name: 'appointment.removeFeed',
  params: NothingSchema,
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: {}, result: {} },
});

/** The person's own calendar as a file (iCalendar): all of it, or what takes place from one day to another, both included. */
export const exportCalendar = defineQuery({
  name: 'appointment.export',
  cost: 'heavy',
  params: v.strictObject({
    from: v.optional(v.nullable(DaySchema), null),
    to: v.optional(v.nullable(DaySchema), null),
  }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'APPOINTMENT_TIMES_INVALID'],
  bytes: true,
  cached: false,
  refreshOn: () => [],
  example: { params: { from: '2026-01-01', to: '2026-12-31' }, result: {} },
});

export const feedQueries = { feed, export: exportCalendar } as const;
export const feedCommands = { renewFeed, removeFeed } as const;
