import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { deleteItems, lockItems } from '../activity/index.ts';
import { unwrittenMessages } from './store/messages.ts';

const SWEEP_JOB = 'message.sweep';
const KEPT_MS = 24 * 3_600_000;
const AGAIN_MS = 3_600_000;
const AT_ONCE = 500;

/** Orders what is begun now, and never written in, to be taken away after a day. */
export const orderSweep = (ctx: ChangeContext): Promise<void> =>
  ctx.enqueue(SWEEP_JOB, {}, { key: `${SWEEP_JOB}:${ctx.instance.id}`, afterMs: KEPT_MS + 60_000, keepsTime: true });

export const sweepJobs: JobHandlers = {
  [SWEEP_JOB]: ({ change }) =>
    change(async (ctx) => {
      const { db, instance } = ctx;
      const before = ctx.now() - KEPT_MS;
      const found = await unwrittenMessages(db, instance.id, before, AT_ONCE);
      await lockItems(ctx, found);
      // Somebody may have written in one before it was taken.
      await deleteItems(ctx, 'message', await unwrittenMessages(db, instance.id, before, AT_ONCE));
      const isMore = found.length === AT_ONCE || (await unwrittenMessages(db, instance.id, ctx.now(), 1)).length > 0;
      if (isMore) await ctx.enqueue(SWEEP_JOB, {}, { afterMs: found.length === AT_ONCE ? 0 : AGAIN_MS });
    }),
};
