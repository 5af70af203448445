import type pg from 'pg';
import { readFixtures } from '../../server/src/platform/backup/catalog.ts';

/**
 * Runs `work`, which fills tables, without their indexes and foreign keys, and builds these again afterwards, as a restore does: row
 * by row into ten indexes, ten million items would take a day.
 */
export async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const fixtures = await readFixtures(client);
  for (const { drop } of fixtures) await insist(client, drop);
  await work();
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { make } of fixtures) await insist(client, make);
}

const DEADLOCK = '40P01';
const MAX_TRIES = 5;

/** The server is at work meanwhile, on tables that a constraint joins: where this statement is the one that has to give way, it comes again. */
async function insist(client: pg.Client, statement: string, tries = 1): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK || tries === MAX_TRIES) throw error;
    await insist(client, statement, tries + 1);
  }
}
