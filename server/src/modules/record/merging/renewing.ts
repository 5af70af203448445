import type { JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { ModuleManifest } from '../../../platform/operation/manifest.ts';
import { oldestFindable } from '../store/search.ts';
import { renewFindables } from '../writing.ts';

const RENEW_JOB = 'record.renewFindables';
/** Few enough that nobody who saves one of them waits. */
const AT_ONCE = 300;

const enqueue = (ctx: ChangeContext, after: number, why: string): Promise<void> =>
  ctx.enqueue(RENEW_JOB, { after, why }, { key: `${RENEW_JOB}:${ctx.instance.id}:${why}` });

/**
 * Renews, in the background and a few records at a time, by what records are found: after its form has changed, or after numbers without a
 * code belong to another country. Until then records are found as before.
 */
export const renewingJobs: JobHandlers = {
  [RENEW_JOB]: ({ change }, { after, why }) =>
    change(async (ctx) => {
      const isOfForm = why === 'form';
      const last = await renewFindables(ctx.db, ctx.instance.id, Number(after), AT_ONCE, { withCells: isOfForm });
      if (last === undefined) return;
      // Those of an older form may lie far apart: what is between them is passed over.
      const next = isOfForm ? await oldestFindable(ctx.db) : last;
      if (next !== undefined) await enqueue(ctx, isOfForm ? Math.max(last, next - 1) : last, String(why));
    }),
};

/** Begins anew with all records of an instance: its numbers are of another country. */
export const renewNumbers = (ctx: ChangeContext): Promise<void> => enqueue(ctx, 0, 'country');

/** Goes on where there is anything old. */
export const startRenewing: NonNullable<ModuleManifest['services']>[number] = async ({
  change,
  database,
  directory,
}) => {
  for (const instance of await directory.all()) {
    const oldest = await oldestFindable(database.forInstance(instance.id));
    if (oldest !== undefined) await change(instance, (ctx) => enqueue(ctx, oldest - 1, 'form'));
  }
  return { close: () => Promise.resolve() };
};
