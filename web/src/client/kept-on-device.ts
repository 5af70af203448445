import type { Environment } from './environment.ts';
import type { PageAccounts } from './page-accounts.ts';
import type { DeviceVault } from './vault.ts';

/** Returns what opens the device's vault; it may be used before the storage has answered. */
export function lazyVault(env: Environment): () => Promise<DeviceVault> {
  let opening: Promise<DeviceVault> | undefined;
  return () => {
    opening ??= import('./device-vault.ts').then((module) => module.openDeviceVault(env));
    opening.catch(() => (opening = undefined));
    return opening;
  };
}

/** Forgets what accounts have seen on this device, and knows when that is done. */
export function createWiping({ accountSessions }: PageAccounts) {
  const wiping = new Map<string, Promise<unknown>>();
  return {
    wipe(key: string): Promise<unknown> {
      accountSessions.get(key)?.closeCache();
      const wiped = import('./cache/index.ts').then(({ databaseOf, wipeSealed }) => wipeSealed(databaseOf(key)));
      wiping.set(
        key,
        wiped.catch(() => undefined),
      );
      return wiped;
    },
    /** Ends when what was to be forgotten of an account is forgotten. */
    wiped: (key: string): Promise<unknown> => wiping.get(key) ?? Promise.resolve(),
  };
}

/** Removes what other accounts than those that are signed in have left behind. */
export const sweepLeft = ({ accounts, accountSessions }: PageAccounts): Promise<void> =>
  import('./cache/index.ts').then(({ sweepSealed }) =>
    sweepSealed(() => [
      ...accountSessions.keys(),
      ...accounts
        .list()
        .map(accounts.key)
        .filter((key) => accounts.session(key) !== undefined),
    ]),
  );

/** Ends on the servers what could not be ended there when somebody signed out. */
export async function endLate(env: Environment, page: PageAccounts, vault: () => Promise<DeviceVault>): Promise<void> {
  const module = await import('./endings.ts');
  await module.endLate(env, await vault(), page);
}
