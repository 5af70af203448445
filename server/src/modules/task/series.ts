import { STATES } from '@kontor/contract/activity';
import { LAYOUTS, type Layout, type Repetition, type TaskFields } from '@kontor/contract/task';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { nextAfter } from '../../platform/recurrence/index.ts';
import { deleteItems, editItems, edits, lockItems, type ItemKindHooks, type ItemKinds } from '../activity/index.ts';
import { linkItems, linksOf } from '../record/index.ts';
import { countParts } from './around.ts';
import { makeTask, textOf } from './making.ts';
import { fieldsOf, fieldsOfTemplate, openAgain, templateOf } from './rules.ts';
import { partIds } from './store/rings.ts';
import {
  insertSeries,
  occurrenceOf,
  occurrencesFrom,
  readSeries,
  takeSeries,
  untouchedOccurrence,
  updateSeries,
  type SeriesRow,
} from './store/series.ts';
import { markTask, readTasks, standingOf, type TaskRow } from './store/tasks.ts';
import { comesUpAt, daysFrom, spanOf } from './times.ts';

const NEXT_JOB = 'task.next';
/** Parts of parts of a task are made anew with it, so many one within the other. */
const MAX_DEPTH = 10;

/** Tasks and notes as they stand alike with all, for what nobody has to hear of who makes them. */
const ALIKE: ItemKinds = new Map(
  LAYOUTS.map((module): [Layout, ItemKindHooks] => [module, { module, extras: (stored) => stored, isOne: true }]),
);

/** When the next task of a series is due; undefined where there is none. `now` in milliseconds: what comes after it was done comes after that. */
export function nextDue(series: SeriesRow, now: number): string | undefined {
  const { repetition, starts, last, zone, made, ended } = series;
  if (ended || (repetition.end === 'count' && made >= (repetition.countEnd ?? 0))) return undefined;
  const after = repetition.type === 'afterDone' ? new Date(now).toISOString() : last;
  return nextAfter(repetition, { start: starts, zone }, after);
}

/** The series that a task is of. */
export async function seriesOf(
  ctx: Pick<ChangeContext, 'db' | 'instance'>,
  task: TaskRow,
): Promise<SeriesRow | undefined> {
  const [series] = await readSeries(ctx.db, ctx.instance.id, task.series_id === null ? [] : [task.series_id]);
  return series;
}

/** Orders the next task of a series for when it comes up, and not before the last one is due: never more than one is ahead. */
export async function orderNext(ctx: ChangeContext, series: SeriesRow): Promise<void> {
  if (series.repetition.type === 'afterDone') return;
  const due = nextDue(series, ctx.now());
  if (due === undefined) return;
  const up = comesUpAt({ dueAt: spanOf(due, series.zone).dueAt, forerun: series.template.forerunTime, createdAt: 0 });
  const until = Math.max(up, spanOf(series.last, series.zone).dueAt ?? 0);
  const key = `${NEXT_JOB}:${ctx.instance.id}:${series.series_id}`;
  await ctx.enqueue(NEXT_JOB, { seriesId: series.series_id, until }, { key, runAt: new Date(until) });
}

/** Begins a series with a task as its first one, which was taken for this transaction, and must be due at some time. */
export async function beginSeries(ctx: ChangeContext, taskId: number, fields: TaskFields): Promise<void> {
  const { fixedMaturityDate: starts, repetitionConfig: repetition, zone } = fields;
  if (starts === null || repetition === null) return;
  const begun = { repetition, zone, starts, template: templateOf(fields), template_of: taskId };
  const seriesId = await insertSeries(ctx.db, ctx.instance.id, begun);
  await markTask(ctx.db, ctx.instance.id, taskId, { series_id: seriesId, occurrence: 1, scheduled: starts });
  await orderNext(ctx, { ...begun, series_id: seriesId, last: starts, made: 1, ended: false, undo: [] });
}

/** Lets the only task that was made of a series say what the next ones are like. */
export async function remakeSeries(ctx: ChangeContext, task: TaskRow, fields: TaskFields): Promise<void> {
  const { fixedMaturityDate: starts, repetitionConfig: repetition, zone } = fields;
  if (task.series_id === null || starts === null || repetition === null) return;
  const begun = { repetition, zone, starts, last: starts, template: templateOf(fields), template_of: task.task_id };
  const series = await takeSeries(ctx.db, ctx.instance.id, task.series_id);
  if (series === undefined) return;
  await updateSeries(ctx.db, ctx.instance.id, series.series_id, begun);
  await markTask(ctx.db, ctx.instance.id, task.task_id, { scheduled: starts });
  await orderNext(ctx, { ...series, ...begun });
}

/** Ends a series, which was taken for this transaction, before one of its places. */
async function end(ctx: ChangeContext, series: SeriesRow, occurrence: number): Promise<void> {
  const { ended, repetition: before } = series;
  // One that ended earlier stays so.
  const earlier = ended && before.end === 'count' ? (before.countEnd ?? occurrence) : occurrence;
  const countEnd = Math.max(1, Math.min(occurrence - 1, earlier));
  const repetition: Repetition = { ...before, end: 'count', countEnd, fixedEndDate: null };
  await updateSeries(ctx.db, ctx.instance.id, series.series_id, { ended: true, repetition });
}

/** Ends a series before one of its places. Returns how it was, and its tasks from there on, all of which are still there. */
export async function endAt(
  ctx: ChangeContext,
  task: TaskRow,
  occurrence: number,
): Promise<{ readonly series: SeriesRow; readonly taskIds: readonly number[] } | undefined> {
  const { db, instance } = ctx;
  const series = task.series_id === null ? undefined : await takeSeries(db, instance.id, task.series_id);
  if (series === undefined) return undefined;
  const from = await occurrencesFrom(db, instance.id, series.series_id, occurrence);
  await end(ctx, series, occurrence);
  return { series, taskIds: from.map(({ task_id: id }) => id) };
}

/** Ends a series before one of its tasks: those behind it that nobody has touched go away. */
export async function endBefore(ctx: ChangeContext, task: TaskRow): Promise<void> {
  const { db, instance } = ctx;
  if (task.series_id === null || task.occurrence === null) return;
  const series = await takeSeries(db, instance.id, task.series_id);
  if (series === undefined) return;
  for (const { task_id: id, occurrence } of await occurrencesFrom(db, instance.id, series.series_id, task.occurrence)) {
    const untouched = await untouchedOccurrence(db, instance.id, series.series_id, occurrence);
    if (id !== task.task_id && untouched === id) await removeMade(ctx, task, id);
  }
  await end(ctx, series, task.occurrence);
}

/** Takes away what a series, which was taken for this transaction, has made behind a task. False where somebody has touched that. */
export async function dropBehind(ctx: ChangeContext, task: TaskRow, series: SeriesRow): Promise<boolean> {
  for (let { made } = series; made > (task.occurrence ?? made); made -= 1) {
    const id = await untouchedOccurrence(ctx.db, ctx.instance.id, series.series_id, made);
    if (id === undefined) return false;
    await removeMade(ctx, task, id);
  }
  return true;
}

/** Makes the next task of a series, which was taken for this transaction. Returns its id, undefined where there is none. */
async function makeNext(ctx: ChangeContext, series: SeriesRow): Promise<number | undefined> {
  const { db, instance } = ctx;
  const due = nextDue(series, ctx.now());
  const lastId = await occurrenceOf(db, instance.id, series.series_id, series.made);
  const [last] = await readTasks(db, instance.id, lastId === undefined ? [] : [lastId]);
  if (due === undefined || last === undefined) return undefined;
  // The same for all that is made with it, which tells it from what somebody adds.
  const at = ctx.now();
  const fields = fieldsOfTemplate({ ...series.template, zone: series.zone }, due, series.repetition);
  const occurrence = series.made + 1;
  const taskId = await makeTask(ctx, fields, {
    layout: last.layout,
    createdBy: last.created_by,
    at,
    statusOf: (userId) => (userId === fields.responsibleUserId ? STATES.unseen : STATES.seen),
    parentId: last.parent_id,
    link: last.link,
    series: { seriesId: series.series_id, occurrence, scheduled: due },
    write: textOf(ctx, series.template_of, fields.content),
  });
  const after = { made: occurrence, last: due };
  await updateSeries(db, instance.id, series.series_id, after);
  await copyParts(ctx, last.task_id, taskId, { days: daysFrom(series.last, due, series.zone), at });
  await copyLinks(ctx, last, taskId);
  await orderNext(ctx, { ...series, ...after });
  return taskId;
}

/** Makes the parts of a task anew as parts of another one that is due so many days later, all of them open. */
async function copyParts(
  ctx: ChangeContext,
  fromId: number,
  toId: number,
  { days, at }: { readonly days: number; readonly at: number },
  depth = MAX_DEPTH,
): Promise<void> {
  if (depth === 0) return;
  const { db, instance } = ctx;
  for (const part of await readTasks(db, instance.id, await partIds(db, instance.id, fromId))) {
    const fields = openAgain(fieldsOf(part, null), days);
    const copied = await makeTask(ctx, fields, {
      layout: part.layout,
      createdBy: part.created_by,
      at,
      statusOf: (userId) => (userId === part.responsible_id ? STATES.unseen : STATES.seen),
      parentId: toId,
      write: textOf(ctx, part.task_id, fields.content),
    });
    await copyParts(ctx, part.task_id, copied, { days, at }, depth - 1);
  }
}

/** Links a task with the records of another one. It is archived by that where the other one is. */
async function copyLinks(ctx: ChangeContext, from: TaskRow, toId: number): Promise<void> {
  const { db, instance } = ctx;
  const links = (await linksOf(db, instance.id, [from.task_id])).get(from.task_id) ?? [];
  if (links.length === 0) return;
  for (const { idoId } of links)
    await linkItems(ctx, [toId], idoId, { reason: 'hand', detail: '', userId: from.created_by });
  const { archived } = await standingOf(db, instance.id, from);
  if (!archived) await editItems(ctx, ALIKE, from.created_by, [toId], edits.archive(false));
}

/** Takes away a task that a series made, with its parts. */
async function removeMade(ctx: ChangeContext, { layout }: Pick<TaskRow, 'layout'>, taskId: number): Promise<void> {
  const { db, instance } = ctx;
  const [made] = await readTasks(db, instance.id, [taskId]);
  for (const part of await readTasks(db, instance.id, await partIds(db, instance.id, taskId)))
    await removeMade(ctx, part, part.task_id);
  await lockItems(ctx, [taskId]);
  await deleteItems(ctx, layout, [taskId]);
  await countParts(ctx, [made?.parent_id ?? null]);
}

/** Goes on with the series of a task that is done or thrown away, where it was the last one. */
export async function carryOn(ctx: ChangeContext, task: TaskRow): Promise<void> {
  if (task.series_id === null) return;
  const series = await takeSeries(ctx.db, ctx.instance.id, task.series_id);
  if (series !== undefined && series.made === task.occurrence) await makeNext(ctx, series);
}

/** Takes back what was made after a task that is done, or in the trash, no more, as long as nobody has touched it. */
export async function takeBack(ctx: ChangeContext, task: TaskRow): Promise<void> {
  const { db, instance } = ctx;
  if (task.series_id === null || task.occurrence === null) return;
  const series = await takeSeries(db, instance.id, task.series_id);
  if (series === undefined || series.ended || series.made !== task.occurrence + 1) return;
  const made = await untouchedOccurrence(db, instance.id, series.series_id, series.made);
  if (made === undefined) return;
  await removeMade(ctx, task, made);
  const before = { made: task.occurrence, last: task.scheduled ?? series.last };
  await updateSeries(db, instance.id, series.series_id, before);
  await orderNext(ctx, { ...series, ...before });
}

/**
 * Moves the last task of a series, which was taken for this transaction, to when the next one would be due, as which it counts from then on. Returns that; undefined where there is none.
 */
export async function skipTo(ctx: ChangeContext, task: TaskRow, series: SeriesRow): Promise<string | undefined> {
  const { db, instance } = ctx;
  const due = nextDue(series, ctx.now());
  if (due === undefined) return undefined;
  const after = { made: series.made + 1, last: due };
  await updateSeries(db, instance.id, series.series_id, after);
  await markTask(db, instance.id, task.task_id, { occurrence: after.made, scheduled: due });
  await orderNext(ctx, { ...series, ...after });
  return due;
}

/** What is open when the next one's time comes stays so, and the next one is there on its day. */
export const seriesJobs: JobHandlers = {
  [NEXT_JOB]: ({ change }, { seriesId, until }) =>
    change(async (ctx) => {
      const series = await takeSeries(ctx.db, ctx.instance.id, Number(seriesId));
      if (series === undefined || series.repetition.type === 'afterDone') return;
      const due = nextDue(series, ctx.now());
      if (due === undefined) return;
      const { dueAt } = spanOf(due, series.zone);
      const up = comesUpAt({ dueAt, forerun: series.template.forerunTime, createdAt: 0 });
      // The clock of the jobs may be ahead of ours: what they are told to make is due. What was made meanwhile is another one.
      if (up <= Math.max(ctx.now(), Number(until))) await makeNext(ctx, series);
      else await orderNext(ctx, series);
    }),
};
