import type { ListSnapshot } from './core/list-store.ts';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Schema } from '@kontor/contract/kernel';
import type { Client } from './client.ts';
import { laterIn } from './environment.ts';
import type { Failure } from './failure.ts';
import { listQueryKey } from './list-key.ts';
import type { Matches } from './matches.ts';
import { furtherKept, loadMore, loadTop, openList, restoreList, type ListSource } from './list-loader.ts';
import { createNextPages } from './next-pages.ts';
import { useClient, useQueryState } from './react.tsx';

export interface UsedList {
  readonly list: ListSnapshot;
  readonly failure: Failure | undefined;
  readonly isFetching: boolean;
  /** When the server gave the list, in milliseconds since 1970; 0 where it has not. */
  readonly at: number;
  readonly reload: () => void;
  /** Loads the next page, unless one is on its way or there is none. */
  readonly more: () => void;
}

/** Why entries of a list were found, by their ids, where their rows do not show it. */
export function useMatches(listId: string): ReturnType<Matches['of']> {
  const { matches } = useClient();
  return useSyncExternalStore(matches.subscribe, () => matches.of(listId));
}

/** A source as it was first described, for as long as its id is the same: what goes by it need not begin anew. */
export function useSameSource<S extends Pick<ListSource, 'id'>>(source: S): S {
  const [first, setFirst] = useState(source);
  if (first.id === source.id) return first;
  setFirst(source);
  return source;
}

/** What is known of a list that somebody else asks for, kept current. */
export function useListNow(source: ListSource): ListSnapshot {
  const client = useClient();
  const { lists } = client;
  const subscribe = useCallback(
    (listener: () => void) => {
      openList(client, source);
      return lists.subscribe(source.id, listener);
    },
    [client, lists, source],
  );
  return useSyncExternalStore(subscribe, () => lists.snapshot(source.id));
}

/** Loads one more page, where there is one: from what was fetched ahead, too, where it does not come. Rejects then. */
async function loadNext(client: Client, source: ListSource): Promise<void> {
  const { complete, loaded } = client.lists.snapshot(source.id);
  if (complete || !loaded) return;
  try {
    await loadMore(client, source);
  } catch (error) {
    await furtherKept(client, source);
    throw error;
  }
}

/** A list for as long as it is shown; its rows are in the store. */
export function useList<P extends Schema, R extends Schema>(source: ListSource<P, R>): UsedList {
  const client = useClient();
  const list = useListNow(source);
  const query = useQueryState(listQueryKey(source), (signal) => loadTop(client, source, signal), {
    load: () => restoreList(client, source),
    forget: () => undefined,
  });
  const pages = useMemo(() => createNextPages(laterIn(client.env), () => loadNext(client, source)), [client, source]);
  useEffect(() => pages.attend(), [pages]);
  return {
    list,
    failure: query.failure,
    isFetching: query.isFetching,
    at: query.at,
    reload: () => client.ask.cache.refetch(listQueryKey(source)),
    more: pages.next,
  };
}
