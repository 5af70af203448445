import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedRecord } from '../factory.ts';
import { findRecord } from '../store/records.ts';
import { fillingJobs } from './filling.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('zellen');
  await server.person(instance, 'anna');
  anna = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

const db = () => server.platform.database.forInstance(instance.id);
const cells = async (recordId: number) => {
  const { rows } = await sql<{ key: string; value: string }>`select key, value from record_cell
    where instance_id = ${instance.id} and record_id = ${recordId} and value <> '' order by key, value`.execute(db());
  return rows.map(({ key, value }) => `${key}=${value}`);
};
const counted = async (kindId: number) => {
  const { rows } = await sql<{ records: number; steps: number }>`
    select coalesce(sum(records), 0)::int as records, count(*)::int as steps from record_count
    where instance_id = ${instance.id} and kind_id = ${kindId}`.execute(db());
  return rows[0];
};

test('a record has cells from the moment it is made, they follow it, and go with it', async () => {
  const named = await seedRecord(server.change, instance, { values: { name: 'Große Werft', city: 'Kiel' } });
  expect(await cells(named.idoId)).toEqual(['*subtitle=kiel', '*title=grosse werft', 'city=kiel', 'name=grosse werft']);
  await anna.command('record.save', {
    ...named,
    jsonPayload: { changes: [{ key: 'city', before: 'Kiel', value: 'Lübeck' }] },
    lastKnownChangeTimestamp: 1,
  });
  expect(await cells(named.idoId)).toEqual([
    '*subtitle=lubeck',
    '*title=grosse werft',
    'city=lubeck',
    'name=grosse werft',
  ]);
  const record = await findRecord(db(), instance.id, named.idoId);
  await anna.command('record.delete', { ...named, lastKnownChangeTimestamp: record?.changed_at });
  expect(await cells(named.idoId)).toEqual([]);
  expect(await counted(named.idoInstanceId)).toMatchObject({ records: 0 });
});

test('records are counted whoever writes them, and the steps are added up', async () => {
  let kindId = 0;
  for (let n = 0; n < 130; n += 1)
    ({ idoInstanceId: kindId } = await seedRecord(server.change, instance, {
      kind: 'Projekte',
      values: { name: `P ${n}` },
    }));
  const { records, steps } = (await counted(kindId)) ?? expect.fail();
  expect(records).toBe(130);
  expect(steps).toBeLessThan(100);
});

test('records without cells get them in a job, in steps, and one that is held is left for later', async () => {
  const made: number[] = [];
  for (let n = 0; n < 3; n += 1)
    made.push((await seedRecord(server.change, instance, { kind: 'Maschinen', values: { name: `M ${n}` } })).idoId);
  const ids = sql`any(${made}::bigint[])`;
  await sql`delete from record_cell where record_id = ${ids}`.execute(db());
  await sql`update record set has_cells = false where record_id = ${ids}`.execute(db());
  const enqueued: string[] = [];
  const run = () =>
    fillingJobs['record.fillCells']?.(
      {
        change: (work: Parameters<typeof server.change>[1]) =>
          server.change(instance, (ctx) => work({ ...ctx, enqueue: async (job: string) => void enqueued.push(job) })),
      } as never,
      {},
    );
  await db()
    .transaction()
    .execute(async (holding) => {
      await sql`select 1 from record where record_id = ${made[0] ?? 0} for update`.execute(holding);
      await run();
      await run();
    });
  expect(await Promise.all(made.map(cells))).toEqual([[], ['*title=m 1', 'name=m 1'], ['*title=m 2', 'name=m 2']]);
  expect(enqueued).toHaveLength(2);
  await run();
  await run();
  expect(await cells(made[0] ?? 0)).toEqual(['*title=m 0', 'name=m 0']);
  expect(enqueued).toHaveLength(3);
});
