import { kindNameOf } from '@kontor/contract/kernel';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { ModuleManifest } from '../../platform/operation/manifest.ts';
import type { ItemKinds } from './item-kind-hooks.ts';
import { oldSearches, renewSearches } from './store/search.ts';

const RENEW_JOB = 'activity.renewSearch';
/** Few enough that nobody who files or shares an item waits for them. */
const AT_ONCE = 200;

const enqueueRenewing = (ctx: ChangeContext): Promise<void> =>
  ctx.enqueue(RENEW_JOB, {}, { key: `${RENEW_JOB}:${ctx.instance.id}` });

/**
 * What is searched was once kept in another form. It is brought to that of today beside everything else, newest first, some items a
 * transaction; until then they are found by their words, but not by whom they are from or to.
 */
export const renewingJobs = (itemKinds: () => ItemKinds): JobHandlers => ({
  [RENEW_JOB]: ({ change }) =>
    change(async (ctx) => {
      const old = await oldSearches(ctx.db, ctx.instance.id, AT_ONCE);
      if (old.length === 0) return;
      for (const [module, items] of Map.groupBy(old, (item) => kindNameOf(item.module))) {
        const ids = items.map((item) => item.activity_id);
        const heads = await itemKinds().get(module)?.searchHeads?.(ctx, ids);
        await renewSearches(
          ctx,
          items.map(({ activity_id, contact, information }) => ({
            activityId: activity_id,
            head: heads?.get(activity_id) ?? { title: information, senders: contact, receivers: '' },
          })),
        );
      }
      await enqueueRenewing(ctx);
    }),
});

/** Begins with it where there is anything old. */
export const startRenewing: NonNullable<ModuleManifest['services']>[number] = async ({
  change,
  database,
  directory,
}) => {
  for (const instance of await directory.all()) {
    if ((await oldSearches(database.forInstance(instance.id), instance.id, 1)).length > 0)
      await change(instance, enqueueRenewing);
  }
  return { close: () => Promise.resolve() };
};
