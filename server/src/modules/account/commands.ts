import type { jobCommands } from '@kontor/contract/account';
import { discardFailedJobs, emitJobsChanged, retryFailedJobs } from '../../platform/jobs/failed-jobs.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { requireAdministrator } from './access.ts';

// Jobs are the owner's alone to see, so they are reached by another connection than the command's. Doing it twice changes nothing.
export const commandHandlers: CommandHandlers<typeof jobCommands> = {
  async retryFailedJobs(ctx, { jobIds }) {
    requireAdministrator(ctx);
    const count = await retryFailedJobs(ctx.database.owner, ctx.instance.id, jobIds);
    emitJobsChanged(ctx);
    return { count };
  },

  async discardFailedJobs(ctx, { jobIds }) {
    requireAdministrator(ctx);
    const count = await discardFailedJobs(ctx.database.owner, ctx.instance.id, jobIds);
    emitJobsChanged(ctx);
    return { count };
  },
};
