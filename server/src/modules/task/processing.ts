import { LAYOUTS, type TaskFields, type TaskWriting } from '@kontor/contract/task';
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { takeWritten } from '../activity/index.ts';
import { takeToWrite, seesLayout } from './access.ts';
import { noteWaits } from './around.ts';
import { lockOf } from './locking.ts';
import { requirePeople } from './people.ts';
import { fieldsOf, plainFields, repeatsRightly, wrongReminder } from './rules.ts';
import { beginSeries, endBefore, remakeSeries } from './series.ts';
import { seenAmong } from './store/lists.ts';
import { holdRings, replaceWaits, waitsOn } from './store/rings.ts';
import { takeSeries, type SeriesRow } from './store/series.ts';
import { markTask, type TaskRow } from './store/tasks.ts';
import { writeEdit } from './writing.ts';

/** Saves what stands in a task. Fails as the contract says. */
export async function processTask(
  ctx: CommandContext,
  { aggregateId, aggregateVersion, saveType, isTyping, ...given }: TaskWriting,
) {
  const task = await takeToWrite(ctx, aggregateId);
  // Taken: what comes next by the clock may just be made.
  const series = task.series_id === null ? undefined : await takeSeries(ctx.db, ctx.instance.id, task.series_id);
  const before = fieldsOf(task, series?.repetition ?? null);
  const seen = await seenTasks(ctx, [...task.waits_for, ...given.waitsFor]);
  if (task.edit !== aggregateVersion) {
    const waitsFor = before.waitsFor.filter((id) => seen.has(id));
    return fail('TASK_CONFLICT', { data: { ...before, waitsFor, aggregateVersion: task.edit } });
  }
  const lock = await lockOf(ctx, task);
  if (lock.locked && lock.userId !== ctx.person.id) return fail('TASK_LOCKED', { data: lock });
  const written = await takeWritten(ctx, task.task_id, given.content);
  const after: TaskFields = {
    ...plainFields({ ...given, content: written.html }),
    waitsFor: await waitsAfter(ctx, task, given.waitsFor, seen),
  };
  const beginsAnew =
    !isDeepStrictEqual(before.repetitionConfig, after.repetitionConfig) ||
    (saveType === 'thisAndFollowing' && after.repetitionConfig !== null);
  await judge(ctx, task, { before, after, beginsAnew });
  const edit = await writeEdit(ctx, task, { before, after, mentions: written.mentions, isTyping });
  if (!isDeepStrictEqual(before.waitsFor, after.waitsFor)) {
    await replaceWaits(ctx.db, ctx.instance.id, task.task_id, after.waitsFor);
    await noteWaits(ctx, [task.task_id]);
  }
  await repeat(ctx, task, { series, after, beginsAnew });
  return { aggregateVersion: edit };
}

async function judge(
  ctx: CommandContext,
  task: TaskRow,
  edit: { readonly before: TaskFields; readonly after: TaskFields; readonly beginsAnew: boolean },
): Promise<void> {
  const { before, after, beginsAnew } = edit;
  const { fixedMaturityDate, repetitionConfig, zone } = after;
  const known = [
    ...task.people,
    task.created_by,
    task.responsible_id,
    task.owner_id,
    ...before.alarmConfig.notifiableUserIds,
  ];
  await requirePeople(ctx, task.layout, after, known);
  const field = wrongReminder(before.alarmConfig, after, ctx.now());
  if (field !== undefined) fail('TASK_REMINDER_INVALID', { data: { field } });
  if (repetitionConfig === null || (!beginsAnew && fixedMaturityDate !== null)) return;
  if (!repeatsRightly(repetitionConfig, fixedMaturityDate, zone)) fail('TASK_REPETITION_INVALID');
}

/** Begins, changes or ends the series of a task that was saved, as that says. */
async function repeat(
  ctx: CommandContext,
  task: TaskRow,
  edit: { readonly series: SeriesRow | undefined; readonly after: TaskFields; readonly beginsAnew: boolean },
): Promise<void> {
  const { series, after, beginsAnew } = edit;
  const isOnlyOne = series?.made === 1 && !series.ended;
  // Until its first save is finished, what is written is what they all are to be.
  if (isOnlyOne && after.repetitionConfig !== null && (beginsAnew || task.inactive))
    return remakeSeries(ctx, task, after);
  if (!beginsAnew) return;
  if (series !== undefined) {
    await endBefore(ctx, task);
    await markTask(ctx.db, ctx.instance.id, task.task_id, { series_id: null, occurrence: null, scheduled: null });
  }
  if (after.repetitionConfig !== null) await beginSeries(ctx, task.task_id, after);
}

/** Those of some tasks that the person sees. */
async function seenTasks(ctx: CommandContext, taskIds: readonly number[]): Promise<ReadonlySet<number>> {
  const viewer = { instanceId: ctx.instance.id, userId: ctx.person.id };
  const layouts = LAYOUTS.filter((layout) => seesLayout(ctx.person, layout));
  const rows = await seenAmong(ctx.db, viewer, [...new Set(taskIds)]);
  return new Set(rows.flatMap((row) => (layouts.includes(row.layout) ? row.task_id : [])));
}

/**
 * What a task waits for, as it was asked for: those that the person does not see stay. Fails with NOT_FOUND for one that they do not see, and
 * with TASK_WAITS_FOR_ITSELF.
 */
async function waitsAfter(
  ctx: CommandContext,
  task: TaskRow,
  requested: readonly number[],
  seen: ReadonlySet<number>,
): Promise<number[]> {
  const added = requested.filter((id) => !task.waits_for.includes(id));
  if (added.some((id) => !seen.has(id))) return fail('NOT_FOUND');
  if (added.length > 0) {
    await holdRings(ctx.db, ctx.instance.id);
    if (await waitsOn(ctx.db, ctx.instance.id, added, task.task_id)) return fail('TASK_WAITS_FOR_ITSELF');
  }
  const kept = task.waits_for.filter((id) => !seen.has(id));
  return [...new Set([...requested, ...kept])].toSorted((a, b) => a - b);
}
