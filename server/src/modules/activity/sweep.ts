import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { lockItems } from './store/states.ts';

const KEPT_MS = 24 * 3_600_000;
const AGAIN_MS = 3_600_000;
const AT_ONCE = 500;

/** How items of a kind that were begun and never written in are found and taken away. */
export interface SweepOptions<T> {
  /** Name of the job. */
  readonly job: string;
  /** Those that were begun before a moment, in milliseconds, the oldest first. */
  readonly find: (db: Db, instanceId: number, before: number, most: number) => Promise<readonly T[]>;
  readonly idOf: (found: T) => number;
  /** Takes them away; they were taken for this transaction. */
  readonly remove: (ctx: ChangeContext, found: readonly T[]) => Promise<void>;
}

/** Takes away what was begun a day ago and never written in. `order`: sees to it for what is begun now. */
export function sweepOf<T>({ job, find, idOf, remove }: SweepOptions<T>): {
  readonly order: (ctx: ChangeContext) => Promise<void>;
  readonly jobs: JobHandlers;
} {
  const order = (ctx: ChangeContext): Promise<void> =>
    ctx.enqueue(job, {}, { key: `${job}:${ctx.instance.id}`, afterMs: KEPT_MS + 60_000, keepsTime: true });

  const goOn = async (ctx: ChangeContext, found: readonly T[]): Promise<void> => {
    if (found.length === AT_ONCE) return ctx.enqueue(job, {});
    if ((await find(ctx.db, ctx.instance.id, ctx.now(), 1)).length === 0) return undefined;
    // One an hour, whoever orders it; never under the key of the job that is being done.
    const hour = Math.floor((ctx.now() + AGAIN_MS) / AGAIN_MS);
    return ctx.enqueue(job, {}, { key: `${job}:${ctx.instance.id}:${hour}`, afterMs: AGAIN_MS, keepsTime: true });
  };

  const sweep = async (ctx: ChangeContext): Promise<void> => {
    const { db, instance } = ctx;
    const before = ctx.now() - KEPT_MS;
    const found = await find(db, instance.id, before, AT_ONCE);
    await lockItems(ctx, found.map(idOf));
    // Somebody may have written in one before it was taken.
    await remove(ctx, await find(db, instance.id, before, AT_ONCE));
    await goOn(ctx, found);
  };
  return { order, jobs: { [job]: ({ change }) => change(sweep) } };
}
