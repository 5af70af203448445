import { useEffect, useRef } from 'react';
import { useClient } from '../../../client/react.tsx';
import { act } from '../../activity/index.tsx';

/** How long a mail is looked at before it counts as seen, in milliseconds. */
const SEEN_MS = 400;

/** Looking at a new mail takes it into process, once; setting it back to New while it is open is respected. */
export function useSeen(itemId: string, isNew: boolean): void {
  const client = useClient();
  const done = useRef('');
  useEffect(() => {
    if (!isNew || done.current === itemId) return undefined;
    const timer = setTimeout(() => {
      done.current = itemId;
      act(client, 'seen', [itemId]);
    }, SEEN_MS);
    return () => clearTimeout(timer);
  }, [client, itemId, isNew]);
}
