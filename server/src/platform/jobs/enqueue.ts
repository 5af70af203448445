import { sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { currentSpan, currentLogContext } from '../log/log-context.ts';

export interface EnqueueOptions {
  /** A second job with the same key replaces the first that has not begun. */
  readonly key?: string;
  readonly runAt?: Date;
  /** Milliseconds from now, by the clock of the database, which alone decides when a job begins: that of a server may be wrong. */
  readonly afterMs?: number;
  /** Where a job of the same key waits already, its time stays. */
  readonly keepsTime?: true;
  readonly maxAttempts?: number;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
}

/**
 * Attempts where nothing else is said: with the library's growing pauses they last three and a half hours, then somebody has to look.
 */
const DEFAULT_ATTEMPTS = 10;

/** Writes a job in the transaction of `db`. It runs after the commit, at least once, under the id of the request that wanted it. */
export async function enqueueJob(db: Db, job: string, payload: object, options: EnqueueOptions = {}): Promise<void> {
  const cause = currentLogContext()?.id;
  const traceparent = currentSpan()?.traceparent;
  const marks = { ...(cause === undefined ? {} : { cause }), ...(traceparent === undefined ? {} : { traceparent }) };
  await sql`select add_job(${job}, ${JSON.stringify({ ...payload, ...marks })}::json, 
    coalesce(${options.runAt ?? null}::timestamptz, now() + ${options.afterMs ?? null}::float8 * interval '1 millisecond'),
    ${options.key ?? null}::text, ${options.maxAttempts ?? DEFAULT_ATTEMPTS}::int, ${options.queue ?? null}::text,
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

/**
 * Has waiting jobs of these keys begun at once; those that are being done, and keys of none, are left as they are. For what a job would
 * find by itself a little later: asked for after the commit of what it waits for, and lost where the process ends in between.
 */
export async function hastenJobs({ owner }: Database, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  // The library tells its workers of what is added, and of nothing else.
  await sql`with hastened as (
      select id from graphile_worker.reschedule_jobs(
        array(select id from graphile_worker._private_jobs where key = any(${[...keys]}::text[]) and locked_at is null and run_at > now()),
        run_at => now())
    ) select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from hastened having count(*) > 0`.execute(
    owner,
  );
}
