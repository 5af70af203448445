import { tokenKey, type Account } from './accounts.ts';
import { endUnused, hasCookie, type Ending } from './endings.ts';
import { laterIn, type Environment } from './environment.ts';
import { Failure } from './failure.ts';
import { signIn, type SignInCredentials } from './sign-in.ts';
import { type FoundInstance } from './auth-request.ts';
import { sweepLeft } from './kept-on-device.ts';
import type { PageAccounts } from './page-accounts.ts';
import type { DeviceVault } from './vault.ts';

/** How long the answer to a sign-in that was called off is waited for, in milliseconds. */
const LATE_MS = 5000;

/** What a sign-in needs of the page. */
export interface Entering {
  readonly env: Environment;
  readonly page: PageAccounts;
  readonly vault: () => Promise<DeviceVault>;
  /** Enters a session in all pages of the device. */
  readonly enter: (account: Account, session: string, how: Entered) => Promise<void>;
}

interface Entered {
  readonly token: string | undefined;
  readonly csrfToken: string;
  readonly isWanted: boolean;
}

/** The session that an account is in, and what proves it. */
async function lastOf({ page, vault }: Entering, key: string): Promise<Ending | undefined> {
  const { accounts, accountSessions } = page;
  const account = accounts.list().find((one) => accounts.key(one) === key);
  const name = accounts.session(key);
  if (account === undefined || name === undefined) return undefined;
  if (account.kind === 'cookie') return { name, account, token: undefined };
  const stored: unknown = await (await vault()).get(tokenKey(key)).catch(() => undefined);
  // Else that of the client that is open here.
  const open = accountSessions.get(key)?.client()?.transport.credentials.token;
  return { name, account, token: typeof stored === 'string' ? stored : open };
}

/** Signs in and enters the session, see `signIn` of the client's state, which lets one in after the other. */
export async function enter(
  entering: Entering,
  instance: FoundInstance,
  given: SignInCredentials,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { env, page, vault } = entering;
  const { accounts } = page;
  const isCancelled = (): boolean => signal?.aborted === true;
  if (isCancelled()) throw new Failure('aborted', 'called off');
  // The answer is waited for a while longer: only by it can the session be ended.
  const stop = new AbortController();
  signal?.addEventListener('abort', () => void laterIn(env)(LATE_MS, () => stop.abort()));
  const instanceRef = { url: instance.url, name: instance.info.name };
  const user = 'username' in given ? given.username.trim() : '';
  // An instance has one cookie here.
  const withoutCookie = hasCookie(page, instanceRef, accounts.key({ ...instanceRef, user }));
  const { account, token, csrfToken } = await signIn(env, { ...instance, withoutCookie }, given, stop.signal);
  const key = accounts.key(account);
  const name = env.newId();
  const replaced = await lastOf(entering, key);
  const end = async (unused: Ending): Promise<unknown> => endUnused(env, await vault(), unused);
  // Where a cookie takes the place of a cookie the server has ended the session before: there is this one alone.
  const isMoved = replaced?.account.kind === 'cookie' && account.kind === 'cookie';
  if (isCancelled() && !isMoved) {
    await end({ name, account, token });
    throw new Failure('aborted', 'called off');
  }
  // A device that keeps nothing asks for the password at the next start.
  if (token !== undefined) await (await vault()).put(tokenKey(key), token).catch(() => undefined);
  await entering.enter(account, name, { token, csrfToken, isWanted: !isCancelled() });
  // A token that is not known here ends nothing.
  if (replaced !== undefined && !isMoved && (replaced.account.kind === 'cookie' || replaced.token !== undefined))
    void end(replaced).catch(() => undefined);
  void sweepLeft(page).catch(() => undefined);
}
