import type { QueuedCommand } from './core/queue.ts';

/** What the pages of one person tell each other about the queue. */
export type TabMessage =
  | { readonly kind: 'added'; readonly command: QueuedCommand }
  | { readonly kind: 'settled'; readonly processId: string; readonly refusal?: QueuedCommand['refusal'] }
  | { readonly kind: 'discarded'; readonly processId: string };

export interface Tabs {
  post(message: TabMessage): void;
  close(): void;
}

/** Joins the pages of one person and instance: all hear each other, and one at a time is the leader. */
export function joinTabs(name: string, onMessage: (message: TabMessage) => void, onLead: () => void): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => onMessage(event.data));
  const end = Promise.withResolvers<void>();
  const leaving = new AbortController();
  if (typeof navigator !== 'undefined' && navigator.locks) {
    navigator.locks
      .request(name, { signal: leaving.signal }, () => {
        onLead();
        return end.promise;
      })
      .catch(() => undefined);
  } else onLead();
  return {
    post: (message) => channel?.postMessage(message),
    close() {
      leaving.abort();
      end.resolve();
      channel?.close();
    },
  };
}
