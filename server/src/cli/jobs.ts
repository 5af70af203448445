import type { Command } from 'commander';
import { toFailedJob } from '../modules/account/index.ts';
import { discardFailedJobs, emitJobsChanged, readFailedJobs, retryFailedJobs } from '../platform/jobs/failed-jobs.ts';
import { CliError } from './faults.ts';
import type { Io } from './io.ts';
import { findInstance } from './lookup.ts';
import { addCommand, dateTime, show, type Shown, table } from './show.ts';
import { withWork } from './work.ts';

const MOST_ERROR = 80;
const MOST_IDS = 10;

async function listJobs(io: Io, instanceName: string, options: Shown): Promise<void> {
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
              ['Error', (job) => job.error.slice(0, MOST_ERROR)],
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

interface ChosenJobs extends Shown {
  readonly all?: boolean;
}

async function decide(
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
      const details = { operation: `jobs ${way}`, ids: ids.slice(0, MOST_IDS).join(', ') };
      ctx.audit({ kind: 'jobs.changed', subject: String(count), details });
      emitJobsChanged(ctx);
    });
    show(io, options, { instance: instance.name, count }, () => `${count} jobs ${WAYS[way].done}.`);
  });
}

/** `kontor jobs …` */
export function jobsCommands(program: Command, io: Io): void {
  const group = program.command('jobs').description('work that was tried as often as it may be, and given up');
  addCommand(group, 'list <instance>', {
    about: 'show what was given up, the newest first',
    example: 'kontor jobs list acme --json',
  }).action((instance: string, options: Shown) => listJobs(io, instance, options));
  for (const [way, about] of [
    ['retry', 'try given-up jobs again, from the beginning'],
    ['discard', 'forget given-up jobs'],
  ] as const) {
    addCommand(group, `${way} <instance> [jobs...]`, {
      about,
      example: `kontor jobs ${way} acme 812 813\nkontor jobs ${way} acme --all`,
    })
      .option('--all', 'all of them')
      .action((instanceName: string, named: string[], options: ChosenJobs) =>
        decide(io, way, { instanceName, named }, options),
      );
  }
}
