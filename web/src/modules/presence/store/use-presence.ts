import type { OnlineUser } from '@kontor/contract/presence';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Client } from '../../../client/client.ts';
import { useClient } from '../../../client/react.tsx';
import { shapeOf, type Shape } from '../rules.ts';
import { createPresenceStore, type Known, type PresenceStore } from './presence-store.ts';

const stores = new WeakMap<Client, PresenceStore>();

/** The one store of presence of an account. */
function usePresenceStore(): PresenceStore {
  const client = useClient();
  let store = stores.get(client);
  if (store === undefined) stores.set(client, (store = createPresenceStore(client)));
  return store;
}

interface PresenceOf {
  readonly user: OnlineUser;
  readonly shape: Shape;
}

/** What is known of one person's presence; undefined of somebody who is not of the instance, and before anything is known. */
export function usePresenceOf(userId: number): PresenceOf | undefined {
  const store = usePresenceStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeTo(userId, listener), [store, userId]);
  const user = useSyncExternalStore(subscribe, () => store.get().people.get(userId));
  const isLost = useSyncExternalStore(subscribe, () => store.get().isLost);
  return useMemo(() => user && { user, shape: shapeOf(user, isLost) }, [user, isLost]);
}

/** Everything that is known, for lists of people. */
export function usePresence(): Known & Pick<PresenceStore, 'retry' | 'expect'> {
  const store = usePresenceStore();
  const known = useSyncExternalStore(store.subscribe, store.get);
  return useMemo(() => ({ ...known, retry: store.retry, expect: store.expect }), [known, store]);
}
