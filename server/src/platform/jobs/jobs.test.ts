import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FailedJob } from '@kontor/contract/account';
import { formatAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../app.ts';
import { seedItem } from '../../modules/activity/factory.ts';
import { loadConfig } from '../config/config.ts';
import { runSql } from '../db/testing.ts';
import type { Instance } from '../operation/context.ts';
import { hastenJobs } from './enqueue.ts';
import { forgivingPool } from './forgiving-pool.ts';
import { sweepFailedJobs } from './failed-jobs.ts';
import { expectLogged } from '../../testing/logged.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  // Other processes would take what is left to the next one here; `testing/scale` has them.
  server = await startTestServer({}, { alone: true });
});
afterAll(() => server?.close());

test('a command that a killed server had taken in hand is carried out by the next one', async () => {
  const instance = await server.instance('jobs');
  const annaId = await server.person(instance, 'anna');
  const entryId = await seedItem(server.change, instance, { userIds: [annaId] });
  const { owner } = server.platform.database;
  // No worker may take it before it looks like one that died with its server.
  await server.app.close();
  const processId = randomUUID();
  const aggregateId = formatAggregateId({ module: 'email', entryId, userId: annaId });
  await server.change(instance, async (ctx) => {
    await sql`insert into command_log (instance_id, user_id, process_id, command, request_hash, state, parameters)
      values (${instance.id}, ${annaId}, ${processId}, 'activity.setState', '\\x00', 'queued',
        ${JSON.stringify({ aggregateIds: [aggregateId], state: 'ready' })}::json)`.execute(ctx.db);
    await ctx.enqueue('command.run', { userId: annaId, sessionId: '', processId, apiVersion: 1 });
  });
  await sql`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '20 minutes'`.execute(
    owner,
  );

  const config = loadConfig({
    env: { KONTOR_PORT: '0', KONTOR_DATA: '/nonexistent', DATABASE_URL: server.url, KONTOR_LOG_LEVEL: 'fatal' },
    cwd: '/',
  });
  const next = await startApp({ config, platform: server.platform });
  try {
    const state = async () => {
      const { rows } = await sql<{
        state: string;
      }>`select state from command_log where process_id = ${processId}`.execute(owner);
      return rows[0]?.state;
    };
    await expect.poll(state).toBe('done');
  } finally {
    await next.close();
  }
});

test('work that was ordered anew while a killed server was doing it is not taken for given up', async () => {
  const other = await startTestServer({}, { alone: true });
  try {
    const instance = await other.instance('neu');
    await other.app.close();
    const order = () => other.change(instance, (ctx) => ctx.enqueue('mail.readAnew', { mailId: 1 }, { key: 'once' }));
    await order();
    await runSql(
      other.url,
      `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '1 hour'`,
    );
    await order();
    const left = () =>
      runSql(other.url, 'select key, attempts, max_attempts, last_error from graphile_worker._private_jobs');
    expect(await left()).toHaveLength(2);
    const env = { KONTOR_PORT: '0', KONTOR_DATA: '/nonexistent', DATABASE_URL: other.url, KONTOR_LOG_LEVEL: 'fatal' };
    const next = await startApp({ config: loadConfig({ env, cwd: '/' }), platform: other.platform });
    try {
      await expect.poll(left).toEqual([]);
    } finally {
      await next.close();
    }
  } finally {
    await other.close();
  }
});

test('a server on a copy that is only to be asked leaves the work of the original alone', async () => {
  const other = await startTestServer({}, { alone: true });
  try {
    const instance = await other.instance('kopie');
    await other.app.close();
    await other.change(instance, (ctx) => ctx.enqueue('mail.readAnew', { mailId: 1 }));
    const left = () => runSql(other.url, 'select attempts, locked_by from graphile_worker._private_jobs');
    const env = { KONTOR_PORT: '0', KONTOR_DATA: '/nonexistent', DATABASE_URL: other.url, KONTOR_LOG_LEVEL: 'fatal' };
    const config = loadConfig({ env, cwd: '/' });
    const app = await startApp({ config, platform: other.platform, answersOnly: true });
    expect((await app.http.inject({ url: '/health/live', headers: { host: 'localhost' } })).statusCode).toBe(200);
    await sleep(1000);
    expect(await left()).toEqual([{ attempts: 0, locked_by: null }]);
    await app.close();
    const working = await startApp({ config, platform: other.platform });
    await expect.poll(left).toEqual([]);
    await working.close();
  } finally {
    await other.close();
  }
});

/** From now on the connection is lost on which the end of a job is told; `times` as often, then no more. */
const loseEnds = (url: string, times: number) =>
  runSql(
    url,
    `create sequence lost_ends; create function lose_end() returns trigger language plpgsql as $$
      begin
        if nextval('lost_ends') <= ${times} then perform pg_terminate_backend(pg_backend_pid()); end if;
        return old;
      end $$;
      create trigger lose_end before delete on graphile_worker._private_jobs for each row execute function lose_end()`,
  );

/** Commands that nobody knows of any more: work that is done at once. */
const enqueueNothings = (to: TestServer, instance: Instance, count: number) =>
  to.change(instance, async (ctx) => {
    for (let n = 0; n < count; n += 1) {
      const payload = { userId: 1, sessionId: '', processId: randomUUID(), apiVersion: 1 };
      await ctx.enqueue('command.run', payload, { maxAttempts: 3 });
    }
  });

test('a server stops in time although the ends of its jobs are lost with their connections, one by one', async () => {
  const other = await startTestServer();
  const instance = await other.instance('enden');
  const lockers = await Promise.all(
    ['anna', 'ben', 'carla', 'dora'].map(async (name) => {
      const userId = await other.person(instance, name);
      const entryId = await seedItem(other.change, instance, { userIds: [userId] });
      const locker = new pg.Client({ connectionString: other.url });
      await locker.connect();
      await locker.query('begin');
      await locker.query('select from activity where activity_id = $1 for update', [entryId]);
      const aggregateIds = [formatAggregateId({ module: 'email', entryId, userId })];
      const client = await other.client(instance, name);
      await client.tryCommand('activity.setState', { aggregateIds, state: 'ready' }, { async: true });
      return locker;
    }),
  );
  const atWork = async () =>
    (await runSql(other.url, 'select from graphile_worker._private_jobs where locked_at is not null')).length;
  await expect.poll(atWork).toBe(lockers.length);
  await loseEnds(other.url, 1_000_000);
  for (const locker of lockers) {
    await locker.end();
    await sleep(400);
  }
  const closing = other.close();
  expect(await Promise.race([closing.then(() => 'closed'), sleep(15_000, 'open')])).toBe('closed');
});

test('a job whose end is lost with its connection comes to its end soon, and it costs none of its attempts', async () => {
  const other = await startTestServer();
  try {
    const instance = await other.instance('versuche');
    await loseEnds(other.url, 12);
    await enqueueNothings(other, instance, 4);
    const left = () => runSql(other.url, 'select attempts, last_error from graphile_worker._private_jobs');
    await expect.poll(left).toEqual([]);
  } finally {
    await other.close();
  }
});

test('a span is counted by the clock of the database, also where that of the server is hours ahead', async () => {
  const other = await startTestServer();
  try {
    const instance = await other.instance('spanne');
    other.advance(5 * 3_600_000);
    await other.change(instance, (ctx) => ctx.enqueue('mail.readAnew', { mailId: 1 }, { key: 'soon', afterMs: 200 }));
    await other.change(instance, (ctx) =>
      ctx.enqueue('mail.readAnew', { mailId: 1 }, { key: 'later', afterMs: 3_600_000 }),
    );
    const left = () =>
      runSql(
        other.url,
        `select key, round(extract(epoch from run_at - now()) / 3600) as hours from graphile_worker._private_jobs`,
      );
    await expect.poll(left).toEqual([{ key: 'later', hours: '1' }]);
  } finally {
    await other.close();
  }
});

test('waiting work is hastened by its key, but not what is being done, and nothing is added', async () => {
  const instance = await server.instance('eile');
  const { database } = server.platform;
  // Of a kind that no server knows: nobody begins them.
  await server.change(instance, async (ctx) => {
    for (const key of ['waits', 'held', 'other'])
      await ctx.enqueue('nobody.knows', {}, { key: `eile:${key}`, afterMs: 3_600_000 });
  });
  await sql`update graphile_worker._private_jobs set locked_by = 'somebody', locked_at = now() where key = 'eile:held'`.execute(
    database.owner,
  );
  await hastenJobs(database, ['eile:waits', 'eile:held', 'eile:none']);
  const { rows } = await sql<{ key: string; due: boolean }>`select key, run_at <= now() as due
    from graphile_worker._private_jobs where key like 'eile:%' order by key`.execute(database.owner);
  expect(rows).toEqual([
    { key: 'eile:held', due: false },
    { key: 'eile:other', due: false },
    { key: 'eile:waits', due: true },
  ]);
});

test('work that was given up is for the administrators of its instance to retry or discard', async () => {
  const other = await startTestServer();
  try {
    const mine = await other.instance('eigen');
    const theirs = await other.instance('fremd');
    await other.person(mine, 'anna', { isAdministrator: true });
    await other.person(mine, 'ben');
    await other.person(theirs, 'carla', { isAdministrator: true });
    const [anna, ben, carla] = [
      await other.client(mine, 'anna'),
      await other.client(mine, 'ben'),
      await other.client(theirs, 'carla'),
    ];
    const failed = (client: typeof anna) => client.query<FailedJob[]>('account.failedJobs');
    const { owner } = other.platform.database;
    // A job about no mail at all: no try can ever succeed.
    expectLogged(/"job":"mail.readAnew".*"msg":"job failed"/);
    const fail = (payload: object) =>
      other.change(mine, (ctx) => ctx.enqueue('mail.readAnew', payload, { maxAttempts: 1 }));
    await fail({ mailId: 'none', aggregateId: 'email#1#1' });
    await fail({ mailId: 'none' });
    await expect.poll(async () => (await failed(anna)).length).toBe(2);
    const [job] = (await failed(anna)).filter(({ aggregateId }) => aggregateId !== null);
    expect(job).toMatchObject({ task: 'mail.readAnew', aggregateId: 'email#1#1', attempts: 1 });
    expect(job?.error).toContain('NaN');
    expect(await failed(carla)).toEqual([]);
    const jobIds = (await failed(anna)).map(({ jobId }) => jobId);
    for (const command of ['account.retryFailedJobs', 'account.discardFailedJobs']) {
      expect((await ben.tryCommand(command, { jobIds })).body.code).toBe('RIGHT_MISSING');
      expect(await carla.command(command, { jobIds })).toEqual({ count: 0 });
    }
    expect((await ben.tryQuery('account.failedJobs')).body.code).toBe('RIGHT_MISSING');
    const before = job?.failedAt ?? '';
    expect(await anna.command('account.retryFailedJobs', { jobIds: [job?.jobId] })).toEqual({ count: 1 });
    await expect
      .poll(async () => (await failed(anna)).find(({ jobId }) => jobId === job?.jobId)?.failedAt ?? '')
      .not.toMatch(new RegExp(`^(${before})?$`));
    expect(await anna.command('account.discardFailedJobs', { jobIds })).toEqual({ count: 2 });
    expect(await failed(anna)).toEqual([]);
    expect(await anna.command('account.discardFailedJobs', { jobIds })).toEqual({ count: 0 });

    await fail({ mailId: 'none' });
    await expect.poll(async () => (await failed(anna)).length).toBe(1);
    await sweepFailedJobs(other.platform.database);
    expect(await failed(anna)).toHaveLength(1);
    await sql`update graphile_worker._private_jobs set updated_at = now() - interval '91 days'`.execute(owner);
    await sweepFailedJobs(other.platform.database);
    expect(await failed(anna)).toEqual([]);
  } finally {
    await other.close();
  }
});

test('a connection that is given back twice is given back once', async () => {
  const pool = new pg.Pool({ connectionString: server.url, max: 1 });
  try {
    const twice = await new Promise<unknown[]>((resolve) => {
      forgivingPool(pool).connect((_error, _client, release) => {
        release();
        // By somebody else now, who must not lose it.
        const other = pool.connect();
        release();
        resolve([other, pool.connect()]);
      });
    });
    const [first, second] = twice as Promise<pg.PoolClient>[];
    const client = await first;
    expect(await Promise.race([second, sleep(50, 'waits')])).toBe('waits');
    client?.release();
    (await second)?.release();
  } finally {
    await pool.end();
  }
});
