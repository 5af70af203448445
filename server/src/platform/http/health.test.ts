import type { Health } from '@kontor/contract/account';
import { sql } from 'kysely';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { insertBox } from '../../modules/account/index.ts';
import { seedItem } from '../../modules/activity/factory.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { isNearlyFull } from '../health/disk.ts';
import { expectLogged, testLog } from '../../testing/logged.ts';
import { NO_METRICS } from '../metrics/metrics.ts';
import { healthRoutes } from './health.ts';
import { Budgets } from './budgets.ts';
import { createHttp } from './server.ts';
import { eventually } from '../../testing/eventually.ts';

/** It is one process whose health is looked at here. */
const ONE = { alone: true, ownRealtime: true };

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const ask = async (path: string): Promise<{ status: number; body: { detail?: string } }> => {
  const response = await fetch(`${server?.base}${path}`);
  return { status: response.status, body: (await response.json()) as { detail?: string } };
};

test('a server that serves is alive and ready, with nobody signed in', async () => {
  server = await startTestServer({}, ONE);
  expect(await ask('/health/live')).toEqual({ status: 200, body: { live: true } });
  expect(await ask('/health/ready')).toEqual({ status: 200, body: { ready: true } });
});

test.each([
  [5, 100, false],
  [4.99, 100, true],
  [0, 100, true],
])('%d of %d bytes free is nearly full: %s', (freeBytes, totalBytes, full) => {
  expect(isNearlyFull({ freeBytes, totalBytes })).toBe(full);
});

test('a server is not ready while it starts or stops, on a full disk, or without its database, and alive all the time', async () => {
  server = await startTestServer({}, ONE);
  const { database } = server.platform;
  const state = { serving: false, freeBytes: 50 };
  const http = await createHttp({
    log: testLog(),
    newId: () => 'x',
    logsRequests: false,
    metrics: NO_METRICS,
    trustedProxies: 0,
    requestsPerMinute: 1000,
    budgets: new Budgets(),
    isOurHost: () => true,
    allowsOrigin: () => false,
  });
  const disk = async () => ({ freeBytes: state.freeBytes, totalBytes: 100 });
  healthRoutes(http, { database, isServing: () => state.serving, disk });
  const ready = async () => {
    const answer = await http.inject('/health/ready');
    const { code, detail } = JSON.parse(answer.body) as { code?: string; detail?: string };
    return [answer.statusCode, code, detail, answer.headers['retry-after']];
  };
  expect(await ready()).toEqual([503, 'UNAVAILABLE', 'starting or stopping', '1']);
  state.serving = true;
  expect(await ready()).toEqual([200, undefined, undefined, undefined]);
  state.freeBytes = 1;
  expect(await ready()).toEqual([503, 'UNAVAILABLE', 'disk', '1']);
  state.freeBytes = 50;
  // All connections taken is as good as none: the answer comes all the same, and in time.
  const most = database.ownerPool.options.max ?? 0;
  const held = Array.from({ length: most }, () => sql`select pg_sleep(2.3)`.execute(database.owner));
  await eventually(() => expect(database.ownerPool.idleCount).toBe(0));
  expect(await ready()).toEqual([503, 'UNAVAILABLE', 'database', '1']);
  expect((await http.inject('/health/live')).statusCode).toBe(200);
  await Promise.all(held);
  expect((await ready())[0]).toBe(200);
  await http.close();
});

test('a server that stops says so first, goes on for as long as it was told to, and closes sockets as one that goes away', async () => {
  server = await startTestServer({ KONTOR_DRAIN_SECONDS: '1' }, ONE);
  const socket = new WebSocket(`${server.base.replace('http', 'ws')}/ws`, ['v12.stomp']);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  const closing = server.app.close();
  expect((await ask('/health/ready')).status).toBe(503);
  expect((await ask('/health/live')).status).toBe(200);
  // What comes in the meantime is still answered.
  expect((await fetch(`${server.base}/client.json`)).status).toBe(200);
  expect((await closed)[0]).toBe(1001);
  await closing;
  await expect(fetch(`${server.base}/health/live`)).rejects.toThrow('fetch failed');
});

test('what is being answered when the server stops is answered to its end', async () => {
  server = await startTestServer({}, { poolSize: 1, ...ONE });
  const instance = await server.instance('ende');
  await server.person(instance, 'anna');
  const anna = await server.client(instance, 'anna');
  const { database } = server.platform;
  const held = sql`select pg_sleep(1)`.execute(database.forInstance(instance.id));
  await eventually(() => expect([database.pool.busy(), database.pool.wait.waiting]).toEqual([1, 0]));
  const answer = anna.tryQuery('session.user');
  await eventually(() => expect(database.pool.wait.waiting).toBe(1));
  const began = performance.now();
  await server.app.close();
  expect((await answer).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(5000);
  await held;
});

test('administrators see how the server does, and what of their own instance needs somebody', async () => {
  server = await startTestServer({}, ONE);
  const mine = await server.instance('mein');
  const theirs = await server.instance('dein');
  const annaId = await server.person(mine, 'anna', { isAdministrator: true });
  await server.person(mine, 'ben');
  await server.person(theirs, 'carla', { isAdministrator: true });
  const [anna, ben, carla] = [
    await server.client(mine, 'anna'),
    await server.client(mine, 'ben'),
    await server.client(theirs, 'carla'),
  ];
  const health = (client: typeof anna) => client.query<Health>('account.health');
  expect((await ben.tryQuery('account.health')).body.code).toBe('RIGHT_MISSING');
  const before = await health(anna);
  expect(before).toMatchObject({
    pressure: 'calm',
    connections: { most: 6 },
    jobs: { open: 0, oldestSeconds: null, failed: 0 },
    outboxSeconds: null,
    mailboxes: { read: 0, failing: 0 },
    phoneLines: { on: 0, failing: 0 },
    lastBackup: null,
  });
  expect(before.disk.freeBytes).toBeGreaterThan(0);
  expect(Date.parse(before.startedAt)).toBeLessThanOrEqual(Date.now());

  expectLogged(/"job":"mail.readAnew".*"msg":"job failed"/);
  await server.change(mine, async (ctx) => {
    await ctx.enqueue('mail.readAnew', { mailId: 'none' }, { maxAttempts: 1 });
    await ctx.enqueue('mail.readAnew', { mailId: 'none' }, { runAt: new Date(Date.now() + 3_600_000) });
  });
  await seedItem(server.change, mine, { userIds: [annaId] });
  await eventually(async () => expect((await health(anna)).jobs).toEqual({ open: 1, oldestSeconds: null, failed: 1 }));
  await server.change(mine, async ({ db }) => {
    const box = { module: 'email', name: 'a', sharedState: true, memberIds: [annaId] } as const;
    const boxId = await insertBox(db, mine.id, box);
    await sql`insert into mail_account (instance_id, box_id, owner_id, name, email, host, port, security, user_name, sealed_password, fault)
      values (${mine.id}, ${boxId}, ${annaId}, 'a', 'a@example.com', 'h', 993, 'tls', 'u', '', '{}')`.execute(db);
  });
  expect((await health(anna)).mailboxes).toEqual({ read: 1, failing: 1 });
  expect((await health(carla)).mailboxes).toEqual({ read: 0, failing: 0 });
  expect((await health(carla)).jobs).toEqual({ open: 0, oldestSeconds: null, failed: 0 });
});
