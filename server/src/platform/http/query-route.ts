import { DEFAULT_LIMIT, ProcessIdSchema, SortSchema, type Paging } from '@kontor/contract/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Load } from '../load/load.ts';
import { actorOf, type AuditNote } from '../operation/audit.ts';
import type { Platform, QueryContext } from '../operation/context.ts';
import { BytesAnswer, ListAnswer, PackedAnswer, StreamAnswer, type BoundQuery } from '../operation/manifest.ts';
import { noteOf, refusalOf } from '../operation/noted.ts';
import { fail } from '../operation/problem.ts';
import { Remembered } from '../operation/remembered.ts';
import type { Repeats } from '../operation/repeats.ts';
import { inSpan } from '../trace/in-span.ts';
import { AnswerCache, type KeptAnswer } from './answer-cache.ts';
import type { Budgets } from './budgets.ts';
import { sendBytes, sendStream } from './bytes.ts';
import type { Gate, SignedIn } from './gate.ts';
import { sendPacked } from './pack.ts';
import { parseParameters } from './problems.ts';
import { parseJson } from './unpack.ts';

const PAGING_NAMES = ['page', 'limit', 'sort'] as const;

interface QueryRequest {
  readonly query: string;
  readonly parameters: Record<string, unknown>;
  readonly paging: Partial<Record<(typeof PAGING_NAMES)[number], unknown>>;
  readonly format: string;
  readonly apiVersion: number;
  readonly processId: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One way in for all queries: find the name, parse by the contract, run, answer in the form asked for. */
export function queryRoute(
  http: FastifyInstance,
  {
    platform,
    gate,
    budgets,
    queries,
    load,
    repeats,
  }: {
    readonly platform: Platform;
    readonly gate: Gate;
    readonly budgets: Pick<Budgets, 'of'>;
    readonly queries: ReadonlyMap<string, BoundQuery>;
    readonly load: Load;
    readonly repeats: Repeats;
  },
): void {
  const kept = new AnswerCache();
  const known = new Remembered();
  const answer = async (request: FastifyRequest, reply: FastifyReply, queryRequest: QueryRequest) => {
    const { logContext } = request;
    if (v.is(ProcessIdSchema, queryRequest.processId)) logContext.id = queryRequest.processId;
    const bound = queries.get(queryRequest.query);
    if (bound !== undefined) {
      logContext.operation = bound.definition.name;
      load.admit(bound.definition.cost);
    }
    const signedIn = await gate.signedIn(request, reply);
    if (bound === undefined) return fail('OPERATION_UNKNOWN', { detail: queryRequest.query.slice(0, 100) });
    if (queryRequest.apiVersion < 1 || queryRequest.apiVersion > Math.max(2, bound.definition.apiVersion))
      return fail('CLIENT_TOO_OLD');
    const { definition } = bound;
    const isOwn = definition.ownPaging;
    const given = isOwn ? { ...queryRequest.parameters, ...queryRequest.paging } : queryRequest.parameters;
    const params = parseParameters(definition.params, given);
    const paging = pagingOf(bound, isOwn ? { ...queryRequest, paging: {} } : queryRequest);
    const { instance, person, changeStamp, versions } = signedIn;
    const key = definition.steady ? keyOf(signedIn, queryRequest, params, paging, platform.now()) : undefined;
    let found: KeptAnswer | PackedAnswer | undefined = key === undefined ? undefined : kept.get(key, changeStamp);
    if (found === undefined) {
      const db = platform.database.forInstance(instance.id);
      const auditNow = (about: AuditNote) => repeats.audit(instance, { by: actorOf(person), ...about });
      const remembered: QueryContext['remembered'] = (what, load) => known.of(instance.id, what, versions, load);
      const counted = { changeStamp, versions };
      const ctx: QueryContext = { ...platform, instance, person, db, auditNow, remembered, counted };
      const result = await load.during(`${instance.id} ${person.id}`, definition.cost, async () => {
        // Nobody hears the answer to what was given up while it waited.
        if (reply.raw.destroyed) return fail('UNAVAILABLE');
        return inSpan(definition.name, () => noted(bound, ctx, params, () => bound.run(ctx, params, paging)));
      });
      if (result instanceof BytesAnswer) return sendBytes(request, reply, result);
      if (result instanceof StreamAnswer) return sendStream(reply, result);
      const made = result instanceof PackedAnswer ? result : answerOf(queryRequest, result);
      if (key !== undefined && !(made instanceof PackedAnswer)) kept.put(key, changeStamp, made);
      found = made;
    }
    logContext.rows = found.rows;
    const head = headOf(signedIn, definition.refreshOn(params), queryRequest);
    return sendPacked(request, reply, head, found.body, queryRequest.format === 'pako');
  };
  http.get('/query', (request, reply) =>
    load.counted(budgets.of(request), () =>
      answer(request, reply, queryOfAddress(request.query as Record<string, unknown>)),
    ),
  );
  http.post('/query', { bodyLimit: 1024 * 1024 }, (request, reply) =>
    load.counted(budgets.of(request), () => answer(request, reply, queryOfBody(request.body))),
  );
}

/** Writes down what was taken out where the contract says so, before it leaves, and what was refused. */
async function noted<T>(
  { definition }: BoundQuery,
  { auditNow }: QueryContext,
  params: unknown,
  run: () => Promise<T>,
): Promise<T> {
  try {
    const result = await run();
    const taken = result instanceof BytesAnswer && result.isShown ? undefined : noteOf(definition, params, undefined);
    if (taken !== undefined) await auditNow(taken);
    return result;
  } catch (error) {
    const refused = refusalOf(definition, error);
    if (refused !== undefined) await auditNow(refused);
    throw error;
  }
}

/** Midnight falls on a quarter of an hour in every time zone, and what "today" means with it. */
const SLOT_MS = 15 * 60_000;

/** All that a steady answer follows from, but for the changes that are counted. */
function keyOf(
  { instance, person }: SignedIn,
  queryRequest: QueryRequest,
  params: unknown,
  paging: Paging,
  now: number,
): string {
  const rights = [person.rights, person.isAdministrator, instance.settings];
  const slot = Math.floor(now / SLOT_MS);
  const form = queryRequest.format === 'rows' ? 'rows' : 'long';
  return JSON.stringify([instance.id, person.id, queryRequest.query, params, paging, form, slot, rights]);
}

/** What of an answer follows its head: the results, why they were found, and how many there are. */
function answerOf(queryRequest: QueryRequest, result: unknown): KeptAnswer {
  const isList = result instanceof ListAnswer;
  // Nothing at all is no JSON.
  const given = !isList
    ? result
    : queryRequest.format === 'rows'
      ? { columns: result.columns, rows: result.rows }
      : result.long();
  const rows = isList ? result.rows.length : Array.isArray(result) ? result.length : 1;
  const matches = isList && result.matches.length > 0 ? `"matches":${JSON.stringify(result.matches)},` : '';
  const tail = isList ? { totalCount: result.totalCount, isAlreadyPaginatedAndSorted: true } : { totalCount: rows };
  const text = `"results":${JSON.stringify(given) ?? 'null'},${matches}${JSON.stringify(tail).slice(1)}`;
  return { body: { text }, rows };
}

/** What of an answer is for who has asked alone, up to the results. */
function headOf(signedIn: SignedIn, keys: readonly string[], queryRequest: QueryRequest): string {
  const { csrfToken } = signedIn;
  const processIds = queryRequest.processId === '' ? [] : [queryRequest.processId];
  return `${JSON.stringify({ csrfToken, keys, processIds }).slice(0, -1)},`;
}

function queryOfAddress(query: Record<string, unknown>): QueryRequest {
  for (const value of Object.values(query))
    if (typeof value !== 'string') fail('BAD_REQUEST', { detail: 'A name is given twice' });
  const given = query as Record<string, string | undefined>;
  const json = (text: string | undefined) => (text === undefined ? undefined : parseJson(text));
  return toQueryRequest({
    ...given,
    parameters: json(given['parameters']),
    sort: json(given['sort']),
    page: json(given['page']),
    limit: json(given['limit']),
  });
}

function queryOfBody(body: unknown): QueryRequest {
  if (!isRecord(body)) return fail('BAD_REQUEST', { detail: 'The body must be a JSON object' });
  return toQueryRequest(body);
}

function toQueryRequest(given: Record<string, unknown>): QueryRequest {
  const name = given['query'];
  if (typeof name !== 'string' || name === '') return fail('OPERATION_MISSING');
  const all = given['parameters'] === undefined ? {} : given['parameters'];
  if (!isRecord(all)) return fail('BAD_REQUEST', { detail: 'The parameters must be a JSON object' });
  const parameters = { ...all };
  const paging: QueryRequest['paging'] = {};
  for (const key of PAGING_NAMES) {
    const value = given[key] ?? parameters[key];
    delete parameters[key];
    if (value !== undefined) paging[key] = value;
  }
  const apiVersion = Number(given['apiVersion'] ?? 1);
  if (!Number.isInteger(apiVersion)) return fail('BAD_REQUEST', { detail: 'The apiVersion must be a whole number' });
  const processId = textOf(given['processId']).slice(0, 64);
  const format = textOf(given['format']) || 'json';
  if (!['json', 'pako', 'rows'].includes(format))
    return fail('BAD_REQUEST', { detail: 'The format must be json, pako or rows' });
  return { query: name, parameters, paging, apiVersion, processId, format };
}

const wholeFromOne = (value: unknown, name: string, most: number): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  return fail('PARAMETERS_INVALID', { errors: [{ path: name, message: `A whole number from 1 to ${most}` }] });
};

function pagingOf({ definition }: BoundQuery, { paging }: QueryRequest): Paging {
  const page = paging.page === undefined ? 1 : wholeFromOne(paging.page, 'page', 1_000_000);
  const limit = paging.limit === undefined ? DEFAULT_LIMIT : wholeFromOne(paging.limit, 'limit', DEFAULT_LIMIT);
  const list = definition.list;
  const sort = paging.sort === undefined ? [] : parseParameters(SortSchema, paging.sort, 'sort');
  for (const [index, { property }] of sort.entries()) {
    if (!list?.sortKeys.includes(property)) {
      fail('PARAMETERS_INVALID', {
        errors: [{ path: `sort.${index}.property`, message: `One of ${list?.sortKeys.join(', ')}` }],
      });
    }
  }
  return { page, limit, sort: sort.length > 0 ? sort : (list?.defaultSort ?? []) };
}
