import { type FoundInstance, askAuth, request } from './auth-request.ts';
import {
  AuthenticationAnswerSchema,
  ClientConfigurationSchema,
  InstanceInfoSchema,
  InstanceNameSchema,
  LinkInfoSchema,
  LoginAnswerSchema,
  SignInPageSchema,
  SuccessSchema,
  TwoFactorAnswerSchema,
  type InstanceInfo,
  type LinkInfo,
  type SignInPage,
} from '@kontor/contract/account';
import { HEADERS } from '@kontor/contract/kernel';
import * as v from 'valibot';
import { deviceKey, keyOf, type Account } from './accounts.ts';
import type { Environment } from './environment.ts';
import { Failure } from './failure.ts';
import type { PasskeyAnswer } from './passkeys.ts';

/** Why an instance was not found: the name breaks the rule, nobody answers, or there is no such instance. */
export type InstanceFault = 'name' | 'unreachable' | 'unknown';

export interface SignedIn {
  readonly account: Account;
  readonly csrfToken: string;
  /** Bearer token; undefined in a cookie session. */
  readonly token: string | undefined;
}

async function fetchInfo(
  env: Environment,
  url: string,
  instance?: string,
): Promise<InstanceInfo | 'unreachable' | 'unknown'> {
  try {
    const response = await request(env, `${url}/instance.json`, {
      cache: 'no-store',
      headers: instance === undefined ? {} : { [HEADERS.instance]: instance },
    });
    if (!response.ok) return response.status >= 500 ? 'unreachable' : 'unknown';
    const parsed = v.safeParse(InstanceInfoSchema, await response.json());
    return parsed.success ? parsed.output : 'unknown';
  } catch (error) {
    return error instanceof SyntaxError ? 'unknown' : 'unreachable';
  }
}

/** The instance that is served where the app itself is; `unknown` where there are none or several. */
export async function findOwnInstance(env: Environment): Promise<FoundInstance | 'unreachable' | 'unknown'> {
  const info = await fetchInfo(env, env.origin);
  return typeof info === 'string' ? info : { info, url: env.origin, own: true };
}

async function domains(env: Environment): Promise<readonly string[]> {
  try {
    const response = await request(env, `${env.origin}/client.json`, { cache: 'no-store' });
    const parsed = v.safeParse(ClientConfigurationSchema, await response.json());
    return parsed.success ? parsed.output.instanceDomains : [];
  } catch {
    return [];
  }
}

function typedOrigin(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined;
  try {
    return new URL(text).origin;
  } catch {
    return undefined;
  }
}

/** Looks for the instance that the person has typed: a name, or an address with its scheme. */
export async function findInstance(env: Environment, typed: string): Promise<FoundInstance | InstanceFault> {
  const text = typed.trim();
  const origin = typedOrigin(text);
  if (origin !== undefined) {
    const info = await fetchInfo(env, origin);
    return typeof info === 'string' ? info : { info, url: origin, own: origin === env.origin };
  }
  const name = v.safeParse(InstanceNameSchema, text);
  if (!name.success) return 'name';
  const own = await fetchInfo(env, env.origin, name.output);
  if (typeof own !== 'string' && own.name === name.output) return { info: own, url: env.origin, own: true };
  let fault: InstanceFault = own === 'unreachable' ? 'unreachable' : 'unknown';
  for (const domain of await domains(env)) {
    // The app on a phone is at an address of its own, which says nothing of instances.
    const protocol = env.origin.startsWith('http:') ? 'http:' : 'https:';
    const url = `${protocol}//${name.output}.${domain}`;
    const info = await fetchInfo(env, url);
    if (typeof info !== 'string') return { info, url, own: url === env.origin };
    if (info === 'unknown') fault = 'unknown';
  }
  return fault;
}

/** What the page of an instance elsewhere has handed to this client, and what this client alone knows. */
export interface HandedCode {
  readonly code: string;
  readonly verifier: string;
}

/** What somebody signs in with: a password (and a code where two factors are asked for), the answer of a passkey, or a code for one. */
export type SignInCredentials =
  | { readonly username: string; readonly password: string; readonly code?: string }
  | { readonly passkey: PasskeyAnswer }
  | { readonly handed: HandedCode };

interface Begun {
  readonly username: string;
  readonly accessToken: string;
  readonly csrfToken: string;
  readonly deviceToken: string;
}

const deviceKeyOf = (env: Environment, { info: { name }, url }: FoundInstance, user: string): string =>
  deviceKey(keyOf({ url, name, user }, env.origin));

/** Keeps by what the server knows this device again, where the browser has no cookie that does. A full storage is no reason to fail. */
function keepDevice(env: Environment, instance: FoundInstance, { username, deviceToken }: Begun): void {
  if (deviceToken === '') return;
  try {
    env.settings.setItem(deviceKeyOf(env, instance, username), deviceToken);
  } catch {
    // Then it is a stranger the next time.
  }
}

/** What this device has kept of having signed in before as somebody. */
function deviceIn(env: Environment, instance: FoundInstance, username: string): { readonly device?: string } {
  const device = env.settings.getItem(deviceKeyOf(env, instance, username));
  return device === null ? {} : { device };
}

async function byPassword(
  env: Environment,
  instance: FoundInstance,
  given: { readonly username: string; readonly password: string; readonly code?: string },
  signal?: AbortSignal,
): Promise<Begun> {
  const username = given.username.trim().toLowerCase();
  const body = {
    instance: instance.info.name,
    username,
    password: given.password,
    twoFactorAuthenticationCode: given.code ?? '',
    ...deviceIn(env, instance, username),
  };
  const answer = await askAuth(env, instance, '/auth/login', LoginAnswerSchema, body, signal);
  if (!answer.success) throw new Failure('shape', 'unexpected answer to a sign-in');
  return { ...answer, username };
}

async function byPasskey(
  env: Environment,
  instance: FoundInstance,
  given: { readonly passkey: PasskeyAnswer } | { readonly handed: HandedCode },
  signal?: AbortSignal,
): Promise<Begun> {
  const [path, body] =
    'passkey' in given
      ? ['/auth/verify-authentication', { asseResp: given.passkey.response, authToken: given.passkey.authToken }]
      : ['/auth/exchange', { code: given.handed.code, code_verifier: given.handed.verifier }];
  const named = { instance: instance.info.name, ...body };
  const answer = await askAuth(env, instance, path, AuthenticationAnswerSchema, named, signal);
  if (!answer.verified) throw new Failure('shape', 'unexpected answer to a passkey');
  return answer;
}

/**
 * Signs in. Rejects with a `Failure`: 404 (LOGIN_FAILED) for a wrong name, password or code or a passkey that is not known, 403
 * (USER_NOT_UNLOCKED) for a person who is not unlocked for the app, 429 where there were too many tries.
 */
export async function signIn(
  env: Environment,
  instance: FoundInstance,
  given: SignInCredentials,
  signal?: AbortSignal,
): Promise<SignedIn> {
  const begun: Begun =
    'username' in given
      ? await byPassword(env, instance, given, signal)
      : await byPasskey(env, instance, given, signal);
  const { username, accessToken, csrfToken } = begun;
  keepDevice(env, instance, begun);
  const account: Account = {
    name: instance.info.name,
    title: instance.info.title,
    url: instance.url,
    user: username,
    kind: accessToken === '' ? 'cookie' : 'bearer',
  };
  return { account, csrfToken, token: accessToken === '' ? undefined : accessToken };
}

/** What the sign-in screen of an instance shows and offers. */
export const askSignInPage = (env: Environment, instance: FoundInstance): Promise<SignInPage> =>
  askAuth(env, instance, '/auth/sign-in-page', SignInPageSchema);

/** The check step: whether a code is asked for besides the password. Names that do not exist get an answer too. */
export async function isTwoFactorOn(env: Environment, instance: FoundInstance, userName: string): Promise<boolean> {
  const query = new URLSearchParams({ username: userName.trim().toLowerCase(), instance: instance.info.name });
  const answer = await askAuth(env, instance, `/auth/two-factor?${query}`, TwoFactorAnswerSchema);
  return answer.twoFactorAuthenticationIsEnabled;
}

/** Has a link to a new password mailed to the person of this name, if there is one; the answer is the same for every name. */
export async function requestReset(env: Environment, instance: FoundInstance, userName: string): Promise<void> {
  const username = userName.trim().toLowerCase();
  const body = { instance: instance.info.name, username, ...deviceIn(env, instance, username) };
  await askAuth(env, instance, '/auth/request-reset', SuccessSchema, body);
}

/** Whose link this is. Rejects with a `Failure` of the code LINK_INVALID where it was used, replaced or is too old. */
export const checkLink = (env: Environment, token: string): Promise<LinkInfo> =>
  askAuth(env, undefined, '/auth/link/check', LinkInfoSchema, { token });

/** Sets a password by a link, once; all sessions of the person end. Rejects with LINK_INVALID or PASSWORD_TOO_EASY. */
export async function setPasswordByLink(env: Environment, token: string, password: string): Promise<void> {
  await askAuth(env, undefined, '/auth/link/use', SuccessSchema, { token, password });
}
