import { databaseOf, wipeSealed } from './cache/index.ts';
import { draftPrefix } from './drafts.ts';
import { queuePrefix } from './queue-storage.ts';
import { tokenKey } from './stay.ts';
import type { VaultStore } from './vault.ts';

/** What of an account is on this device alone. */
export async function unsavedOf(
  vault: VaultStore,
  account: string,
): Promise<{ readonly changes: number; readonly drafts: number }> {
  const [changes, drafts] = await Promise.all([vault.count(queuePrefix(account)), vault.count(draftPrefix(account))]);
  return { changes, drafts };
}

/** Forgets all that this device has of an account that is not signed in any more. */
export async function forgetAccount(vault: VaultStore, account: string): Promise<void> {
  const database = databaseOf(account);
  await Promise.allSettled([
    vault.remove(tokenKey(account)),
    vault.clear(queuePrefix(account)),
    vault.clear(draftPrefix(account)),
    wipeSealed(database).then(() => indexedDB.deleteDatabase(database)),
  ]);
}
