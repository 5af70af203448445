import { openDatabase } from '../platform/db/database.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { startTestServer } from '../platform/db/testing.ts';
import { migrateJobs } from '../platform/jobs/runner.ts';
import { createLogger } from '../platform/log/logger.ts';
import { startScaleServices } from './scale-profile.ts';

/** The single point where the tests' template database gets its schema. */
async function migrate(url: string): Promise<void> {
  await migrateDatabase(url);
  const database = await openDatabase({ url, poolSize: 1, log: createLogger('fatal') });
  await migrateJobs(database);
  await database.close();
}

/**
 * Vitest runs this once before the project "server", and what it returns after it. With KONTOR_TEST_PROFILE=scale all servers of the
 * tests are three processes each, on services such as a company runs beyond one machine.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const isScale = process.env['KONTOR_TEST_PROFILE'] === 'scale';
  const stopServices = isScale ? await startScaleServices() : async () => {};
  const stopDatabase = await startTestServer(migrate);
  return async () => {
    await stopDatabase();
    await stopServices();
  };
}
