import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { buildIndexes, startBuilding } from './late-index.ts';

const INDEX = { name: 'late_index', on: 'activity (instance_id, contact)' };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
});
afterAll(() => server?.close());

const isWhole = async () => {
  const { rows } = await sql<{ is_whole: boolean }>`
    select indisvalid as is_whole from pg_index where indexrelid = to_regclass('late_index')`.execute(
    server.platform.database.owner,
  );
  return rows[0]?.is_whole;
};
const build = async () => {
  const client = await server.platform.database.ownerPool.connect();
  try {
    return await buildIndexes(client, [INDEX]);
  } finally {
    client.release();
  }
};

test('an index that is missing is built, once', async () => {
  expect(await isWhole()).toBeUndefined();
  expect(await build()).toEqual(['late_index']);
  expect(await isWhole()).toBe(true);
  expect(await build()).toEqual([]);
});

test('one that was not finished is built anew', async () => {
  const { owner, ownerPool } = server.platform.database;
  await sql`drop index late_index`.execute(owner);
  const { id } = await server.instance('spaet');
  await sql`insert into activity (ts, instance_id, module, contact) select now(), ${id}, 5, 'zweimal' from generate_series(1, 2)`.execute(
    owner,
  );
  // PostgreSQL leaves behind what it cannot finish.
  await expect(ownerPool.query('create unique index concurrently late_index on activity (contact)')).rejects.toThrow();
  expect(await isWhole()).toBe(false);
  expect(await build()).toEqual(['late_index']);
  expect(await isWhole()).toBe(true);
});

test('a server that ends does not wait for it', async () => {
  const { owner } = server.platform.database;
  await sql`drop index late_index`.execute(owner);
  const holder = await owner.transaction().execute(async (db) => {
    // Who builds waits for whoever writes.
    await sql`lock table activity in row exclusive mode`.execute(db);
    const service = await startBuilding([INDEX])(server.platform);
    await service.close();
    return 'over';
  });
  expect(holder).toBe('over');
  expect(await isWhole()).not.toBe(true);
});
