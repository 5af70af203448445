import { presenceEvents, presenceQueries, type OnlineUser, type UserState } from '@kontor/contract/presence';
import type { QueryDefinition, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import { queryKey } from '../../../client/ask.ts';
import type { Client } from '../../../client/client.ts';
import { laterIn } from '../../../client/environment.ts';
import type { Failure } from '../../../client/failure.ts';
import { createValue, type Value } from '../../../client/value.ts';
import type { States } from '../rules.ts';
import { applyChange, applyDifference, peopleOf, type Difference, type People } from './difference.ts';

/** How long the channel may be away before what it last said counts as unknown, in milliseconds: most are back at once. */
const LOST_AFTER_MS = 3000;
/** How old an answer may be that is believed before the channel is there, in milliseconds. */
const BELIEVED_MS = 60_000;
/** Differences that are kept for an answer that is on its way. */
const MAX_KEPT = 50;

export interface Known {
  readonly people: People;
  /** All of them, in the order of the answer; another array whenever anybody changes. */
  readonly all: readonly OnlineUser[];
  readonly states: States;
  /** When the server said so, in milliseconds since 1970; 0 where nothing is known yet. */
  readonly at: number;
  readonly failure: Failure | undefined;
  /** The channel is lost, so that nobody can tell who is there. */
  readonly isLost: boolean;
}

const NOTHING: Known = { people: new Map(), all: [], states: new Map(), at: 0, failure: undefined, isLost: false };

export interface PresenceStore extends Pick<Value<Known>, 'get' | 'subscribe'> {
  /** Calls back when something of one person changes, for as long as the returned function is not called. */
  readonly subscribeTo: (userId: number, listener: () => void) => () => void;
  /** Shows a choice of the person themselves before the server says so. */
  readonly expect: (userId: number, state: UserState | undefined, text: string | null, until: string | null) => void;
  readonly retry: () => void;
}

/** Watches a query for as long as the returned function is not called. */
function watch<P extends Schema, R extends Schema>(
  { ask }: Client,
  definition: QueryDefinition<string, P, R>,
  listener: () => void,
) {
  const params = {} as v.InferInput<P>;
  const key = queryKey(definition, params);
  const stop = ask.cache.watch(
    key,
    (signal) => ask.run(definition, params, signal),
    listener,
    ask.keeping(definition, params),
  );
  return { stop, peek: () => ask.cache.peek(key), refetch: () => ask.cache.refetch(key) };
}

/**
 * Who is there, for all of the page: asked once, then kept current by the channel, which says by itself where something was missed. It asks while
 * anybody listens.
 */
export function createPresenceStore(client: Client): PresenceStore {
  const known = createValue<Known>(NOTHING);
  const ofPeople = new Map<number, Set<() => void>>();
  let listeners = 0;
  let stop: (() => void) | undefined;
  let refetch = (): void => undefined;

  const change = (part: Partial<Known>): void => {
    const before = known.get();
    const people = part.people ?? before.people;
    const next = { ...before, ...part };
    known.set(people === before.people ? next : { ...next, all: [...people.values()] });
    const isForAll = next.isLost !== before.isLost || next.states !== before.states;
    for (const [userId, own] of ofPeople)
      if (isForAll || people.get(userId) !== before.people.get(userId)) for (const listener of own) listener();
  };

  const listen = (forget: () => void): (() => void) => {
    listeners += 1;
    stop ??= start(client, known.get, change, (again) => {
      refetch = again;
    });
    return () => {
      forget();
      listeners -= 1;
      // Not at once: a view that is only moved listens again within the same task.
      queueMicrotask(() => {
        if (listeners > 0) return;
        stop?.();
        stop = undefined;
      });
    };
  };
  return {
    get: known.get,
    subscribe: (listener) => listen(known.subscribe(listener)),
    subscribeTo(userId, listener) {
      const own = ofPeople.get(userId) ?? new Set();
      ofPeople.set(userId, own.add(listener));
      return listen(() => {
        own.delete(listener);
        if (own.size === 0) ofPeople.delete(userId);
      });
    },
    expect(userId, state, text, until) {
      const { people, states } = known.get();
      const person = people.get(userId);
      if (person === undefined) return;
      const presence = state?.counts === 'absent' ? 'absent' : 'present';
      const more = text === null ? {} : { text };
      const next = applyChange(person, [userId, presence, state?.id ?? null, until, person.automaticId, more], states);
      if (next === undefined) return;
      const { stateAutomaticIconCls, stateAutomaticIconColorHex } = person;
      change({ people: new Map(people).set(userId, { ...next, stateAutomaticIconCls, stateAutomaticIconColorHex }) });
    },
    retry: () => refetch(),
  };
}

/** Asks, and follows what the channel says, until the returned function is called. `onAsking` is given how it is asked anew. */
function start(
  client: Client,
  get: () => Known,
  change: (part: Partial<Known>) => void,
  onAsking: (refetch: () => void) => void,
): () => void {
  let answered: unknown;
  /** What was heard while an answer is on its way, which may be older. */
  let heard: readonly Difference[] = [];
  // What is known already is told while it is begun to be watched.
  let isWatching = false;

  /** Brings a difference in, in whatever order it comes: it says what shows now. One that names what is not known is a reason to ask anew. */
  function follow(difference: Difference): void {
    const { people, states } = get();
    const next = applyDifference(people, difference, states);
    if (next === undefined) users.refetch();
    else change({ people: next });
  }
  const takeUsers = (): void => {
    if (!isWatching) return;
    const { data, failure, at } = users.peek();
    if (data === answered) return change({ failure });
    answered = data;
    change({ people: peopleOf((data ?? []) as readonly OnlineUser[], get().people), at, failure });
    const since = heard;
    heard = [];
    for (const difference of since) follow(difference);
  };
  const takeStates = (): void => {
    if (!isWatching) return;
    const all = (states.peek().data ?? []) as readonly UserState[];
    change({ states: new Map(all.map((state) => [state.id, state])) });
  };
  const users = watch(client, presenceQueries.onlineUsers, takeUsers);
  const states = watch(client, presenceQueries.userStates, takeStates);
  onAsking(users.refetch);
  isWatching = true;
  takeStates();
  takeUsers();

  const stopEvents = client.onEvent((event) => {
    if (event.type !== presenceEvents.presenceChanged.type) return;
    const difference = event.payload as unknown as Difference;
    if (users.peek().isFetching) heard = [...heard, difference].slice(-MAX_KEPT);
    if (get().at > 0) follow(difference);
  });
  const stopLosing = watchLoss(
    client,
    () => get().at,
    (isLost) => change({ isLost }),
  );
  return () => {
    for (const end of [users.stop, states.stop, stopEvents, stopLosing]) end();
  };
}

/** Says whether the channel is lost: without a network at once, else once it has been away for a while. */
function watchLoss(client: Client, at: () => number, onLoss: (isLost: boolean) => void): () => void {
  const later = laterIn(client.env);
  let stopWaiting: (() => void) | undefined;
  const look = (): void => {
    const { online, realtime } = client.connection.get();
    stopWaiting?.();
    stopWaiting = undefined;
    if (!online || !client.env.online()) onLoss(true);
    else if (realtime === 'live') onLoss(false);
    else if (realtime === 'connecting' && at() > 0 && client.env.now() - at() > BELIEVED_MS) onLoss(true);
    else stopWaiting = later(LOST_AFTER_MS, () => onLoss(true));
  };
  const stop = client.connection.subscribe(look);
  window.addEventListener('offline', look);
  window.addEventListener('online', look);
  look();
  return () => {
    window.removeEventListener('offline', look);
    window.removeEventListener('online', look);
    stopWaiting?.();
    stop();
  };
}
