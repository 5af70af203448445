import type { ResultOf } from '@kontor/contract/kernel';
import { pushCommands, pushQueries } from '@kontor/contract/settings';
import type { Client } from '../../client/client.ts';
import type { TextStorage } from '../../client/environment.ts';
import type { AccountEntry } from '../../client/page-accounts.ts';
import type { Value } from '../../client/value.ts';
import { PushFailure, type PushService } from '../../device/device.ts';
import { loadDevice } from '../../device/index.ts';

const WISH = 'kontor.push.';

/** By which services of phones a server can push. */
export type Reachable = ResultOf<typeof pushQueries.pushConfiguration>['services'];

/**
 * Whether somebody wants an account to be told of things on this device, though the app is not open, and by which service, where they have
 * chosen one.
 */
function wishOf(storage: TextStorage, account: string): { readonly service: string | undefined } | undefined {
  const kept = storage.getItem(WISH + account);
  const [, service] = /^on(?: (\S+))?$/.exec(kept ?? '') ?? [];
  return kept === null ? undefined : { service };
}

/** Keeps that wish: it outlives the session, for the next sign-in. */
function wantPush(storage: TextStorage, account: string, service: string | undefined): void {
  storage.setItem(WISH + account, service === undefined ? 'on' : `on ${service}`);
}

/** What of a device's services the server can push through. */
export const reachableOf = (all: readonly PushService[], { apns, fcm, unifiedPush }: Reachable): PushService[] =>
  all.filter(({ kind }) => ({ apns, fcm, unifiedpush: unifiedPush })[kind]);

/** Registers this device with the account's server, by what the server has now. Returns the service that was taken. */
async function register(
  client: Client,
  { publicKey, services }: Pick<ResultOf<typeof pushQueries.pushConfiguration>, 'publicKey' | 'services'>,
  wanted: string | undefined,
): Promise<string | undefined> {
  const { push } = await loadDevice();
  const all = await push.services();
  const reachable = reachableOf(all, services);
  const service = wanted === undefined ? reachable[0]?.id : reachable.find(({ id }) => id === wanted)?.id;
  if (all.length > 0 && service === undefined) throw new PushFailure(reachable.length > 0 ? 'missing' : 'unserved');
  const deviceToken = await push.register(client.key, publicKey, service);
  await client.sendNow(pushCommands.registerToken, { deviceToken });
  client.ask.refresh(pushQueries.pushConfiguration, {});
  return service;
}

/** Whether this device is pushed to for the account. */
export async function isPushed(client: Client): Promise<boolean> {
  const { push } = await loadDevice();
  return push.isPossible && (await push.token(client.key)) !== undefined;
}

/**
 * Has this device pushed to, from now on. `service`: what is to bring the pushes, where the person has a choice. Asks the person where the system was
 * not told yet; rejects with a `PushFailure` or a `Failure`.
 */
export async function switchPushOn(client: Client, service?: string): Promise<void> {
  const { push } = await loadDevice();
  if (!push.isPossible) throw new PushFailure('missing');
  if ((await push.ask()) !== 'granted') throw new PushFailure('denied');
  const configuration = await client.ask.run(pushQueries.pushConfiguration, {});
  const taken = await register(client, configuration, service);
  wantPush(client.env.settings, client.key, taken);
}

/** Has it pushed to no more. */
export async function switchPushOff(client: Client): Promise<void> {
  const { push } = await loadDevice();
  client.env.settings.removeItem(WISH + client.key);
  const deviceToken = await push.token(client.key);
  if (deviceToken !== undefined) await client.sendNow(pushCommands.deleteToken, { deviceToken });
  await push.end(client.key);
  client.ask.refresh(pushQueries.pushConfiguration, {});
}

/**
 * Sees to it that a device which is wanted is reached: after a sign-in, when the device or the server has another key, when the server has
 * given the device up.
 */
async function renewPush(client: Client, isIn: () => boolean): Promise<void> {
  const wish = wishOf(client.env.settings, client.key);
  if (wish === undefined) return;
  const { push } = await loadDevice();
  if (!push.isPossible || (await push.permission()) !== 'granted') return;
  const configuration = await client.ask.run(pushQueries.pushConfiguration, {});
  if (!isIn()) return;
  const isCurrent = await push.isCurrent(client.key, configuration.publicKey);
  const isReached = configuration.devices.some(({ isThis, isPaused }) => isThis && !isPaused);
  if (isIn() && !(isReached && isCurrent)) await register(client, configuration, wish.service);
}

/**
 * Sees to it for all accounts of this device, shown or not, for what brings their pushes gives them other addresses while nobody looks. Returns the
 * function that stops it.
 */
export function keepPushed(accountEntries: Value<readonly AccountEntry[]>): () => void {
  const renewed = new Set<Client>();
  let isOver = false;
  // The page of the settings says why it could not be done, and tries again.
  const renew = (client: Client): void => {
    const isIn = (): boolean => accountEntries.get().some((one) => one.client === client && one.state === 'in');
    void renewPush(client, isIn).catch(() => undefined);
  };
  const follow = (): void => {
    for (const { client, state } of accountEntries.get()) {
      if (client === undefined || state !== 'in' || renewed.has(client)) continue;
      renewed.add(client);
      renew(client);
    }
  };
  const stops = [accountEntries.subscribe(follow)];
  follow();
  void loadDevice()
    .then(({ push }) => {
      if (isOver) return;
      stops.push(
        push.onChange((account) => {
          const client = accountEntries.get().find(({ key }) => key === account)?.client;
          if (client !== undefined) renew(client);
        }),
      );
    })
    .catch(() => undefined);
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}
