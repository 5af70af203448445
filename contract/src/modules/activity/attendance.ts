import * as v from 'valibot';
import {
  AggregateIdSchema,
  NothingSchema,
  defineCommand,
  defineQuery,
  defineTransientEvent,
  eventPayload,
  formatAggregateId,
} from '../../kernel/index.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });

/** What somebody can be doing with an item. */
export const DOINGS = ['reading', 'answering', 'writing'] as const;
export type Doing = (typeof DOINGS)[number];
export const DoingSchema = v.picklist([...DOINGS, 'left']);
/** How often it is said again that somebody is at an item, and for how long it holds. */
export const ATTEND_MS = 45_000;
export const ATTENDED_MS = 90_000;

export const AttendantSchema = v.object({
  userId: v.number(),
  name: v.string(),
  avatar: v.nullable(v.string()),
  doing: v.picklist(DOINGS),
  since: v.number(),
});
export type Attendant = v.InferOutput<typeof AttendantSchema>;

/** Read by every answer that says who is at an item or a draft. */
export const ATTENDANCE_KEY = 'attendance';

/** What an event says of who is at a place. Of two, the one with the higher `order` is true: they may come in another order. */
export const attendedPayload = { ...eventPayload, people: v.array(AttendantSchema), order: v.number() };

/** Says what the person is doing with an item. What cannot be told at once is not told: it would not be true any more. */
const attend = defineCommand({
  name: 'activity.attend',
  fleeting: true,
  params: v.strictObject({ aggregateId: AggregateIdSchema, doing: DoingSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { aggregateId: exampleId, doing: 'writing' }, result: {} },
});

/** Who else is at an item. */
const attendance = defineQuery({
  name: 'activity.attendance',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: v.array(AttendantSchema),
  errors: ['NOT_FOUND'],
  cached: false,
  refreshOn: () => [ATTENDANCE_KEY],
  example: { params: { aggregateId: exampleId }, result: [] },
});

/** The people who are at an item are others than before. Goes to all who see it. */
const attended = defineTransientEvent('activity.attended', v.object(attendedPayload), { keys: [ATTENDANCE_KEY] });

export const attendanceQueries = { attendance } as const;
export const attendanceCommands = { attend } as const;
export const attendanceEvents = { attended } as const;
