import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery, takingAnswer, text } from '../../kernel/index.ts';

/** Feeds of others that one person may subscribe to. */
export const MAX_SUBSCRIPTIONS = 30;
const MAX_ADDRESS = 2000;
const MAX_NAME = 100;

/** What is read from the person's own subscriptions. */
export const CALENDAR_SUBSCRIPTIONS_KEY = 'calendarSubscriptions';

/** Why the last fetch of a feed has brought nothing; what was there before stays. */
export const SUBSCRIPTION_PROBLEMS = ['unreached', 'refused', 'calendar', 'large'] as const;
export type SubscriptionProblem = (typeof SUBSCRIPTION_PROBLEMS)[number];

/** A feed of others (iCalendar) as a calendar that is shown to its person alone. Where `isBusy` says so, colleagues see that the person is busy, and nothing else of it. */
export const CalendarSubscriptionSchema = v.object({
  id: v.number(),
  /** Its calendar, by which `appointment.range` asks for it. */
  calendarId: v.number(),
  name: v.string(),
  address: v.string(),
  /** `#rrggbb`; empty: as by default. */
  color: v.string(),
  /** Whether its times count as taken for its person: in free and busy, in finding a time and on booking pages. */
  isBusy: v.boolean(),
  /** ISO instants: when it was fetched last, when that was tried last, and when it will be. */
  fetchedAt: v.nullable(v.string()),
  triedAt: v.nullable(v.string()),
  nextAt: v.nullable(v.string()),
  problem: v.nullable(v.picklist(SUBSCRIPTION_PROBLEMS)),
  events: v.number(),
});
export type CalendarSubscription = v.InferOutput<typeof CalendarSubscriptionSchema>;

const address = v.pipe(text(MAX_ADDRESS), v.trim());
const name = v.pipe(text(MAX_NAME), v.trim());
const color = v.pipe(v.string(), v.regex(/^(?:#[0-9a-f]{6})?$/i));
const byId = v.strictObject({ id: IdSchema });

const example: CalendarSubscription = {
  id: 1,
  calendarId: 2_000_000_001,
  name: 'Feiertage',
  address: 'https://feeds.example/feiertage.ics',
  color: '#1f7a80',
  isBusy: false,
  fetchedAt: '2026-11-02T09:00:00.000Z',
  triedAt: '2026-11-02T09:00:00.000Z',
  nextAt: '2026-11-02T15:00:00.000Z',
  problem: null,
  events: 16,
};

/** The feeds that the person subscribes to, by name. */
export const subscriptions = defineQuery({
  name: 'appointment.subscriptions',
  params: NothingSchema,
  result: v.object({ subscriptions: v.array(CalendarSubscriptionSchema) }),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [CALENDAR_SUBSCRIPTIONS_KEY],
  example: { params: {}, result: { subscriptions: [example] } },
});

/** Subscribes to a feed at a public address (`https`, `http` or `webcal`), which is fetched soon. Left out, it has the name that it gives itself. */
export const subscribe = defineCommand({
  name: 'appointment.subscribe',
  params: v.strictObject({ address, name: v.optional(name, ''), color: v.optional(color, '') }),
  result: v.object({ id: v.number() }),
  errors: ['RIGHT_MISSING', 'CALENDAR_ADDRESS_INVALID', 'TOO_MANY_CALENDAR_SUBSCRIPTIONS'],
  secret: true,
  example: { params: { address: 'https://feeds.example/feiertage.ics' }, result: { id: 1 } },
});

/** What is left out stays as it is. */
export const saveSubscription = defineCommand({
  name: 'appointment.saveSubscription',
  params: takingAnswer(
    {
      id: IdSchema,
      name: v.optional(name),
      color: v.optional(color),
      isBusy: v.optional(v.boolean()),
    },
    CalendarSubscriptionSchema,
  ),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { id: 1, name: 'Feiertage', color: '', isBusy: true }, result: {} },
});

/** Fetches a feed anew, soon. */
export const fetchSubscription = defineCommand({
  name: 'appointment.fetchSubscription',
  params: byId,
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { id: 1 }, result: {} },
});

export const unsubscribe = defineCommand({
  name: 'appointment.unsubscribe',
  params: byId,
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { id: 1 }, result: {} },
});

export const subscriptionQueries = { subscriptions } as const;
export const subscriptionCommands = { subscribe, saveSubscription, fetchSubscription, unsubscribe } as const;
