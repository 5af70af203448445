import type { CommandDefinition } from '@kontor/contract/kernel';
import { createAccounts, tokenKey, type Account } from './accounts.ts';
import type { Client } from './client.ts';
import type { Entering } from './enter.ts';
import { laterIn, type Environment } from './environment.ts';
import { createRefused } from './refused.ts';
import type { FoundInstance, SignInCredentials } from './sign-in.ts';
import type { AccountSession, AccountSessionParts } from './account-session.ts';
import { openChannel } from './tabs.ts';
import { createValue, type Value } from './value.ts';
import type { DeviceVault } from './vault.ts';

/** Who this page shows: nobody, or one account through a client. */
export interface Session {
  readonly client: Client | undefined;
  /** The account that was shown last, where nobody is; true where the server ended its session, not the person. */
  readonly last: Account | undefined;
  readonly ended: boolean;
}

/** An account of this device. Without a client it is not signed in or, for a moment at the start, not opened yet. */
export interface AccountEntry {
  readonly key: string;
  readonly account: Account;
  readonly client: Client | undefined;
  /** `out`: the person has signed out; `ended`: the server has. */
  readonly state: 'in' | 'out' | 'ended';
}

/** What the pages of this device tell each other about its accounts. A session is called by its name: news of an earlier one is none. */
type SessionMessage =
  | { readonly kind: 'entered'; readonly account: Account; readonly session: string }
  | { readonly kind: 'left'; readonly session: string; readonly isEnded: boolean }
  | { readonly kind: 'removed' };

export type Kontor = ReturnType<typeof createKontor>;

/** How long after the account that is shown the others are opened, in milliseconds. */
const OTHERS_AFTER_MS = 1000;

/** The app's one state outside React. Does nothing until `start`. `isCaching`: whether this device may keep what was seen. */
export function createKontor(
  env: Environment,
  commands: () => Promise<ReadonlyMap<string, CommandDefinition>>,
  isCaching: Value<boolean>,
) {
  const accounts = createAccounts(env.settings, env.tab, env.origin);
  const session = createValue<Session>({ client: undefined, last: undefined, ended: false });
  const accountEntries = createValue<readonly AccountEntry[]>([]);
  const refused = createRefused(env.settings);
  const accountSessions = new Map<string, AccountSession>();
  const ended = new Set<string>();
  /** Names of sessions that were left, so that none is entered of which the end is known already. */
  const left = new Set<string>();
  const wiping = new Map<string, Promise<unknown>>();
  // The same accounts are signed in in all pages of this device; which one is shown is each page's own.
  const pages = openChannel<SessionMessage>('kontor/session', hear);
  let opening: Promise<DeviceVault> | undefined;
  /** Key of the account that the person has chosen last. */
  let wanted: string | undefined;
  let signing: Promise<unknown> = Promise.resolve();

  /** The device's vault; it may be used before the storage has answered. */
  function openVault(): Promise<DeviceVault> {
    opening ??= import('./vault.ts').then((module) => module.openVault(laterIn(env)));
    opening.catch(() => (opening = undefined));
    return opening;
  }
  const parts: AccountSessionParts = {
    env,
    commands,
    isCaching,
    onVersionMismatch: refused.add,
    isListed: (key) => accounts.list().some((account) => accounts.key(account) === key),
    vault: openVault,
    wiped: (key) => wiping.get(key) ?? Promise.resolve(),
  };

  function tell(): void {
    const listed = accounts.list().map((account) => [accounts.key(account), account] as const);
    const known = new Set(listed.map(([key]) => key));
    // Another page may have entered it already, though the settings do not say so yet.
    const entered = [...accountSessions.values()]
      .filter(({ key }) => !known.has(key))
      .map(({ key, account }) => [key, account] as const);
    accountEntries.set(
      [...listed, ...entered].map(([key, account]) => {
        const accountSession = accountSessions.get(key);
        const isIn = accountSession !== undefined || accounts.session(key) !== undefined;
        return {
          key,
          account,
          client: accountSession?.client(),
          state: isIn ? 'in' : ended.has(key) ? 'ended' : 'out',
        };
      }),
    );
    refused.retain(
      new Set(accountEntries.get().flatMap(({ state, account }) => (state === 'in' ? [account.url] : []))),
    );
  }

  function show(client: Client): void {
    const { client: before } = session.get();
    wanted = undefined;
    accounts.activate(client.key);
    if (client === before) return;
    // What is being written there is not on the screen any more.
    void before?.beforeLeaving();
    session.set({ client, last: undefined, ended: false });
  }

  /** Forgets what an account has seen on this device. */
  function wipe(key: string): Promise<unknown> {
    accountSessions.get(key)?.closeCache();
    const wiped = import('./cache/index.ts').then(({ databaseOf, wipeSealed }) => wipeSealed(databaseOf(key)));
    wiping.set(
      key,
      wiped.catch(() => undefined),
    );
    return wiped;
  }

  /** Whether an account, other than this one, has the one cookie of an instance. */
  const hasCookie = ({ url, name }: Pick<Account, 'url' | 'name'>, but = ''): boolean =>
    accountEntries
      .get()
      .some(
        ({ key, state, account }) =>
          key !== but && state === 'in' && account.kind === 'cookie' && account.url === url && account.name === name,
      );

  /** What other accounts than these have left behind. */
  const sweep = (): Promise<void> =>
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
  const endLate = async (): Promise<void> => {
    const module = await import('./endings.ts');
    await module.endLate(env, await openVault(), (account) => hasCookie(account));
  };

  // As far as the browser gives it the time.
  env.onHide(() => accountSessions.forEach(({ cache }) => void cache.get()?.flush()));

  isCaching.subscribe(() => {
    for (const [key, accountSession] of accountSessions) {
      if (isCaching.get()) void accountSession.reopenCache();
      else void wipe(key).catch(() => undefined);
    }
  });

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
    tell();
    const shown = session.get().client;
    if (how.isWanted || wanted === key || shown === undefined || shown.key === key) show(client);
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
    tell();
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
    tell();
    pages.post({ kind: 'left', session: name, isEnded });
    const removed = openVault().then((vault) => vault.remove(tokenKey(accountSession.key)));
    await Promise.allSettled([removed, wipe(accountSession.key)]);
  }

  /** Takes up a session that another page has entered, or an earlier one. */
  async function takeUp(account: Account, name: string, isWanted: boolean): Promise<void> {
    const how = { token: undefined, csrfToken: '', isWanted };
    if (account.kind === 'cookie') return open(account, name, how);
    const key = accounts.key(account);
    const vault = await openVault();
    try {
      const token = await vault.get(tokenKey(key));
      if (typeof token === 'string') return await open(account, name, { ...how, token });
      if (accounts.session(key) === name) accounts.leave(key);
      tell();
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
    tell();
  }

  /** Signs an account out here and on its server. False where that could not be reached: it is told later. */
  async function signOut(key = session.get().client?.key ?? ''): Promise<boolean> {
    const account = accounts.list().find((one) => accounts.key(one) === key);
    const name = accounts.session(key);
    // It may not be open yet.
    if (account !== undefined && name !== undefined && !accountSessions.has(key)) await takeUp(account, name, false);
    const accountSession = accountSessions.get(key);
    const client = await accountSession?.entered();
    if (accountSession === undefined || client === undefined) return true;
    const [{ endOnServer }, vault] = await Promise.all([import('./endings.ts'), openVault()]);
    // Its server forgets the device with the session.
    await import('./push-device.ts').then(({ leavePush }) => leavePush(accountSession.key)).catch(() => undefined);
    const isDone = await endOnServer(vault, client.account, accountSession.session, client.transport);
    await leave(accountSession.session, false);
    return isDone;
  }

  const entering: Entering = {
    env,
    accounts,
    vault: openVault,
    hasCookie,
    tokenOf: (key) => accountSessions.get(key)?.client()?.transport.credentials.token,
    async enter(account, name, how) {
      accounts.enter(account, name);
      await open(account, name, how);
      pages.post({ kind: 'entered', account, session: name });
    },
    sweep,
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
      tell();
      const active = accounts.active();
      const signedIn = accounts.list().filter((account) => accounts.session(accounts.key(account)) !== undefined);
      const first = signedIn.find((account) => accounts.key(account) === active) ?? signedIn[0];
      if (first !== undefined) await takeUp(first, accounts.session(accounts.key(first)) ?? '', true);
      if (session.get().client === undefined) takeUpOthers();
      else laterIn(env)(OTHERS_AFTER_MS, takeUpOthers);
      void sweep().catch(() => undefined);
      void endLate().catch(() => undefined);
      env.onWake(() => void endLate().catch(() => undefined));
    },
    /** Shows another account: at once, or as soon as it is open. False where it is not signed in. */
    show(key: string): boolean {
      const client = accountSessions.get(key)?.client();
      const account = accounts.list().find((one) => accounts.key(one) === key);
      const name = accounts.session(key);
      if (client !== undefined) {
        show(client);
        return true;
      }
      if (account === undefined || name === undefined) return false;
      wanted = key;
      if (!accountSessions.has(key)) void takeUp(account, name, false).catch(() => undefined);
      return true;
    },
    /**
     * Signs in and shows the account, beside those that are signed in already. Rejects with a `Failure`. Once `calledOff` is aborted
     * nothing comes of it any more: a session that has begun is ended.
     */
    signIn(instance: FoundInstance, given: SignInCredentials, calledOff?: AbortSignal): Promise<void> {
      // One after the other: each has to know who has the cookie.
      const signed = signing.then(async () => {
        const { enter } = await import('./enter.ts');
        await enter(entering, instance, given, calledOff);
      });
      signing = signed.catch(() => undefined);
      return signed;
    },
    /** Ends a session, that of the account that is shown if none is named. Changes that wait stay for the next sign-in. */
    signOut,
    /** What of an account is on this device alone: changes that were not sent, and drafts. */
    async unsaved(key: string): Promise<{ readonly changes: number; readonly drafts: number }> {
      const { unsavedOf } = await import('./remove-account.ts');
      await accountSessions.get(key)?.client()?.beforeLeaving();
      return unsavedOf(await openVault(), key);
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
        tell();
        pages.post({ kind: 'removed' });
      }
      return isDone;
    },
    /** Stores all that has to be stored before the page may be left. */
    async beforeLeaving(): Promise<void> {
      await Promise.all(
        [...accountSessions.values()].map(async (accountSession) => accountSession.client()?.beforeLeaving()),
      );
    },
  };
}
