import { accountOf, isSeen, keepAnswer, knownAccount, type KeptAnswer, type KnownAccount } from './accounts.ts';
import { addressOf, tagIn, unsentNotice, type Notice, type NoticeAction, type NoticeData } from './notices.ts';
import { noticeOf, readPush } from './pushed.ts';
import type { Page, Pressed, Scope, WorkerMessage } from './scope.ts';
import { OPERATIONS, wireOf, type Wire } from './wire.ts';

const MAX_ON_BADGE = 99;
const HOUR_S = 3600;
/** How long a page may take to say that it shows what it is told to, in milliseconds; so many are asked, as a press is forgotten soon. */
const PATIENCE_MS = 700;
const MAX_PAGES = 3;
const ACTIONS: readonly NoticeAction[] = ['open', 'ok', 'hour', 'done', 'answer'];

const show = (scope: Scope, { title, ...notice }: Notice): Promise<void> =>
  scope.registration.showNotification(title, { ...notice, icon: '/icon-192.png' });

const pagesOf = (scope: Scope) => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Sets the app's sign, where the system has one. */
function setBadge(count: number): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
  const set = count > 0 ? setAppBadge?.call(navigator, Math.min(MAX_ON_BADGE, count)) : clearAppBadge?.call(navigator);
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
  const testId = message.kind === 'test' ? message.tag.replace(/^test:/, '') : undefined;
  if (testId !== undefined) await sayArrived(scope, account, known, testId);
  // A test is there to be seen, and a call rings whatever is looked at.
  if (testId === undefined && message.kind !== 'call' && (await isSeen(account))) return;
  const notice = await noticeOf(known, message, wireOf(known), Date.now());
  if (notice !== undefined) await show(scope, notice);
}

/** Tells the server that a test has come; where that cannot be done from here, a page does it. */
async function sayArrived(scope: Scope, account: string, known: KnownAccount, testId: string): Promise<void> {
  try {
    await wireOf(known).sendCommand(OPERATIONS.testArrived, { testId });
  } catch {
    for (const page of await pagesOf(scope))
      page.postMessage({ kind: 'kontor.tested', account, testId } satisfies WorkerMessage);
  }
}

/** Whether a page shows an address. One that is still loading, is the sign-in of somebody, or none of the app does not answer. */
function isHeard(page: Page, address: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  port1.addEventListener('message', () => resolve(true));
  port1.start();
  setTimeout(() => resolve(false), PATIENCE_MS);
  page.postMessage({ kind: 'kontor.go', address } satisfies WorkerMessage, [port2]);
  return promise;
}

/** Shows an address in a page that is open, or in a new one: a browser lets one of both be done for each press. */
async function goTo(scope: Scope, address: string): Promise<void> {
  const rank = ({ focused, visibilityState }: Page): number => (focused ? 0 : visibilityState === 'visible' ? 1 : 2);
  const pages = (await pagesOf(scope)).toSorted((one, other) => rank(one) - rank(other));
  for (const page of pages.slice(0, MAX_PAGES))
    if (await isHeard(page, address)) {
      await page.focus().catch(() => undefined);
      return;
    }
  await scope.clients.openWindow(address);
}

/** `answer`: what was typed into the notification. */
async function perform(data: NoticeData, action: NoticeAction, answer: KeptAnswer | undefined): Promise<void> {
  const wire = wireOf(await knownAccount(data.account));
  if (data.alarm !== undefined && action === 'ok')
    await wire.sendCommand(OPERATIONS.confirm, { ...data.alarm, action: 'ok' });
  else if (data.alarm !== undefined && action === 'hour')
    await wire.sendCommand(OPERATIONS.delay, { ...data.alarm, duration: HOUR_S });
  else if (answer !== undefined) {
    const { processId, ...said } = answer;
    await wire.sendCommand(OPERATIONS.answer, said, processId);
  } else if (data.item !== undefined && action === 'done')
    await wire.sendCommand(OPERATIONS.setState, { aggregateIds: [data.item], state: 'ready' });
  else throw new Error('A page has to do that');
}

/** A notification was pressed, or one of its buttons: what cannot be done from here is done by a page, which says so. */
export async function onPressed(
  scope: Scope,
  { action, notification, reply }: Pick<Pressed, 'action' | 'notification' | 'reply'>,
): Promise<void> {
  const data = notification.data as NoticeData;
  const chosen = data.isUnsent ? 'answer' : (ACTIONS.find((one) => one === action) ?? 'open');
  const answer = chosen === 'answer' ? answerIn(data, reply ?? '') : undefined;
  notification.close();
  try {
    await perform(data, chosen, answer);
  } catch {
    if (answer !== undefined) await keepAnswer(data.account, answer);
    const gone = goTo(scope, addressOf(data, chosen));
    await (answer === undefined ? gone : gone.catch(() => sayUnsent(scope, notification, answer)));
  }
}

/** What was typed, as it is sent; undefined where that was nothing. */
function answerIn({ item, partner }: NoticeData, typed: string): KeptAnswer | undefined {
  const messageContent = typed.trim();
  if (item === undefined || partner === undefined || messageContent === '') return undefined;
  return { aggregateId: item, communicationPartnerUserId: partner, messageContent, processId: crypto.randomUUID() };
}

/** No page could be opened for it any more: what was typed is not to be gone without a word. */
async function sayUnsent(scope: Scope, { tag, data }: Notification, { messageContent }: KeptAnswer): Promise<void> {
  const { account } = data as NoticeData;
  const reader = (await knownAccount(account)) ?? { language: 'de' as const };
  await show(scope, unsentNotice(reader, { tag, data: data as NoticeData }, messageContent));
}

/** A notification was waved off: pages are not to show it again. */
export async function onClosed(scope: Scope, { data, tag }: Notification): Promise<void> {
  const { account } = data as NoticeData;
  for (const page of await pagesOf(scope))
    page.postMessage({ kind: 'kontor.closed', account, tag } satisfies WorkerMessage);
}

/**
 * The browser has given the device another address, or taken the old one away: its server is told the new one. Where that is not to be had
 * from here, the next page that is opened does it.
 */
export async function onOtherSubscription(scope: Scope): Promise<void> {
  const account = accountOf(scope.registration.scope);
  const known = account === undefined ? undefined : await knownAccount(account);
  if (known === undefined) return;
  const { pushManager } = scope.registration;
  const wire = wireOf(known);
  try {
    const subscription = (await pushManager.getSubscription()) ?? (await subscribeAnew(pushManager, wire));
    await wire.sendCommand(OPERATIONS.register, { deviceToken: JSON.stringify(subscription.toJSON()) });
  } catch {
    // Said by the settings, where the device is missed.
  }
}

async function subscribeAnew(pushManager: PushManager, wire: Wire): Promise<PushSubscription> {
  const { results } = await wire.ask(OPERATIONS.push, {});
  const { publicKey } = results as { readonly publicKey: string };
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}
