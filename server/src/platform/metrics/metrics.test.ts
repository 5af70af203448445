import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { seedItem } from '../../modules/activity/factory.ts';
import type { TestClient } from '../../testing/client.ts';
import { expectLogged } from '../../testing/logged.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { resolveHost } from '../egress/resolve.ts';
import { MailParser } from '../mailparse/index.ts';
import type { Instance } from '../operation/context.ts';
import { COUNTERS, GAUGES, TIMERS } from './metrics.ts';
import { createPrometheus } from './prometheus.ts';
import { eventually } from '../../testing/eventually.ts';

const metrics = createPrometheus();
let port: number;
let server: TestServer;
let instance: Instance;
let annaId: number;
let anna: TestClient;

beforeAll(async () => {
  port = await metrics.listen('127.0.0.1', 0);
  const limits = {
    lagMs: { busy: Infinity, overloaded: Infinity },
    waitMs: { busy: 300, overloaded: Infinity },
    atWork: { busy: 0, overloaded: Infinity },
  };
  const pool = { poolSize: 2, waitMs: 2000 };
  server = await startTestServer({}, { metrics, pressureLimits: limits, ...pool, alone: true, ownRealtime: true });
  instance = await server.instance('zahlen');
  annaId = await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
});
afterAll(async () => {
  await server?.close();
  await metrics.close();
});

const read = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
/** The value of a line, 0 where there is none. */
async function value(line: string): Promise<number> {
  const found = (await read()).split('\n').find((text) => text.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length + 1));
}
/** Waits until a line is at least so high. */
const reaches = (line: string, least = 1) =>
  eventually(async () => expect(await value(line), line).toBeGreaterThanOrEqual(least));

test('every metric has a name of its own, and nothing in them tells of an instance, a person or an item', async () => {
  await anna.tryQuery('no.such.query');
  await anna.query('session.user');
  const text = await read();
  const names = [
    ...Object.keys(COUNTERS).map((name) => `${name}_total`),
    ...Object.keys(TIMERS),
    ...Object.keys(GAUGES),
  ];
  for (const name of names) expect(text).toContain(`# TYPE kontor_${name} `);
  expect(text).not.toMatch(/zahlen|anna|no\.such/);
});

describe('what happens moves its metric', () => {
  test.each([
    ['a query', 'kontor_requests_total{operation="session.user",outcome="ok"}', () => anna.query('session.user')],
    [
      'a refused query',
      'kontor_requests_total{operation="filter.items",outcome="PARAMETERS_INVALID"}',
      () => anna.tryQuery('filter.items', { x: 1 }),
    ],
    ['its time', 'kontor_request_seconds_count{operation="session.user"}', () => anna.query('session.user')],
    ['the wait for a connection', 'kontor_pool_wait_seconds_count', () => anna.query('session.user')],
    [
      'a command that came twice',
      'kontor_replays_total',
      async () => {
        const processId = randomUUID();
        for (let sent = 0; sent < 2; sent += 1)
          await anna.command('account.discardFailedJobs', { jobIds: ['1'] }, { processId });
      },
    ],
    [
      'packed bytes that are none',
      'kontor_inflate_rejects_total{code="BAD_ENCODING"}',
      () => {
        const body = new FormData();
        body.set('command', 'activity.delete');
        body.set('processId', randomUUID());
        body.set('serializer', 'pako');
        body.set('parameters', new Blob(['no zlib']), 'parameters');
        return anna.send('/command', { method: 'POST', headers: anna.headers(), body });
      },
    ],
    [
      'a session that is none',
      'kontor_auth_failures_total{code="UNAUTHENTICATED"}',
      () => anna.send('/query?query=session.user', { headers: { Authorization: 'Bearer x' } }),
    ],
    [
      'a wrong password',
      'kontor_auth_failures_total{code="LOGIN_FAILED"}',
      () =>
        anna.send('/auth/login', {
          method: 'POST',
          headers: anna.headers({ 'Content-Type': 'application/json' }),
          body: JSON.stringify({ instance: 'zahlen', username: 'anna', password: 'wrong' }),
        }),
    ],
    [
      'a job that is given up',
      'kontor_jobs_total{job="mail.readAnew",outcome="failed"}',
      () => {
        expectLogged(/"job":"mail.readAnew".*"msg":"job failed"/);
        return server.change(instance, (ctx) => ctx.enqueue('mail.readAnew', { mailId: 'none' }, { maxAttempts: 1 }));
      },
    ],
    [
      'a host of the own network',
      'kontor_egress_blocks_total',
      () =>
        anna.tryQuery('mail.testConnection', {
          host: '169.254.169.254',
          port: 993,
          security: 'tls',
          userName: 'u',
          password: 'p',
        }),
    ],
  ])('%s', async (_name, line, cause) => {
    const before = await value(line);
    await cause();
    await reaches(line, before + 1);
  });

  test('jobs that wait for an administrator', () => reaches('kontor_jobs_failed'));

  test('events and who hears them', async () => {
    const peer = await StompPeer.as(anna);
    await reaches('kontor_sockets');
    await seedItem(server.change, instance, { userIds: [annaId] });
    await peer.event();
    await reaches('kontor_events_total');
    expect(await value('kontor_outbox_lag_seconds_count')).toBeGreaterThan(0);
    peer.close();
  });

  test('a parser that is ended over a mail', async () => {
    const killed: string[] = [];
    const childFile = new URL('../mailparse/testing/failing-process.ts', import.meta.url).pathname;
    const parser = new MailParser({ processes: 1, wallMs: 300, childFile, onKill: (reason) => killed.push(reason) });
    await parser.parse(Buffer.from('hang'));
    await parser.close();
    expect(killed).toEqual(['out-of-time']);
  });

  test('a refused host is told of, one that nobody knows is not', async () => {
    const onRefused = vi.fn<() => void>();
    await expect(resolveHost('10.0.0.1', { allowPrivateHosts: false, onRefused })).rejects.toThrow('10.0.0.1');
    expect(onRefused).toHaveBeenCalledTimes(1);
    const nowhere = { allowPrivateHosts: false, onRefused, lookup: () => Promise.reject(new Error('no')) };
    await expect(resolveHost('nowhere.example', nowhere)).rejects.toThrow('No address');
    expect(onRefused).toHaveBeenCalledTimes(1);
  });

  test('connections that are all taken: heavy work is turned away first, who one is never, and all is well again after it', async () => {
    const db = server.platform.database.forInstance(instance.id);
    const held = [1, 2].map(() => sql`select pg_sleep(1.2)`.execute(db));
    await eventually(() => expect(server.platform.database.pool.busy()).toBe(2));
    const waiting = anna.tryQuery('session.user');
    await reaches('kontor_pool_waiting');
    await eventually(() => expect(server.platform.database.pool.wait.longestMs()).toBeGreaterThan(300));
    const heavy = await anna.tryQuery('mail.quarantine');
    expect([heavy.status, heavy.body.code, heavy.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '2']);
    expect(await value('kontor_shed_total{cost="heavy",reason="busy"}')).toBe(1);
    await Promise.all(held);
    expect((await waiting).status).toBe(200);
    expect((await anna.tryQuery('mail.quarantine')).status).toBe(200);
  });

  test('connections that stay taken: work is told to come again after two seconds', async () => {
    const db = server.platform.database.forInstance(instance.id);
    let isHeld = true;
    const held = [1, 2].map(() => sql`select pg_sleep(3)`.execute(db).finally(() => (isHeld = false)));
    await eventually(() => expect(server.platform.database.pool.busy()).toBe(2));
    const answer = await anna.tryQuery('session.user');
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    // Told so while they are taken, not when they are free.
    expect(isHeld).toBe(true);
    await Promise.all(held);
    expect((await anna.tryQuery('session.user')).status).toBe(200);
  });
});

test('there is nothing else at that port', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
});
