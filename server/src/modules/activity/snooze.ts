import { MAX_SNOOZE_DAYS, type snoozeCommands, type snoozeQueries } from '@kontor/contract/activity';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { permittedModules } from './access.ts';
import { announceChanges, editItems } from './changes.ts';
import { editRequested } from './commands.ts';
import { listFilter } from './filter.ts';
import type { AnsweredItem, ItemKinds } from './item-kind-hooks.ts';
import type { ListReader } from './list.ts';
import { NOTHING } from './queries.ts';
import { dueItems, isAnythingWaiting, stillWaits, waitingItems, wakeRows, type Woken } from './store/snooze.ts';
import { edits, lockItems, type SnoozeEnd } from './store/states.ts';

const WAKE_JOB = 'activity.wakeSnoozed';
const ANSWER_JOB = 'activity.wakeAnswered';
/** Items that come back, or are asked about, in one transaction. */
const AT_ONCE = 500;
const DAY_MS = 86_400_000;

/** The clock of the jobs may be ahead of ours: what they are told to bring back is due. */
const enqueueWaking = (ctx: ChangeContext, until: number): Promise<void> =>
  ctx.enqueue(WAKE_JOB, { until }, { key: `${WAKE_JOB}:${ctx.instance.id}:${until}`, runAt: new Date(until) });

/** Looks, after this transaction, whether anything in it answers what somebody waits for. */
export async function noteAnswers(ctx: ChangeContext): Promise<void> {
  if (await isAnythingWaiting(ctx.db, ctx.instance.id))
    await ctx.enqueue(ANSWER_JOB, {}, { key: `${ANSWER_JOB}:${ctx.instance.id}` });
}

/** Puts items off for one person, who sees them, and says when to look for them. The items must have been taken for this transaction. */
export async function snoozeItems(
  ctx: ChangeContext,
  itemKinds: ItemKinds,
  userId: number,
  activityIds: readonly number[],
  end: SnoozeEnd,
): Promise<void> {
  await editItems(ctx, itemKinds, userId, activityIds, edits.snooze(end, new Date(ctx.now())));
  if (end.until !== null) await enqueueWaking(ctx, end.until.getTime());
}

export const snoozeQueryHandlers = (list: ListReader): QueryHandlers<typeof snoozeQueries> => ({
  snoozed(ctx, { moduleIds, ...params }, paging) {
    const modules = permittedModules(ctx.person, moduleIds);
    return list(ctx, modules === undefined ? NOTHING : { ...listFilter(params, modules), snoozed: true }, paging);
  },
});

export const snoozeCommandHandlers = (itemKinds: () => ItemKinds): CommandHandlers<typeof snoozeCommands> => ({
  async snooze(ctx, { aggregateIds, until, untilAnswered }) {
    const end = { until: until === null ? null : new Date(until), untilAnswered };
    const at = end.until?.getTime();
    if (at === undefined ? !untilAnswered : at <= ctx.now() || at > ctx.now() + MAX_SNOOZE_DAYS * DAY_MS)
      return fail('SNOOZE_TIME');
    const changed = await editRequested(ctx, itemKinds, aggregateIds, edits.snooze(end, new Date(ctx.now())));
    if (at !== undefined) await enqueueWaking(ctx, at);
    return changed;
  },
  wake: (ctx, { aggregateIds }) => editRequested(ctx, itemKinds, aggregateIds, edits.wake()),
});

export const snoozeJobs = (itemKinds: () => ItemKinds): JobHandlers => {
  const wake = async (ctx: ChangeContext, woken: readonly Woken[], now: Date, reason: 'forTime' | 'forAnswer') => {
    await lockItems(ctx, [...new Set(woken.map((row) => row.activity_id))]);
    await announceChanges(ctx, itemKinds(), await wakeRows(ctx, woken, now, stillWaits[reason](now)));
  };
  return {
    [WAKE_JOB]: ({ change }, { until }) =>
      change(async (ctx) => {
        const now = new Date(Math.max(ctx.now(), Number(until)));
        const due = await dueItems(ctx.db, ctx.instance.id, now, AT_ONCE);
        if (due.length === 0) return;
        await wake(
          ctx,
          due.map((row) => ({ ...row, by: null })),
          now,
          'forTime',
        );
        if (due.length === AT_ONCE) await enqueueWaking(ctx, now.getTime());
      }),

    async [ANSWER_JOB]({ change }) {
      const next = async (behind: { activity_id: number; user_id: number }): Promise<typeof behind | undefined> =>
        change(async (ctx) => {
          const waiting = await waitingItems(ctx.db, ctx.instance.id, behind, AT_ONCE);
          const answered: AnsweredItem[] = [];
          for (const [module, some] of Map.groupBy(waiting, (item) => item.module))
            answered.push(...((await itemKinds().get(module)?.answeredSince?.(ctx, some)) ?? []));
          const woken = answered.map(({ activityId, userId, by }) => ({
            activity_id: activityId,
            user_id: userId,
            by,
          }));
          if (woken.length > 0) await wake(ctx, woken, new Date(ctx.now()), 'forAnswer');
          const last = waiting.at(-1);
          return waiting.length < AT_ONCE || last === undefined
            ? undefined
            : { activity_id: last.activityId, user_id: last.userId };
        });
      for (let behind = await next({ activity_id: 0, user_id: 0 }); behind !== undefined;) behind = await next(behind);
    },
  };
};
