import { tokenKey, type Account, type Accounts } from './accounts.ts';
import { endUnused, type Ending } from './endings.ts';
import { laterIn, type Environment } from './environment.ts';
import { Failure } from './failure.ts';
import { signIn, type FoundInstance, type SignInCredentials } from './sign-in.ts';
import type { DeviceVault } from './vault.ts';

/** How long the answer to a sign-in that was called off is waited for, in milliseconds. */
const LATE_MS = 5000;

/** What a sign-in needs of the page. */
export interface Entering {
  readonly env: Environment;
  readonly accounts: Accounts;
  readonly vault: () => Promise<DeviceVault>;
  /** Whether an account, other than the one of that key, has the one cookie of an instance. */
  readonly hasCookie: (instance: Pick<Account, 'url' | 'name'>, but: string) => boolean;
  /** Token of an account that is open here. */
  readonly tokenOf: (key: string) => string | undefined;
  /** Enters a session in all pages of the device. */
  readonly enter: (account: Account, session: string, how: Entered) => Promise<void>;
  /** Removes what other accounts have left behind. */
  readonly sweep: () => Promise<void>;
}

interface Entered {
  readonly token: string | undefined;
  readonly csrfToken: string;
  readonly isWanted: boolean;
}

/** The session that an account is in, and what proves it. */
async function lastOf({ accounts, vault, tokenOf }: Entering, key: string): Promise<Ending | undefined> {
  const account = accounts.list().find((one) => accounts.key(one) === key);
  const name = accounts.session(key);
  if (account === undefined || name === undefined) return undefined;
  if (account.kind === 'cookie') return { name, account, token: undefined };
  const stored: unknown = await (await vault()).get(tokenKey(key)).catch(() => undefined);
  return { name, account, token: typeof stored === 'string' ? stored : tokenOf(key) };
}

/** Signs in and enters the session, see `signIn` of the client's state, which lets one in after the other. */
export async function enter(
  page: Entering,
  instance: FoundInstance,
  given: SignInCredentials,
  calledOff: AbortSignal | undefined,
): Promise<void> {
  const { env, accounts } = page;
  const isCalledOff = (): boolean => calledOff?.aborted === true;
  if (isCalledOff()) throw new Failure('aborted', 'called off');
  // The answer is waited for a while longer: only by it can the session be ended.
  const stop = new AbortController();
  calledOff?.addEventListener('abort', () => void laterIn(env)(LATE_MS, () => stop.abort()));
  const place = { url: instance.url, name: instance.info.name };
  const user = 'username' in given ? given.username.trim() : '';
  // An instance has one cookie here.
  const withoutCookie = page.hasCookie(place, accounts.key({ ...place, user }));
  const { account, token, csrfToken } = await signIn(env, { ...instance, withoutCookie }, given, stop.signal);
  const key = accounts.key(account);
  const name = env.newId();
  const replaced = await lastOf(page, key);
  const end = async (unused: Ending): Promise<unknown> => endUnused(env, await page.vault(), unused);
  // Where a cookie takes the place of a cookie the server has ended the session before: there is this one alone.
  const isMoved = replaced?.account.kind === 'cookie' && account.kind === 'cookie';
  if (isCalledOff() && !isMoved) {
    await end({ name, account, token });
    throw new Failure('aborted', 'called off');
  }
  // A device that keeps nothing asks for the password at the next start.
  if (token !== undefined) await (await page.vault()).put(tokenKey(key), token).catch(() => undefined);
  await page.enter(account, name, { token, csrfToken, isWanted: !isCalledOff() });
  // A token that is not known here ends nothing.
  if (replaced !== undefined && !isMoved && (replaced.account.kind === 'cookie' || replaced.token !== undefined))
    void end(replaced).catch(() => undefined);
  void page.sweep().catch(() => undefined);
}
