import { TASK_TAGS_KEY, taskEvents } from '@kontor/contract/task';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { patchExtras, viewersOf } from '../activity/index.ts';
import { partsOf, waitersOf, waitingOf } from './store/rings.ts';

/** Says anew of tasks how many parts they have, and how many of these are done. */
export async function countParts(ctx: ChangeContext, taskIds: readonly (number | null)[]): Promise<void> {
  const ids = [...new Set(taskIds.filter((id) => id !== null))];
  if (ids.length === 0) return;
  for (const { task_id, subtasks, subtasks_done: subtasksDone, known } of await partsOf(ctx.db, ctx.instance.id, ids))
    if (known.subtasks !== subtasks || known.subtasksDone !== subtasksDone)
      await patchExtras(ctx, task_id, { subtasks, subtasksDone });
}

/** Says anew of tasks whether they wait for one that is not done. */
export async function noteWaits(ctx: ChangeContext, taskIds: readonly number[]): Promise<void> {
  if (taskIds.length === 0) return;
  for (const { task_id, waits, known } of await waitingOf(ctx.db, ctx.instance.id, taskIds))
    if (waits !== known) await patchExtras(ctx, task_id, { waits });
}

/** The same of all that wait for some tasks. */
export const noteWaiters = async (ctx: ChangeContext, taskIds: readonly number[]): Promise<void> =>
  noteWaits(ctx, await waitersOf(ctx.db, ctx.instance.id, taskIds));

/**
 * Tells those who see tasks that the words which tasks are tagged with may be others. Who did it hears of it as well: no screen reckons by
 * itself how often a word is there.
 */
export async function tellTags(ctx: ChangeContext, taskIds: readonly number[]): Promise<void> {
  if (taskIds.length === 0) return;
  const users = [...new Set(await viewersOf(ctx, taskIds))];
  ctx.emit(taskEvents.taskChanged, { users }, { keys: [TASK_TAGS_KEY], processIds: [], aggregateIds: [] });
}
