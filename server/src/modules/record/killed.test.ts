import { makeRecords } from './index.ts';
import { sql } from 'kysely';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportSetup } from '@kontor/contract/record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../platform/db/database.ts';
import { createTestDatabase } from '../../platform/db/testing.ts';
import { testLog } from '../../testing/logged.ts';
import { TestClient } from '../../testing/client.ts';
import { TEST_PASSWORD } from '../../testing/server.ts';
import { forkServer, type ForkedServer } from '../../testing/server-fork.ts';
import { upload } from '../../testing/upload.ts';
import { addPerson, createInstance } from '../account/index.ts';
import { designer, field, newKind } from './kinds/testing/designer.ts';
import { long } from '../../testing/long.ts';

const RECORDS = 6000;
/** After each the next server waits until the dead one's work counts as lost. */
const KILLS = 3;
const endings: (() => Promise<unknown>)[] = [];
let database: Database;
let env: Record<string, string>;
let instanceId: number;
let server: ForkedServer;
let anna: TestClient;

beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'kontor-killed-'));
  database = await openDatabase({ url, poolSize: 2, log: testLog() });
  endings.push(
    drop,
    () => rm(folder, { recursive: true, force: true }),
    () => database.close(),
    () => server?.kill(),
  );
  instanceId = await createInstance(database.owner, { name: 'werft', title: 'Werft' });
  const db = database.forInstance(instanceId);
  await addPerson(db, instanceId, { userName: 'anna', password: TEST_PASSWORD, isAdministrator: true });
  env = { KONTOR_DATA: folder, DATABASE_URL: url, KONTOR_DEMO: 'false' };
  await start();
});
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

async function start(): Promise<void> {
  server = await forkServer(env);
  anna = await new TestClient(server.base, 'werft').signIn('anna', TEST_PASSWORD);
}

/** Kills the server whenever the work has come further, and starts another one that goes on with it. */
async function killWhile(workedOff: () => Promise<number>): Promise<void> {
  let seen = await workedOff();
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = seen;
    await expect.poll(workedOff, { interval: 5 }).toBeGreaterThan(before);
    await server.kill();
    seen = await workedOff();
    // Else nothing was cut off.
    expect(seen).toBeLessThan(RECORDS);
    await start();
  }
}

const countOf = async (query: ReturnType<typeof sql<{ count: number }>>): Promise<number> =>
  (await query.execute(database.owner)).rows[0]?.count ?? 0;

test('records go on following their kind when the server is killed, each once', long, async () => {
  const make = designer(anna);
  const kindId = await make.save(newKind('Anlagen', [field('size')]));
  await makeRecords(
    database.forInstance(instanceId),
    instanceId,
    'Anlagen',
    Array.from({ length: RECORDS }, (_, index) => ({ values: { name: `K${index}`, size: `${index},5` } })),
    { userId: 0, at: () => Date.now() },
  );
  await make.save(await make.setField(kindId, 'size', { isNumber: true }));
  const followed = () =>
    countOf(sql<{ count: number }>`select count(*)::int as count from record
      where kind_id = ${kindId} and kind_version = 2`);
  await killWhile(followed);
  await expect.poll(followed, { timeout: 90_000 }).toBe(RECORDS);
  await designer(anna).followed(kindId);
  const { rows } = await sql<{ size: string; changes: number }>`select r.fields ->> 'size' as size,
      (select count(*)::int from record_change c where c.record_id = r.record_id and c.differences <> '[]') as changes
    from record r where kind_id = ${kindId} order by record_id`.execute(database.owner);
  expect(rows.map(({ size }) => size)).toEqual(Array.from({ length: RECORDS }, (_, index) => `${index}.5`));
  expect(rows.every(({ changes }) => changes === 1)).toBe(true);
});

test('an import goes on when the server is killed, and makes every record once', long, async () => {
  const kindId = await designer(anna).save(newKind('Kisten', [field('number')]));
  const lines = Array.from({ length: RECORDS }, (_, index) => `${index};Kiste ${index}`);
  const { id } = await upload(anna, ['number;name', ...lines].join('\n'), 'Kisten.csv');
  const about = { attachmentId: id, idoInstanceId: kindId };
  const { importId } = await anna.command<{ importId: number }>('record.beginImport', about);
  const { setup } = await anna.query<{ setup: ImportSetup }>('record.importPreview', { importId });
  await anna.command('record.importDryRun', { importId, setup });
  const state = async () => (await anna.query<{ state: string }>('record.import', { importId })).state;
  await expect.poll(state).toBe('checked');
  await anna.command('record.startImport', { importId });
  const made = () =>
    countOf(sql<{ count: number }>`select count(*)::int as count from record where kind_id = ${kindId}`);
  await killWhile(made);
  await expect.poll(state, { timeout: 90_000 }).toBe('done');
  const { rows } = await sql<{ name: string }>`select fields ->> 'name' as name from record
    where kind_id = ${kindId} order by (fields ->> 'number')::int`.execute(database.owner);
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: RECORDS }, (_, index) => `Kiste ${index}`));
});
