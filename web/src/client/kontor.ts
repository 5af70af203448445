import { COMPATIBILITY_VERSION, type CommandDefinition } from '@kontor/contract/kernel';
import { createAccounts, type Account } from './accounts.ts';
import type { Cache } from './cache-port.ts';
import type { Client, ClientGiven } from './client.ts';
import { laterIn, type Environment } from './environment.ts';
import type { FoundInstance, SignInGiven } from './sign-in.ts';
import { openChannel } from './tabs.ts';
import { createValue, type Value } from './value.ts';
import type { DeviceVault } from './vault.ts';

/** Who uses the app on this device: nobody, or one person through a client. */
export interface Session {
  readonly client: Client | undefined;
  /** True where the server ended the session, not the person. */
  readonly ended: boolean;
}

/** What the pages of this device tell each other about who uses it. A session is called by its name: news of an earlier one is none. */
type SessionMessage =
  | { readonly kind: 'entered'; readonly account: Account; readonly session: string }
  | { readonly kind: 'left'; readonly session: string };

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
  const state = createValue<Session>({ client: undefined, ended: false });
  const versionMismatch = createValue(env.settings.getItem(REFUSED) === COMPATIBILITY_VERSION);
  const cache = createValue<Cache | undefined>(undefined);
  // All pages of this device are signed in as the same person, or none is.
  const pages = openChannel<SessionMessage>('kontor/session', hear);
  let opening: Promise<DeviceVault> | undefined;
  let wiping: Promise<unknown> = Promise.resolve();
  /** Name of the session that this page is in, or about to enter; undefined where it is in none. */
  let current: string | undefined;
  /** Counts what has decided about the session, and about the cache: of what was begun before, nothing comes of it any more. */
  let turn = 0;
  let cacheTurn = 0;

  /** The device's vault; it may be used before the storage has answered. */
  function openVault(): Promise<DeviceVault> {
    opening ??= import('./vault.ts').then((module) => module.openVault(laterIn(env)));
    opening.catch(() => (opening = undefined));
    return opening;
  }

  const tokenKey = (account: Account): string => `token/${account.name}/${account.user}`;

  function closeCache(): void {
    cacheTurn += 1;
    cache.get()?.close();
    cache.set(undefined);
  }

  /** Opens the account's cache. Its code is loaded by those alone who may have something in it. */
  async function openCache(account: Account): Promise<ClientGiven['known']> {
    closeCache();
    if (!isCaching.get()) return undefined;
    const mine = cacheTurn;
    const open = async (): Promise<ClientGiven['known']> => {
      const [{ DeviceCache, knownOf }] = await Promise.all([import('./cache/index.ts'), wiping]);
      const owner = `${account.url} ${account.name} ${account.user}`;
      const opened = await DeviceCache.open(owner, { now: env.now, later: laterIn(env) });
      if (mine === cacheTurn) cache.set(opened);
      else opened.close();
      return knownOf(opened);
    };
    // A private window, no secure context, or a device that does not answer: the memory is all there is, for the time being.
    const known = await Promise.race([open().catch(() => undefined), env.sleep(LONGEST_OPENING_MS)]);
    return known ?? undefined;
  }

  function wipe(): Promise<unknown> {
    closeCache();
    const wiped = import('./cache/index.ts').then(({ wipeSealed }) => wipeSealed());
    wiping = wiped.catch(() => undefined);
    return wiped;
  }

  // As far as the browser gives it the time.
  env.onHide(() => void cache.get()?.flush());

  isCaching.subscribe(() => {
    const { client } = state.get();
    if (!isCaching.get()) void wipe().catch(() => undefined);
    else if (client !== undefined) void openCache(client.account).then(() => client.ask.cache.invalidate());
  });

  /** Enters a session, unless something else has been decided before all is there. */
  async function open(account: Account, session: string, token: string | undefined, csrfToken: string): Promise<void> {
    turn += 1;
    current = session;
    const mine = turn;
    const [vault, known, { createClient }] = await Promise.all([
      openVault(),
      openCache(account),
      import('./client.ts'),
    ]);
    if (mine !== turn) return;
    state.get().client?.close();
    const client = createClient({
      env,
      vault,
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
      onSignedOut: () => void leave(session, true),
      onVersionMismatch: () => {
        env.settings.setItem(REFUSED, COMPATIBILITY_VERSION);
        versionMismatch.set(true);
      },
      onRenewedToken: (renewed) => void vault.put(tokenKey(account), renewed).catch(() => undefined),
    });
    state.set({ client, ended: false });
  }

  /** Ends a session in this page, if it is in it. Answers whose it was. */
  function leaveHere(session: string, ended: boolean): Account | undefined {
    if (session !== current) return undefined;
    const { client } = state.get();
    current = undefined;
    turn += 1;
    state.set({ client: undefined, ended });
    client?.close();
    closeCache();
    return client?.account;
  }

  /**
   * Ends a session in this page and in all others; the device forgets what was seen. That is done by the page in which it began, alone:
   * done once more by another one, it might wipe what the next person has seen already.
   */
  async function leave(session: string, ended: boolean): Promise<void> {
    const account = leaveHere(session, ended);
    // Another page has ended it before, or has signed in anew.
    if (account === undefined || accounts.session() !== session) return;
    accounts.deactivate();
    pages.post({ kind: 'left', session });
    const removed = openVault().then((vault) => vault.remove(tokenKey(account)));
    await Promise.allSettled([removed, wipe()]);
  }

  /** Takes up a session that another page has entered, or an earlier one. */
  async function takeUp(account: Account, session: string): Promise<void> {
    if (account.kind === 'cookie') return open(account, session, undefined, '');
    turn += 1;
    const mine = turn;
    const vault = await openVault();
    try {
      const token = await vault.get(tokenKey(account));
      if (mine !== turn) return;
      if (typeof token === 'string') await open(account, session, token, '');
      else if (accounts.session() === session) accounts.deactivate();
    } catch {
      // Whoever is not signed in by then is when the storage answers after all.
      const stop = vault.silent.subscribe(() => {
        stop();
        if (mine === turn) void takeUp(account, session).catch(() => undefined);
      });
    }
  }

  function hear(message: SessionMessage): void {
    if (message.kind === 'left') leaveHere(message.session, false);
    else void takeUp(message.account, message.session).catch(() => undefined);
  }

  return {
    env,
    accounts,
    session: state,
    /** True once a server has said that it is of another version than this client. */
    versionMismatch,
    cache,
    /** Forgets everything that was seen; what is shown is asked for again, and kept again. */
    async wipe(): Promise<void> {
      const { client } = state.get();
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
    /** Takes up the session of the active instance, if there is one. */
    async start(): Promise<void> {
      const account = accounts.active();
      if (account !== undefined) await takeUp(account, accounts.session());
    },
    /** Signs in and makes the instance the active one. Rejects with a `Failure`. */
    async signIn(instance: FoundInstance, given: SignInGiven): Promise<void> {
      const { signIn } = await import('./sign-in.ts');
      const { account, token, csrfToken } = await signIn(env, instance, given);
      const session = env.newId();
      // A device that keeps nothing asks for the password at the next start.
      if (token !== undefined) await (await openVault()).put(tokenKey(account), token).catch(() => undefined);
      accounts.activate(account, session);
      await open(account, session, token, csrfToken);
      pages.post({ kind: 'entered', account, session });
    },
    /** Ends the session here and, as far as it can be reached, on the server. Changes that wait stay for the next sign-in. */
    async signOut(): Promise<void> {
      const { client } = state.get();
      if (client === undefined || current === undefined) return;
      const session = current;
      const { account, transport } = client;
      await transport.logout({ instance: account.name, username: account.user }).catch(() => undefined);
      await leave(session, false);
    },
  };
}
