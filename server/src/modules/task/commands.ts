import { itemKey, type AggregateId } from '@kontor/contract/kernel';
import { TASK_FAVORITES_KEY, taskEvents, type taskCommands } from '@kontor/contract/task';
import { atOnce } from '../../platform/operation/at-once.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import {
  announceViewers,
  deleteItems,
  editItems,
  edits,
  lockItems,
  noteChange,
  type ItemKinds,
} from '../activity/index.ts';
import { takeTask, takeToWrite } from './access.ts';
import { countParts } from './around.ts';
import { createTask, takeParent } from './creating.ts';
import { lockOf } from './locking.ts';
import { processTask } from './processing.ts';
import { fieldsOf, maturityOf } from './rules.ts';
import { endAt, seriesOf, skipTo } from './series.ts';
import { setFavorite } from './store/lists.ts';
import { holdRings, isWithin } from './store/rings.ts';
import { takeSeries } from './store/series.ts';
import { markTask, writableAmong, type TaskRow } from './store/tasks.ts';
import { endStep, rememberUndo, reopen, restore, skipStep, unskip } from './undoing.ts';
import { daysFrom, delayed, shiftedAlarms } from './times.ts';
import { writeEdit } from './writing.ts';

/** What puts a task away: into the trash, or the one of a series that is next. */
const awayCommandHandlers = (itemKinds: () => ItemKinds) => {
  const trash = (ctx: CommandContext, taskIds: readonly number[]) => trashTasks(ctx, itemKinds(), taskIds);
  return {
    async destroy(ctx, { aggregateId, saveType, takesBack }) {
      const task = await takeToWrite(ctx, aggregateId);
      const { task_id: taskId, occurrence } = task;
      // What was begun and never written in is nothing to be brought back.
      if (task.inactive && task.edit === 1 && task.title === '' && !takesBack) {
        await deleteItems(ctx, task.layout, [taskId]);
        await countParts(ctx, [task.parent_id]);
        return {};
      }
      const isOne = saveType === 'withoutRepetition' || saveType === 'thisOne';
      if (takesBack) {
        if (isOne || occurrence === null) await restore(ctx, itemKinds(), [taskId]);
        else await reopen(ctx, itemKinds(), task);
        return {};
      }
      const ended =
        isOne || occurrence === null ? undefined : await endAt(ctx, task, saveType === 'all' ? 1 : occurrence);
      await trash(ctx, [taskId, ...(ended?.taskIds ?? [])]);
      if (ended !== undefined) await rememberUndo(ctx, ended.series, endStep(task, ended.series, ended.taskIds));
      return {};
    },

    async skip(ctx, { aggregateId, takesBack }) {
      const task = await takeToWrite(ctx, aggregateId);
      if (takesBack) return { aggregateVersion: await unskip(ctx, itemKinds(), task) };
      // Taken: what comes next by the clock may just be made.
      const series = task.series_id === null ? undefined : await takeSeries(ctx.db, ctx.instance.id, task.series_id);
      if (series === undefined || series.ended) return fail('TASK_REPETITION_INVALID');
      // The next one is there already: this one is left out by going away.
      if (task.occurrence !== series.made) {
        await trash(ctx, [task.task_id]);
        return { aggregateVersion: task.edit };
      }
      const due = await skipTo(ctx, task, series);
      if (due === undefined) return fail('TASK_REPETITION_INVALID');
      await rememberUndo(ctx, series, skipStep(task, series));
      const before = fieldsOf(task, series.repetition);
      const days = daysFrom(before.fixedMaturityDate ?? series.last, due, series.zone);
      const alarmConfig = shiftedAlarms(before.alarmConfig, series.zone, days);
      const after = { ...before, fixedMaturityDate: due, alarmConfig };
      return { aggregateVersion: await writeEdit(ctx, task, { before, after, isTyping: task.inactive }) };
    },
  } satisfies Partial<CommandHandlers<typeof taskCommands>>;
};

/** Who writes in a task, so that others see that it is being written. */
const lockCommandHandlers = {
  async lock(ctx, { aggregateId, takesOver }) {
    const task = await takeToWrite(ctx, aggregateId);
    const before = await lockOf(ctx, task);
    const isOwn = before.userId === ctx.person.id;
    if (before.locked && !isOwn && !takesOver) return fail('TASK_LOCKED', { data: before });
    const at = ctx.now();
    const { id: locked_by, sessionId } = ctx.person;
    const held = {
      locked_by,
      locked_at: isOwn ? task.locked_at : at,
      locked_saved_at: at,
      locked_session: sessionId || null,
    };
    await markTask(ctx.db, ctx.instance.id, task.task_id, held);
    await announceViewers(ctx, [task.task_id]);
    return { lockConfig: await lockOf(ctx, held) };
  },

  async unlock(ctx, { aggregateId }) {
    const task = await takeTask(ctx, aggregateId);
    if (task.locked_by !== ctx.person.id) return {};
    const free = { locked_by: null, locked_at: null, locked_saved_at: null, locked_session: null };
    await markTask(ctx.db, ctx.instance.id, task.task_id, free);
    await announceViewers(ctx, [task.task_id]);
    return {};
  },
} satisfies Partial<CommandHandlers<typeof taskCommands>>;

export const commandHandlers = (itemKinds: () => ItemKinds): CommandHandlers<typeof taskCommands> => ({
  create: createTask,
  process: atOnce(processTask),
  delayOneDay: (ctx, { aggregateId }) => delay(ctx, aggregateId, 1),
  delayOneWeek: (ctx, { aggregateId }) => delay(ctx, aggregateId, 7),

  async unsubscribe(ctx, { aggregateId }) {
    const task = await takeToWrite(ctx, aggregateId);
    const before = await standing(ctx, task);
    const alarmConfig = { ...before.alarmConfig, notifiable: false, ownerType: 'never' as const };
    await writeEdit(ctx, task, { before, after: { ...before, alarmConfig }, isTyping: task.inactive });
    return {};
  },

  ...awayCommandHandlers(itemKinds),
  ...lockCommandHandlers,

  async favor(ctx, { aggregateId, favored }) {
    const { task_id, layout } = await takeTask(ctx, aggregateId);
    const { id: user_id } = ctx.person;
    if (!(await setFavorite(ctx.db, { instance_id: ctx.instance.id, user_id, task_id }, favored))) return {};
    const keys = [TASK_FAVORITES_KEY, itemKey({ module: layout, entryId: task_id })];
    ctx.emit(taskEvents.taskChanged, { users: [user_id] }, { keys, processIds: [...ctx.processIds], aggregateIds: [] });
    return {};
  },

  async move(ctx, { aggregateId, parentId }) {
    await holdRings(ctx.db, ctx.instance.id);
    const task = await takeToWrite(ctx, aggregateId);
    const { db, instance } = ctx;
    if (parentId === task.parent_id) return {};
    if (parentId !== null) {
      await takeParent(ctx, parentId);
      if (await isWithin(db, instance.id, parentId, task.task_id)) return fail('TASK_WAITS_FOR_ITSELF');
    }
    await markTask(db, instance.id, task.task_id, { parent_id: parentId });
    await noteChange(ctx, task.task_id, [
      { field: 'parentId', before: task.parent_id, after: parentId, isHtml: false },
    ]);
    await announceViewers(ctx, [task.task_id]);
    await countParts(ctx, [task.parent_id, parentId]);
    return {};
  },
});

async function trashTasks(ctx: CommandContext, itemKinds: ItemKinds, taskIds: readonly number[]): Promise<void> {
  const { db, instance, person } = ctx;
  const ids = [...(await writableAmong(db, instance.id, person.id, taskIds))];
  await lockItems(ctx, ids);
  await editItems(ctx, itemKinds, person.id, ids, edits.trash(new Date(ctx.now())));
}

/** A task's fields with how it repeats. */
const standing = async (ctx: CommandContext, task: TaskRow) =>
  fieldsOf(task, (await seriesOf(ctx, task))?.repetition ?? null);

async function delay(ctx: CommandContext, aggregateId: AggregateId, days: number) {
  const task = await takeToWrite(ctx, aggregateId);
  const before = await standing(ctx, task);
  const { alarmConfig: alarms, zone } = before;
  const to = delayed({ maturity: maturityOf(task), alarms, zone }, days, ctx.now());
  const after = { ...before, fixedMaturityDate: to.maturity, alarmConfig: to.alarms };
  return { aggregateVersion: await writeEdit(ctx, task, { before, after, isTyping: task.inactive }) };
}
