import { activityCommands, type EntryRow, type ListEntry } from '@kontor/contract/activity';
import { ALL_COMMANDS, ALL_PROBLEMS, ALL_QUERIES } from '@kontor/contract/all';
import type { AggregateId, CommandDefinition, QueryDefinition, Schema } from '@kontor/contract/kernel';
import { taskCommands } from '@kontor/contract/task';
import * as v from 'valibot';
import { inRows, longOf, shortOf } from './fake-lists.ts';
import { PONG, createFakeChannel } from './fake-channel.ts';
import { commandIn, queryIn, type ReceivedQuery } from './fake-requests.ts';

type Definition<P extends Schema = Schema, R extends Schema = Schema> =
  | QueryDefinition<string, P, R>
  | CommandDefinition<string, P, R>;
/** What throws items away, and what brings them back: which, and whether they are in the trash after it. */
const THROWING: Readonly<
  Record<string, (params: Throwing) => readonly [ids: readonly AggregateId[], isTrashed: boolean]>
> = {
  [activityCommands.deleteItems.name]: ({ aggregateIds }) => [aggregateIds, true],
  [activityCommands.spam.name]: ({ aggregateIds }) => [aggregateIds, true],
  [activityCommands.restore.name]: ({ aggregateIds }) => [aggregateIds, false],
  [taskCommands.destroy.name]: ({ aggregateId, takesBack }) => [[aggregateId], !takesBack],
};
interface Throwing {
  readonly aggregateIds: readonly AggregateId[];
  readonly aggregateId: AggregateId;
  readonly takesBack: boolean;
}

type Answerer = (params: unknown) => unknown;
type Respond = (url: URL, init: RequestInit) => Response | Promise<Response>;

/** A question or a command as it came in. */
export interface Received {
  readonly name: string;
  readonly params: unknown;
  /** Of a list: what it was to be sorted by. */
  readonly sort?: unknown;
}

const CSRF_TOKEN = 'c'.repeat(32);

export type FakeServer = ReturnType<typeof createFakeServer>;

/**
 * Stands for the server at the network's edge: answers every query and command with what the contract gives as its example, unless a test
 * says otherwise, and keeps what was asked and told. What does not fit the contract, from either side, is a fault, and fails the test.
 */
export function createFakeServer() {
  const answers = new Map<string, Answerer>();
  const gates = new Map<string, Promise<void>>();
  const paths = new Map<string, Respond>();
  const lists = new Map<string, readonly EntryRow[]>();
  /** Whether items are in the trash by what was told, by their kind and number. */
  const trashed = new Map<string, boolean>();
  const receivedQueries: Received[] = [];
  const receivedCommands: Received[] = [];
  const faults: string[] = [];
  const channel = createFakeChannel();
  let isCut = false;

  const fault = (text: string): Response => {
    faults.push(text);
    return problem('INTERNAL', 500);
  };

  function paramsOf(definition: Definition, given: unknown): unknown {
    const parsed = v.safeParse(definition.params, given);
    if (!parsed.success) faults.push(`${definition.name} was asked for with what its schema refuses: ${issue(parsed)}`);
    return parsed.output;
  }

  async function resultOf(definition: Definition, params: unknown): Promise<unknown> {
    await gates.get(definition.name);
    const answer = answers.get(definition.name);
    const result = answer === undefined ? definition.example.result : answer(params);
    if (result instanceof Response || ('bytes' in definition && definition.bytes)) return result;
    const parsed = v.safeParse(definition.result, result);
    if (!parsed.success) faults.push(`The answer to ${definition.name} does not fit its schema: ${issue(parsed)}`);
    return result;
  }

  /** Those of a list that are still where it found them. */
  const standing = (rows: readonly EntryRow[]): readonly EntryRow[] =>
    rows.filter((row) => (trashed.get(`${row.moduleName}:${row.entryId}`) ?? row.trashed) === row.trashed);

  function noteThrown(name: string, params: unknown): void {
    const [ids, isTrashed] = THROWING[name]?.(params as Throwing) ?? [[], false];
    for (const { module, entryId } of ids) trashed.set(`${module}:${entryId}`, isTrashed);
  }

  async function answerQuery(query: ReceivedQuery): Promise<Response> {
    const definition = ALL_QUERIES.get(query.name);
    if (definition === undefined) return fault(`There is no query named ${query.name}`);
    const params = paramsOf(definition, definition.ownPaging ? query.paramsAndPaging : query.params);
    receivedQueries.push({ name: query.name, params, sort: query.sort });
    const result = await resultOf(definition, params);
    if (result instanceof Response) return result;
    if (definition.bytes) return new Response(result as BodyInit);
    const isList = definition.list !== undefined && !definition.ownPaging;
    const all =
      isList && query.asRows ? standing(lists.get(query.name) ?? (result as ListEntry[]).map(shortOf)) : result;
    const page = isList && Array.isArray(all) ? all.slice(query.from, query.from + query.limit) : all;
    return Response.json({
      csrfToken: CSRF_TOKEN,
      keys: definition.refreshOn(params),
      processIds: [],
      results: isList && query.asRows ? inRows(page as readonly object[]) : page,
      totalCount: Array.isArray(all) ? all.length : 1,
      ...(isList ? { isAlreadyPaginatedAndSorted: true } : {}),
    });
  }

  async function answerCommand(body: FormData): Promise<Response> {
    const command = await commandIn(body);
    const definition = ALL_COMMANDS.get(command.name);
    if (definition === undefined) return fault(`There is no command named ${command.name}`);
    const params = paramsOf(definition, command.params);
    receivedCommands.push({ name: command.name, params });
    const data = await resultOf(definition, params);
    if (data instanceof Response) return data;
    noteThrown(command.name, params);
    return Response.json({ csrfToken: CSRF_TOKEN, success: true, data });
  }

  async function respond(url: URL, init: RequestInit): Promise<Response> {
    const at = paths.get(url.pathname);
    if (at !== undefined) return at(url, init);
    if (url.pathname === '/query') return answerQuery(queryIn(url, init));
    if (url.pathname === '/command') return answerCommand(init.body as FormData);
    if (url.pathname.startsWith('/command/')) return problem('NOT_FOUND', 404);
    if (url.pathname.startsWith('/workspace/')) return Response.json(PONG);
    return fault(`Nobody answers at ${url.pathname}`);
  }

  /** As the browser's own: rejects without a network, and as soon as the request is called off. */
  const fetch: typeof globalThis.fetch = (input, init = {}) => {
    if (isCut) return Promise.reject(new TypeError('no network'));
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    const aborted = new Promise<never>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('called off', 'AbortError')));
    });
    return Promise.race([respond(url, init), aborted]);
  };

  return {
    fetch,
    faults,
    isOnline: () => !isCut,
    /** From now on this is the answer to a query or a command; a function is called with the parameters each time. */
    answer<P extends Schema, R extends Schema>(
      definition: Definition<P, R>,
      result: v.InferInput<R> | Response | ((params: v.InferOutput<P>) => v.InferInput<R> | Response),
    ): void {
      answers.set(definition.name, typeof result === 'function' ? (result as Answerer) : () => result);
    },
    /** From now on these are the items of a list, in whatever form it is asked for. */
    list(definition: QueryDefinition, rows: readonly EntryRow[]): void {
      lists.set(definition.name, rows);
      answers.set(definition.name, () => longOf(standing(rows)));
    },
    /** From now on a query or a command is refused with a code of the contract. */
    refuse(definition: Definition, code: string, data?: unknown): void {
      const status = ALL_PROBLEMS[code];
      if (status === undefined) throw new Error(`The contract has no code ${code}`);
      answers.set(definition.name, () => problem(code, status, data));
    },
    /** From now on the contract's example is the answer again. */
    restore: (definition: Definition): void => void answers.delete(definition.name),
    /** The answer is kept back until what this returns is called. */
    hold(definition: Definition): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates.set(definition.name, promise);
      return () => {
        gates.delete(definition.name);
        resolve();
      };
    },
    /** Answers at a path that is neither a query's nor a command's. */
    at: (path: string, respond: Respond): void => void paths.set(path, respond),
    /** Somebody else has done something: what was read from these keys is told to be stale. */
    happen: channel.send,
    close: channel.close,
    /** Takes the network away, or gives it back. */
    cut(isNow: boolean): void {
      isCut = isNow;
      window.dispatchEvent(new Event(isNow ? 'offline' : 'online'));
    },
    /** The parameters with which a query was asked, in their order. */
    queriesOf: <P extends Schema>(definition: QueryDefinition<string, P>): readonly v.InferOutput<P>[] =>
      receivedQueries.filter(({ name }) => name === definition.name).map(({ params }) => params as v.InferOutput<P>),
    /** What a list was to be sorted by, each time that it was asked for. */
    sorts: ({ name }: QueryDefinition): readonly unknown[] =>
      receivedQueries.filter((one) => one.name === name).map(({ sort }) => sort),
    /** The same of a command. */
    commandsOf: <P extends Schema>(definition: CommandDefinition<string, P>): readonly v.InferOutput<P>[] =>
      receivedCommands.filter(({ name }) => name === definition.name).map(({ params }) => params as v.InferOutput<P>),
  };
}

const problem = (code: string, status: number, data?: unknown): Response =>
  Response.json({ type: 'about:blank', title: code, status, code, data }, { status });

const issue = ({ issues: [first] }: { issues: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]] }): string =>
  `${first.message} at ${v.getDotPath(first) ?? 'the top'}`;
