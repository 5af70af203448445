import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TOTAL_CAP } from '@kontor/contract/kernel';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedRecord } from '../factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;
let record: { idoId: number; idoInstanceId: number };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

let count = 0;
beforeEach(async () => {
  count += 1;
  instance = await server.instance(`summen${count}`);
  annaId = await server.person(instance, 'anna', { isAdministrator: true });
  await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
  record = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
});

/** Gives anna items, the first of which are in the trash, and half as many that nobody else sees are not linked with the record. */
async function fill(items: number, trashed: number): Promise<void> {
  const { owner } = server.platform.database;
  await sql`insert into activity (ts, instance_id, module, direction, contact, information, channel, extras)
    select now() - n * interval '1 minute', ${instance.id}, 2, 0, 'Person', 'Vorgang ' || n, '', '{}'
    from generate_series(1, ${items + Math.ceil(items / 2)}::int) n`.execute(owner);
  const numbered = sql`(select activity_id, ts, row_number() over (order by activity_id) as n from activity where instance_id = ${instance.id})`;
  await sql`insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction, mine, trashed)
    select activity_id, ts, ${instance.id}, ${annaId}, 0, 2, 1 + n % 3, 0, false, n <= ${trashed} or n > ${items} and n % 2 = 0 from ${numbered} i`.execute(
    owner,
  );
  await sql`insert into activity_record (instance_id, activity_id, record_id, reason, linked_at, ts)
    select ${instance.id}, activity_id, ${record.idoId}, 1, date_part('epoch', ts), ts from ${numbered} i where n <= ${items}`.execute(
    owner,
  );
  await sql`analyze activity, activity_user, activity_record`.execute(owner);
}

const history = (more: object = {}) =>
  anna.envelope('record.activities', {
    idoId: record.idoId,
    instanceId: record.idoInstanceId,
    date: 'all',
    view: 'all',
    ...more,
  });
const totalOf = async (more: object = {}): Promise<number> => (await history(more)).totalCount;

describe('the history of a record has as many items', () => {
  test.each([
    [300, 0, 300],
    [300, 40, 260],
    [1400, 1200, 200],
    [TOTAL_CAP + 200, 150, TOTAL_CAP],
    [TOTAL_CAP + 200, 300, TOTAL_CAP - 100],
    [TOTAL_CAP + 1500, 1001, TOTAL_CAP],
    [TOTAL_CAP + 900, 1001, TOTAL_CAP - 101],
  ])('of %i of which %i are in the trash, %i', async (items, trashed, total) => {
    await fill(items, trashed);
    expect(await totalOf()).toBe(total);
  });

  test('as are asked for, where fewer are', async () => {
    await fill(300, 30);
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from activity_user v join activity_record r using (instance_id, activity_id)
      where v.instance_id = ${instance.id} and v.user_id = ${annaId} and v.status < 3 and not v.trashed and not v.archived`.execute(
      server.platform.database.owner,
    );
    expect(await totalOf({ view: 'open' })).toBe(rows[0]?.n);
  });
});
