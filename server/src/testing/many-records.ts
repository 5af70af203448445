import { sql } from 'kysely';
import { makeRecords, type NewRecord } from '../modules/record/index.ts';
import { openDatabase } from '../platform/db/database.ts';
import { testLog } from './logged.ts';

/**
 * Makes records in the first instance of a database, thousands a second: past the wire, by the statements that an
 * import uses. Returns their numbers.
 */
export async function manyRecords(
  url: string,
  kind: string,
  records: readonly NewRecord[],
): Promise<readonly number[]> {
  const database = await openDatabase({ url, poolSize: 1, log: testLog() });
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
