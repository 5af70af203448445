import { pushCommands, pushQueries } from '@kontor/contract/settings';
import type { ResultOf } from '@kontor/contract/kernel';
import type { Client } from '../../client/client.ts';
import type { TextStorage } from '../../client/environment.ts';
import { PushFailure } from '../../device/device.ts';
import { loadDevice } from '../../device/index.ts';

const WISH = 'kontor.push.';

/** Whether somebody wants an account to be told of things on this device, though the app is not open. */
const isPushWanted = (storage: TextStorage, account: string): boolean => storage.getItem(WISH + account) === 'on';

/** Keeps that wish: it outlives the session, for the next sign-in. */
function wantPush(storage: TextStorage, account: string, isWanted: boolean): void {
  if (isWanted) storage.setItem(WISH + account, 'on');
  else storage.removeItem(WISH + account);
}

type Configuration = ResultOf<typeof pushQueries.pushConfiguration>;

/** Registers this device with the account's server, by what the server has now. */
async function register(client: Client, { publicKey, services }: Configuration): Promise<void> {
  const { push } = await loadDevice();
  // A browser's service takes what anybody sends; the phones' want to know whose it is.
  if (push.service !== 'browser' && !services[push.service]) throw new PushFailure('unserved');
  const deviceToken = await push.register(client.key, publicKey);
  await client.sendNow(pushCommands.registerToken, { deviceToken });
  client.ask.refresh(pushQueries.pushConfiguration, {});
}

/** Whether this device is pushed to for the account. */
export async function isPushed(client: Client): Promise<boolean> {
  const { push } = await loadDevice();
  return push.isPossible && (await push.token(client.key)) !== undefined;
}

/** Has this device pushed to, from now on. Asks the person where the system was not told yet; rejects with a `PushFailure` or a `Failure`. */
export async function switchPushOn(client: Client): Promise<void> {
  const { push } = await loadDevice();
  if (!push.isPossible) throw new PushFailure('missing');
  if ((await push.ask()) !== 'granted') throw new PushFailure('denied');
  await register(client, await client.ask.run(pushQueries.pushConfiguration, {}));
  wantPush(client.env.settings, client.key, true);
}

/** Has it pushed to no more. */
export async function switchPushOff(client: Client): Promise<void> {
  const { push } = await loadDevice();
  wantPush(client.env.settings, client.key, false);
  const deviceToken = await push.token(client.key);
  if (deviceToken !== undefined) await client.sendNow(pushCommands.deleteToken, { deviceToken });
  await push.end(client.key);
  client.ask.refresh(pushQueries.pushConfiguration, {});
}

/**
 * Sees to it that a device which is wanted is reached: after a sign-in, when the device or the server has another key, when the server has
 * given the device up.
 */
export async function renewPush(client: Client): Promise<void> {
  if (!isPushWanted(client.env.settings, client.key)) return;
  const { push } = await loadDevice();
  if (!push.isPossible || (await push.permission()) !== 'granted') return;
  const configuration = await client.ask.run(pushQueries.pushConfiguration, {});
  const { publicKey, devices } = configuration;
  const isCurrent = await push.isCurrent(client.key, publicKey);
  const isReached = devices.some(({ isThis, isPaused }) => isThis && !isPaused);
  if (!isReached || !isCurrent) await register(client, configuration);
}
