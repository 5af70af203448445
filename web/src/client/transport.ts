import { sessionQueries } from '@kontor/contract/account';
import {
  MAX_QUERY_ADDRESS_BYTES,
  PAKO_TYPE,
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
import { createRequests, type Credentials, type Requests, type TransportEvents } from './requests.ts';

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

/** Queries that bear a password or token, and so never stand in an address. */
const isSensitive = (definition: { name: string; cached: boolean }): boolean => !definition.cached;

export type Transport = ReturnType<typeof createTransport>;

/** The only place that speaks HTTP with an instance. Everything rejects with a `Failure` and nothing else. */
export function createTransport(env: Environment, credentials: Credentials, events: TransportEvents) {
  const requests = createRequests(env, credentials, events);
  const { send } = requests;

  function takeCsrfToken(csrfToken: string): void {
    const before = credentials.csrfToken;
    credentials.csrfToken = csrfToken;
    if (before !== '' && before !== csrfToken && credentials.token === undefined) events.onOtherSession();
  }

  const { query, bytes, provideCsrfToken } = createQueries({ env, credentials, send, takeCsrfToken });
  const commands = createCommands({ env, credentials, ...requests, provideCsrfToken, takeCsrfToken });

  /** The bytes at an address of the instance, given as a path. */
  const file = async (path: string): Promise<Blob> => (await send(path, {})).blob();

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

  return { query, bytes, file, ...commands, json, upload, logout, credentials };
}

interface QueriesOptions extends Pick<Requests, 'send'> {
  readonly env: Environment;
  readonly credentials: Credentials;
  /** An answer has brought the token that a cookie session writes with. */
  readonly takeCsrfToken: (csrfToken: string) => void;
}

/** The queries of a transport. */
function createQueries({ env, credentials, send, takeCsrfToken }: QueriesOptions) {
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

  let asking: Promise<unknown> | undefined;
  /** A cookie session writes with a token that every answer to a query brings: a page that has asked nothing yet asks for it. */
  async function provideCsrfToken(): Promise<void> {
    if (credentials.token !== undefined || credentials.csrfToken !== '') return;
    asking ??= query(sessionQueries.user, {}, { once: true }).finally(() => (asking = undefined));
    await asking;
  }

  return { query, bytes, provideCsrfToken };
}

interface CommandsOptions extends QueriesOptions, Requests {
  readonly provideCsrfToken: () => Promise<void>;
}

/** The commands of a transport. */
function createCommands({ env, credentials, send, once, provideCsrfToken, takeCsrfToken }: CommandsOptions) {
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

  return { command, report, commandState };
}

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
