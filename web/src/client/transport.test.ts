import { activityCommands, activityQueries, attendanceCommands, findQueries } from '@kontor/contract/activity';
import { mailQueries } from '@kontor/contract/mail';
import { settingsQueries } from '@kontor/contract/settings';
import { inflateSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { Failure } from './failure.ts';
import { retryAfter, retryDelay } from './retry.ts';
import { testEnvironment } from './testing/rows.ts';
import type { TransportEvents } from './requests.ts';
import { createTransport } from './transport.ts';

const counts = activityQueries.unfinishedCounts;
const answer = (results: unknown, headers: Record<string, string> = {}): Response =>
  Response.json({ csrfToken: 'c1', keys: ['list'], processIds: [], results, totalCount: 1 }, { headers });
const problem = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ type: 'about:blank', title: 'no', status, code: 'X' }, { status, headers });

function setUp(answers: (() => Response | Promise<Response>)[], token?: string) {
  const requests: { url: string; init: RequestInit }[] = [];
  const env = testEnvironment(async (input, init = {}) => {
    requests.push({ url: input instanceof Request ? input.url : input.toString(), init });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next === undefined) throw new TypeError('no answer');
    return next();
  });
  const events = {
    onSignedOut: vi.fn<() => void>(),
    onOtherSession: vi.fn<() => void>(),
    onVersionMismatch: vi.fn<() => void>(),
    onRenewedToken: vi.fn<(token: string) => void>(),
    onReached: vi.fn<(reached: boolean) => void>(),
    onBusy: vi.fn<(busy: boolean) => void>(),
  } satisfies TransportEvents;
  const transport = createTransport(
    env,
    { url: 'http://localhost:8080', instance: 'demo', token, csrfToken: 'c0' },
    events,
  );
  const headersOf = (index: number): Headers => new Headers(requests[index]?.init.headers);
  return { transport, requests, env, events, headersOf };
}
const failureOf = async (promise: Promise<unknown>): Promise<Failure> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error(`no failure but ${String(error)}`);
  return error;
};

describe('retry rule', () => {
  const down = new Failure('offline', '');
  const status = (code: number, retryAfterMs?: number): Failure =>
    new Failure('problem', '', { status: code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
  test.each([
    [down, 1, 1, 1000],
    [down, 2, 2, 2000],
    [down, 3, 3, 4000],
    [down, 4, 4, undefined],
    [status(500), 1, 0, 1000],
    [status(599), 5, 0, 16_000],
    [status(500), 6, 0, undefined],
    [status(429), 1, 0, 1000],
    [status(429, 7000), 1, 0, 7000],
    [status(503, 3_600_000), 1, 0, undefined],
    [status(404), 1, 0, undefined],
    [status(422), 1, 0, undefined],
    [new Failure('shape', ''), 1, 0, undefined],
    [new Failure('aborted', ''), 1, 0, undefined],
  ])('%s sent %d times, %d without an answer: %s', (failure, sent, without, delay) => {
    expect(retryDelay(failure, sent, without, 0)).toBe(delay);
  });

  test.each([
    [1000, 1, 0.5, 1250],
    [1000, 1, 0.999, 1500],
    [1000, 4, 0, 4000],
    [1000, 4, 0.5, 5000],
    [20_000, 1, 0.5, 25_000],
    [60_001, 1, 0, undefined],
  ])('asked to wait %d ms, sent %d times, random %d: %s', (requestedMs, sent, random, delay) => {
    expect(retryDelay(status(503, requestedMs), sent, 0, random)).toBe(delay);
  });

  test.each([
    ['5', 5000],
    ['0', 0],
    [null, undefined],
    ['', undefined],
    ['soon', undefined],
    ['Sat, 21 Nov 2026 00:00:10 GMT', 10_000],
  ])('Retry-After %s', (header, ms) => {
    expect(retryAfter(header, Date.parse('2026-11-21T00:00:00Z'))).toBe(ms);
  });

  test('sends again until it is answered', async () => {
    const { transport, requests, env } = setUp([
      () => problem(503),
      () => Promise.reject(new TypeError('x')),
      () => answer([]),
    ]);
    await transport.query(counts, {});
    expect(requests).toHaveLength(3);
    expect(env.slept).toEqual([1000, 2000]);
  });

  test('says that the server has too much to do for as long as anything waits for it, whatever else it does', async () => {
    const { transport, events } = setUp([
      () => problem(503, { 'Retry-After': '1' }),
      () => problem(503, { 'Retry-After': '1' }),
      () => answer([]),
      () => problem(503),
      () => problem(404),
      () => answer([]),
    ]);
    await transport.query(counts, {});
    expect(events.onBusy.mock.calls).toEqual([[true], [false]]);
    await failureOf(transport.query(counts, {}, { once: true }));
    await failureOf(transport.query(counts, {}));
    expect(events.onBusy.mock.calls.slice(2)).toEqual([[true]]);
    await transport.query(counts, {}, { once: true });
    expect(events.onBusy.mock.calls.slice(3)).toEqual([[false]]);
  });

  test('is busy no more with any answer, also where who was refused has given up', async () => {
    const { transport, events } = setUp([() => problem(503), () => answer([])]);
    await failureOf(transport.query(counts, {}, { once: true }));
    await transport.query(counts, {});
    expect(events.onBusy.mock.calls).toEqual([[true], [false]]);
  });
});

describe('queries', () => {
  test('bear platform and instance, and the session only as a cookie', async () => {
    const { transport, requests, headersOf } = setUp([() => answer([])]);
    await transport.query(counts, { statusRed: 'unseen' }, { page: 2, limit: 100 });
    const url = new URL(requests[0]?.url ?? '');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      query: 'session.unfinishedCounts',
      page: '2',
      limit: '100',
      format: 'pako',
      parameters: '{"statusRed":"unseen"}',
    });
    expect(headersOf(0).get('X-Platform')).toBe('App');
    expect(headersOf(0).get('X-Instance')).toBe('demo');
    expect(headersOf(0).has('Authorization')).toBe(false);
    expect(headersOf(0).has('X-Csrf-Token')).toBe(false);
  });

  test('with a password never stand in an address', async () => {
    const { transport, requests } = setUp([() => answer({ fault: null, folders: 1, mails: 1, refreshToken: null })]);
    await transport.query(mailQueries.testConnection, {
      host: 'h',
      port: 993,
      security: 'tls',
      userName: 'u',
      password: 'geheim',
    });
    expect(requests[0]).toMatchObject({ url: 'http://localhost:8080/query', init: { method: 'POST' } });
    expect(JSON.parse(requests[0]?.init.body as string)).toMatchObject({
      query: 'mail.testConnection',
      parameters: { password: 'geheim' },
    });
  });

  test('that are too long go by POST', async () => {
    const { transport, requests } = setUp([() => answer([])]);
    await transport.query(findQueries.filterItems, {
      hiddenSearchTerm: 'ä'.repeat(500),
      searchTerm: 'ä'.repeat(500),
      boxIds: Array.from({ length: 900 }, (_, id) => id + 1),
    });
    expect(requests[0]?.init.method).toBe('POST');
  });

  test('an answer of another shape is a failure and not sent again', async () => {
    const { transport, requests } = setUp([() => answer('nonsense')]);
    expect((await failureOf(transport.query(counts, {}))).kind).toBe('shape');
    expect(requests).toHaveLength(1);
  });
});

describe('sessions', () => {
  test('a command bears the newest token against forgery, and its parameters deflated', async () => {
    const { transport, requests, headersOf } = setUp([
      () => answer([]),
      () => Response.json({ csrfToken: 'c2', success: true, data: { aggregateIds: [], missing: [] } }),
    ]);
    await transport.query(counts, {});
    await transport.command(activityCommands.archive, { aggregateIds: ['x'] }, 'p1');
    expect(headersOf(1).get('X-Csrf-Token')).toBe('c1');
    const body = requests[1]?.init.body as FormData;
    const file = body.get('parameters') as File;
    expect(body.get('serializer')).toBe('pako');
    expect(file.name).toBe('parameters');
    expect(inflateSync(Buffer.from(await file.arrayBuffer())).toString()).toBe('{"aggregateIds":["x"]}');
    expect(transport.credentials.csrfToken).toBe('c2');
  });

  test('a renewed bearer token replaces the one before', async () => {
    const { transport, events, headersOf } = setUp(
      [() => answer([], { 'X-Auth-Token': 't2' }), () => answer([])],
      't1',
    );
    await transport.query(counts, {});
    await transport.query(counts, {});
    expect(events.onRenewedToken).toHaveBeenCalledWith('t2');
    expect([headersOf(0).get('Authorization'), headersOf(1).get('Authorization')]).toEqual(['Bearer t1', 'Bearer t2']);
  });

  test('401 signs out, another version is told', async () => {
    const { transport, events } = setUp([() => problem(401, { 'X-Compatibility-Version': '99' })]);
    expect((await failureOf(transport.query(counts, {}))).status).toBe(401);
    expect(events.onSignedOut).toHaveBeenCalledOnce();
    expect(events.onVersionMismatch).toHaveBeenCalledOnce();
  });
});

test('an answer that never comes is given up: a query as if there were no connection, with what is called off told apart', async () => {
  const over = new AbortController();
  const waits: number[] = [];
  const events = { onReached: vi.fn<(reached: boolean) => void>(), onBusy: () => {} } as unknown as TransportEvents;
  const env = testEnvironment(
    (_input, init) =>
      new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      ),
    {
      deadline: (ms) => {
        waits.push(ms);
        return { signal: over.signal, end: () => undefined };
      },
    },
  );
  const credentials = { url: 'http://localhost:8080', instance: 'demo', token: undefined, csrfToken: 'c0' };
  const transport = createTransport(env, credentials, events);
  const controller = new AbortController();
  const off = failureOf(transport.query(counts, {}, { once: true, signal: controller.signal }));
  controller.abort();
  expect((await off).kind).toBe('aborted');
  const query = failureOf(transport.query(counts, {}, { once: true }));
  over.abort();
  expect((await query).kind).toBe('offline');
  expect([waits, vi.mocked(events.onReached).mock.calls]).toEqual([[60_000, 60_000], [[false]]]);
});

test('what is not asked by an address waits for the token that every other answer brings', async () => {
  const { transport, requests, headersOf } = setUp([
    () => answer({ id: 1, userName: 'anna', firstName: 'Anna', lastName: '', initial: 'A', avatar: null }),
    () => answer([]),
    () => answer([]),
  ]);
  transport.credentials.csrfToken = '';
  const mine = () => transport.query(settingsQueries.mine, {}, { once: true }).catch(() => undefined);
  await Promise.all([mine(), mine()]);
  expect(requests.map(({ url, init }) => [new URL(url).searchParams.get('query'), init.method ?? 'GET'])).toEqual([
    ['session.user', 'GET'],
    [null, 'POST'],
    [null, 'POST'],
  ]);
  expect([headersOf(1).get('x-csrf-token'), headersOf(2).get('x-csrf-token')]).toEqual(['c1', 'c1']);
});

describe('what is true only now', () => {
  const { attend } = attendanceCommands;
  const say = ({ transport }: ReturnType<typeof setUp>) => transport.report(attend, attend.example.params);

  test.each([
    ['it was taken', () => answer({}), true],
    ['it is refused', () => problem(404), true],
    ['the server is too busy, which more of it would not mend', () => problem(503), true],
    ['there is no answer', () => Promise.reject(new TypeError('no answer')), false],
  ])('is sent once, and whether it arrived is known where %s', async (_name, response, isHeard) => {
    const desk = setUp([response]);
    expect(await say(desk)).toBe(isHeard);
    expect(desk.requests.map(({ init }) => init.keepalive)).toEqual([true]);
  });

  test('is not sent by a page that has no token yet', async () => {
    const desk = setUp([() => answer({})]);
    desk.transport.credentials.csrfToken = '';
    expect(await say(desk)).toBe(false);
    expect(desk.requests).toEqual([]);
  });
});
