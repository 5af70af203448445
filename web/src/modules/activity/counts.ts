import { activityQueries } from '@kontor/contract/activity';
import type { ModuleName } from '@kontor/contract/kernel';
import { useEffect, useMemo } from 'react';
import type { Client } from '../../client/client.ts';
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

/** Number of all unfinished items. */
export function useUnfinished(): number {
  let sum = 0;
  for (const count of useCounts().values()) sum += count;
  return sum;
}
