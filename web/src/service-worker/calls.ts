import { accountOf, isSeen, knownAccount } from './accounts.ts';
import { addressOf, tagIn, type Notice, type NoticeAction, type NoticeData } from './notices.ts';
import { noticeOf, readPush } from './pushed.ts';
import type { Pressed, Scope, WorkerMessage } from './scope.ts';
import { OPERATIONS, wireOf } from './wire.ts';

const MOST_ON_BADGE = 99;
const HOUR_S = 3600;
/** How long a page may take to say that it shows what it is told to, in milliseconds. */
const PATIENCE_MS = 1500;
const ACTIONS: readonly NoticeAction[] = ['open', 'ok', 'hour', 'done'];

const show = (scope: Scope, { title, ...notice }: Notice): Promise<void> =>
  scope.registration.showNotification(title, { ...notice, icon: '/icon-192.png' });

const pagesOf = (scope: Scope) => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Sets the app's sign, where the system has one. */
function setBadge(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
  const set = count > 0 ? setAppBadge?.call(navigator, Math.min(MOST_ON_BADGE, count)) : clearAppBadge?.call(navigator);
  return set?.catch(() => undefined) ?? Promise.resolve();
}

/** A push came. What it is about is asked for, unless a page that is looked at says it already. */
export async function onPush(scope: Scope, text: string): Promise<void> {
  const message = readPush(text);
  const account = accountOf(scope.registration.scope);
  if (message === undefined || account === undefined) return;
  const known = await knownAccount(account);
  if (known?.instance !== message.instanceName) {
    // Nobody is signed in as that any more: nothing of it is to be shown, and no more is to come.
    await (await scope.registration.pushManager.getSubscription())?.unsubscribe();
    return;
  }
  if (message.badge !== null) await setBadge(message.badge);
  if (message.kind === 'silence') {
    const tag = tagIn(account, message.tag);
    for (const notification of await scope.registration.getNotifications({ tag })) notification.close();
    return;
  }
  if (await isSeen(account)) return;
  const notice = await noticeOf(known, message, wireOf(known), Date.now());
  if (notice !== undefined) await show(scope, notice);
}

/** Shows an address in a page that is open, or in a new one. */
async function goTo(scope: Scope, address: string): Promise<void> {
  const pages = await pagesOf(scope);
  const page =
    pages.find(({ focused }) => focused) ?? pages.find((one) => one.visibilityState === 'visible') ?? pages[0];
  if (page !== undefined) {
    const { port1, port2 } = new MessageChannel();
    const heard = new Promise<boolean>((resolve) => {
      port1.addEventListener('message', () => resolve(true));
      port1.start();
      setTimeout(() => resolve(false), PATIENCE_MS);
    });
    await page.focus().catch(() => undefined);
    page.postMessage({ kind: 'kontor.go', address } satisfies WorkerMessage, [port2]);
    // One that is still loading, or is the sign-in of somebody, does not answer.
    if (await heard) return;
  }
  await scope.clients.openWindow(address);
}

async function perform(data: NoticeData, action: NoticeAction): Promise<void> {
  const wire = wireOf(await knownAccount(data.account));
  if (data.alarm !== undefined && action === 'ok') await wire.tell(OPERATIONS.confirm, { ...data.alarm, action: 'ok' });
  else if (data.alarm !== undefined && action === 'hour')
    await wire.tell(OPERATIONS.delay, { ...data.alarm, duration: HOUR_S });
  else if (data.item !== undefined && action === 'done')
    await wire.tell(OPERATIONS.setState, { aggregateIds: [data.item], state: 'ready' });
  else throw new Error('A page has to do that');
}

/** A notification was pressed, or one of its buttons: what cannot be done from here is done by a page, which says so. */
export async function onPressed(scope: Scope, { action, notification }: Pick<Pressed, 'action' | 'notification'>) {
  const data = notification.data as NoticeData;
  const chosen = ACTIONS.find((one) => one === action) ?? 'open';
  notification.close();
  try {
    await perform(data, chosen);
  } catch {
    await goTo(scope, addressOf(data, chosen));
  }
}

/** A notification was waved off: pages are not to show it again. */
export async function onClosed(scope: Scope, { data, tag }: Notification): Promise<void> {
  const { account } = data as NoticeData;
  for (const page of await pagesOf(scope))
    page.postMessage({ kind: 'kontor.closed', account, tag } satisfies WorkerMessage);
}

/** The browser has given the device another address: its server is told, or the next page that is opened tells it. */
export async function onOtherSubscription(scope: Scope): Promise<void> {
  const account = accountOf(scope.registration.scope);
  const known = account === undefined ? undefined : await knownAccount(account);
  if (known === undefined) return;
  const subscription = await scope.registration.pushManager.getSubscription();
  if (subscription === null) return;
  await wireOf(known)
    .tell(OPERATIONS.register, { deviceToken: JSON.stringify(subscription.toJSON()) })
    .catch(() => undefined);
}
