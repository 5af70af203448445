import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as WorkerLogger, run, runMigrations, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { emitJobsChanged } from './failed-jobs.ts';
import { forgivingPool } from './forgiving-pool.ts';
import type { Service } from '../operation/manifest.ts';
import type { Processes } from '../processes/processes.ts';
import { taskOf, type TaskOptions } from './tasks.ts';

/** Brings the job tables up to the library's version. */
export async function migrateJobs(database: Database): Promise<void> {
  await runMigrations({ pgPool: database.ownerPool });
}

/** Jobs that wait or run, and those that were given up. */
export async function countJobs(database: Database): Promise<{ readonly open: number; readonly failed: number }> {
  const { rows } = await database.ownerPool.query<{ open: number; failed: number }>(
    // One that is at work while its like is ordered counts as tried to the end, for the other takes its place.
    `select count(*) filter (where attempts < max_attempts or locked_at is not null) as open,
            count(*) filter (where attempts >= max_attempts and locked_at is null) as failed from graphile_worker.jobs`,
  );
  return rows[0] ?? { open: 0, failed: 0 };
}

/** How long a job is held in a name that no living process bears, before it counts as lost. A process that starts needs a moment to give its name. */
const DEAD_AFTER = { alone: '0 seconds', shared: '20 seconds' } as const;

const KILLED = 'The server was ended while this was being done';

/**
 * Gives the jobs free that a killed server has taken with it. One that had no attempt left gets one more, once: it may have been ordered
 * anew while it was being done, and the library then takes all attempts from the one that is at work.
 */
async function releaseDeadLocks(database: Database, after: keyof typeof DEAD_AFTER): Promise<void> {
  await sql`with dead as (
      select locked_by from (
        select locked_by, locked_at from graphile_worker._private_jobs
        union all select locked_by, locked_at from graphile_worker._private_job_queues
      ) held where locked_by is not null and locked_at <= now() - ${DEAD_AFTER[after]}::interval
        and not exists (select from server_process p where held.locked_by = any (p.job_pools))
    ), jobs as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null, last_error = coalesce(last_error, ${KILLED}),
        attempts = case when last_error is null then least(attempts, max_attempts - 1) else attempts end
      where locked_by in (select locked_by from dead)
    )
    update graphile_worker._private_job_queues set locked_by = null, locked_at = null
    where locked_by in (select locked_by from dead)`.execute(database.owner);
}

/** How often it is looked at whether jobs are held that nobody runs. */
const CHECK_MS = 5000;
/** A job that is held this long and runs nowhere was lost on the way to or from the database. */
const LOST_AFTER = '10 seconds';
const RESTART_MS = 500;
/** How long nothing must have run before a runner that will not end is left: when another one takes over, and when the server stops. */
const LEFT_AFTER_MS = { broken: 1000, stopping: 5000 } as const;
const LOOK_MS = 50;

/** How long jobs that could be run may lie there before the runner counts as stuck. */
const STUCK_AFTER = '15 seconds';
const STUCK_AFTER_MS = 15_000;

/** Whether anything waits that could have been run for a while. */
async function isWorkLeft(database: Database): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_jobs j
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.is_available and j.run_at < now() - ${STUCK_AFTER}::interval and q.locked_at is null limit 1`.execute(
    database.owner,
  );
  return rows.length > 0;
}

/**
 * Releases jobs that a pool took, if the connection broke while they were taken or finished. Either they never ran or they ran to their
 * end: none of their attempts is counted.
 */
async function releaseLostJobs(
  database: Database,
  { pool, running, after }: { readonly pool: string; readonly running: ReadonlySet<string>; readonly after: string },
): Promise<void> {
  const ids = [...running];
  await sql`update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
    where locked_by = ${pool} and locked_at <= now() - ${after}::interval and id <> all(${ids}::bigint[])`.execute(
    database.owner,
  );
  await sql`update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    where q.locked_by = ${pool} and q.locked_at <= now() - ${after}::interval and not exists (
      select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by = ${pool})`.execute(
    database.owner,
  );
}

interface JobsOptions extends TaskOptions {
  readonly concurrency: number;
  /** How often it is looked for jobs that have become due. */
  readonly pollMs: number;
  readonly processes: Processes;
  /** Whether no other server works on this database. */
  readonly isAlone: boolean;
}

/** Whoever looks at the given-up jobs sees this one too. */
function tellOfGivenUp({ platform, change, loadInstance }: JobsOptions, payload: unknown): void {
  const { instanceId } = payload as { instanceId?: number };
  const telling = async (): Promise<void> => {
    const instance = instanceId === undefined ? undefined : await loadInstance(instanceId);
    if (instance !== undefined) await change(instance, async (ctx) => emitJobsChanged(ctx));
  };
  telling().catch((error: unknown) => platform.log.warn({ err: error }, 'a given-up job was not told of'));
}

/** Ends when nothing has run for so long, in milliseconds. */
async function quietIn(running: ReadonlySet<string>, ms: number): Promise<void> {
  for (let since = performance.now(); performance.now() - since < ms; await sleep(LOOK_MS, undefined, { ref: false }))
    if (running.size > 0) since = performance.now();
}

/** Starts the library's runner. It may end by itself, or get stuck; `stop` ends it. */
async function startRunner(options: JobsOptions) {
  const { platform, handlers, processes } = options;
  const { log } = platform;
  const running = new Set<string>();
  const progress = { at: performance.now() };
  const stuck = Promise.withResolvers<void>();
  const quiet = (ms: number): Promise<void> => quietIn(running, ms);
  const events: WorkerEvents = new EventEmitter();
  let pool = '';
  events.on('pool:create', ({ workerPool }) => void (pool = workerPool.id));
  events.on('job:start', ({ job }) => {
    running.add(job.id);
    progress.at = performance.now();
  });
  events.on('job:complete', ({ job, error }) => {
    running.delete(job.id);
    progress.at = performance.now();
    if (error && job.attempts >= job.max_attempts) tellOfGivenUp(options, job.payload);
  });
  events.on('worker:fatalError', ({ worker }) => void running.delete(worker.getActiveJob()?.id ?? ''));
  // The library ends a pool that could not tell of the end of a job, and miscounts: it may wait for ever for ends that were told.
  events.on('pool:fatalError', () => void quiet(LEFT_AFTER_MS.broken).then(stuck.resolve));
  const runner = await run({
    pgPool: forgivingPool(platform.database.ownerPool),
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: options.pollMs,
    taskList: Object.fromEntries(Object.keys(handlers).map((name) => [name, taskOf(options, name)])),
    parsedCronItems: [],
    events,
    // Without a delay the library waits for nobody's answer, and a connection lost there ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.debug({ worker: message }, 'job runner');
    }),
  });
  const ended = runner.promise.catch((error: unknown) => log.warn({ err: error }, 'job runner stopped'));
  /** What runs is done to its end; more is not begun. */
  const stop = async (): Promise<void> => {
    const stopped = quiet(LEFT_AFTER_MS.stopping);
    // One that is ending by itself says that it has stopped, or refuses, while jobs still run.
    await Promise.race([runner.stop().catch(() => undefined), stopped]);
    if (running.size > 0) await stopped;
    stuck.resolve();
  };
  await processes.holdJobsAs([pool]);
  return { running, pool, progress, stuck, ended, stop };
}

/** Runs jobs until it is closed. A job that throws is tried again with growing pauses; its last failure is an error in the log. */
export async function startJobs(options: JobsOptions): Promise<Service> {
  const { platform } = options;
  const { log } = platform;
  await releaseDeadLocks(platform.database, options.isAlone ? 'alone' : 'shared');
  let current = await startRunner(options);
  const closing = new AbortController();
  const { signal } = closing;
  /** The library's runner ends for good when the database fails it in the middle of a job; then another one takes over. */
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await Promise.race([current.ended, current.stuck.promise]);
      while (!signal.aborted) {
        await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        try {
          await releaseLostJobs(platform.database, { pool: current.pool, running: new Set(), after: '0 seconds' });
          current = await startRunner(options);
          // Nobody else would stop one that was started while all is being closed.
          if (signal.aborted) await current.stop();
          break;
        } catch (error) {
          log.warn({ err: error }, 'job runner not started again');
        }
      }
      if (signal.aborted) return;
    }
  };
  const kept = keepRunning();
  const check = async (): Promise<void> => {
    const { pool, running, progress, stuck, stop } = current;
    await releaseLostJobs(platform.database, { pool, running, after: LOST_AFTER });
    if (!options.isAlone) await releaseDeadLocks(platform.database, 'shared');
    const isIdle = running.size < options.concurrency && performance.now() - progress.at > STUCK_AFTER_MS;
    if (!isIdle || !(await isWorkLeft(platform.database)) || signal.aborted) return;
    log.warn('job runner does nothing although there is work; another one takes over');
    stuck.resolve();
    await stop();
  };
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.warn({ err: error }, 'lost jobs cannot be looked for'));
  }, CHECK_MS);
  return {
    async close() {
      closing.abort();
      clearInterval(timer);
      await current.stop();
      await kept;
    },
  };
}
