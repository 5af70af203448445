import { IMPORT_DAYS, type RecordInstance } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '../../../platform/db/testing.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { importDesk } from './testing/desk.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

/** How many rows are noted, how many imports keep their file, and how many there are. */
async function kept(instanceId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ noted: number; files: number; all: number }>`select
      (select count(*)::int from record_import_row where instance_id = ${instanceId}) as noted,
      count(attachment_id)::int as files, count(*)::int as all
    from record_import where instance_id = ${instanceId}`.execute(server.platform.database.owner);
  return rows.flatMap(({ noted, files, all }) => [noted, files, all]);
}

test('what was noted of an import is forgotten after its days, with its file; what came of it stays', async () => {
  const instance = await server.instance('werft');
  await server.person(instance, 'anna');
  const anna = await server.client(instance, 'anna');
  const desk = importDesk(server, instance, anna, await anna.query<RecordInstance[]>('record.instances'));
  const done = await desk.bring('Name\nWerft\nBucht\n', { keys: [] });
  await desk.begin('Name\nNie begonnen\n');
  expect(await kept(instance.id)).toEqual([2, 2, 2]);
  const { rows } = await sql<{ days: number }>`select extract(epoch from run_at - now())::float8 / 86400 as days
    from graphile_worker._private_jobs where key like 'record.forgetImport:%'`.execute(server.platform.database.owner);
  expect(rows.map(({ days }) => Math.round(days))).toEqual([IMPORT_DAYS, IMPORT_DAYS]);
  await runSql(
    server.url,
    "update graphile_worker._private_jobs set run_at = now() where key like 'record.forgetImport:%'",
  );
  await expect.poll(() => kept(instance.id)).toEqual([0, 0, 1]);
  expect((await desk.standing()).map(({ title }) => title)).toEqual(['Bucht', 'Werft']);
  expect(await anna.query('record.import', { importId: done.importId })).toMatchObject({ isKept: false, made: 2 });
  expect((await anna.tryCommand('record.undoImport', { importId: done.importId })).body.code).toBe(
    'RECORD_IMPORT_STATE',
  );
});
