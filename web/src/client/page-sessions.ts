import { tokenKey, type Account } from './accounts.ts';
import type { AccountSession, AccountSessionParts } from './account-session.ts';
import type { PageAccounts } from './page-accounts.ts';

/** What the pages of this device tell each other about its accounts. A session is called by its name: news of an earlier one is none. */
export type SessionMessage =
  | { readonly kind: 'entered'; readonly account: Account; readonly session: string }
  | { readonly kind: 'left'; readonly session: string; readonly isEnded: boolean }
  | { readonly kind: 'removed' };

export type PageSessions = ReturnType<typeof createPageSessions>;

/**
 * Enters and leaves the sessions of accounts in this page, as its person, a server or another page of the device has it. `wipe` forgets
 * what an account has seen on this device; `post` tells the other pages.
 */
export function createPageSessions(
  page: PageAccounts,
  parts: AccountSessionParts,
  wipe: (key: string) => Promise<unknown>,
  post: (message: SessionMessage) => void,
) {
  const { accounts, accountSessions, ended, session, show, updateEntries } = page;
  /** Names of sessions that were left: a session whose end is known is not entered. */
  const left = new Set<string>();

  /** Enters a session, unless it is left before all is there. It is shown where that is wanted, or nothing else is. */
  async function open(
    account: Account,
    name: string,
    how: { readonly token: string | undefined; readonly csrfToken: string; readonly isWanted: boolean },
  ): Promise<void> {
    const key = accounts.key(account);
    const { createAccountSession } = await import('./account-session.ts');
    const before = accountSessions.get(key);
    if (before?.session === name || left.has(name)) return;
    const accountSession = createAccountSession(parts, account, key, name, () => void leave(name, true));
    accountSessions.set(key, accountSession);
    ended.delete(key);
    const client = await accountSession.enter(how.token, how.csrfToken).catch((error: unknown) => {
      if (accountSessions.get(key) === accountSession) accountSessions.delete(key);
      throw error;
    });
    before?.end();
    if (client === undefined || accountSessions.get(key) !== accountSession) return accountSession.end();
    updateEntries();
    const shown = session.get().client;
    if (how.isWanted || page.wanted.get() === key || shown === undefined || shown.key === key) show(client);
  }

  /** Ends a session in this page, if it is in it. Returns whose it was. */
  function leaveHere(name: string, isEnded: boolean): AccountSession | undefined {
    left.add(name);
    const accountSession = [...accountSessions.values()].find((one) => one.session === name);
    if (accountSession === undefined) return undefined;
    accountSessions.delete(accountSession.key);
    if (isEnded) ended.add(accountSession.key);
    if (session.get().client === accountSession.client()) {
      const next = [...accountSessions.values()].find((one) => one.client() !== undefined)?.client();
      if (next !== undefined) show(next);
      else session.set({ client: undefined, last: accountSession.account, ended: isEnded });
    }
    accountSession.end();
    updateEntries();
    return accountSession;
  }

  /**
   * Ends a session in this page and in all others; the device forgets what was seen. That is done by the page in which it began, alone:
   * done once more by another one, it might wipe what the next person has seen already.
   */
  async function leave(name: string, isEnded: boolean): Promise<void> {
    const accountSession = leaveHere(name, isEnded);
    // Another page has ended it before, or has signed in anew.
    if (accountSession === undefined || accounts.session(accountSession.key) !== name) return;
    accounts.leave(accountSession.key);
    updateEntries();
    post({ kind: 'left', session: name, isEnded });
    const removed = parts.vault().then((vault) => vault.remove(tokenKey(accountSession.key)));
    await Promise.allSettled([removed, wipe(accountSession.key)]);
  }

  /** Takes up a session that another page has entered, or an earlier one. */
  async function takeUp(account: Account, name: string, isWanted: boolean): Promise<void> {
    const how = { token: undefined, csrfToken: '', isWanted };
    if (account.kind === 'cookie') return open(account, name, how);
    const key = accounts.key(account);
    const vault = await parts.vault();
    try {
      const token = await vault.get(tokenKey(key));
      if (typeof token === 'string') return await open(account, name, { ...how, token });
      if (accounts.session(key) === name) accounts.leave(key);
      updateEntries();
    } catch {
      // Whoever is not signed in by then is when the storage answers after all.
      const stop = vault.silent.subscribe(() => {
        stop();
        if (accounts.session(key) === name) void takeUp(account, name, isWanted).catch(() => undefined);
      });
    }
  }

  /** Takes up the sessions of all accounts that are not open yet. */
  function takeUpOthers(): void {
    for (const account of accounts.list()) {
      const key = accounts.key(account);
      const name = accounts.session(key);
      if (name !== undefined && !accountSessions.has(key)) void takeUp(account, name, false).catch(() => undefined);
    }
  }

  function hear(message: SessionMessage): void {
    if (message.kind === 'left') leaveHere(message.session, message.isEnded);
    else if (message.kind === 'entered') void takeUp(message.account, message.session, false).catch(() => undefined);
    updateEntries();
  }

  return { open, leave, takeUp, takeUpOthers, hear };
}
