import { activityQueries } from '@kontor/contract/activity';
import type { ItemKindName, ResultOf } from '@kontor/contract/kernel';
import type { Client } from '../../../client/client.ts';
import { queryKey } from '../../../client/ask.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { createValue, partOf, type Value } from '../../../client/value.ts';
import { isOpen } from './sources.ts';

type Counts = ReadonlyMap<ItemKindName, number>;
/** The part of a client that counts are made of. */
type CountedClient = Pick<Client, 'store' | 'ask'> & {
  readonly queue: Pick<Client['queue'], 'isResting'>;
  readonly onApplied: (listener: () => void) => () => void;
};

const { unfinishedCounts } = activityQueries;
const PARAMS = { statusRed: 'unseen', statusYellow: 'seen' } as const;

/**
 * Numbers of unfinished items by module: the server's, and what the items on this client have changed about them since they were asked
 * for. A number in the menu must follow the key press, not the answer. Kept current for as long as the client lives, shown or not.
 */
function watchCounts({ store, ask, queue, onApplied }: CountedClient): Value<Counts> {
  const counts = createValue<Counts>(new Map());
  const changes = new Map<ItemKindName, number>();
  const wasOpen = new Map<string, boolean>();
  const key = queryKey(unfinishedCounts, PARAMS);
  let answer: ResultOf<typeof unfinishedCounts> | undefined;
  const update = (): void => {
    const known = new Map((answer ?? []).map(({ module, count }) => [module, count]));
    const modules = answer === undefined ? [] : [...new Set([...known.keys(), ...changes.keys()])];
    counts.set(
      new Map(modules.map((module) => [module, Math.max(0, (known.get(module) ?? 0) + (changes.get(module) ?? 0))])),
    );
  };
  const adjust = (itemId: string, by: 1 | -1): void => {
    const module = itemId.slice(0, itemId.indexOf(':')) as ItemKindName;
    changes.set(module, (changes.get(module) ?? 0) + by);
  };
  /** Returns whether the server counts an item that has a change waiting here; undefined if it has none. */
  const isCounted = (itemId: string): boolean | undefined => {
    const row = store.isPending(itemId) ? store.onServer(itemId) : undefined;
    return row === undefined ? undefined : isOpen(row);
  };
  store.observe((changed) => {
    let hasChanged = false;
    for (const itemId of changed) {
      const row = store.get(itemId);
      const isUnfinished = row !== undefined && isOpen(row);
      // After a reload what waits lies over a row from the first moment on.
      const was = wasOpen.get(itemId) ?? isCounted(itemId);
      wasOpen.set(itemId, isUnfinished);
      if (was === undefined || was === isUnfinished) continue;
      adjust(itemId, isUnfinished ? 1 : -1);
      hasChanged = true;
    }
    if (hasChanged) update();
  });
  // Events of this client's own commands reload nothing: the counts ask for themselves once all is sent.
  onApplied(() => {
    if (queue.isResting()) ask.refresh(unfinishedCounts, PARAMS);
  });
  ask.cache.watch(
    key,
    (signal) => ask.run(unfinishedCounts, PARAMS, signal),
    () => {
      const now = ask.cache.peek(key).data as typeof answer;
      if (now === answer) return;
      answer = now;
      // Of all that was changed before the answer knows, but for what waits still.
      changes.clear();
      for (const itemId of store.pending()) {
        const was = isCounted(itemId);
        const row = store.get(itemId);
        if (was === undefined || row === undefined) continue;
        wasOpen.set(itemId, isOpen(row));
        if (was !== isOpen(row)) adjust(itemId, was ? -1 : 1);
      }
      update();
    },
    ask.keeping(unfinishedCounts, PARAMS),
  );
  return counts;
}

const watched = new WeakMap<CountedClient, { readonly counts: Value<Counts>; readonly total: Value<number> }>();

function watchedOf(client: CountedClient): { readonly counts: Value<Counts>; readonly total: Value<number> } {
  let known = watched.get(client);
  if (known === undefined) {
    const counts = watchCounts(client);
    const total = partOf(counts, (all) => [...all.values()].reduce((sum, count) => sum + count, 0));
    watched.set(client, (known = { counts, total }));
  }
  return known;
}

export const useModuleCount = (module: ItemKindName): number =>
  useValue(watchedOf(useClient()).counts).get(module) ?? 0;

/** Number of all unfinished items of a client. */
export const unfinishedOf = (client: CountedClient): Value<number> => watchedOf(client).total;

/** Number of all unfinished items. */
export const useUnfinished = (): number => useValue(unfinishedOf(useClient()));
