import type { Status } from '@kontor/contract/activity';
import { useCallback, useSyncExternalStore } from 'react';
import { useClient } from '../../../client/react.tsx';

/** The states of items as the person sees them, by key, kept current; those that no list has brought are not there. */
export function useStatuses(keys: readonly string[]): ReadonlyMap<string, Status> {
  const { store } = useClient();
  const joined = keys.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = joined.split(' ').map((key) => store.subscribe(key, listener));
      return () => stops.forEach((stop) => stop());
    },
    [store, joined],
  );
  // In words, so that it is the same as long as no state is another one.
  const words = useSyncExternalStore(subscribe, () => keys.map((key) => store.get(key)?.status ?? '').join(' '));
  const states = words.split(' ');
  return new Map(
    keys.flatMap((key, index) => {
      const status = Number(states[index]);
      return status === 1 || status === 2 || status === 3 ? [[key, status] as const] : [];
    }),
  );
}
