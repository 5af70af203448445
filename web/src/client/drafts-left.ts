import { useEffect } from 'react';
import type { Client } from './client.ts';
import { useClient, useValue } from './react.tsx';

/** How long after its start a page leaves in peace what earlier ones have left, in milliseconds. */
const AFTER_MS = 4000;

/**
 * Sends what an earlier page has written and not saved, once this one is there and has a connection. `save` is asked only where the device
 * has kept something of the kind.
 */
export function useDraftsLeft(kind: string, save: (client: Client) => Promise<void>): void {
  const client = useClient();
  const { online } = useValue(client.connection);
  useEffect(() => {
    if (!online) return undefined;
    const timer = setTimeout(() => {
      void client
        .drafts()
        .then((drafts) => drafts.list())
        // What cannot be saved now stays on the device.
        .then((kept) => (kept.some((one) => one.kind === kind) ? save(client) : undefined))
        .catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, kind, online, save]);
}
