import type { DeviceSecure } from '../device/device.ts';
import { LockedError, deviceSecrets, keyFor, readSecret, wipeAtFirstRun } from './device-secrets.ts';
import { laterIn, type Environment, type TextStorage } from './environment.ts';
import { Vault, openVault, type DeviceVault, type VaultStore } from './vault.ts';

const TOKENS = 'token/';

/** A vault whose tokens lie where the device keeps secrets, and not in the storage of the page. */
function withTokensIn(secure: DeviceSecure, vault: VaultStore): VaultStore {
  const isToken = (key: string): boolean => key.startsWith(TOKENS);
  return {
    append: (counter, values) => vault.append(counter, values),
    replace: (key, value) => vault.replace(key, value),
    all: (prefix) => vault.all(prefix),
    numbered: (prefix) => vault.numbered(prefix),
    count: (prefix) => vault.count(prefix),
    clear: (prefix) => vault.clear(prefix),
    close: () => vault.close(),
    put: (key, value) => (isToken(key) ? secure.set(key, value as string) : vault.put(key, value)),
    get: (key) => (isToken(key) ? readSecret(secure, key) : vault.get(key)),
    remove: (key) => (isToken(key) ? secure.remove(key) : vault.remove(key)),
  };
}

/** Opens the vault of this device, with its tokens and its key where that keeps secrets. */
export async function openHere(storage: TextStorage): Promise<VaultStore> {
  const secure = await deviceSecrets();
  if (secure === undefined) return Vault.open();
  await wipeAtFirstRun(secure, storage);
  return withTokensIn(secure, await Vault.open('kontor', await keyFor(secure, 'vault')));
}

type Waking = Pick<Environment, 'settings' | 'sleep' | 'onWake'>;

/** Opens it as soon as the phone is unlocked; what it is asked until then is refused, as by a storage that does not answer. */
async function openUnlocked(env: Waking): Promise<VaultStore> {
  try {
    return await openHere(env.settings);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = env.onWake(resolve);
  await promise;
  stop();
  return openUnlocked(env);
}

/** The vault of this device, which may be used before the storage has answered. */
export const openDeviceVault = (env: Waking): DeviceVault => openVault(laterIn(env), () => openUnlocked(env));
