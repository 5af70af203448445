import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedBox, seedItem } from '../../modules/activity/factory.ts';
import type { Instance } from '../operation/context.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let own: Instance;
let other: Instance;

beforeAll(async () => {
  server = await startTestServer();
  own = await server.instance('own');
  other = await server.instance('other');
  for (const instance of [own, other]) {
    const userId = await server.person(instance, 'anna');
    const client = await server.client(instance, 'anna');
    const boxId = await seedBox(server.change, instance, [userId]);
    await seedItem(server.change, instance, { userIds: [userId], boxId });
    const fields = { name: 'a', email: 'a@x.example', host: '127.0.0.1', port: 1, security: 'none', userName: 'a' };
    await client.command('mail.addAccount', { ...fields, password: 'x', memberIds: [] });
  }
});
afterAll(() => server?.close());

test('without any filter of ours a connection sees the rows of its instance alone', async () => {
  const { owner } = server.platform.database;
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'instance_id' and t.table_type = 'BASE TABLE'
      and c.table_name not in ('instance', 'event_outbox', 'activity_search', 'mail_address', 'mail_watch', 'broker_cursor')`.execute(
    owner,
  );
  expect(tables.length).toBeGreaterThan(10);
  const db = server.platform.database.forInstance(own.id);
  for (const { name } of tables) {
    const { rows } = await sql<{ instance_id: number }>`select distinct instance_id from ${sql.table(name)}`.execute(
      db,
    );
    expect([name, rows.filter((row) => row.instance_id !== own.id)]).toEqual([name, []]);
    const strange = sql`update ${sql.table(name)} set instance_id = ${own.id} where instance_id = ${other.id}`;
    expect((await strange.execute(db)).numAffectedRows).toBe(0n);
  }
});

test('what no row is hidden in may not be read or changed by it', async () => {
  const db = server.platform.database.forInstance(own.id);
  for (const attempt of [
    sql`select body from event_outbox`,
    sql`delete from event_outbox`,
    sql`update instance set title = 'x'`,
    sql`delete from instance`,
    sql`select * from activity_search`,
    sql`select * from mail_address`,
    sql`select * from mail_watch`,
    sql`select * from broker_cursor`,
    sql`select * from used_ticket`,
    sql`insert into lease (name, process_id) values ('x', gen_random_uuid())`,
    sql`delete from server_process`,
    sql`select * from graphile_worker.jobs`,
  ])
    await expect(attempt.execute(db)).rejects.toThrow(/permission denied/);
});
