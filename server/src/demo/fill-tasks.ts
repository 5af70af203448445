import { STATES } from '@kontor/contract/activity';
import { RepetitionSchema, type TaskFields } from '@kontor/contract/task';
import * as v from 'valibot';
import { findUserByName, timeZoneOf } from '../modules/account/index.ts';
import { beginSeries, makeTask } from '../modules/task/index.ts';
import type { Change } from '../platform/operation/change.ts';
import type { ChangeContext, Instance } from '../platform/operation/context.ts';
import { hasTasks } from './store.ts';
import { TASKS, type DemoTask } from './tasks.ts';

const DAY_MS = 86_400_000;
const NO_ALARM: TaskFields['alarmConfig'] = {
  date: null,
  notifiable: false,
  ownerDate: null,
  ownerType: 'never',
  notifiableUserIds: [],
};

/** Makes the demo's tasks and notes, all of them or none. */
export const fillTasks = (change: Change, instance: Instance, since: Date): Promise<void> =>
  change(instance, async (ctx) => {
    if (await hasTasks(ctx.db, instance.id)) return;
    for (const task of TASKS.toReversed()) await makeOne(ctx, task, since);
  });

async function makeOne(ctx: ChangeContext, task: DemoTask, since: Date): Promise<void> {
  const { db, instance } = ctx;
  const idOf = async (name: string) => (await findUserByName(db, instance.id, name))?.user_id;
  const createdBy = await idOf(task.by);
  const responsibleUserId = await idOf(task.responsible ?? task.by);
  if (createdBy === undefined || responsibleUserId === undefined) return;
  const zone = timeZoneOf(instance);
  const fields: TaskFields = {
    title: task.title,
    content: task.html,
    responsibleUserId,
    ownerUserId: task.owner === undefined ? 0 : ((await idOf(task.owner)) ?? 0),
    forerunTime: (task.forerun ?? 0) * (DAY_MS / 1000),
    fixedMaturityDate: task.due === undefined ? null : dayFrom(since, task.due),
    alarmConfig: NO_ALARM,
    repetitionConfig: task.repetition === undefined ? null : v.parse(RepetitionSchema, task.repetition),
    tags: [...(task.tags ?? [])],
    waitsFor: [],
    zone,
  };
  const about = (isDone: boolean) => ({
    layout: task.layout,
    createdBy,
    at: since.getTime() - task.age * DAY_MS,
    statusOf: () => (isDone ? STATES.ready : STATES.seen),
  });
  const taskId = await makeTask(ctx, fields, about(task.isDone === true));
  await beginSeries(ctx, taskId, fields);
  for (const { title, isDone } of task.parts ?? []) {
    const part = { ...fields, title, content: '', tags: [], repetitionConfig: null };
    await makeTask(ctx, part, { ...about(isDone === true), parentId: taskId });
  }
}

const dayFrom = (since: Date, days: number): string =>
  new Date(since.getTime() + days * DAY_MS).toISOString().slice(0, 10);
