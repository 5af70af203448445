import type { QueueMessage } from './core/queue-events.ts';

/** The other pages of the same person and instance. */
export interface Tabs<M> {
  post(message: M): void;
  close(): void;
}

/** Opens a way to the other pages of that name; nobody hears where the browser has none. */
export function openChannel<M>(name: string, onMessage: (message: M) => void): Tabs<M> {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  channel?.addEventListener('message', (event: MessageEvent<M>) => onMessage(event.data));
  let closed = false;
  return {
    post: (message) => {
      if (!closed) channel?.postMessage(message);
    },
    close() {
      closed = true;
      channel?.close();
    },
  };
}

/** Joins the pages of one account: all hear each other, and the one that holds the lock leads. */
export function joinTabs(
  account: string,
  onMessage: (message: QueueMessage) => void,
  onLead: () => void,
): Tabs<QueueMessage> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  if (locks === undefined) {
    // Outside of secure contexts nothing is kept, and pages know nothing of each other: each sends its own.
    void Promise.resolve().then(onLead);
    return { post: () => undefined, close: () => undefined };
  }
  const channel = openChannel<QueueMessage>(`kontor/${account}`, onMessage);
  const end = Promise.withResolvers<void>();
  const leaving = new AbortController();
  locks
    .request(`kontor-queue:${account}`, { signal: leaving.signal }, () => {
      onLead();
      return end.promise;
    })
    .catch(() => undefined);
  return {
    post: channel.post,
    close() {
      leaving.abort();
      end.resolve();
      channel.close();
    },
  };
}
