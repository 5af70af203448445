import type { TaskExtras, TaskFields } from '@kontor/contract/task';
import { cleanNote } from '../../platform/html/index.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import { namesOf } from '../account/index.ts';
import { noteChange, rewriteItem } from '../activity/index.ts';
import { setAlarms } from '../alarm/index.ts';
import { tellTags } from './around.ts';
import { searchOf } from './making.ts';
import { showToPeople } from './people.ts';
import { alarmsOf, differencesOf, extrasOf, peopleOf, sparse, valuesOf } from './rules.ts';
import { markTask, updateTask, type TaskRow } from './store/tasks.ts';
import { comesUpAt, spanOf } from './times.ts';

/** How an edit is written. */
export interface Edited {
  readonly before: TaskFields;
  readonly after: TaskFields;
  /** Whom its text mentions. */
  readonly mentions?: readonly number[];
  /** The person still writes: nobody is told of it yet. */
  readonly isTyping?: boolean;
}

/**
 * Writes an edit of a task, which was taken for this transaction, and all that follows from it: history, lists, search, people, alarms. Returns its
 * number, the same one where nothing is changed.
 */
export async function writeEdit(ctx: CommandContext, task: TaskRow, edited: Edited): Promise<number> {
  const { db, instance, person } = ctx;
  const { before, after, mentions = task.mentioned, isTyping = false } = edited;
  const taskId = task.task_id;
  const inactive = task.inactive && isTyping;
  const differences = differencesOf(before, after);
  const isChanged = differences.length > 0 || inactive !== task.inactive;
  let { edit } = task;
  if (isChanged) {
    [, edit] = await Promise.all([
      noteChange(ctx, taskId, differences),
      updateTask(db, instance.id, taskId, { ...valuesOf(after), inactive }),
      rewrite(ctx, task, { before, after, inactive }),
    ]);
  }
  if (task.locked_by === person.id) await markTask(db, instance.id, taskId, { locked_saved_at: ctx.now() });
  if (!isTyping) {
    const shown = showToPeople(ctx, task, after, mentions);
    await Promise.all([shown, setAlarms(ctx, taskId, alarmsOf(after, person.id), shown)]);
  }
  if (differences.some(({ field }) => field === 'tags')) await tellTags(ctx, [taskId]);
  return edit;
}

async function rewrite(
  ctx: CommandContext,
  task: TaskRow,
  { before, after, inactive }: { readonly before: TaskFields; readonly after: TaskFields; readonly inactive: boolean },
): Promise<void> {
  const { dueAt } = spanOf(after.fixedMaturityDate, after.zone);
  const people = peopleOf({ ...after, createdBy: task.created_by });
  const names = await namesOf(ctx.db, ctx.instance.id, people);
  const { text, tasks: checks } = cleanNote(after.content);
  const was = before.content === after.content ? { text, tasks: checks } : cleanNote(before.content);
  const old: Partial<TaskExtras> = extrasOf(before, { inactive: task.inactive, checks: was.tasks, text: was.text });
  await rewriteItem(ctx, task.layout, task.task_id, {
    ts: new Date(comesUpAt({ dueAt, forerun: after.forerunTime, createdAt: task.created_at })),
    contact: names.get(after.responsibleUserId) ?? '',
    information: after.title,
    extras: { ...sparse(extrasOf(after, { inactive, checks, text }), old) },
    search: searchOf(after.title, names, text),
  });
}
