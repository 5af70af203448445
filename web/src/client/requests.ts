import { COMPATIBILITY_VERSION, HEADERS, PLATFORM, ProblemSchema } from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { Environment } from './environment.ts';
import { Failure } from './failure.ts';
import { retryAfter, retryDelay } from './retry.ts';

/** Who the requests are sent for and as whom. */
export interface Credentials {
  /** Origin of the instance, without a slash at its end. */
  readonly url: string;
  /** Sent as `X-Instance` where the instance is served at the app's own origin; else undefined. */
  readonly instance: string | undefined;
  /** Bearer token; undefined in a cookie session. */
  token: string | undefined;
  csrfToken: string;
  /** The token as this device has it now: another page may have been given a newer one. */
  readonly storedToken?: () => Promise<unknown>;
}

export interface TransportEvents {
  readonly onSignedOut: () => void;
  /** The cookie belongs to another session than before. */
  readonly onOtherSession: () => void;
  readonly onVersionMismatch: () => void;
  readonly onRenewedToken: (token: string) => void;
  /** True when an answer came, false when none did. */
  readonly onReached: (reached: boolean) => void;
  /** Whether any request is on its way. */
  readonly onFlight?: (isAny: boolean) => void;
  /** Whether anything waits because the server said that it has too much to do. */
  readonly onBusy: (busy: boolean) => void;
}

/** How long an answer is waited for, in milliseconds: a connection may die without a word. What is more than reading may take longer. */
const MAX_MS = { reading: 60_000, other: 120_000 } as const;

/** For how long what was called off still counts as waiting, in milliseconds. */
const CANCELLED_MS = 2000;
/** How long a token is used before this device is asked for a newer one: servers take a replaced one for two minutes. */
const TOKEN_CHECK_MS = 60_000;

/** Sends a request once. */
type SendOnce = (path: string, init: RequestInit) => Promise<Response>;

/** What sends requests, to the instance alone and with an account's credentials. Everything rejects with a `Failure` and nothing else. */
export type Requests = ReturnType<typeof createRequests>;

/** Returns what sends requests with the credentials: once each, or by the retry rule. */
export function createRequests(env: Environment, credentials: Credentials, events: TransportEvents) {
  const once = createSendOnce(env, credentials, events);
  return { once, send: createSend(env, once, events.onBusy) };
}

/** Returns what sends a request once, and takes from its answer what that says of the session. */
function createSendOnce(env: Environment, credentials: Credentials, events: TransportEvents): SendOnce {
  const { origin } = new URL(credentials.url);
  let tokenCheckedAt = env.now();

  /** Address of a path at this instance. What these credentials are sent with never leads anywhere else. */
  function addressOf(path: string): string {
    const url = URL.parse(path, origin);
    if (url?.origin !== origin) throw new Failure('shape', 'this address is not one of the instance');
    return url.href;
  }

  /** A page that has slept may hold a token that was replaced meanwhile; showing it would end the session. */
  async function takeStoredToken(): Promise<void> {
    tokenCheckedAt = env.now();
    const token = await credentials.storedToken?.().catch(() => undefined);
    if (typeof token === 'string' && credentials.token !== undefined) credentials.token = token;
  }

  function headers(safe: boolean): Headers {
    const result = new Headers({ [HEADERS.platform]: PLATFORM });
    if (credentials.instance !== undefined) result.set(HEADERS.instance, credentials.instance);
    if (credentials.token !== undefined) result.set('Authorization', `Bearer ${credentials.token}`);
    else if (!safe && credentials.csrfToken !== '') result.set(HEADERS.csrf, credentials.csrfToken);
    return result;
  }

  async function sendOnce(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    const address = addressOf(path);
    if (credentials.storedToken !== undefined && env.now() - tokenCheckedAt >= TOKEN_CHECK_MS) await takeStoredToken();
    const safe = (init.method ?? 'GET') === 'GET';
    const all = headers(safe);
    new Headers(init.headers).forEach((value, name) => all.set(name, value));
    const deadline = env.deadline(safe ? MAX_MS.reading : MAX_MS.other);
    const signals = [deadline.signal, ...(init.signal ? [init.signal] : [])];
    try {
      response = await env.fetch(address, {
        ...init,
        signal: AbortSignal.any(signals),
        headers: all,
        cache: 'no-store',
        redirect: 'error',
        credentials: credentials.token === undefined ? 'same-origin' : 'omit',
      });
    } catch (error) {
      if (init.signal?.aborted) throw new Failure('aborted', 'aborted');
      events.onReached(false);
      throw new Failure('offline', error instanceof Error ? error.message : 'no answer');
    } finally {
      // What has begun to come may take its time.
      deadline.end();
    }
    events.onReached(true);
    const version = response.headers.get(HEADERS.compatibility);
    if (version !== null && version !== COMPATIBILITY_VERSION) events.onVersionMismatch();
    const renewed = response.headers.get(HEADERS.renewedToken);
    if (renewed && credentials.token !== undefined) {
      credentials.token = renewed;
      tokenCheckedAt = env.now();
      events.onRenewedToken(renewed);
    }
    if (response.ok) return response;
    const failure = await problemOf(response, env.now());
    if (failure.status === 401) events.onSignedOut();
    if (failure.status === 426) events.onVersionMismatch();
    throw failure;
  }

  let flying = 0;
  const fly = (by: number): void => {
    flying += by;
    events.onFlight?.(flying > 0);
  };
  return async (path, init) => {
    fly(1);
    return sendOnce(path, init).finally(() => fly(-1));
  };
}

/** Returns what sends a request once or, unless `once`, by the retry rule, and tells for how long the server is too busy. */
function createSend(env: Environment, once: SendOnce, onBusy: TransportEvents['onBusy']) {
  /** Requests that the server was too busy for and that are sent again; and whether it was for the last one that is sent again by others. */
  let [held, isRefused] = [0, false];
  const tellBusy = (change: () => void): void => {
    change();
    onBusy(held > 0 || isRefused);
  };

  /** Whoever sends a refused request again may have given it up: any answer says that the server has time again. */
  const answered = (response: Response): Response => {
    if (isRefused) tellBusy(() => (isRefused = false));
    return response;
  };

  async function send(
    path: string,
    init: RequestInit,
    options: { once?: boolean | undefined } = {},
  ): Promise<Response> {
    if (!options.once) return sendAgain(path, init);
    try {
      return answered(await once(path, init));
    } catch (error) {
      if (isBusy(error)) tellBusy(() => (isRefused = true));
      throw error;
    }
  }

  async function sendAgain(path: string, init: RequestInit): Promise<Response> {
    let withoutResponse = 0;
    let isHeld = false;
    try {
      for (let sent = 1; ; sent += 1) {
        try {
          return answered(await once(path, init));
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          if (error.kind === 'offline') withoutResponse += 1;
          if (isBusy(error) && !isHeld) tellBusy(() => (held += 1));
          isHeld ||= isBusy(error);
          const delay = env.online() ? retryDelay(error, sent, withoutResponse, env.random()) : undefined;
          if (delay === undefined) throw error;
          await env.sleep(delay, init.signal ?? undefined);
          if (init.signal?.aborted) throw new Failure('aborted', 'aborted');
        }
      }
    } finally {
      if (isHeld) {
        // What was called off is usually asked for anew at once, and the server is no less busy for it.
        const leave = (): void => tellBusy(() => (held -= 1));
        if (init.signal?.aborted) void env.sleep(CANCELLED_MS).then(leave);
        else leave();
      }
    }
  }

  return send;
}

const isBusy = (error: unknown): boolean => error instanceof Failure && error.status === 503;

async function problemOf(response: Response, now: number): Promise<Failure> {
  const delay = retryAfter(response.headers.get('Retry-After'), now);
  const parsed = v.safeParse(ProblemSchema, await response.json().catch(() => undefined));
  const problem = parsed.success ? parsed.output : undefined;
  return new Failure('problem', problem?.detail ?? problem?.title ?? `HTTP ${response.status}`, {
    status: response.status,
    ...(problem === undefined ? {} : { problem }),
    ...(delay === undefined ? {} : { retryAfterMs: delay }),
  });
}
