import type { Environment } from '../../client/environment.ts';
import type { Value } from '../../client/value.ts';
import { loadDevice } from '../../device/index.ts';
import { beginLock } from '../lock/lock.tsx';
import type { SettingsStore } from '../settings/settings.ts';
import { followOpenedLinks } from './opened-links.ts';

/** What an app on a phone does before anybody is signed in: it locks, and hears by which links it is opened. Returns the function that ends it. */
export async function startPhone(
  env: Environment,
  settings: Pick<SettingsStore, 'get'>,
  arrival: Value<string | undefined>,
): Promise<() => void> {
  const unlock = beginLock(env, settings);
  const stop = followOpenedLinks(await loadDevice(), arrival);
  return () => {
    stop();
    unlock();
  };
}
