import { useEffect, useRef } from 'react';
import { useClient } from '../../../client/react.tsx';
import { setSeen } from '../actions/actions.ts';

/** How long an item is looked at before it counts as seen, in milliseconds. */
const SEEN_MS = 400;

/** What nobody has looked at yet. */
export const NEW = 1;

/**
 * Looking at a new item takes it into process, once; setting it to New while it is open is respected. `status`: what it is; undefined
 * until it is looked at.
 */
export function useSeen(itemId: string, status: number | undefined): void {
  const client = useClient();
  const done = useRef('');
  useEffect(() => {
    if (status === undefined || done.current === itemId) return undefined;
    if (status !== NEW) {
      done.current = itemId;
      return undefined;
    }
    const timer = setTimeout(() => {
      done.current = itemId;
      setSeen(client, itemId);
    }, SEEN_MS);
    return () => clearTimeout(timer);
  }, [client, itemId, status]);
}
