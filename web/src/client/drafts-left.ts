import { useCallback, useEffect, useState } from 'react';
import type { Client } from './client.ts';
import { useClient, useValue } from './react.tsx';

/** How long after its start a page leaves in peace what earlier ones have left, in milliseconds. */
const AFTER_MS = 4000;

/**
 * Sends what an earlier page has written and not saved, once this one is there and has a connection. `save` is asked only where the device
 * has kept something of the kind; it answers what can never be saved. Returns the first of that, and how to go on to the next.
 */
export function useDraftsLeft<L>(
  kind: string,
  save: (client: Client) => Promise<readonly L[]>,
): { readonly lost: L | undefined; readonly next: () => void } {
  const client = useClient();
  const { online } = useValue(client.connection);
  const [lost, setLost] = useState<readonly L[]>([]);
  useEffect(() => {
    if (!online) return undefined;
    const timer = setTimeout(() => {
      void client
        .drafts()
        .then((drafts) => drafts.list())
        // What cannot be saved now stays on the device.
        .then((kept) => (kept.some((one) => one.kind === kind) ? save(client) : []))
        .then((found) => setLost((known) => [...known, ...found]))
        .catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, kind, online, save]);
  const next = useCallback(() => setLost((known) => known.slice(1)), []);
  return { lost: lost[0], next };
}
