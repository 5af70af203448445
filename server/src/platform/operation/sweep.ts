import { sweepFailedJobs } from '../jobs/failed-jobs.ts';
import { forgetOld } from './command-log.ts';
import type { Instance, Platform } from './context.ts';
import type { Service } from './manifest.ts';

const EVERY_MS = 60 * 60_000;
/** How long a process id is remembered: so long the same command sent again takes no effect. */
const KEEP_COMMANDS = '90 days';
/** An answer is taken away in pieces, so that no delete holds its locks for long. */
const PIECE = 10_000;

/** Forgets commands whose process ids have served their time, and jobs that were given up long ago, once an hour. */
export function startSweep(platform: Platform, instances: () => Promise<readonly Instance[]>): Service {
  let running: Promise<void> | undefined;
  let closed = false;
  const sweep = async (): Promise<void> => {
    await sweepFailedJobs(platform.database);
    for (const { id } of await instances()) {
      for (;;) {
        if (closed) return;
        const forgotten = await forgetOld(platform.database.forInstance(id), id, KEEP_COMMANDS, PIECE);
        if (forgotten < PIECE) break;
      }
    }
  };
  const run = (): void => {
    running = sweep().catch((error: unknown) => platform.log.warn({ err: error }, 'old commands cannot be swept'));
  };
  const timer = setInterval(run, EVERY_MS);
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
