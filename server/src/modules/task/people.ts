import { rightsToBits, type Right } from '@kontor/contract/account';
import { STATES } from '@kontor/contract/activity';
import type { Layout, TaskFields } from '@kontor/contract/task';
import { isDeepStrictEqual } from 'node:util';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesFor, usersFor, type DirectoryCaller } from '../account/index.ts';
import { addViewers, removeItemViewers, setMine, setStatusFromOutside, viewersOf } from '../activity/index.ts';
import { rightToSee } from './access.ts';
import { peopleOf } from './rules.ts';
import { markTask, standingOf, type TaskRow } from './store/tasks.ts';
import type { NamedPerson } from './views.ts';

const bitOf = (right: Right): number => rightsToBits([right]);

/** Everybody who may see tasks, or notes: whose one can be, in the order of their names. */
export const usersOf = (caller: DirectoryCaller, layout: Layout) => usersFor(caller, bitOf(rightToSee(layout)));

/** Fails with NOT_FOUND where somebody is named anew who is not there, or sees none of the layout. */
export async function requirePeople(
  ctx: ChangeContext,
  layout: Layout,
  named: Pick<TaskFields, 'responsibleUserId' | 'ownerUserId' | 'alarmConfig'>,
  known: readonly number[],
): Promise<void> {
  const strange = peopleOf({ ...named, createdBy: 0 }).filter((id) => !known.includes(id));
  if (strange.length === 0) return;
  const there = new Set((await usersOf(ctx, layout)).map(({ userId }) => userId));
  if (strange.some((id) => !there.has(id))) fail('NOT_FOUND');
}

/**
 * Shows a task to all who are named in it, and takes it from those who were and are no more. Who is new to it, or responsible anew, has it as
 * New, as have those whom its text mentions since; but for the one who does it. What is Done stays so with all.
 */
export async function showToPeople(
  ctx: CommandContext,
  task: TaskRow,
  fields: TaskFields,
  mentions: readonly number[],
): Promise<void> {
  const { task_id: taskId, layout, created_by: createdBy, done_at: doneAt } = task;
  const { id: ownId } = ctx.person;
  const people = peopleOf({ ...fields, createdBy });
  const seeing = new Set(await viewersOf(ctx, [taskId], 'right'));
  const newcomers = people.filter((id) => !seeing.has(id));
  const leaving = task.people.filter((id) => !people.includes(id) && seeing.has(id));
  if (newcomers.length > 0) {
    const { archived } = await standingOf(ctx.db, ctx.instance.id, task);
    const statusOf = (userId: number) =>
      doneAt !== null ? STATES.ready : userId === ownId ? STATES.seen : STATES.unseen;
    const viewers = newcomers.map((userId) => ({
      userId,
      boxId: 0,
      status: statusOf(userId),
      mine: userId === fields.responsibleUserId,
      archived,
      location: task.trashed ? ('trash' as const) : ('inbox' as const),
    }));
    await addViewers(ctx, layout, taskId, viewers);
  }
  if (leaving.length > 0) await removeItemViewers(ctx, layout, taskId, leaving);
  if (task.told !== fields.responsibleUserId) await setMine(ctx, taskId, [fields.responsibleUserId]);
  const isToldAnew = task.told !== null && task.told !== fields.responsibleUserId;
  const notifiedIds = [
    ...(isToldAnew ? [fields.responsibleUserId] : []),
    ...mentions.filter((id) => !task.mentioned.includes(id)),
  ].filter((id) => id !== ownId && !newcomers.includes(id));
  if (notifiedIds.length > 0) {
    const change = { activityId: taskId, userIds: notifiedIds, status: STATES.unseen, onlyFrom: [STATES.seen] };
    await setStatusFromOutside(ctx, [change]);
  }
  const known = { people, mentioned: [...mentions], told: fields.responsibleUserId };
  const { people: shownTo, mentioned, told } = task;
  if (!isDeepStrictEqual({ people: shownTo, mentioned, told }, known))
    await markTask(ctx.db, ctx.instance.id, taskId, known);
}

/** Some people, each once, as details name them; those who are not active any more among them. */
export async function peopleNamed(
  caller: DirectoryCaller,
  known: readonly NamedPerson[],
  userIds: readonly number[],
): Promise<readonly NamedPerson[]> {
  const ids = new Set(userIds.filter((id) => id !== 0));
  const found = known.filter(({ userId }) => ids.has(userId));
  const missing = [...ids].filter((id) => !found.some(({ userId }) => userId === id));
  const names = await namesFor(caller, missing);
  return [...found, ...[...names].map(([userId, UserDisplayname]) => ({ userId, UserAvatar: null, UserDisplayname }))];
}
