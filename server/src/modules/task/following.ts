import type { ChangeContext } from '../../platform/operation/context.ts';
import type { ItemChange } from '../activity/index.ts';
import { holdAlarms } from '../alarm/index.ts';
import { countParts, noteWaiters, tellTags } from './around.ts';
import { carryOn, takeBack } from './series.ts';
import { markStandings, readTasks, type TaskRow } from './store/tasks.ts';

const DONE = 3;

/** What follows from tasks that are done, thrown away, or neither any more: alarms, series, and the tasks around them. */
export async function follow(ctx: ChangeContext, changes: readonly ItemChange[]): Promise<void> {
  await holdAlarms(ctx, changes);
  const standings = new Map(changes.map((change) => [change.activityId, change]));
  const tasks = await readTasks(ctx.db, ctx.instance.id, [...standings.keys()]);
  const turned = tasks.flatMap((task) => {
    const change = standings.get(task.task_id);
    if (change === undefined) return [];
    const isDone = change.status === DONE;
    const { trashed } = change;
    if (isDone === (task.done_at !== null) && trashed === task.trashed) return [];
    return [{ task, taskId: task.task_id, doneAt: isDone ? (task.done_at ?? ctx.now()) : null, trashed }];
  });
  if (turned.length === 0) return;
  await markStandings(ctx.db, ctx.instance.id, turned);
  for (const { task, doneAt, trashed } of turned) {
    const was = isOver(task);
    const is = doneAt !== null || trashed;
    if (is && !was) await carryOn(ctx, task);
    if (was && !is) await takeBack(ctx, task);
  }
  const retagged = turned.filter(({ task, trashed }) => task.tags.length > 0 && trashed !== task.trashed);
  await tellTags(
    ctx,
    retagged.map(({ taskId }) => taskId),
  );
  await countParts(
    ctx,
    turned.map(({ task }) => task.parent_id),
  );
  await noteWaiters(
    ctx,
    turned.map(({ taskId }) => taskId),
  );
}

const isOver = ({ done_at, trashed }: Pick<TaskRow, 'done_at' | 'trashed'>): boolean => done_at !== null || trashed;
