import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { startApp } from '../../app.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { runSql } from '../../platform/db/testing.ts';
import { OUTBOX_LOCK } from '../../platform/operation/change.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { hasLongTests } from '../../testing/long.ts';
import { forkServer } from '../../testing/server-fork.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedItem } from '../activity/factory.ts';
import { setAlarms } from './index.ts';

/** Servers that end, begin and are killed: each test has one of its own, and the only ones on its database. */
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Fixture {
  readonly server: TestServer;
  readonly instance: Instance;
  readonly userIds: readonly number[];
}

const HOUR_MS = 3_600_000;

async function build(people: number): Promise<Fixture> {
  const server = await startTestServer({}, { alone: true });
  ends.push(() => server.close());
  const instance = await server.instance('wecker');
  const userIds: number[] = [];
  for (let n = 0; n < people; n += 1) userIds.push(await server.person(instance, `p${n}`, { password: null }));
  return { server, instance, userIds };
}

/** Items with an alarm of everybody's. */
async function setFor(
  { server, instance, userIds }: Fixture,
  items: number,
  at: (item: number) => Date,
): Promise<void> {
  for (let n = 0; n < items; n += 1) {
    const id = await seedItem(server.change, instance, { module: 'note', userIds });
    const alarmAt = at(n);
    await server.change(instance, (ctx) =>
      setAlarms(
        ctx,
        id,
        userIds.map((userId) => ({ userId, type: 'activity', subjectAt: alarmAt, alarmAt })),
      ),
    );
  }
}

interface Rang {
  readonly topic: string;
  readonly alarms: readonly { readonly id: number }[];
}

/** The events by which people were told, in their order. */
async function sentEvents({ server, instance }: Fixture): Promise<readonly Rang[]> {
  const rows = await runSql(
    server.url,
    `select topic, body::json -> 'payload' -> 'alarms' as alarms from event_outbox
      where instance_id = ${instance.id} and body::json ->> 'type' = 'alarm.rang' order by seq`,
  );
  return rows as unknown as Rang[];
}
const rings = (events: readonly Rang[]): string[] =>
  events.flatMap(({ topic, alarms }) => alarms.map(({ id }) => `${topic} ${id}`));

async function waiting({ server }: Fixture): Promise<number> {
  return (await runSql(server.url, 'select from alarm where rung_at is null')).length;
}

/** Another server in this process, on the same data. */
async function startAgain({ server }: Fixture): Promise<void> {
  const env = { KONTOR_PORT: '0', KONTOR_DATA: '/nonexistent', DATABASE_URL: server.url, KONTOR_LOG_LEVEL: 'fatal' };
  const app = await startApp({ config: loadConfig({ env, cwd: '/' }), platform: server.platform });
  ends.push(() => app.close());
}

async function fork({ server }: Fixture) {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-wecker-'));
  const key = { KONTOR_KEY_FILE: join(server.dataFolder, 'kontor.key') };
  const other = await forkServer({ DATABASE_URL: server.url, KONTOR_DATA: folder, KONTOR_DNS: 'off', ...key });
  ends.push(async () => {
    await other.close();
    await rm(folder, { recursive: true, force: true });
  });
  return other;
}

test('what was due while no server ran rings when one starts, once', async () => {
  const fixture = await build(2);
  await setFor(fixture, 1, () => new Date(fixture.server.platform.now() + HOUR_MS));
  await fixture.server.app.close();
  fixture.server.advance(2 * HOUR_MS);
  expect(await waiting(fixture)).toBe(2);
  await startAgain(fixture);
  await expect.poll(() => waiting(fixture)).toBe(0);
  await startAgain(fixture);
  expect(rings(await sentEvents(fixture))).toHaveLength(2);
});

test('two processes at once ring each once', async () => {
  const fixture = await build(30);
  await fork(fixture);
  const start = Date.now() + 4000;
  // Many moments, so that jobs of both overlap.
  await setFor(fixture, 60, (n) => new Date(start + (n % 20) * 50));
  await expect.poll(() => waiting(fixture)).toBe(0);
  const all = rings(await sentEvents(fixture));
  expect([all.length, new Set(all).size]).toEqual([1800, 1800]);
});

test('a process that is killed while it rings has marked, told and pushed, or nothing of it; it rings once', async () => {
  const fixture = await build(1);
  const { server, instance, userIds } = fixture;
  const [userId] = userIds;
  await server.app.close();
  await runSql(
    server.url,
    `insert into session (instance_id, session_id, user_id, kind, token_hash, token_issued_at, created_at, last_used_at, expires_at,
        address, device, signed_in_by)
      values (${instance.id}, '6b1f0a52-7d0e-4a83-9a5f-2a2f6f0f5b11', ${userId}, 'bearer', '\\x00', now(), now(), now(),
        now() + interval '1 day', '', '', 'password');
    insert into push_device (instance_id, user_id, session_id, endpoint_hash, sealed_subscription, created_at)
      values (${instance.id}, ${userId}, '6b1f0a52-7d0e-4a83-9a5f-2a2f6f0f5b11', '\\x00', '', now())`,
  );
  // Keeps the push where it can be counted.
  await runSql(
    server.url,
    `create function keep_push() returns trigger language plpgsql as $$ begin new.run_at := now() + interval '1 hour'; return new; end $$;
      create trigger keep_push before insert on graphile_worker._private_jobs for each row
        when (new.payload ->> 'messages' is not null) execute function keep_push()`,
  );
  // Whoever rings waits here with everything written and nothing committed.
  const locker = new pg.Client({ connectionString: server.url });
  await locker.connect();
  ends.push(() => locker.end());
  await setFor(fixture, 1, () => new Date(Date.now() + 1500));
  await locker.query('select pg_advisory_lock($1::int, $2::int)', [OUTBOX_LOCK, instance.id]);
  const victim = await fork(fixture);
  const stuck = () => runSql(server.url, "select from pg_locks where locktype = 'advisory' and not granted");
  await expect.poll(async () => (await stuck()).length).toBe(1);
  await victim.kill();
  await locker.query('select pg_advisory_unlock_all()');
  await expect.poll(async () => (await stuck()).length).toBe(0);
  const pushes = () => runSql(server.url, "select from graphile_worker.jobs where task_identifier = 'push.send'");
  // Its commit was sent with what waits: where the database takes it, it takes all of it.
  await expect
    .poll(async () => [await waiting(fixture), (await sentEvents(fixture)).length, (await pushes()).length])
    .toSatisfy(([left, ...said]: number[]) => said.every((count) => count === 1 - (left ?? 0)));

  await startAgain(fixture);
  await expect.poll(() => waiting(fixture)).toBe(0);
  expect([rings(await sentEvents(fixture)).length, (await pushes()).length]).toEqual([1, 1]);
});

const ITEMS = hasLongTests ? 100 : 20;

test(`${100 * ITEMS} that are due at once ring, with one event a person for every 500`, async () => {
  const fixture = await build(100);
  const at = new Date(Date.now() + HOUR_MS);
  await setFor(fixture, ITEMS, () => at);
  await runSql(fixture.server.url, 'update graphile_worker._private_jobs set run_at = now()');
  await expect.poll(() => waiting(fixture)).toBe(0);
  const events = await sentEvents(fixture);
  const all = rings(events);
  expect([all.length, new Set(all).size]).toEqual([100 * ITEMS, 100 * ITEMS]);
  // Each 500 are five items of everybody's.
  expect(events).toHaveLength(20 * ITEMS);
  for (const { alarms } of events) expect(alarms).toHaveLength(5);
});
