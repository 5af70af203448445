import {
  ClientConfigurationSchema,
  InstanceInfoSchema,
  InstanceNameSchema,
  LoginAnswerSchema,
  type InstanceInfo,
} from '@kontor/contract/account';
import { HEADERS, PLATFORM, ProblemSchema } from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { Account } from './accounts.ts';
import type { Environment } from './environment.ts';
import { Failure } from './failure.ts';
import { retryAfter } from './retry.ts';

/** An instance that answered the existence check. */
export interface FoundInstance {
  readonly info: InstanceInfo;
  /** Origin at which it is used. */
  readonly url: string;
  readonly own: boolean;
}

/** Why an instance was not found: the name breaks the rule, nobody answers, or there is no such instance. */
export type InstanceFault = 'name' | 'unreachable' | 'unknown';

export interface SignedIn {
  readonly account: Account;
  readonly csrfToken: string;
  /** Bearer token; undefined in a cookie session. */
  readonly token: string | undefined;
}

/** How long an answer is waited for, in milliseconds: a connection may die without a word, and checking a password takes time. */
const LONGEST_MS = 60_000;

async function request(env: Environment, url: string, init: RequestInit): Promise<Response> {
  const deadline = env.deadline(LONGEST_MS);
  try {
    return await env.fetch(url, { ...init, signal: deadline.signal });
  } finally {
    deadline.end();
  }
}

async function look(
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
  const info = await look(env, env.origin);
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
    const info = await look(env, origin);
    return typeof info === 'string' ? info : { info, url: origin, own: origin === env.origin };
  }
  const name = v.safeParse(InstanceNameSchema, text);
  if (!name.success) return 'name';
  const own = await look(env, env.origin, name.output);
  if (typeof own !== 'string' && own.name === name.output) return { info: own, url: env.origin, own: true };
  let fault: InstanceFault = own === 'unreachable' ? 'unreachable' : 'unknown';
  for (const domain of await domains(env)) {
    const url = `${new URL(env.origin).protocol}//${name.output}.${domain}`;
    const info = await look(env, url);
    if (typeof info !== 'string') return { info, url, own: url === env.origin };
    if (info === 'unknown') fault = 'unknown';
  }
  return fault;
}

/** Signs in. Rejects with a `Failure`: 404 for a wrong name or password, 403 for a person who is not unlocked for the app. */
export async function signIn(
  env: Environment,
  instance: FoundInstance,
  given: { readonly username: string; readonly password: string; readonly code?: string },
  /** False where the cookie of the instance is another account's. */
  mayUseCookie = true,
): Promise<SignedIn> {
  const withCookie = instance.own && mayUseCookie;
  const username = given.username.trim().toLowerCase();
  let response: Response;
  try {
    response = await request(env, `${instance.url}/auth/login`, {
      method: 'POST',
      cache: 'no-store',
      redirect: 'error',
      credentials: withCookie ? 'same-origin' : 'omit',
      headers: {
        'Content-Type': 'application/json',
        [HEADERS.platform]: PLATFORM,
        ...(instance.own ? { [HEADERS.instance]: instance.info.name } : {}),
        ...(withCookie ? { [HEADERS.session]: 'cookie' } : {}),
      },
      body: JSON.stringify({
        instance: instance.info.name,
        username,
        password: given.password,
        twoFactorAuthenticationCode: given.code ?? '',
      }),
    });
  } catch {
    throw new Failure('offline', 'no answer');
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const problem = v.safeParse(ProblemSchema, body);
    const delay = retryAfter(response.headers.get('Retry-After'), env.now());
    throw new Failure('problem', `HTTP ${response.status}`, {
      status: response.status,
      ...(problem.success ? { problem: problem.output } : {}),
      ...(delay === undefined ? {} : { retryAfterMs: delay }),
    });
  }
  const answer = v.safeParse(LoginAnswerSchema, body);
  if (!answer.success || !answer.output.success) throw new Failure('shape', 'unexpected answer to a sign-in');
  const { accessToken, csrfToken } = answer.output;
  const account: Account = {
    name: instance.info.name,
    title: instance.info.title,
    url: instance.url,
    user: username,
    kind: accessToken === '' ? 'cookie' : 'bearer',
  };
  return { account, csrfToken, token: accessToken === '' ? undefined : accessToken };
}
