import { forgetAccount, scopeOf } from '../service-worker/accounts.ts';
import { tagWithin } from '../service-worker/notices.ts';
import type { TextStorage } from './environment.ts';

const WISH = 'kontor.push.';

/** Whether somebody wants an account to be told of things on this device, though no page of the app is open. */
export const isPushWanted = (storage: TextStorage, account: string): boolean =>
  storage.getItem(WISH + account) === 'on';

/** Keeps that wish: it outlives the session, for the next sign-in. */
export function wantPush(storage: TextStorage, account: string, isWanted: boolean): void {
  if (isWanted) storage.setItem(WISH + account, 'on');
  else storage.removeItem(WISH + account);
}

const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

/** The registration by which an account is pushed to, where there is one. */
export async function pushRegistration(account: string): Promise<ServiceWorkerRegistration | undefined> {
  const found = await workers()?.getRegistration(scopeOf(account));
  // Where there is none of its own, the browser names that of the pages.
  return found !== undefined && new URL(found.scope).pathname === scopeOf(account) ? found : undefined;
}

/** What an account is pushed to by, as it is registered with its server; undefined where it is not. */
export async function pushToken(account: string): Promise<string | undefined> {
  const subscription = await (await pushRegistration(account))?.pushManager.getSubscription();
  return subscription == null ? undefined : JSON.stringify(subscription.toJSON());
}

/** Ends that an account is pushed to on this device, and takes its notifications away. Its server has to be told before. */
export async function endPush(account: string): Promise<void> {
  const registration = await pushRegistration(account);
  for (const one of (await workers()?.getRegistrations()) ?? [])
    for (const notification of await one.getNotifications())
      if (tagWithin(account, notification.tag) !== undefined) notification.close();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
}

/** Nobody is signed in as an account any more: nothing of it is to come, and nothing kept for the worker. */
export const leavePush = (account: string): Promise<unknown> =>
  Promise.allSettled([endPush(account), forgetAccount(account)]);
