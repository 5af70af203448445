import { HEADERS, PLATFORM, ProblemSchema, type Schema } from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { Environment } from './environment.ts';
import { Failure } from './failure.ts';
import { retryAfter } from './retry.ts';
import { type InstanceInfo } from '@kontor/contract/account';

/** An instance that answered the existence check. */
export interface FoundInstance {
  readonly info: InstanceInfo;
  /** Origin at which it is used. */
  readonly url: string;
  readonly own: boolean;
  /** True where the one cookie that the instance has here is another account's: this one gets a token. */
  readonly withoutCookie?: boolean;
}

/** How long an answer is waited for, in milliseconds: a connection may die without a word, and checking a password takes time. */
const MAX_MS = 60_000;

/** A request before anybody is signed in; rejects as `fetch` does, and where no answer comes in time. `init.signal` calls it off. */
export async function request(env: Environment, url: string, init: RequestInit): Promise<Response> {
  const deadline = env.deadline(MAX_MS);
  try {
    const signal = init.signal ? AbortSignal.any([deadline.signal, init.signal]) : deadline.signal;
    return await env.fetch(url, { ...init, signal });
  } finally {
    deadline.end();
  }
}

const usesCookie = ({ own, withoutCookie }: FoundInstance): boolean => own && withoutCookie !== true;

/** The headers by which an instance at the app's own origin is told that it is this one, and that its session is a cookie. */
const ownHeaders = (instance: FoundInstance | undefined): Record<string, string> =>
  instance === undefined
    ? { [HEADERS.session]: 'cookie' }
    : {
        ...(instance.own ? { [HEADERS.instance]: instance.info.name } : {}),
        ...(usesCookie(instance) ? { [HEADERS.session]: 'cookie' } : {}),
      };

/**
 * Asks an endpoint under `/auth`, with a body by POST, else by GET, and returns what it says, checked. An undefined instance is the
 * server that the app itself comes from. Everything that goes wrong is a `Failure`.
 */
export async function askAuth<S extends Schema>(
  env: Environment,
  instance: FoundInstance | undefined,
  path: string,
  schema: S,
  body?: unknown,
  signal?: AbortSignal,
): Promise<v.InferOutput<S>> {
  let response: Response;
  try {
    response = await request(env, `${instance?.url ?? env.origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      cache: 'no-store',
      redirect: 'error',
      credentials: instance === undefined || usesCookie(instance) ? 'same-origin' : 'omit',
      headers: {
        [HEADERS.platform]: PLATFORM,
        ...ownHeaders(instance),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch {
    if (signal?.aborted) throw new Failure('aborted', 'aborted');
    throw new Failure('offline', 'no answer');
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const problem = v.safeParse(ProblemSchema, answer);
    const delay = retryAfter(response.headers.get('Retry-After'), env.now());
    throw new Failure('problem', `HTTP ${response.status}`, {
      status: response.status,
      ...(problem.success ? { problem: problem.output } : {}),
      ...(delay === undefined ? {} : { retryAfterMs: delay }),
    });
  }
  const result = v.safeParse(schema, answer);
  if (!result.success) throw new Failure('shape', `unexpected answer of ${path}`);
  return result.output;
}
