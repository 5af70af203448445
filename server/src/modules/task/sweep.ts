import { deleteItems, sweepOf } from '../activity/index.ts';
import { countParts } from './around.ts';
import { unwrittenTasks } from './store/tasks.ts';

/** Takes away tasks and notes that were begun and never written in. */
export const taskSweep = sweepOf({
  job: 'task.sweep',
  find: unwrittenTasks,
  idOf: ({ task_id: taskId }) => taskId,
  async remove(ctx, found) {
    for (const [layout, rows] of Map.groupBy(found, (row) => row.layout))
      await deleteItems(
        ctx,
        layout,
        rows.map((row) => row.task_id),
      );
    await countParts(
      ctx,
      found.map((row) => row.parent_id),
    );
  },
});
