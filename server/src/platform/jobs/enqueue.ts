import { sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { currentSpan, currentTrail } from '../log/trail.ts';
import type { EnqueueOptions } from './jobs.ts';

/**
 * Attempts where nothing else is said: with the library's growing pauses they last three and a half hours, then somebody has to look.
 */
const USUAL_ATTEMPTS = 10;

/** Writes a job in the transaction of `db`. It runs after the commit, at least once, under the id of the request that wanted it. */
export async function enqueueJob(db: Db, job: string, payload: object, options: EnqueueOptions = {}): Promise<void> {
  const cause = currentTrail()?.id;
  const traceparent = currentSpan()?.traceparent;
  const marks = { ...(cause === undefined ? {} : { cause }), ...(traceparent === undefined ? {} : { traceparent }) };
  await sql`select add_job(${job}, ${JSON.stringify({ ...payload, ...marks })}::json, 
    coalesce(${options.runAt ?? null}::timestamptz, now() + ${options.afterMs ?? null}::float8 * interval '1 millisecond'),
    ${options.key ?? null}::text, ${options.maxAttempts ?? USUAL_ATTEMPTS}::int, ${options.queue ?? null}::text,
    ${options.keepsTime === true ? 'preserve_run_at' : 'replace'}::text)`.execute(db);
}

/**
 * Which of these keys belong to jobs that are being done. One that is written anew meanwhile would be done beside its old self, which
 * the library marks as given up for the case that it ends without success.
 */
export async function keysAtWork({ owner }: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`select key from graphile_worker._private_jobs
    where key = any(${[...keys]}::text[]) and locked_at is not null`.execute(owner);
  return new Set(rows.map(({ key }) => key));
}
