import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { lockItems, renameItems } from '../activity/index.ts';
import { textsOfCalls } from './heads.ts';
import { viewersOfCalls } from './store/calls.ts';
import { callsOfNumber } from './store/sweeping.ts';

const RENEW_JOB = 'phonecall.renewHeads';
/** Newest calls of a number that follow what is known of it; all are shown by what is known when they are listed. */
const MAX_CALLS = 1000;
/** Few enough that nobody who changes a call waits for them. */
const AT_ONCE = 100;

/** Has the newest calls of numbers found by what is known of these now. */
export async function enqueueRenewing(ctx: ChangeContext, numbers: readonly number[]): Promise<void> {
  for (const number of new Set(numbers))
    await ctx.enqueue(RENEW_JOB, { number, done: 0 }, { key: `${RENEW_JOB}:${ctx.instance.id}:${number}` });
}

export const renewingJobs: JobHandlers = {
  [RENEW_JOB]: (job, payload) =>
    job.change(async (ctx) => {
      const { number, done, before } = payload as { number: number; done: number; before?: number };
      const { db, instance } = ctx;
      const calls = await callsOfNumber(db, instance.id, { number, before }, AT_ONCE);
      const ids = calls.map((call) => call.activity_id);
      if (ids.length === 0) return;
      await lockItems(ctx, ids);
      const viewers = await viewersOfCalls(db, instance.id, ids);
      const texts = await textsOfCalls(
        ctx,
        calls.map((call) => ({ call, viewerIds: viewers.get(call.activity_id) ?? [] })),
      );
      await renameItems(
        ctx,
        'phonecall',
        calls.flatMap((call, index) => {
          const text = texts[index];
          if (text === undefined) return [];
          const search = { ...text.head, body: call.reason };
          return { activityId: call.activity_id, contact: text.contact, search };
        }),
      );
      const all = done + ids.length;
      if (ids.length === AT_ONCE && all < MAX_CALLS)
        await ctx.enqueue(RENEW_JOB, { number, done: all, before: ids.at(-1) });
    }),
};
