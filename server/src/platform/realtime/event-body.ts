import type { EventDefinition, EventRun, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';

/**
 * Whom an event reaches: the devices of some people, one device, or all of the instance. A quiet one moves no row of a list: it is stored and
 * ordered like all others, but lists of its people are still answered from memory. `asOwn`: the aggregate ids of the payload bear person 0, and each of
 * the people is told of them as their own.
 */
export type Audience =
  | { readonly users: readonly number[]; readonly isQuiet?: boolean; readonly asOwn?: true }
  | { readonly session: string }
  | 'instance';

/** Routing keys under which an audience hears an event. */
export function topicsOf(type: string, audience: Audience): string[] {
  if (audience === 'instance') return [`event.${type}`];
  if ('session' in audience) return [`personal.${audience.session}`];
  return [...new Set(audience.users)].map((id) => `user.${id}`);
}

/** Returns the event object as JSON. `now`: milliseconds since 1970; `run`: of transient events alone. */
export function eventBody<D extends EventDefinition<string, Schema>>(
  definition: D,
  audience: Audience,
  payload: v.InferInput<D['payload']>,
  { now, run }: { readonly now: number; readonly run?: EventRun },
): string {
  return JSON.stringify({
    createdAt: new Date(now).toISOString(),
    source: 'kontor',
    type: definition.type,
    isGlobal: audience === 'instance',
    isLocal: audience !== 'instance' && 'users' in audience,
    isPersonal: audience !== 'instance' && 'session' in audience,
    payload,
    run,
  });
}

/** How an aggregate id says within the text of an event whose it is. */
const inIds = (userId: number): string => `\\"userId\\":${userId},`;
const IDS = '"aggregateIds":[';

/** Returns the event as each routing key of its audience hears it. What many hear alike is put together once. */
export function eventsFor<D extends EventDefinition<string, Schema>>(
  definition: D,
  audience: Audience,
  payload: v.InferInput<D['payload']>,
  at: { readonly now: number },
): { readonly topic: string; readonly body: string }[] {
  const body = eventBody(definition, audience, payload, at);
  const asOwn = audience !== 'instance' && 'users' in audience && audience.asOwn === true;
  if (!asOwn) return topicsOf(definition.type, audience).map((topic) => ({ topic, body }));
  // Within a text no quote stands without a sign before it, and no id has a bracket.
  const start = body.indexOf(IDS);
  const end = body.indexOf(']', start);
  const [head, tail] = [body.slice(0, start), body.slice(end)];
  const ids = body.slice(start, end).split(inIds(0));
  return [...new Set(audience.users)].flatMap((id) =>
    topicsOf(definition.type, { users: [id] }).map((topic) => ({ topic, body: head + ids.join(inIds(id)) + tail })),
  );
}
