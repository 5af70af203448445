import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'graphile-worker';
import { isDatabaseAway } from '../db/away.ts';
import { createLogContext, withLogContext, type LogContext } from '../log/log-context.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Change } from '../operation/change.ts';
import type { Platform } from '../operation/context.ts';
import type { InstanceLoader, JobContext, JobHandlers } from './jobs.ts';

/** How long a job waits where it is for a database that is away; after that it fails and has to wait for its turn. */
const OUTLAST_MS = 20_000;
const OUTLAST_PAUSE_MS = 250;

/** Does again what failed for want of the database alone: that is no fault of the job, and costs none of its attempts. */
async function outlast<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + OUTLAST_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > end) throw error;
      await sleep(OUTLAST_PAUSE_MS);
    }
  }
}

interface JobPayload extends Record<string, unknown> {
  readonly instanceId?: number;
  /** Id of the request that wanted the job, and its place in a trace. */
  readonly cause?: string;
  readonly traceparent?: string;
}

async function watchJob(metrics: Metrics, logContext: LogContext, work: () => Promise<void>): Promise<void> {
  const job = logContext.operation;
  const began = performance.now();
  let outcome = 'failed';
  try {
    await work();
    outcome = 'ok';
  } finally {
    logContext.span?.end(outcome === 'failed');
    metrics.count('jobs', { job, outcome });
    metrics.time('job_seconds', (performance.now() - began) / 1000, { job });
  }
}

export interface TaskOptions {
  readonly platform: Platform;
  readonly change: Change;
  readonly handlers: JobHandlers;
  readonly loadInstance: InstanceLoader;
  /** Waits until people have what they asked for; jobs begin after them. */
  readonly giveWay: () => Promise<void>;
}

/** Returns what the library runs for a job of that name: its handler, for the instance that the job is of. */
export const taskOf = (options: TaskOptions, name: string): Task => {
  const { platform, change, handlers, loadInstance } = options;
  const { log } = platform;
  return async (payload, helpers) => {
    const { cause, traceparent, ...body } = payload as JobPayload;
    const { instanceId } = body;
    await options.giveWay();
    const instance = instanceId === undefined ? undefined : await outlast(() => loadInstance(instanceId));
    if (instance === undefined) return;
    const ctx: JobContext = {
      ...platform,
      instance,
      db: platform.database.forInstance(instance.id),
      change: (work) => change(instance, work),
      attempt: helpers.job.attempts,
      lastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
    };
    const logContext: LogContext = {
      ...createLogContext(cause ?? `job-${helpers.job.id}`, name),
      instanceId: instance.id,
    };
    const span = platform.tracer?.begin(`job ${name}`, { 'kontor.id': logContext.id }, traceparent);
    if (span !== undefined) logContext.span = span;
    await watchJob(platform.metrics, logContext, () =>
      withLogContext(logContext, async () => {
        try {
          await outlast(async () => handlers[name]?.(ctx, body));
        } catch (error) {
          log[ctx.lastAttempt ? 'error' : 'warn']({ err: error, job: name, attempt: ctx.attempt }, 'job failed');
          throw error;
        }
      }),
    );
  };
};
