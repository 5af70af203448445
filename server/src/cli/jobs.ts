import { toFailedJob } from '../modules/account/index.ts';
import { discardFailedJobs, emitJobsChanged, readFailedJobs, retryFailedJobs } from '../platform/jobs/failed-jobs.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { findInstance } from './lookup.ts';
import { dateTime, show, type Shown, table } from './show.ts';
import { withWork } from './work.ts';

const MAX_ERROR = 80;
const MAX_IDS = 10;

export async function listJobs(io: Io, instanceName: string, options: Shown): Promise<void> {
  await withWork(io, async (work) => {
    const instance = await findInstance(work, instanceName);
    const jobs = (await readFailedJobs(work.store.database.owner, instance.id)).map(toFailedJob);
    show(io, options, jobs, () =>
      jobs.length === 0
        ? `No work was given up in "${instance.name}".`
        : table(
            [
              ['Job', (job) => job.jobId, 'right'],
              ['Work', (job) => job.task],
              ['Attempts', (job) => job.attempts, 'right'],
              ['Failed', (job) => dateTime(new Date(job.failedAt))],
              ['Error', (job) => job.error.slice(0, MAX_ERROR)],
            ],
            jobs,
          ),
    );
  });
}

const WAYS = {
  retry: { run: retryFailedJobs, done: 'begin anew as soon as the server runs' },
  discard: { run: discardFailedJobs, done: 'are forgotten' },
} as const;

export interface ChosenJobs extends Shown {
  readonly all?: boolean;
}

export async function decide(
  io: Io,
  way: keyof typeof WAYS,
  { instanceName, named }: { readonly instanceName: string; readonly named: readonly string[] },
  options: ChosenJobs,
): Promise<void> {
  if (named.length > 0 === (options.all === true)) throw new CliError('Name jobs by their numbers, or use --all.');
  const wrong = named.find((id) => !/^\d{1,19}$/.test(id));
  if (wrong !== undefined) throw new CliError(`"${wrong}" is no number of a job; \`kontor jobs list\` shows them.`);
  await withWork(io, async (work) => {
    const { owner } = work.store.database;
    const instance = await findInstance(work, instanceName);
    const ids = options.all ? (await readFailedJobs(owner, instance.id)).map(({ jobId }) => jobId) : named;
    const count = await WAYS[way].run(owner, instance.id, ids);
    await work.change(instance, async (ctx) => {
      const details = { operation: `jobs ${way}`, ids: ids.slice(0, MAX_IDS).join(', ') };
      ctx.audit({ kind: 'jobs.changed', subject: String(count), details });
      emitJobsChanged(ctx);
    });
    show(io, options, { instance: instance.name, count }, () => `${count} jobs ${WAYS[way].done}.`);
  });
}
