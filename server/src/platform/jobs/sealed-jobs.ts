import { sql } from 'kysely';
import type { Key } from '../crypto/key-file.ts';
import type { Database } from '../db/database.ts';

/** How many jobs that will still be tried bear a secret sealed with which key, by key id. */
export async function countSealedJobs(database: Database, keys: readonly Key[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { id } of keys) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from graphile_worker._private_jobs
      where attempts < max_attempts and payload::text like ${`%"${id}.%`}`.execute(database.owner);
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts.set(id, count);
  }
  return counts;
}
