import { setTimeout as sleep } from 'node:timers/promises';
import type { InstanceDirectory } from './modules/account/index.ts';
import type { Config } from './platform/config/config.ts';
import { startJobs } from './platform/jobs/runner.ts';
import type { Load } from './platform/load/load.ts';
import { ASYNC_COMMAND_JOB, type CommandRunner } from './platform/operation/command.ts';
import type { Platform } from './platform/operation/context.ts';
import type { ModuleManifest, Service, ServiceTools } from './platform/operation/manifest.ts';
import { startSweep } from './platform/operation/sweep.ts';
import { usedAmong } from './platform/storage/used.ts';
import { startUploadSweep, uploadJobs } from './platform/uploads/index.ts';
import type { Realtime } from './open-realtime.ts';
import { receiveMail } from './receive-mail.ts';
import { STORED } from './stored.ts';

const JOBS_AT_ONCE = 6;
const JOBS_POLL_MS = 2000;

interface WorkOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly realtime: Realtime;
  readonly directory: InstanceDirectory;
  readonly modules: readonly ModuleManifest[];
  readonly runner: CommandRunner;
  readonly load: Load;
  /** How often it is looked for jobs that have become due, in milliseconds. */
  readonly jobsPollMs: number | undefined;
  /** How long jobs are waited for when the server stops, in milliseconds. */
  readonly maxDrainingMs: number;
  /** Starts the mail server that runs within this process, where there is one. */
  readonly startOwnPost: ((tools: Platform & ServiceTools) => Promise<Service>) | undefined;
  /** What runs, each added as soon as it does, so that it is closed whatever comes after it. */
  readonly started: Service[];
}

/** Starts all that works without being asked. Returns the port at which mail is received; undefined where it is not. */
export async function startWork(options: WorkOptions): Promise<number | undefined> {
  const { config, platform, realtime, directory, modules, started } = options;
  const { change, processes, signals, connections } = realtime;
  const tools = { ...platform, change, directory, processes, signals, connections };
  let jobsEnd: Promise<void> | undefined;
  // Waited for once more at the end: a job that took too long has ended by then, with what it worked with.
  started.push(startSweep(platform, directory.all), startUploadSweep({ platform, change }, directory.all), {
    close: async () => jobsEnd,
  });
  for (const module of modules) {
    for (const start of module.services ?? []) started.push(await start(tools));
  }
  const jobs = await startAllJobs(options);
  // Before what jobs work with: what is begun is done to its end. One that takes too long ends when that is closed below it.
  started.push({
    close: () => Promise.race([(jobsEnd = jobs.close()), sleep(options.maxDrainingMs, undefined, { ref: false })]),
  });
  if (options.startOwnPost !== undefined) started.push(await options.startOwnPost(tools));
  if (config.smtpPort === undefined) return undefined;
  // Whoever delivers is refused first when the server stops, while everything that could take the mail still works.
  const receiver = await receiveMail(config, config.smtpPort, tools);
  started.push(receiver);
  return receiver.port;
}

/** Starts the jobs of the platform and of all modules. */
function startAllJobs({ platform, realtime, directory, modules, runner, load, jobsPollMs }: WorkOptions) {
  const { change, processes, isAlone } = realtime;
  const handlers = Object.assign(
    { [ASYNC_COMMAND_JOB]: runner.job, ...uploadJobs(usedAmong(STORED)) },
    ...modules.map((module) => module.jobs),
  );
  return startJobs({
    platform,
    change,
    handlers,
    loadInstance: directory.byId,
    concurrency: JOBS_AT_ONCE,
    pollMs: jobsPollMs ?? JOBS_POLL_MS,
    processes,
    isAlone,
    giveWay: () => load.giveWay(),
  });
}
