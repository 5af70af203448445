import { randomUUID } from 'node:crypto';
import { formatAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../app.ts';
import { seedItem } from '../../modules/activity/factory.ts';
import { loadConfig } from '../config/config.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
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
    await expect.poll(state, { timeout: 10_000 }).toBe('done');
  } finally {
    await next.close();
  }
});
