import type { QueryDefinition, Schema } from '@kontor/contract/kernel';
import type { EntryRow } from '@kontor/contract/activity';
import { createContext, use, useCallback, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import type * as v from 'valibot';
import type { Client } from './client.ts';
import { queryKey } from './ask.ts';
import type { Failure } from './failure.ts';
import type { Fetcher, Keeping, QueryState } from './query-cache.ts';
import type { Kontor } from './kontor.ts';
import type { Session } from './page-accounts.ts';
import type { Value } from './value.ts';

const KontorContext = createContext<Kontor | undefined>(undefined);
const ClientContext = createContext<Client | undefined>(undefined);

export const KontorProvider = KontorContext.Provider;

/** Gives a signed-in person's client to what is below. */
export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

export function useKontor(): Kontor {
  const kontor = use(KontorContext);
  if (kontor === undefined) throw new Error('Outside of the app');
  return kontor;
}

/** The client of the signed-in person. */
export function useClient(): Client {
  const client = use(ClientContext);
  if (client === undefined) throw new Error('Nobody is signed in here');
  return client;
}

export const useValue = <T,>(value: Value<T>): T => useSyncExternalStore(value.subscribe, value.get);

export const useSession = (): Session => useValue(useKontor().session);

/** An item as the person sees it, kept current; undefined where it is not known. */
export function useRow(key: string): EntryRow | undefined {
  const { store } = useClient();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, () => store.get(key));
}

export interface QueryResult<T> {
  readonly data: T | undefined;
  readonly failure: Failure | undefined;
  /** True while an answer is on its way, the first or a newer one. */
  readonly isFetching: boolean;
  /** When the server gave `data`, in milliseconds since 1970; 0 where there is none. */
  readonly at: number;
  /** When that was asked for. */
  readonly requestedAt: number;
  readonly retry: () => void;
}

const IDLE: QueryState = { data: undefined, failure: undefined, isFetching: false, at: 0, requestedAt: 0 };

/** State of a query for as long as the component is shown; an undefined key asks nothing. */
export function useQueryState(key: string | undefined, fetcher: Fetcher, keeping?: Keeping): QueryState {
  const { cache } = useClient().ask;
  const current = useRef({ fetcher, keeping });
  useEffect(() => {
    current.current = { fetcher, keeping };
  });
  const subscribe = useCallback(
    (listener: () => void) =>
      key === undefined
        ? () => undefined
        : cache.watch(key, (signal) => current.current.fetcher(signal), listener, current.current.keeping),
    [cache, key],
  );
  return useSyncExternalStore(subscribe, () => (key === undefined ? IDLE : cache.peek(key)));
}

/** Asks a query for as long as the component is shown; undefined parameters ask nothing. */
export function useAsk<P extends Schema, R extends Schema>(
  definition: QueryDefinition<string, P, R>,
  params: v.InferInput<P> | undefined,
): QueryResult<v.InferOutput<R>> {
  const { ask } = useClient();
  const key = params === undefined ? undefined : queryKey(definition, params);
  const state = useQueryState(
    key,
    (signal) => ask.run(definition, params, signal),
    definition.cached ? ask.keeping(definition, params) : undefined,
  );
  return {
    data: state.data,
    failure: state.failure,
    isFetching: state.isFetching,
    at: state.at,
    requestedAt: state.requestedAt,
    retry: () => {
      if (key !== undefined) ask.cache.refetch(key);
    },
  };
}
