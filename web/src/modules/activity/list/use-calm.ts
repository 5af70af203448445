import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import type { Client } from '../../../client/client.ts';
import { laterIn } from '../../../client/environment.ts';
import { openList, type ListSource } from '../../../client/list-loader.ts';
import { CalmOrder, type Calm } from '../../../ui/calm.ts';

/** The order of a list that is shown, which keeps still while somebody looks at it. */
export function useCalm(client: Client, source: ListSource): { readonly order: CalmOrder; readonly calm: Calm } {
  const { env, lists, store } = client;
  const order = useMemo(() => {
    const fresh = new CalmOrder({ now: env.now, later: laterIn(env), isOwn: (key) => store.isPending(key) });
    fresh.feed(lists.snapshot(source.id).ids);
    return fresh;
    // Another list in the same place has an order of its own.
  }, [env, lists, store, source.id]);
  useLayoutEffect(() => {
    const feed = (): void => order.feed(lists.snapshot(source.id).ids);
    openList(client, source);
    const stop = lists.subscribe(source.id, feed);
    // After a change of a colleague's has brought an item back, the person's own may leave the list as it is.
    const stopWatching = store.observe((changed) => {
      for (const key of changed) if (store.isPending(key)) return order.reconsider();
    });
    feed();
    return () => {
      stop();
      stopWatching();
      order.release();
      order.close();
    };
  }, [client, lists, order, source, store]);
  return { order, calm: useSyncExternalStore(order.subscribe, order.snapshot) };
}
