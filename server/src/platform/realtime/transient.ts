import type { Schema, TransientEventDefinition } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import { eventBody, topicsOf, type Audience } from './event-body.ts';

/** What is gathered is sent at most once within this time, in milliseconds. */
const GATHER_MS = 1000;

interface InstanceName {
  readonly id: number;
  readonly name: string;
}

/**
 * How events are gathered: the first under a key of an instance is sent at once, those that come within a second of it are sent as one when that
 * second is over. `merge` makes one payload of two; without it the later one stands for both. The audience is that of the last.
 */
export interface Gathering<P> {
  readonly key: string;
  readonly merge?: (waiting: P, next: P) => P;
}

/**
 * Says what is true only now, to who listens now. Nothing of it is stored, it is ordered with no commit, and it raises no change stamp. Each event
 * bears a running number (`run` of the event), so that whoever misses one can ask anew. Never throws, and waits for nothing.
 */
export interface Transient {
  publish<D extends TransientEventDefinition<string, Schema>>(
    instance: InstanceName,
    definition: D,
    audience: Audience,
    payload: v.InferInput<D['payload']>,
    gathering?: Gathering<v.InferInput<D['payload']>>,
  ): void;
}

/** For work beside a server, such as the command line: nobody listens to it. */
export const NO_TRANSIENT: Transient = { publish: () => {} };

/** An event as text, and under which routing key it goes. */
export interface TransientMessage {
  readonly topic: string;
  readonly body: string;
}

/** Brings messages of an instance to who listens, whichever process holds their connections. */
export type CarryTransient = (instance: InstanceName, messages: readonly TransientMessage[]) => void;

interface TransientOptions {
  readonly carry: CarryTransient;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Does work after a time, in milliseconds. */
  readonly later: (ms: number, work: () => void) => void;
}

interface Outgoing {
  readonly instance: InstanceName;
  readonly definition: TransientEventDefinition<string, Schema>;
  readonly audience: Audience;
  readonly payload: unknown;
}

/** Makes the channel over what carries it. Numbers begin anew with each process, under an id of its own. */
export function createTransient({ carry, now, newId, later }: TransientOptions): Transient {
  const id = newId();
  /** The number of the last event, by instance, type and topic. */
  const numbers = new Map<string, number>();
  /** Under a key of what was sent within the last second: what has come since. */
  const gathered = new Map<string, Outgoing | undefined>();

  const send = ({ instance, definition, audience, payload }: Outgoing): void => {
    const { keys } = definition.transient;
    const messages = topicsOf(definition.type, audience).map((topic) => {
      const counted = `${instance.id} ${definition.type} ${topic}`;
      const n = (numbers.get(counted) ?? 0) + 1;
      numbers.set(counted, n);
      return { topic, body: eventBody(definition, audience, payload, { now: now(), run: { id, n, keys: [...keys] } }) };
    });
    if (messages.length > 0) carry(instance, messages);
  };

  const sendAfterwards = (key: string): void =>
    later(GATHER_MS, () => {
      const waiting = gathered.get(key);
      gathered.delete(key);
      if (waiting !== undefined) begin(key, waiting);
    });

  const begin = (key: string, first: Outgoing): void => {
    gathered.set(key, undefined);
    send(first);
    sendAfterwards(key);
  };

  return {
    publish(instance, definition, audience, payload, gathering) {
      const next: Outgoing = { instance, definition, audience, payload };
      if (gathering === undefined) return send(next);
      const key = `${instance.id} ${definition.type} ${gathering.key}`;
      if (!gathered.has(key)) return begin(key, next);
      const waiting = gathered.get(key);
      const isMerged = waiting !== undefined && gathering.merge !== undefined;
      gathered.set(key, isMerged ? { ...next, payload: gathering.merge(waiting.payload, payload) } : next);
    },
  };
}
