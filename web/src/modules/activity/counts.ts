import { activityQueries } from '@kontor/contract/activity';
import type { ModuleName, ResultOf } from '@kontor/contract/kernel';
import { useEffect, useMemo } from 'react';
import type { Client } from '../../client/client.ts';
import { queryKey } from '../../client/ask.ts';
import { useAsk, useClient, useValue } from '../../client/react.tsx';
import { createValue, type Value } from '../../client/value.ts';

type Deltas = ReadonlyMap<ModuleName, number>;

const PARAMS = { statusRed: 'unseen', statusYellow: 'seen' } as const;
const NONE: Deltas = new Map();

/**
 * What the items on this client have changed about the server's counts since they were asked for: a number in the menu must
 * follow the key press, not the answer.
 */
function watchDeltas(client: Client): { readonly deltas: Value<Deltas>; readonly reset: () => void } {
  const deltas = createValue<Deltas>(NONE);
  const last = new Map<string, boolean>();
  client.store.observe((changed) => {
    const next = new Map(deltas.get());
    for (const key of changed) {
      const row = client.store.get(key);
      const isOpen = row !== undefined && row.status !== 3 && !row.trashed;
      const was = last.get(key);
      if (was !== undefined && was !== isOpen) {
        const module = key.slice(0, key.indexOf(':')) as ModuleName;
        next.set(module, (next.get(module) ?? 0) + (isOpen ? 1 : -1));
      }
      last.set(key, isOpen);
    }
    if (next.size > 0) deltas.set(next);
  });
  // Events of this client's own commands reload nothing: the counts ask for themselves once all is sent.
  client.onApplied(() => {
    if (client.queue.isResting()) client.ask.refresh(activityQueries.unfinishedCounts, PARAMS);
  });
  return { deltas, reset: () => deltas.set(NONE) };
}

const watched = new WeakMap<Client, ReturnType<typeof watchDeltas>>();
function deltasOf(client: Client): ReturnType<typeof watchDeltas> {
  let known = watched.get(client);
  if (known === undefined) watched.set(client, (known = watchDeltas(client)));
  return known;
}

/** Numbers of unfinished items by module. */
export function useCounts(): ReadonlyMap<ModuleName, number> {
  const client = useClient();
  const { deltas, reset } = deltasOf(client);
  const delta = useValue(deltas);
  const { data } = useAsk(activityQueries.unfinishedCounts, PARAMS);
  useEffect(() => {
    if (data !== undefined) reset();
  }, [data, reset]);
  return useMemo(
    () => new Map((data ?? []).map(({ module, count }) => [module, Math.max(0, count + (delta.get(module) ?? 0))])),
    [data, delta],
  );
}

export const useModuleCount = (module: ModuleName): number => useCounts().get(module) ?? 0;

const totals = new WeakMap<Client, Value<number>>();

/** Number of all unfinished items of a client, kept current for as long as that lives, whether it is shown or not. */
export function unfinishedOf(client: Client): Value<number> {
  const known = totals.get(client);
  if (known !== undefined) return known;
  const { cache, run, keeping } = client.ask;
  const { deltas, reset } = deltasOf(client);
  const total = createValue(0);
  totals.set(client, total);
  const key = queryKey(activityQueries.unfinishedCounts, PARAMS);
  const countsOf = () => cache.peek(key).data as ResultOf<typeof activityQueries.unfinishedCounts> | undefined;
  let last = countsOf();
  const update = (): void => {
    const counts = countsOf();
    if (counts !== last) reset();
    last = counts;
    const changed = [...deltas.get().values()].reduce((sum, delta) => sum + delta, 0);
    total.set(
      Math.max(
        0,
        (counts ?? []).reduce((sum, { count }) => sum + count, changed),
      ),
    );
  };
  deltas.subscribe(update);
  cache.watch(
    key,
    (signal) => run(activityQueries.unfinishedCounts, PARAMS, signal),
    update,
    keeping(activityQueries.unfinishedCounts, PARAMS),
  );
  return total;
}

/** Number of all unfinished items. */
export const useUnfinished = (): number => useValue(unfinishedOf(useClient()));
