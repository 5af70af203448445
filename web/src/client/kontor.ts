import type { CommandDefinition } from '@kontor/contract/kernel';
import type { AccountSessionParts } from './account-session.ts';
import { loadDevice } from '../device/index.ts';
import type { FoundInstance } from './auth-request.ts';
import type { Entering } from './enter.ts';
import { laterIn, type Environment } from './environment.ts';
import { createWiping, endLate, lazyVault, sweepLeft } from './kept-on-device.ts';
import { createPageAccounts, type PageAccounts } from './page-accounts.ts';
import { createPageSessions, type PageSessions, type SessionMessage } from './page-sessions.ts';
import type { SignInCredentials } from './sign-in.ts';
import { openChannel } from './tabs.ts';
import type { Value } from './value.ts';
import type { DeviceVault } from './vault.ts';

export type Kontor = ReturnType<typeof createKontor>;

/** How long after the account that is shown the others are opened, in milliseconds. */
const OTHERS_AFTER_MS = 1000;

/** The app's one state outside React. Does nothing until `start`. `isCaching`: whether this device may keep what was seen. */
export function createKontor(
  env: Environment,
  commands: () => Promise<ReadonlyMap<string, CommandDefinition>>,
  isCaching: Value<boolean>,
) {
  const page = createPageAccounts(env);
  const { accounts, accountEntries, accountSessions, refused, session, updateEntries } = page;
  const vault = lazyVault(env);
  const { wipe, wiped } = createWiping(page);
  const post = (message: SessionMessage): void => pages.post(message);
  const parts: AccountSessionParts = {
    env,
    commands,
    isCaching,
    onVersionMismatch: refused.add,
    isListed: (key) => accounts.list().some((account) => accounts.key(account) === key),
    vault,
    wiped,
  };
  const sessions = createPageSessions(page, parts, wipe, post);
  // The same accounts are signed in in all pages of this device; which one is shown is each page's own.
  const pages = openChannel<SessionMessage>('kontor/session', sessions.hear);
  const { takeUp, takeUpOthers } = sessions;
  let signing: Promise<unknown> = Promise.resolve();

  // As far as the browser gives it the time.
  env.onHide(() => accountSessions.forEach(({ cache }) => void cache.get()?.flush()));

  isCaching.subscribe(() => {
    for (const [key, accountSession] of accountSessions) {
      if (isCaching.get()) void accountSession.reopenCache();
      else void wipe(key).catch(() => undefined);
    }
  });

  const entering: Entering = {
    env,
    page,
    vault,
    async enter(account, name, how) {
      accounts.enter(account, name);
      await sessions.open(account, name, how);
      post({ kind: 'entered', account, session: name });
    },
  };

  return {
    env,
    accounts,
    session,
    /** All accounts of this device, in the order in which they were added. */
    accountEntries,
    /** Origins of the servers of signed-in accounts that have said that they are of another version than this client. */
    versionMismatch: refused.servers,
    /** Forgets everything that was seen; what is shown is asked for again, and kept again. */
    async wipe(): Promise<void> {
      await Promise.all(
        [...accountSessions.values()].map(async (accountSession) =>
          wipe(accountSession.key).then(accountSession.reopenCache),
        ),
      );
    },
    /** The server of this origin speaks this client's version after all. */
    accepted: refused.remove,
    /** Takes up the session of the account that this page shows, if there is one, and those of the others after it. */
    async start(): Promise<void> {
      updateEntries();
      const active = accounts.active();
      const signedIn = accounts.list().filter((account) => accounts.session(accounts.key(account)) !== undefined);
      const first = signedIn.find((account) => accounts.key(account) === active) ?? signedIn[0];
      if (first !== undefined) await takeUp(first, accounts.session(accounts.key(first)) ?? '', true);
      if (session.get().client === undefined) takeUpOthers();
      else laterIn(env)(OTHERS_AFTER_MS, takeUpOthers);
      void sweepLeft(page).catch(() => undefined);
      void endLate(env, page, vault).catch(() => undefined);
      env.onWake(() => void endLate(env, page, vault).catch(() => undefined));
    },
    /** Shows another account: at once, or as soon as it is open. False where it is not signed in. */
    show(key: string): boolean {
      const client = accountSessions.get(key)?.client();
      const account = accounts.list().find((one) => accounts.key(one) === key);
      const name = accounts.session(key);
      if (client !== undefined) {
        page.show(client);
        return true;
      }
      if (account === undefined || name === undefined) return false;
      page.wanted.set(key);
      if (!accountSessions.has(key)) void takeUp(account, name, false).catch(() => undefined);
      return true;
    },
    /**
     * Signs in and shows the account, beside those that are signed in already. Rejects with a `Failure`. Once `signal` is aborted
     * nothing comes of it any more: a session that has begun is ended.
     */
    signIn(instance: FoundInstance, given: SignInCredentials, signal?: AbortSignal): Promise<void> {
      // One after the other: each has to know who has the cookie.
      const signed = signing.then(async () => {
        const { enter } = await import('./enter.ts');
        await enter(entering, instance, given, signal);
      });
      signing = signed.catch(() => undefined);
      return signed;
    },
    ...createSignOut(page, sessions, vault, post),
    /** Stores all that has to be stored before the page may be left. */
    async beforeLeaving(): Promise<void> {
      await Promise.all(
        [...accountSessions.values()].map(async (accountSession) => accountSession.client()?.beforeLeaving()),
      );
    },
  };
}

/** The ways in which the person lets an account go. `post` tells the other pages of this device. */
function createSignOut(
  page: PageAccounts,
  sessions: PageSessions,
  openVault: () => Promise<DeviceVault>,
  post: (message: SessionMessage) => void,
) {
  const { accounts, accountSessions, ended, session, updateEntries } = page;

  /** Signs an account out here and on its server. False where that could not be reached: it is told later. */
  async function signOut(key = session.get().client?.key ?? ''): Promise<boolean> {
    const account = accounts.list().find((one) => accounts.key(one) === key);
    const name = accounts.session(key);
    // It may not be open yet.
    if (account !== undefined && name !== undefined && !accountSessions.has(key))
      await sessions.takeUp(account, name, false);
    const accountSession = accountSessions.get(key);
    const client = await accountSession?.entered();
    if (accountSession === undefined || client === undefined) return true;
    const [{ endOnServer }, vault] = await Promise.all([import('./endings.ts'), openVault()]);
    // Its server forgets the device with the session.
    const forget = (): Promise<unknown> =>
      loadDevice()
        .then((device) => device.leave(accountSession.key))
        .catch(() => undefined);
    await forget();
    const isDone = await endOnServer(vault, client.account, accountSession.session, client.transport);
    await sessions.leave(accountSession.session, false);
    // What was begun for the account meanwhile goes, too.
    await forget();
    return isDone;
  }

  return {
    /** Ends a session, that of the account that is shown if none is named. Changes that wait stay for the next sign-in. */
    signOut,
    /** What of an account is on this device alone: changes that were not sent, and drafts. */
    async unsaved(key: string): Promise<{ readonly changes: number; readonly drafts: number }> {
      const { unsavedOf } = await import('./remove-account.ts');
      return unsavedOf(page, openVault, key);
    },
    /**
     * Signs an account out, see `signOut`, and forgets everything of it on this device, what was not sent too. Rejects where the device
     * will not: the account stays in the list, to be removed again.
     */
    async remove(key: string): Promise<boolean> {
      const [{ removeAccount }, vault] = await Promise.all([import('./remove-account.ts'), openVault()]);
      const isDone = await signOut(key);
      try {
        await removeAccount(accounts, vault, key);
        ended.delete(key);
      } finally {
        updateEntries();
        post({ kind: 'removed' });
      }
      return isDone;
    },
  };
}
