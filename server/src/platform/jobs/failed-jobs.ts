import { accountEvents } from '@kontor/contract/account';
import { sql } from 'kysely';
import { atMost } from '../db/at-most.ts';
import type { Database, Db } from '../db/database.ts';
import type { ChangeContext } from '../operation/context.ts';

/** A job that has failed for the last time. The library keeps it, and nothing but these functions takes it up again. */
export interface GivenUpJob {
  readonly jobId: string;
  readonly task: string;
  readonly payload: Record<string, unknown>;
  readonly error: string;
  readonly attempts: number;
  readonly failedAt: Date;
}

/** How long given-up jobs are kept for somebody to look at them. */
const KEEP = '90 days';
const MAX_LISTED = 1000;

/** The instance's own, bound by what every job of an instance bears. */
const givenUp = (instanceId: number) => sql`j.attempts >= j.max_attempts and j.locked_at is null
  and (j.payload ->> 'instanceId')::int = ${instanceId}`;

/** The jobs of an instance that were given up, the newest first, at most 1,000. `owner`: only the owner sees jobs. */
export async function readFailedJobs(owner: Db, instanceId: number): Promise<readonly GivenUpJob[]> {
  const { rows } = await sql<GivenUpJob>`
    select j.id::text as "jobId", t.identifier as task, j.payload, coalesce(j.last_error, '') as error,
      j.attempts::int as attempts, j.updated_at as "failedAt"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where ${givenUp(instanceId)} order by j.updated_at desc, j.id desc limit ${atMost(MAX_LISTED)}`.execute(owner);
  return rows;
}

/** How much work an instance has in the background, for how many seconds the oldest of it could have run, and how much was given up. */
export async function jobsOfInstance(
  owner: Db,
  instanceId: number,
): Promise<{ readonly open: number; readonly oldestSeconds: number | null; readonly failed: number }> {
  const { rows } = await sql<{ open: number; oldestSeconds: number | null; failed: number }>`
    select count(*) filter (where not is_given_up) as open, count(*) filter (where is_given_up) as failed,
      floor(extract(epoch from now() - min(run_at) filter (where not is_given_up and run_at <= now())))::float8 as "oldestSeconds"
    from (select j.run_at, j.attempts >= j.max_attempts and j.locked_at is null as is_given_up
      from graphile_worker._private_jobs j where (j.payload ->> 'instanceId')::int = ${instanceId}) mine`.execute(
    owner,
  );
  return rows[0] ?? { open: 0, oldestSeconds: null, failed: 0 };
}

/** Lets given-up jobs of an instance begin anew. Returns how many there were. */
export async function retryFailedJobs(owner: Db, instanceId: number, jobIds: readonly string[]): Promise<number> {
  const { rows } = await sql`select id from graphile_worker.reschedule_jobs(array(
    select j.id from graphile_worker._private_jobs j where j.id = any(${[...jobIds]}::bigint[]) and ${givenUp(instanceId)}),
    run_at => now(), attempts => 0)`.execute(owner);
  return rows.length;
}

/** Forgets given-up jobs of an instance. Returns how many there were. */
export async function discardFailedJobs(owner: Db, instanceId: number, jobIds: readonly string[]): Promise<number> {
  const { rows } = await sql`select id from graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j where j.id = any(${[...jobIds]}::bigint[]) and ${givenUp(instanceId)}))`.execute(
    owner,
  );
  return rows.length;
}

/** Forgets jobs of all instances that were given up too long ago for anybody to care. */
export async function sweepFailedJobs(database: Database): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j
    where j.attempts >= j.max_attempts and j.locked_at is null and j.updated_at < now() - ${KEEP}::interval limit 10000))`.execute(
    database.owner,
  );
}

/** Tells the instance that other jobs are given up than before. */
export const emitJobsChanged = (ctx: ChangeContext): void =>
  ctx.emit(accountEvents.jobsChanged, 'instance', {
    keys: ['failedJobs'],
    processIds: [...ctx.processIds],
    aggregateIds: [],
  });
