import { sessionQueries } from '@kontor/contract/account';
import {
  COMPATIBILITY_VERSION,
  HEADERS,
  MAX_QUERY_ADDRESS_BYTES,
  PAKO_TYPE,
  PLATFORM,
  ProblemSchema,
  UploadAnswerSchema,
  commandEnvelope,
  queryEnvelope,
  type CommandDefinition,
  type QueryDefinition,
  type QueryEnvelope,
  type Schema,
  type UploadAnswer,
} from '@kontor/contract/kernel';
import * as v from 'valibot';
import { deflate, inflateBase64 } from './codec.ts';
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

export interface QueryOptions {
  readonly page?: number;
  readonly limit?: number;
  readonly sort?: readonly { readonly property: string; readonly direction: 'ASC' | 'DESC' }[];
  readonly signal?: AbortSignal;
  /** Schema of the result where the list is asked for in its short form. */
  readonly rows?: Schema;
  /** No second try: the caller has its own. */
  readonly once?: boolean;
  /** After all else that the browser has to fetch. */
  readonly priority?: 'low';
  /** Of an answer that is bytes, so many from its beginning. */
  readonly firstBytes?: number;
}

const CommandStateSchema = v.object({
  state: v.picklist(['done', 'failed', 'queued']),
  command: v.string(),
  answer: v.unknown(),
});
type CommandStateAnswer = v.InferOutput<typeof CommandStateSchema>;

/** How long an answer is waited for, in milliseconds: a connection may die without a word. What is more than reading may take longer. */
const MAX_MS = { reading: 60_000, other: 120_000 } as const;

/** For how long what was called off still counts as waiting, in milliseconds. */
const CALLED_OFF_MS = 2000;
/** How long a token is used before this device is asked for a newer one: servers take a replaced one for two minutes. */
const TOKEN_CHECK_MS = 60_000;

/** Queries that bear a password or token, and so never stand in an address. */
const isSensitive = (definition: { name: string; cached: boolean }): boolean => !definition.cached;

export type Transport = ReturnType<typeof createTransport>;

/** The only place that speaks HTTP with an instance. Everything rejects with a `Failure` and nothing else. */
export function createTransport(env: Environment, credentials: Credentials, events: TransportEvents) {
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

  function takeCsrfToken(csrfToken: string): void {
    const before = credentials.csrfToken;
    credentials.csrfToken = csrfToken;
    if (before !== '' && before !== csrfToken && credentials.token === undefined) events.onOtherSession();
  }

  let flying = 0;
  const fly = (by: number): void => {
    flying += by;
    events.onFlight?.(flying > 0);
  };

  async function once(path: string, init: RequestInit): Promise<Response> {
    fly(1);
    return sendOnce(path, init).finally(() => fly(-1));
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

  /** Requests that the server was too busy for and that are sent again; and whether it was for the last one that is sent again by others. */
  let [held, isRefused] = [0, false];
  const tellBusy = (change: () => void): void => {
    change();
    events.onBusy(held > 0 || isRefused);
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
        if (init.signal?.aborted) void env.sleep(CALLED_OFF_MS).then(leave);
        else leave();
      }
    }
  }

  async function sendQuery(
    definition: QueryDefinition,
    fields: Record<string, string>,
    options: QueryOptions,
  ): Promise<Response> {
    const signal = options.signal ?? null;
    const path = `/query?${new URLSearchParams(fields)}`;
    if (isSensitive(definition) || path.length + credentials.url.length > MAX_QUERY_ADDRESS_BYTES) {
      await provideCsrfToken();
      const body = JSON.stringify({
        ...fields,
        parameters: JSON.parse(fields['parameters'] ?? '{}') as unknown,
        ...(fields['sort'] === undefined ? {} : { sort: options.sort }),
      });
      return send('/query', { method: 'POST', body, headers: { 'Content-Type': 'application/json' }, signal }, options);
    }
    const headers = new Headers();
    if (options.firstBytes !== undefined) headers.set('Range', `bytes=0-${options.firstBytes - 1}`);
    const init = { signal, headers, ...(options.priority === undefined ? {} : { priority: options.priority }) };
    return send(path, init, options);
  }

  function fieldsOf(definition: QueryDefinition, params: unknown, options: QueryOptions): Record<string, string> {
    return {
      query: definition.name,
      parameters: JSON.stringify(params),
      processId: env.newId(),
      apiVersion: String(definition.apiVersion),
      ...(options.page === undefined ? {} : { page: String(options.page) }),
      ...(options.limit === undefined ? {} : { limit: String(options.limit) }),
      ...(options.sort === undefined ? {} : { sort: JSON.stringify(options.sort) }),
    };
  }

  /** Asks a query and answers its envelope, checked. With `rows`, `results` has the type that this schema gives. */
  async function query<P extends Schema, R extends Schema>(
    definition: QueryDefinition<string, P, R>,
    params: v.InferInput<P>,
    options: QueryOptions = {},
  ): Promise<QueryEnvelope<v.InferOutput<R>>> {
    const plain = definition as unknown as QueryDefinition;
    const format = options.rows === undefined ? 'pako' : 'rows';
    const response = await sendQuery(plain, { ...fieldsOf(plain, params, options), format }, options);
    const envelope = check(queryEnvelope(options.rows ?? plain.result), await bodyOf(response), definition.name);
    takeCsrfToken(envelope.csrfToken);
    return envelope;
  }

  /** Asks a query whose answer is bytes. */
  async function bytes<P extends Schema, R extends Schema>(
    definition: QueryDefinition<string, P, R>,
    params: v.InferInput<P>,
    options: QueryOptions = {},
  ): Promise<Blob> {
    const plain = definition as unknown as QueryDefinition;
    return (await sendQuery(plain, fieldsOf(plain, params, options), options)).blob();
  }

  /** The bytes at an address of the instance, given as a path. */
  const file = async (path: string): Promise<Blob> => (await send(path, {})).blob();

  let asking: Promise<unknown> | undefined;
  /** A cookie session writes with a token that every answer to a query brings: a page that has asked nothing yet asks for it. */
  async function provideCsrfToken(): Promise<void> {
    if (credentials.token !== undefined || credentials.csrfToken !== '') return;
    asking ??= query(sessionQueries.user, {}, { once: true }).finally(() => (asking = undefined));
    await asking;
  }

  /** Sends a command once or, unless `once`, by the retry rule: the process id makes that safe. */
  async function command<P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
    processId: string,
    options: { once?: boolean; signal?: AbortSignal } = {},
  ): Promise<v.InferOutput<R>> {
    await provideCsrfToken();
    const body = new FormData();
    body.set('command', definition.name);
    body.set('processId', processId);
    body.set('apiVersion', String(definition.apiVersion));
    body.set('serializer', 'pako');
    body.set('parameters', new Blob([await deflate(JSON.stringify(params))], { type: PAKO_TYPE }), 'parameters');
    const response = await send('/command', { method: 'POST', body, signal: options.signal ?? null }, options);
    const envelope = check(commandEnvelope(definition.result as Schema), await bodyOf(response), definition.name);
    takeCsrfToken(envelope.csrfToken);
    return envelope.data;
  }

  /** Sends a command that is true only now, at once and outliving the page. Returns false where it did not arrive; what the server says to it is of no matter. */
  async function report<P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
  ): Promise<boolean> {
    if (!env.online() || (credentials.token === undefined && credentials.csrfToken === '')) return false;
    const body = new FormData();
    body.set('command', definition.name);
    body.set('processId', env.newId());
    body.set('apiVersion', String(definition.apiVersion));
    // Deflating takes a moment, which a page that is left does not have.
    body.set('serializer', 'json');
    body.set('parameters', JSON.stringify(params));
    try {
      await once('/command', { method: 'POST', body, keepalive: true });
      return true;
    } catch (error) {
      return error instanceof Failure && error.kind === 'problem';
    }
  }

  /** What the server knows of a command that was sent, by its process id; undefined where it knows none of this person. */
  async function commandState(processId: string): Promise<CommandStateAnswer | undefined> {
    try {
      const response = await send(`/command/${processId}`, {}, { once: true });
      return check(commandEnvelope(CommandStateSchema), await bodyOf(response), 'the state of a command').data;
    } catch (error) {
      if (error instanceof Failure && error.status === 404 && error.problem?.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** Any other JSON endpoint of the instance. */
  async function json<S extends Schema>(schema: S, path: string, init: RequestInit = {}): Promise<v.InferOutput<S>> {
    const response = await send(path, init, { once: true });
    return check(schema, await bodyOf(response), path);
  }

  /** Sends a part of a file, or asks how much of it is there. */
  async function upload(body: FormData, signal: AbortSignal): Promise<UploadAnswer> {
    await provideCsrfToken();
    return json(UploadAnswerSchema, '/upload', { method: 'POST', body, signal });
  }

  /** Ends the session on the server. */
  async function logout(who: { instance: string; username: string }): Promise<void> {
    await provideCsrfToken();
    const init = { method: 'POST', body: JSON.stringify(who), headers: { 'Content-Type': 'application/json' } };
    await send('/auth/logout', init, { once: true });
  }

  return { query, bytes, file, command, report, commandState, json, upload, logout, credentials };
}

const isBusy = (error: unknown): boolean => error instanceof Failure && error.status === 503;

function check<S extends Schema>(schema: S, value: unknown, name: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Failure('shape', `${name}: ${issue.message} at ${v.getDotPath(issue) ?? 'the top'}`);
}

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  try {
    const text = await response.text();
    return JSON.parse(type.startsWith(PAKO_TYPE) ? await inflateBase64(text) : text);
  } catch {
    throw new Failure('shape', `unreadable answer of type ${type || 'unknown'}`);
  }
}

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
