import type { Right } from '@kontor/contract/account';
import type { AggregateId } from '@kontor/contract/kernel';
import { LAYOUTS, type Layout } from '@kontor/contract/task';
import type { CommandContext, Person } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireRight } from '../account/index.ts';
import { takeSeen } from '../activity/index.ts';
import { readTasks, type TaskRow } from './store/tasks.ts';

const SEES: Readonly<Record<Layout, Right>> = { task: 'taskList', note: 'noteList' };
const WRITES: Readonly<Record<Layout, Right>> = { task: 'createTask', note: 'createNote' };

/** Fails with RIGHT_MISSING where the person sees none of this layout. */
export const requireSeeing = (ctx: { readonly person: Person }, layout: Layout): void =>
  requireRight(ctx, SEES[layout]);

/** Fails with RIGHT_MISSING where the person makes and writes none of this layout. */
export function requireMaking(ctx: { readonly person: Person }, layout: Layout): void {
  requireSeeing(ctx, layout);
  requireRight(ctx, WRITES[layout]);
}

/** The right by which people see those of a layout. */
export const rightToSee = (layout: Layout): Right => SEES[layout];

export const seesLayout = (person: Person, layout: Layout): boolean => person.rights[SEES[layout]];

/** The layouts that the person sees. Fails with RIGHT_MISSING where there is none. */
export function seenLayouts(ctx: { readonly person: Person }): readonly Layout[] {
  const seen = LAYOUTS.filter((layout) => ctx.person.rights[SEES[layout]]);
  if (seen.length === 0) requireRight(ctx, 'taskList');
  return seen;
}

/** Whether the person writes in any of a layout. */
export const writesLayout = (person: Person, layout: Layout): boolean => person.rights[WRITES[layout]];

/** Whether the person writes in a task: who made it, whose it is and who gave it do. Others who see it read. */
export const mayWrite = (
  person: Person,
  task: Pick<TaskRow, 'layout' | 'created_by' | 'responsible_id' | 'owner_id'>,
): boolean =>
  writesLayout(person, task.layout) && [task.created_by, task.responsible_id, task.owner_id].includes(person.id);

export const isTask = ({ module }: AggregateId): boolean => module === 'task' || module === 'note';

/** A task that the person sees, taken for this transaction. Fails with NOT_FOUND. */
export async function takeTask(ctx: CommandContext, id: AggregateId): Promise<TaskRow> {
  if (!isTask(id)) return fail('NOT_FOUND');
  // Read as it is once it was taken, without another way to the database.
  const [[taken], [task]] = await Promise.all([takeSeen(ctx, [id]), readTasks(ctx.db, ctx.instance.id, [id.entryId])]);
  return taken === undefined || task === undefined ? fail('NOT_FOUND') : task;
}

/** The same, to write in it. Fails with NOT_FOUND, and with RIGHT_MISSING where the person only reads it. */
export async function takeToWrite(ctx: CommandContext, id: AggregateId): Promise<TaskRow> {
  const task = await takeTask(ctx, id);
  return mayWrite(ctx.person, task) ? task : fail('RIGHT_MISSING');
}
