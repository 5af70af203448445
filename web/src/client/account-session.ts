import type { CommandDefinition } from '@kontor/contract/kernel';
import { tokenKey, type Account } from './accounts.ts';
import type { Cache } from './cache-port.ts';
import type { Client, ClientOptions } from './client.ts';
import { laterIn, type Environment } from './environment.ts';
import { createValue, type Value } from './value.ts';
import type { DeviceVault } from './vault.ts';

/** A device whose storage does not answer must not keep the page from coming up: so long it is waited for, in milliseconds. */
const MAX_OPENING_MS = 3000;

/** What all account sessions of a page share. */
export interface AccountSessionParts {
  readonly env: Environment;
  readonly commands: () => Promise<ReadonlyMap<string, CommandDefinition>>;
  /** Whether this device may keep what was seen. */
  readonly isCaching: Value<boolean>;
  /** The server of this origin is of another version than this client. */
  readonly onVersionMismatch: (server: string) => void;
  /** Whether the account of this key is one of this device. */
  readonly isListed: (key: string) => boolean;
  readonly vault: () => Promise<DeviceVault>;
  /** Ends when what was to be forgotten of an account is forgotten. */
  readonly wiped: (key: string) => Promise<unknown>;
}

export type AccountSession = ReturnType<typeof createAccountSession>;

/** One account's session in this page, from being entered to being left: its cache and its client. */
export function createAccountSession(
  parts: AccountSessionParts,
  account: Account,
  key: string,
  session: string,
  onSignedOut: () => void,
) {
  const { env } = parts;
  const cache = createValue<Cache | undefined>(undefined);
  let client: Client | undefined;
  let entering: Promise<Client | undefined> = Promise.resolve(undefined);
  let isOver = false;
  let wasListed = parts.isListed(key);
  /** The newest token, while the device has not taken it: it stands for the one that is kept there, which was replaced. */
  let unkept: string | undefined;
  /** Number of the last decision about the cache. Work that began under an earlier one is dropped when it ends. */
  let turn = 0;

  /** The list may say late that another page has added the account. */
  function isRemoved(): boolean {
    const isListed = parts.isListed(key);
    wasListed ||= isListed;
    return wasListed && !isListed;
  }

  function closeCache(): void {
    turn += 1;
    cache.get()?.close();
    cache.set(undefined);
  }

  /** Opens the account's cache. Its code is loaded by those alone who may have something in it. */
  async function openCache(): Promise<ClientOptions['known']> {
    closeCache();
    if (!parts.isCaching.get() || isOver) return undefined;
    const mine = turn;
    const load = async (): Promise<ClientOptions['known']> => {
      const [{ DeviceCache, knownOf }] = await Promise.all([import('./cache/index.ts'), parts.wiped(key)]);
      const opened = await DeviceCache.open(key, { now: env.now, later: laterIn(env) });
      if (mine === turn) cache.set(opened);
      else opened.close();
      return knownOf(opened);
    };
    // A private window, no secure context, or a device that does not answer: the memory is all there is, for the time being.
    const known = await Promise.race([load().catch(() => undefined), env.sleep(MAX_OPENING_MS)]);
    return known ?? undefined;
  }

  /** Has the device keep the newest token. One that it does not take now it is given again when the page wakes. */
  async function keepToken(): Promise<void> {
    const token = unkept;
    // Once it is over it would be the token of nobody, or stand in the place of the next session's.
    if (token === undefined || isOver) return;
    const vault = await parts.vault();
    await vault.put(tokenKey(key), token);
    if (unkept === token) unkept = undefined;
  }
  const stopWaking = env.onWake(() => void keepToken().catch(() => undefined));

  async function openClient(token: string | undefined, csrfToken: string): Promise<Client | undefined> {
    const [vault, known, { createClient }] = await Promise.all([parts.vault(), openCache(), import('./client.ts')]);
    if (isOver) return undefined;
    const storedToken = async (): Promise<unknown> => unkept ?? (await vault.get(tokenKey(key)));
    client ??= createClient({
      env,
      vault,
      account,
      key,
      cache,
      known,
      commands: parts.commands,
      credentials: {
        url: account.url,
        instance: account.url === env.origin ? account.name : undefined,
        token,
        csrfToken,
        ...(token === undefined ? {} : { storedToken }),
      },
      isRemoved,
      onSignedOut,
      onVersionMismatch: () => {
        if (!isOver) parts.onVersionMismatch(account.url);
      },
      onRenewedToken: (renewed) => {
        unkept = renewed;
        void keepToken().catch(() => undefined);
      },
    });
    return client;
  }

  return {
    account,
    key,
    session,
    cache,
    client: (): Client | undefined => client,
    /** Opens the client; undefined where the session was left before all was there. */
    enter: (token: string | undefined, csrfToken: string): Promise<Client | undefined> =>
      (entering = openClient(token, csrfToken)),
    /** The client, once it is open; undefined where it could not be opened. */
    entered: (): Promise<Client | undefined> => entering.catch(() => undefined),
    /** Opens the cache anew, after it was wiped or wanted again, and asks again for what is shown. */
    async reopenCache(): Promise<void> {
      await openCache();
      client?.ask.cache.invalidate();
    },
    closeCache,
    /** What the page has of the session is over. */
    end(): void {
      isOver = true;
      stopWaking();
      client?.close();
      closeCache();
    },
  };
}
