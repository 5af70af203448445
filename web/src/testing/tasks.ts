import { activityQueries, type EntryRow } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { taskCommands, taskExtras, taskQueries, type TaskDetail, type TaskExtras } from '@kontor/contract/task';
import { aRow } from './fake-lists.ts';
import type { FakeServer } from './fake-server.ts';

/** A day so many from today, where the person is. */
export const dayAhead = (ahead: number): string =>
  Temporal.Now.plainDateISO('Europe/Berlin').add({ days: ahead }).toString();

/** A task of Anna's that is called so, but for `extras`. */
export const aTask = (
  entryId: number,
  information: string,
  extras: Partial<TaskExtras> = {},
  moduleName: 'task' | 'note' = 'task',
): EntryRow =>
  aRow(entryId, {
    moduleName,
    information,
    status: 2,
    contact: 'Anna Berger',
    channel: '',
    direction: 'bidirectional',
    userList: [[1, 2]],
    extras: taskExtras({ userHasWriteAccessToTheTask: true, responsibleUserId: 1, ...extras }),
  });

export const taskId = (entryId: number, module: 'task' | 'note' = 'task'): string =>
  formatAggregateId({ module, entryId, userId: 1, sourceContainerId: 3 });

const WEEKLY = {
  type: 'weekly',
  cycleTime: 1,
  end: 'never',
  countEnd: null,
  fixedEndDate: null,
  monthlyRule: 'dayOfMonth',
  monday: false,
  tuesday: false,
  wednesday: false,
  thursday: false,
  friday: false,
  saturday: false,
  sunday: false,
} as const;

/** What the details of a task say that is listed so. */
export function detailsOf(row: EntryRow, part: Partial<TaskDetail> = {}): TaskDetail {
  const { result } = taskQueries.details.example;
  const extras = row.extras as unknown as TaskExtras;
  const module = row.moduleName === 'note' ? 'note' : 'task';
  return {
    ...(result as TaskDetail),
    aggregateId: taskId(row.entryId, module),
    moduleLayout: module,
    title: row.information,
    fixedMaturityDate: extras.due,
    repetitionConfig: extras.repeats ? WEEKLY : null,
    alarmConfig: { ...result.alarmConfig, date: null, notifiable: false, alarmConfigNotifiableUsers: [] },
    tags: [...extras.tags],
    entry: { ...row, userList: row.userList.map(([id, status]) => [id, status]) },
    ...part,
  };
}

/** These tasks, or notes, are listed and read as they are; what is written in one is kept. */
export function answerTasks(server: FakeServer, rows: readonly EntryRow[], part: Partial<TaskDetail> = {}): void {
  server.list(
    taskQueries.taskItems,
    rows.filter(({ moduleName }) => moduleName === 'task'),
  );
  server.list(
    taskQueries.noteItems,
    rows.filter(({ moduleName }) => moduleName === 'note'),
  );
  server.list(activityQueries.inboxItems, rows);
  const byId = new Map(rows.map((row) => [row.entryId, detailsOf(row, part)]));
  server.answer(taskQueries.details, ({ aggregateId: { entryId } }) => {
    const found = byId.get(entryId);
    return (
      found ?? Response.json({ type: 'about:blank', title: 'no', status: 404, code: 'NOT_FOUND' }, { status: 404 })
    );
  });
  server.answer(taskCommands.process, ({ aggregateId, alarmConfig, waitsFor: _waits, ...written }) => {
    const id = aggregateId.entryId;
    const before = byId.get(id);
    const aggregateVersion = (before?.aggregateVersion ?? 0) + 1;
    if (before !== undefined)
      byId.set(id, {
        ...before,
        title: written.title,
        content: written.content,
        responsibleUserId: written.responsibleUserId,
        ownerUserId: written.ownerUserId,
        fixedMaturityDate: written.fixedMaturityDate,
        repetitionConfig: written.repetitionConfig,
        tags: written.tags,
        alarmConfig: {
          ...before.alarmConfig,
          date: alarmConfig.date,
          notifiable: alarmConfig.notifiable,
          ownerDate: alarmConfig.ownerDate,
          ownerType: alarmConfig.ownerType,
        },
        inactive: false,
        aggregateVersion,
      });
    return { aggregateVersion };
  });
}
