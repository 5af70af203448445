import type { EventDefinition, EventRun, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';

/**
 * Whom an event reaches: the devices of some people, one device, or all of the instance. A quiet one moves no row of a list: it is stored and
 * ordered like all others, but lists of its people are still answered from memory.
 */
export type Audience =
  | { readonly users: readonly number[]; readonly isQuiet?: boolean }
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
