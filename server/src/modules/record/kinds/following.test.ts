import type { RecordModel } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { makeRecords } from '../index.ts';
import { followingJobs } from './following.ts';
import { designer, field, newKind } from './testing/designer.ts';
import { whileHeld } from './testing/held.ts';
import { long } from '../../../testing/long.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let make: ReturnType<typeof designer>;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
  make = designer(anna);
});
afterAll(() => server?.close());

const RECORDS = 1200;
const seed = (name: string) =>
  server.change(instance, ({ db, now }) =>
    makeRecords(
      db,
      instance.id,
      name,
      Array.from({ length: RECORDS }, (_, index) => ({
        values: { name: `K${index}`, size: index % 3 === 0 ? 'viel' : `${index},5` },
      })),
      { userId: 0, at: now },
    ),
  );
const sizes = async (kindId: number) => {
  const { rows } = await sql<{ id: number; size: string | null; old: string | null; version: number }>`
    select record_id as id, fields ->> 'size' as size, fields ->> 'sizeOld' as old, kind_version as version from record
    where kind_id = ${kindId} order by record_id`.execute(server.platform.database.owner);
  return rows;
};
/** One step of the job, as a server of any number of them does it. */
const step = (kindId: number) =>
  followingJobs['record.followKind']?.(
    { change: (work: Parameters<TestServer['change']>[1]) => server.change(instance, work) } as never,
    { kindId },
  );

test('records follow some at a time, go on where they were after a restart, and are written rightly meanwhile', async () => {
  const kindId = await make.save(newKind('Anlagen', [field('size')]));
  const ids = await seed('Anlagen');
  const [first = 0, , third = 0, fourth = 0] = ids;
  const save = async (idoId: number, key: string, before: string, value: string) =>
    (
      await anna.tryCommand('record.save', {
        idoId,
        idoInstanceId: kindId,
        jsonPayload: { changes: [{ key, before, value }] },
        lastKnownChangeTimestamp: 1,
      })
    ).status;
  await whileHeld(server, kindId, async () => {
    await make.save(await make.setField(kindId, 'size', { isNumber: true }));
    expect((await make.kind(kindId)).following).toBe(RECORDS);
    // What stands there is read as it is, and follows as soon as somebody writes.
    const { jsonModel } = await anna.query<RecordModel>('record.model', { idoId: first, idoInstanceId: kindId });
    expect(jsonModel?.model.leftColumn[1]?.value).toBe('viel');
    expect(await save(fourth, 'name', 'K3', 'Vierte')).toBe(200);
    expect(await save(third, 'size', '2,5', '7')).toBe(200);
    const rows = await sizes(kindId);
    expect(rows[1]).toMatchObject({ size: '1,5', old: null, version: 1 });
    expect(rows[2]).toMatchObject({ size: '7', old: null, version: 2 });
    expect(rows[3]).toMatchObject({ size: null, old: 'viel', version: 2 });
  });
  // The server goes down in the middle of a step, and two go on with it at once.
  const failing = server.change(instance, async (ctx) => {
    await sql`select 1 from record_following where kind_id = ${kindId} for update`.execute(ctx.db);
    throw new Error('Down');
  });
  await expect(failing).rejects.toThrow('Down');
  await Promise.all([step(kindId), step(kindId)]);
  await make.followed(kindId);
  const rows = await sizes(kindId);
  expect(rows).toHaveLength(RECORDS);
  rows.forEach(({ size, old }, index) => {
    if (index === 2) expect(size).toBe('7');
    else expect([size, old]).toEqual(index % 3 === 0 ? [null, 'viel'] : [`${index}.5`, null]);
  });
  // Once more changes nothing.
  await step(kindId);
  expect(await sizes(kindId)).toEqual(rows);
  const conditions = (key: string, operator: string, value?: string) => ({
    idoInstanceId: kindId,
    detailsSearch: JSON.stringify([{ key, operator, value }]),
  });
  const total = async (params: object) => (await anna.query<{ totalCount: number }>('record.items', params)).totalCount;
  expect(await total(conditions('size', 'more', '1000'))).toBe(rows.filter(({ size }) => Number(size) > 1000).length);
  expect(await total(conditions('size', 'isEmpty'))).toBe(RECORDS / 3);
});

test('a kind is changed again before all have followed', long, async () => {
  const kindId = await make.save(newKind('Geräte', [field('size')]));
  await seed('Geräte');
  await whileHeld(server, kindId, async () => {
    await make.save(await make.setField(kindId, 'size', { isNumber: true }));
    await make.save(
      await make.withFields(kindId, (fields) =>
        fields.map((one) => (one.key === 'size' ? field('size', { kind: 'multiplechoiceTag' }) : one)),
      ),
    );
  });
  await make.followed(kindId);
  const { rows } = await sql<{ fields: { size?: unknown; sizeOld?: unknown } }>`select fields from record
    where kind_id = ${kindId} order by record_id limit 3`.execute(server.platform.database.owner);
  expect(rows.map(({ fields }) => [fields.size, fields.sizeOld])).toEqual([
    [undefined, 'viel'],
    [['1.5'], undefined],
    [['2.5'], undefined],
  ]);
});
