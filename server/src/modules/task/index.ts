import { taskContract, taskExtras, type Layout } from '@kontor/contract/task';
import { cleanNote } from '../../platform/html/index.ts';
import { bindContract } from '../../platform/operation/manifest.ts';
import type { ItemModule, ItemKindHooks, ItemKinds, ListReader } from '../activity/index.ts';
import { writesLayout } from './access.ts';
import { commandHandlers } from './commands.ts';
import { follow } from './following.ts';
import { queryHandlers } from './queries.ts';
import { taskRoutes, type RouteParts } from './routes.ts';
import { seriesJobs } from './series.ts';
import { dueLines, personalOf } from './store/lists.ts';
import { readTasks, writableAmong } from './store/tasks.ts';
import { taskSweep } from './sweep.ts';
import { toLine } from './views.ts';

export { calendarTasks } from './calendar.ts';
export { makeTask } from './making.ts';
export { beginSeries } from './series.ts';

export interface TaskParts extends RouteParts {
  readonly itemKinds: () => ItemKinds;
  readonly list: ListReader;
}

/** Both kinds of item, which differ by their layout alone. */
const itemKindOf = (module: Layout): ItemKindHooks => ({
  module,
  isOne: true,
  extras: (stored) => taskExtras(stored),
  async extrasFor({ db, instance, person }, rows) {
    const ids = rows.map(({ entryId }) => entryId);
    const mayWrite = writesLayout(person, module);
    return new Map(
      (await personalOf(db, instance.id, person.id, ids))
        .filter(({ writes, favored }) => (writes && mayWrite) || favored)
        .map(({ task_id: id, writes, favored }) => [
          id,
          { userHasWriteAccessToTheTask: writes && mayWrite, ...(favored ? { favored } : {}) },
        ]),
    );
  },
  mayRemove: ({ db, instance }, userId, taskIds) => writableAmong(db, instance.id, userId, taskIds),
  async foundTexts({ db, instance }, taskIds) {
    const tasks = await readTasks(db, instance.id, taskIds);
    return new Map(
      tasks.map(({ task_id: id, content }) => [id, { people: [], attachments: [], body: cleanNote(content).text }]),
    );
  },
  async dueWithin({ db, instance, person }, days, most) {
    if (module !== 'task') return [];
    const viewer = { instanceId: instance.id, userId: person.id };
    return (await dueLines(db, viewer, days, most)).flatMap((row) => {
      const { aggregateId, title, due } = toLine(row, person.id);
      return due === null ? [] : [{ aggregateId, module, title, due }];
    });
  },
  onChanged: follow,
});

/** What is to be done, and what is worth keeping: tasks and notes, one and the same in two layouts. */
export function taskModule(parts: TaskParts): ItemModule {
  return {
    ...bindContract(taskContract, { queries: queryHandlers(parts.list), commands: commandHandlers(parts.itemKinds) }),
    jobs: { ...seriesJobs, ...taskSweep.jobs },
    routes: (http) => taskRoutes(http, parts),
    itemKinds: [itemKindOf('task'), itemKindOf('note')],
  };
}
