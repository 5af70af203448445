import * as v from 'valibot';

/** What every event's payload may bear: what was read from what changed, whose commands caused it, and which items it is about. */
export const eventPayload = {
  keys: v.array(v.string()),
  processIds: v.array(v.string()),
  aggregateIds: v.array(v.string()),
};

/**
 * Where a transient event stands in its run: the events of one type that one sender has sent to one topic. `id` names the sender, `n` counts
 * from 1. Whoever hears a number that does not follow the last one has missed something, and asks anew for what was answered under `keys`.
 */
const RunSchema = v.object({ id: v.string(), n: v.number(), keys: v.array(v.string()) });
export type EventRun = Readonly<v.InferOutput<typeof RunSchema>>;

/** The event object around a payload, as it travels over STOMP. `run` is there for transient events alone. */
export const EventSchema = v.object({
  createdAt: v.string(),
  source: v.string(),
  type: v.string(),
  isGlobal: v.boolean(),
  isLocal: v.boolean(),
  isPersonal: v.boolean(),
  payload: v.looseObject(eventPayload),
  run: v.optional(RunSchema),
});
export type KontorEvent = v.InferOutput<typeof EventSchema>;

/** Destinations of the real-time channel. */
export const topics = {
  event: (type: string) => `/topic/event.${type}`,
  user: (userId: number) => `/topic/user.${userId}`,
  personal: (sessionId: string) => `/topic/personal.${sessionId}`,
} as const;
