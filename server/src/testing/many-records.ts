import { sql } from 'kysely';
import { makeRecords, type NewRecord } from '../modules/record/index.ts';
import { openDatabase } from '../platform/db/database.ts';
import { reachRunning } from '../platform/db/embedded/reach.ts';
import { createLogger } from '../platform/log/logger.ts';

/**
 * Makes records in the first instance of the Kontor that runs on a data folder, thousands a second: past the wire, by the statements that an
 * import uses. Answers their numbers.
 */
export async function manyRecords(
  dataFolder: string,
  kind: string,
  records: readonly NewRecord[],
): Promise<readonly number[]> {
  const running = await reachRunning(dataFolder);
  if (running === undefined) throw new Error(`No Kontor runs on ${dataFolder}`);
  const database = await openDatabase({ url: running.url, poolSize: 1, log: createLogger('fatal') });
  try {
    const now = Date.now();
    const ids = await database
      .forInstance(1)
      .transaction()
      .execute((db) => makeRecords(db, 1, kind, records, { userId: 0, at: () => now }));
    // What the database does by itself within a minute: until then it plans as if nothing were there.
    await sql`analyze`.execute(database.owner);
    return ids;
  } finally {
    await database.close();
  }
}
