import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { editItems, edits, lockItems, type ItemKinds } from '../activity/index.ts';
import { fieldsOf } from './rules.ts';
import { carryOn, dropBehind, orderNext, seriesOf } from './series.ts';
import { occurrenceOf, takeSeries, updateSeries, type SeriesRow } from './store/series.ts';
import { markTask, readTasks, writableAmong, type TaskRow } from './store/tasks.ts';
import type { EndUndo, SeriesUndo, SkipUndo } from './tables.ts';
import { writeEdit } from './writing.ts';

/** As many steps back as a series remembers. */
const MAX_UNDO = 10;

/** Remembers of a series, which was taken for this transaction, what it was before a step. */
export const rememberUndo = (ctx: CommandContext, series: SeriesRow, step: SeriesUndo): Promise<void> =>
  updateSeries(ctx.db, ctx.instance.id, series.series_id, { undo: [...series.undo, step].slice(-MAX_UNDO) });

/** The last step of a kind that was made with a task, and the steps without it. */
function lastStep<Kind extends SeriesUndo['kind']>(
  { undo }: SeriesRow,
  kind: Kind,
  taskId: number,
): { readonly step: Extract<SeriesUndo, { kind: Kind }>; readonly rest: readonly SeriesUndo[] } | undefined {
  const step = undo.findLast(
    (one): one is Extract<SeriesUndo, { kind: Kind }> => one.kind === kind && one.taskId === taskId,
  );
  return step === undefined ? undefined : { step, rest: undo.filter((one) => one !== step) };
}

const isOver = ({ done_at, trashed }: TaskRow): boolean => done_at !== null || trashed;

/** Takes tasks out of the trash, as far as the person may. */
export async function restore(ctx: CommandContext, itemKinds: ItemKinds, taskIds: readonly number[]): Promise<void> {
  const ids = [...(await writableAmong(ctx.db, ctx.instance.id, ctx.person.id, taskIds))];
  await lockItems(ctx, ids);
  await editItems(ctx, itemKinds, ctx.person.id, ids, edits.restore());
}

/**
 * Makes a task that was moved to the next time of its series what it was, with its reminders; one that was thrown away for that is there
 * again. Returns its edit. Fails with TASK_REPETITION_INVALID where it was not skipped, or somebody has gone on with the next one.
 */
export async function unskip(ctx: CommandContext, itemKinds: ItemKinds, task: TaskRow): Promise<number> {
  if (task.trashed) {
    await restore(ctx, itemKinds, [task.task_id]);
    return task.edit;
  }
  const { db, instance } = ctx;
  const series = task.series_id === null ? undefined : await takeSeries(db, instance.id, task.series_id);
  const found = series === undefined ? undefined : lastStep(series, 'skip', task.task_id);
  if (series === undefined || found === undefined || series.ended) return fail('TASK_REPETITION_INVALID');
  const { step, rest } = found;
  const isAsLeft = task.occurrence === step.occurrence + 1 && (await dropBehind(ctx, task, series));
  if (!isAsLeft) return fail('TASK_REPETITION_INVALID');
  const before = { made: step.occurrence, last: step.last };
  await updateSeries(db, instance.id, series.series_id, { ...before, undo: rest });
  const position = { occurrence: step.occurrence, scheduled: step.scheduled };
  await markTask(db, instance.id, task.task_id, position);
  const fields = fieldsOf(task, series.repetition);
  const { fixedMaturityDate, alarmConfig } = step;
  const after = { ...fields, fixedMaturityDate, alarmConfig };
  const edit = await writeEdit(ctx, task, { before: fields, after, isTyping: task.inactive });
  if (isOver(task)) await carryOn(ctx, { ...task, ...position });
  else await orderNext(ctx, { ...series, ...before });
  return edit;
}

/**
 * Lets a series that was ended with a task go on as before: all that was thrown away with it is there again. Fails with
 * TASK_REPETITION_INVALID where it was not ended so.
 */
export async function reopen(ctx: CommandContext, itemKinds: ItemKinds, task: TaskRow): Promise<void> {
  const { db, instance } = ctx;
  const known = await seriesOf(ctx, task);
  const found = known === undefined ? undefined : lastStep(known, 'end', task.task_id);
  if (known === undefined || found === undefined || !known.ended) return fail('TASK_REPETITION_INVALID');
  // While it is ended nothing that follows it is made, nor taken back.
  await restore(ctx, itemKinds, found.step.taskIds);
  const series = await takeSeries(db, instance.id, known.series_id);
  if (series === undefined || !series.ended) return fail('TASK_REPETITION_INVALID');
  const { ended, repetition } = found.step;
  const open = { ended, repetition, undo: found.rest };
  await updateSeries(db, instance.id, series.series_id, open);
  const lastId = await occurrenceOf(db, instance.id, series.series_id, series.made);
  const [last] = await readTasks(db, instance.id, lastId === undefined ? [] : [lastId]);
  if (last !== undefined && isOver(last)) await carryOn(ctx, last);
  else await orderNext(ctx, { ...series, ...open });
}

/** How a task stood before it is moved to the next time of its series. */
export const skipStep = (task: TaskRow, series: SeriesRow): SkipUndo => {
  const { fixedMaturityDate, alarmConfig } = fieldsOf(task, series.repetition);
  const { task_id: taskId, scheduled } = task;
  return {
    kind: 'skip',
    taskId,
    occurrence: series.made,
    scheduled,
    last: series.last,
    fixedMaturityDate,
    alarmConfig,
  };
};

/** How a series stood before it was ended with a task. */
export const endStep = (task: TaskRow, series: SeriesRow, taskIds: readonly number[]): EndUndo => ({
  kind: 'end',
  taskId: task.task_id,
  ended: series.ended,
  repetition: series.repetition,
  taskIds,
});
