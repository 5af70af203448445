import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedItem } from '../modules/activity/factory.ts';
import type { Instance } from '../platform/operation/context.ts';
import type { TestClient } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';
import { StompPeer } from './stomp.ts';

const IS_FULL = process.env['KONTOR_FULL_TESTS'] === 'true';
const CHAOS_MS = IS_FULL ? 10_000 : 4000;
const ACCEPTED = IS_FULL ? 60 : 25;
const WRITERS = 4;

let server: TestServer;
let instance: Instance;
let userId: number;
let client: TestClient;
const unhandled: unknown[] = [];
const keepError = (error: unknown) => void unhandled.push(error instanceof Error ? error.stack : error);

beforeAll(async () => {
  process.on('unhandledRejection', keepError);
  server = await startTestServer();
  instance = await server.instance('chaos');
  userId = await server.person(instance, 'anna');
  client = await server.client(instance, 'anna');
});
afterAll(async () => {
  process.off('unhandledRejection', keepError);
  await server?.close();
});

const seed = () => seedItem(server.change, instance, { userIds: [userId] });
const idOf = (entryId: number) => formatAggregateId({ module: 'email', entryId, userId });

test('connections that die under load lose nothing, do nothing twice, and everything goes on', async () => {
  const items = await Promise.all(Array.from({ length: WRITERS }, seed));
  const later = await Promise.all(Array.from({ length: ACCEPTED }, seed));
  const statuses = new Map<number, number>();
  /** Sends until it is answered, as clients do. */
  const insist = async (parameters: object, async: boolean): Promise<string> => {
    const processId = randomUUID();
    for (;;) {
      const { status } = await client.tryCommand('activity.setState', parameters, { processId, async });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status < 300) return processId;
      await sleep(20);
    }
  };
  const end = Date.now() + CHAOS_MS;
  const killer = (async () => {
    const killers = new pg.Client({ connectionString: server.url });
    await killers.connect();
    while (Date.now() < end) {
      await killers.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await sleep(150);
    }
    await killers.end();
  })();
  const writers = items.map(async (entryId) => {
    let sent = 0;
    for (; Date.now() < end; sent += 1)
      await insist({ aggregateIds: [idOf(entryId)], state: sent % 2 === 0 ? 'seen' : 'ready' }, false);
    return sent;
  });
  const accepted: string[] = [];
  const accepting = (async () => {
    for (const entryId of later) {
      accepted.push(await insist({ aggregateIds: [idOf(entryId)], state: 'ready' }, true));
      await sleep(100);
    }
  })();
  const reader = (async () => {
    while (Date.now() < end) {
      const { status } = await client.tryQuery('inbox.items', {}, { format: 'rows', limit: 10, page: 1 });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(10);
    }
  })();
  const sent = await Promise.all(writers);
  await Promise.all([killer, accepting, reader]);

  expect([...statuses.keys()].filter((status) => ![200, 202, 503].includes(status)).join(', ')).toBe('');
  const db = server.platform.database.forInstance(instance.id);
  const versions = await db
    .selectFrom('activity')
    .select(['activity_id', 'version'])
    .where('instance_id', '=', instance.id)
    .execute();
  const versionOf = (id: number) => versions.find((row) => row.activity_id === id)?.version;
  expect(items.map(versionOf)).toEqual(sent.map((count) => count + 1));

  const waiting = async () => {
    const rows = await db.selectFrom('command_log').select('state').where('instance_id', '=', instance.id).execute();
    return rows.filter(({ state }) => state !== 'done').map(({ state }) => state);
  };
  // A job whose end was lost with its connection is found and begun again, which takes its time on a busy machine.
  const jobs = async () => {
    const { rows } =
      await sql`select id, run_at - now() as due_in, now() - locked_at as held_for, attempts, max_attempts, last_error
      from graphile_worker._private_jobs order by id limit 10`.execute(server.platform.database.owner);
    const { totalCount, idleCount, waitingCount } = server.platform.database.ownerPool;
    return JSON.stringify({ rows, totalCount, idleCount, waitingCount });
  };
  await expect
    .poll(waiting, { timeout: 90_000 })
    .toEqual([])
    .catch(async (error: unknown) => {
      throw new Error(`Jobs that still wait: ${await jobs()}`, { cause: error });
    });
  const after = await db
    .selectFrom('activity')
    .select('version')
    .where('instance_id', '=', instance.id)
    .where('activity_id', 'in', later)
    .execute();
  expect(new Set(after.map(({ version }) => version))).toEqual(new Set([2]));

  const peer = await StompPeer.as(client);
  await client.command('activity.setState', { aggregateIds: [idOf(items[0] ?? 0)], state: 'unseen' });
  expect((await peer.event()).type).toBe('activity.changed');
  peer.close();
  expect(unhandled.join('\n')).toBe('');
});
