import type pg from 'pg';
import { readFixtures } from '../../server/src/platform/backup/catalog.ts';

/**
 * Runs `work`, which fills tables, without their indexes and foreign keys, and builds these again afterwards, as a restore does: row
 * by row into ten indexes, ten million items would take a day.
 */
export async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const fixtures = await readFixtures(client);
  for (const { drop } of fixtures) await client.query(drop);
  await work();
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { make } of fixtures) await client.query(make);
}
