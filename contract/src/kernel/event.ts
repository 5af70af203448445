import * as v from 'valibot';

/** What every event's payload may bear: what was read from what changed, whose commands caused it, and which items it is about. */
export const eventPayload = {
  keys: v.array(v.string()),
  processIds: v.array(v.string()),
  aggregateIds: v.array(v.string()),
};

/** The event object around a payload, as it travels over STOMP. */
export const EventSchema = v.object({
  createdAt: v.string(),
  source: v.string(),
  type: v.string(),
  isGlobal: v.boolean(),
  isLocal: v.boolean(),
  isPersonal: v.boolean(),
  payload: v.looseObject(eventPayload),
});
export type KontorEvent = v.InferOutput<typeof EventSchema>;

/** Destinations of the real-time channel. */
export const topics = {
  event: (type: string) => `/topic/event.${type}`,
  user: (userId: number) => `/topic/user.${userId}`,
  personal: (sessionId: string) => `/topic/personal.${sessionId}`,
} as const;
