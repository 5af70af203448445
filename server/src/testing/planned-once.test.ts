import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../platform/operation/context.ts';
import { seedRecord } from '../modules/record/factory.ts';
import type { TestClient } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';

const ITEMS = 20_000;
/** PostgreSQL plans a statement anew five times before it compares. */
const TURNS = 9;
let server: TestServer;
let instance: Instance;
let anna: TestClient;
let record: { idoId: number; idoInstanceId: number };

beforeAll(async () => {
  server = await startTestServer({}, { alone: true, poolSize: 1 });
  instance = await server.instance('geplant');
  const annaId = await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
  record = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
  const { owner } = server.platform.database;
  await sql`insert into activity (ts, instance_id, module, direction, contact, information, channel, extras)
    select now() - n * interval '1 minute', ${instance.id}, (array[1,2,5,6])[1 + n % 4], n % 3, 'Person ' || n % 500, 'Vorgang ' || n, '', '{}'
    from generate_series(1, ${ITEMS}::int) n`.execute(owner);
  await sql`insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction, mine)
    select activity_id, ts, instance_id, ${annaId}, 0, module, 1 + activity_id % 3, direction, false from activity where instance_id = ${instance.id}`.execute(
    owner,
  );
  await sql`insert into activity_record (instance_id, activity_id, record_id, reason, linked_at, ts)
    select instance_id, activity_id, ${record.idoId}, 1, date_part('epoch', ts), ts from activity where instance_id = ${instance.id} and activity_id % 4 = 0`.execute(
    owner,
  );
  await sql`analyze`.execute(owner);
});
afterAll(() => server?.close());

test('what lists ask is planned once a connection, not with each request', async () => {
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const page = { page: turn, limit: 100 };
    await anna.query('inbox.items', { statusRed: 'unseen', statusYellow: 'seen' }, page);
    await anna.query('task.items', {}, page);
    await anna.query('filter.items', {}, page);
    await anna.query('record.activities', { idoId: record.idoId, instanceId: record.idoInstanceId, date: 'all' }, page);
    await anna.query('record.items', { idoInstanceId: record.idoInstanceId, page: turn });
    await anna.query('phoneBook.items', { searchString: 'Ne' }, page);
    await anna.query('alarm.unconfirmed');
  }
  const { rows } = await sql<{ statement: string; own: number; general: number }>`
    select statement, custom_plans as own, generic_plans as general from pg_prepared_statements where custom_plans + generic_plans >= 6`.execute(
    server.platform.database.forInstance(instance.id),
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ general }) => general === 0)).toEqual([]);
});
