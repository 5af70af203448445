import { seenLock, scopeOf } from '../../service-worker/accounts.ts';
import { addressOf, tagIn, tagWithin, type Notice } from '../../service-worker/notices.ts';

/** What of service workers this page may use; outside of a secure context there is none. */
const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

/** The worker by which an account is told of something: that which is pushed to, else that of the pages. */
async function workerOf(account: string): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await workers()
    ?.getRegistration(scopeOf(account))
    .catch(() => undefined);
  return registration?.active === null ? undefined : registration;
}

/** Whether the browser lets the app tell something. */
export const mayNotify = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'granted';

/** Tells the person something by the system: with its buttons by the service worker, without them where there is none. */
export async function notifyBySystem(notice: Notice, go: (address: string) => void): Promise<void> {
  const { title, ...rest } = notice;
  const options = { ...rest, icon: '/icon-192.png', lang: document.documentElement.lang };
  const worker = await workerOf(notice.data.account);
  if (worker !== undefined) return worker.showNotification(title, options);
  const { actions: _, ...plain } = options;
  const notification = new Notification(title, plain);
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
    go(addressOf(notice.data, 'open'));
  });
}

/** Tags, without the account's own part, of what the system shows of it; and how to close those of them. */
export async function systemNotifications(
  account: string,
): Promise<{ readonly tags: readonly string[]; readonly close: (tags: readonly string[]) => void }> {
  const shown = (await (await workerOf(account))?.getNotifications()) ?? [];
  return {
    tags: shown.flatMap(({ tag }) => tagWithin(account, tag) ?? []),
    close: (tags) => {
      const closed = new Set(tags.map((tag) => tagIn(account, tag)));
      for (const notification of shown) if (closed.has(notification.tag)) notification.close();
    },
  };
}

/** Says to the other pages, and the service worker, for as long as this page is looked at, that it shows the account. Returns the function that stops it. */
export function beSeen(account: string): () => void {
  let leave = (): void => undefined;
  const update = (): void => {
    leave();
    if (document.visibilityState !== 'visible') return;
    const { promise, resolve } = Promise.withResolvers<void>();
    leave = resolve;
    void navigator.locks?.request(seenLock(account), { mode: 'shared' }, () => promise).catch(() => undefined);
  };
  update();
  document.addEventListener('visibilitychange', update);
  return () => {
    leave();
    document.removeEventListener('visibilitychange', update);
  };
}
