import { COMPATIBILITY_VERSION, type CommandDefinition } from '@kontor/contract/kernel';
import { createAccounts, type Account } from './accounts.ts';
import type { Cache } from './cache-port.ts';
import type { Client, ClientGiven } from './client.ts';
import { laterIn, type Environment } from './environment.ts';
import type { FoundInstance } from './sign-in.ts';
import { createValue, type Value } from './value.ts';
import type { DeviceVault } from './vault.ts';

/** Who uses the app on this device: nobody, or one person through a client. */
export interface Session {
  readonly client: Client | undefined;
  /** True where the server ended the session, not the person. */
  readonly ended: boolean;
}

export type Kontor = ReturnType<typeof createKontor>;

/** A device whose storage does not answer must not keep the page from coming up: so long it is waited for, in milliseconds. */
const LONGEST_OPENING_MS = 3000;

/** Version of the client that a server has refused; kept so that the next start begins with an update. */
const REFUSED = 'kontor.refusedVersion';

/** The app's one state outside React. Does nothing until `start`. `isCaching`: whether this device may keep what was seen. */
export function createKontor(
  env: Environment,
  commands: () => Promise<ReadonlyMap<string, CommandDefinition>>,
  isCaching: Value<boolean>,
) {
  const accounts = createAccounts(env.settings);
  const session = createValue<Session>({ client: undefined, ended: false });
  const versionMismatch = createValue(env.settings.getItem(REFUSED) === COMPATIBILITY_VERSION);
  const cache = createValue<Cache | undefined>(undefined);
  // All pages of this device are signed in as the same person, or none is.
  const pages = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('kontor/session');
  let vault: Promise<DeviceVault> | undefined;
  const openVault = (): Promise<DeviceVault> =>
    (vault ??= import('./vault.ts').then((module) => module.openVault(laterIn(env))));

  const tokenKey = (account: Account): string => `token/${account.name}/${account.user}`;

  function closeCache(): void {
    cache.get()?.close();
    cache.set(undefined);
  }

  /** Opens the account's cache. Its code is loaded by those alone who may have something in it. */
  async function openCache(account: Account): Promise<ClientGiven['known']> {
    closeCache();
    if (!isCaching.get()) return undefined;
    try {
      const { DeviceCache, knownOf } = await import('./cache/index.ts');
      const owner = `${account.url} ${account.name} ${account.user}`;
      const opening = DeviceCache.open(owner, { now: env.now, later: laterIn(env) });
      const opened = await Promise.race([opening, env.sleep(LONGEST_OPENING_MS)]);
      if (opened === undefined) {
        void opening.then((late) => late.close()).catch(() => undefined);
        return undefined;
      }
      cache.set(opened);
      return (await Promise.race([knownOf(opened), env.sleep(LONGEST_OPENING_MS)])) ?? undefined;
    } catch {
      // A private window, or no secure context: the memory is all there is.
      return undefined;
    }
  }

  async function wipe(): Promise<void> {
    closeCache();
    const { wipeSealed } = await import('./cache/index.ts');
    await wipeSealed();
  }

  isCaching.subscribe(() => {
    const { client } = session.get();
    if (!isCaching.get()) void wipe().catch(() => undefined);
    else if (client !== undefined) void openCache(client.account).then(() => client.ask.cache.invalidate());
  });

  async function open(account: Account, token: string | undefined, csrfToken: string): Promise<void> {
    session.get().client?.close();
    const [store, known, { createClient }] = await Promise.all([
      openVault(),
      openCache(account),
      import('./client.ts'),
    ]);
    const client = createClient({
      env,
      vault: store,
      account,
      cache,
      known,
      commands,
      credentials: {
        url: account.url,
        instance: account.url === env.origin ? account.name : undefined,
        token,
        csrfToken,
      },
      onSignedOut: () => void leave(true),
      onVersionMismatch: () => {
        env.settings.setItem(REFUSED, COMPATIBILITY_VERSION);
        versionMismatch.set(true);
      },
      onRenewedToken: (renewed) => void store.put(tokenKey(account), renewed).catch(() => undefined),
    });
    session.set({ client, ended: false });
  }

  /**
   * Ends the session in this page and, where `tell`, in all others; the device forgets what was seen. That is done by the page in which
   * it began, alone: done once more by another one, it might wipe what the next person has seen already.
   */
  async function leave(ended: boolean, tell = true): Promise<void> {
    const { client } = session.get();
    if (client === undefined) return;
    // Another page may have signed in as somebody else meanwhile, whose pages and cache are none of this one's business.
    const active = accounts.active();
    const isReplaced = active !== undefined && active.user !== client.account.user;
    if (!isReplaced) accounts.deactivate();
    session.set({ client: undefined, ended });
    client.close();
    if (!tell || isReplaced) return closeCache();
    pages?.postMessage('left');
    await Promise.allSettled([vault?.then((store) => store.remove(tokenKey(client.account))), wipe()]);
  }

  /** Takes up the session of the active instance, if there is one. */
  async function takeUp(): Promise<void> {
    const account = accounts.active();
    if (account === undefined) return;
    const token = account.kind === 'cookie' ? undefined : await (await openVault()).get(tokenKey(account));
    if (account.kind === 'bearer' && typeof token !== 'string') accounts.deactivate();
    else await open(account, typeof token === 'string' ? token : undefined, '');
  }

  pages?.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.data === 'left') void leave(false, false);
    else if (event.data === 'entered') void takeUp();
  });

  return {
    env,
    accounts,
    session,
    /** True once a server has said that it is of another version than this client. */
    versionMismatch,
    cache,
    /** Forgets everything that was seen; what is shown is asked for again, and kept again. */
    async wipe(): Promise<void> {
      const { client } = session.get();
      await wipe();
      if (client === undefined) return;
      await openCache(client.account);
      client.ask.cache.invalidate();
    },
    /** The server speaks this client's version after all. */
    accepted(): void {
      env.settings.removeItem(REFUSED);
      versionMismatch.set(false);
    },
    start: takeUp,
    /** Signs in and makes the instance the active one. Rejects with a `Failure`. */
    async signIn(instance: FoundInstance, given: { username: string; password: string; code?: string }): Promise<void> {
      const { signIn } = await import('./sign-in.ts');
      const signedIn = await signIn(env, instance, given);
      if (signedIn.token !== undefined)
        await (await openVault()).put(tokenKey(signedIn.account), signedIn.token).catch(() => undefined);
      accounts.activate(signedIn.account);
      await open(signedIn.account, signedIn.token, signedIn.csrfToken);
      pages?.postMessage('entered');
    },
    /** Ends the session here and, as far as it can be reached, on the server. Changes that wait stay for the next sign-in. */
    async signOut(): Promise<void> {
      const { client } = session.get();
      if (client === undefined) return;
      const { account, transport } = client;
      await transport.logout({ instance: account.name, username: account.user }).catch(() => undefined);
      await leave(false);
    },
  };
}
