import { databaseOf, wipeSealed } from './cache/index.ts';
import { draftPrefix } from './drafts.ts';
import { createQueueStorage, queuePrefix } from './queue-storage.ts';
import { tokenKey, type Accounts } from './accounts.ts';
import type { PageAccounts } from './page-accounts.ts';
import type { VaultStore } from './vault.ts';

/** What of an account is on this device alone, once all that is being written is stored. */
export async function unsavedOf(
  { accountSessions }: PageAccounts,
  openVault: () => Promise<VaultStore>,
  account: string,
): Promise<{ readonly changes: number; readonly drafts: number }> {
  await accountSessions.get(account)?.client()?.beforeLeaving();
  const vault = await openVault();
  const [queue, drafts] = await Promise.all([
    createQueueStorage(vault, account).load(),
    vault.count(draftPrefix(account)),
  ]);
  // What was sent lately is kept to be looked at.
  const changes = queue.filter(({ state }) => state !== 'done').length;
  return { changes, drafts };
}

/** Forgets all that this device has of an account that is not signed in any more. Rejects where something of it could not be removed. */
async function forgetAccount(vault: VaultStore, account: string): Promise<void> {
  const database = databaseOf(account);
  const all = await Promise.allSettled([
    vault.remove(tokenKey(account)),
    vault.clear(queuePrefix(account)),
    vault.clear(draftPrefix(account)),
    vault.clear(`upload/${account}/`),
    vault.clear(`upload-piece/${account}/`),
    // Where that will not do, the next start sweeps it; a browser that keeps nothing has none.
    wipeSealed(database).then(
      () => void indexedDB.deleteDatabase(database),
      () => undefined,
    ),
  ]);
  const failed = all.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Takes an account that is signed out off the device. Where something of it could not be removed it stays in the list. */
export async function removeAccount(accounts: Accounts, vault: VaultStore, key: string): Promise<void> {
  const account = accounts.list().find((one) => accounts.key(one) === key);
  accounts.forget(key);
  try {
    await forgetAccount(vault, key);
  } catch (error) {
    if (account !== undefined) accounts.add(account);
    throw error;
  }
}
