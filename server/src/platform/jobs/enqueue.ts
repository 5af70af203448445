import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { EnqueueOptions } from './jobs.ts';

/** Writes a job in the transaction of `db`. It runs after the commit, at least once. */
export async function enqueueJob(db: Db, job: string, payload: object, options: EnqueueOptions = {}): Promise<void> {
  await sql`select add_job(${job}, ${JSON.stringify(payload)}::json, ${options.runAt ?? null}::timestamptz,
    ${options.key ?? null}::text, ${options.maxAttempts ?? null}::int, ${options.queue ?? null}::text)`.execute(db);
}
