import { pushCommands, pushQueries } from '@kontor/contract/settings';
import type { Client } from '../../client/client.ts';
import { endPush, isPushWanted, pushRegistration, pushToken, wantPush } from '../../client/push-device.ts';
import { scopeOf } from '../../service-worker/accounts.ts';

/** Why a device cannot be pushed to: the browser has nothing for it, the person has said no, or it reaches no push service. */
export type PushTrouble = 'missing' | 'denied' | 'unreached';

export class PushFailure extends Error {
  override readonly name = 'PushFailure';
  readonly trouble: PushTrouble;

  constructor(trouble: PushTrouble) {
    super(`This device cannot be pushed to: ${trouble}`);
    this.trouble = trouble;
  }
}

/** Whether this browser can be pushed to at all. */
export const canPush = (): boolean =>
  import.meta.env.PROD &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  typeof Notification !== 'undefined';

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0);

const isSameKey = (buffer: ArrayBuffer | null | undefined, key: string): boolean => {
  if (buffer == null) return false;
  const [known, wanted] = [new Uint8Array(buffer), bytesOf(key)];
  return known.length === wanted.length && known.every((byte, index) => byte === wanted[index]);
};

/** The worker that takes pushes for an account, once it runs. */
async function workerOf(account: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/sw.js', {
    scope: scopeOf(account),
    updateViaCache: 'none',
  });
  const worker = registration.installing ?? registration.waiting;
  if (registration.active === null && worker !== null) {
    const { promise, resolve } = Promise.withResolvers<void>();
    worker.addEventListener('statechange', () => (worker.state === 'activated' ? resolve() : undefined));
    await promise;
  }
  return registration;
}

/** Registers this device with the account's server, by a subscription under the key that the server has now. */
async function register(client: Client, publicKey: string): Promise<void> {
  const { pushManager } = await workerOf(client.key).catch(() => {
    throw new PushFailure('missing');
  });
  const known = await pushManager.getSubscription();
  const isCurrent = isSameKey(known?.options.applicationServerKey, publicKey);
  // A browser keeps one subscription, under one key.
  if (known !== null && !isCurrent) await known.unsubscribe();
  const subscription =
    known !== null && isCurrent
      ? known
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }).catch(() => {
          throw new PushFailure(Notification.permission === 'denied' ? 'denied' : 'unreached');
        });
  await client.sendNow(pushCommands.registerToken, { deviceToken: JSON.stringify(subscription.toJSON()) });
  client.ask.refresh(pushQueries.pushConfiguration, {});
}

/** Whether this device is pushed to for the account. */
export const isPushed = async (client: Client): Promise<boolean> =>
  canPush() && (await pushToken(client.key)) !== undefined;

/** Has this device pushed to, from now on. Asks the person where the browser was not told yet; rejects with a `PushFailure` or a `Failure`. */
export async function switchPushOn(client: Client): Promise<void> {
  if (!canPush()) throw new PushFailure('missing');
  if ((await Notification.requestPermission()) !== 'granted') throw new PushFailure('denied');
  const { publicKey } = await client.ask.run(pushQueries.pushConfiguration, {});
  await register(client, publicKey);
  wantPush(client.env.settings, client.key, true);
}

/** Has it pushed to no more. */
export async function switchPushOff(client: Client): Promise<void> {
  wantPush(client.env.settings, client.key, false);
  const deviceToken = await pushToken(client.key);
  if (deviceToken !== undefined) await client.sendNow(pushCommands.deleteToken, { deviceToken });
  await endPush(client.key);
  client.ask.refresh(pushQueries.pushConfiguration, {});
}

/**
 * Sees to it that a device which is wanted is reached: after a sign-in, when the browser or the server has another key, when the server has
 * given the device up.
 */
export async function renewPush(client: Client): Promise<void> {
  if (!isPushWanted(client.env.settings, client.key) || !canPush() || Notification.permission !== 'granted') return;
  const { publicKey, devices } = await client.ask.run(pushQueries.pushConfiguration, {});
  const registration = await pushRegistration(client.key);
  void registration?.update().catch(() => undefined);
  const subscription = await registration?.pushManager.getSubscription();
  const isReached = devices.some(({ isThis, isPaused }) => isThis && !isPaused);
  if (isReached && isSameKey(subscription?.options.applicationServerKey, publicKey)) return;
  await register(client, publicKey);
}
