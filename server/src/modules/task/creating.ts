import { STATES } from '@kontor/contract/activity';
import { formatAggregateId, type ParamsOf } from '@kontor/contract/kernel';
import { MAX_SUBTASKS, type TaskFields, type taskCommands } from '@kontor/contract/task';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireRight, timeZoneOf } from '../account/index.ts';
import { noteOrigin, seesItem, takeWritten } from '../activity/index.ts';
import { linkItems } from '../record/index.ts';
import { requireMaking, takeToWrite } from './access.ts';
import { makeTask } from './making.ts';
import { requirePeople } from './people.ts';
import { decoded, fieldsOf, plainFields, prefilled, repeatsRightly, wrongReminder } from './rules.ts';
import { beginSeries } from './series.ts';
import { countPartsOf } from './store/rings.ts';
import { readTasks, type TaskRow } from './store/tasks.ts';
import { taskSweep } from './sweep.ts';
import type { LinkText } from './tables.ts';

type Creation = ParamsOf<typeof taskCommands.create>;

const NO_ALARM: TaskFields['alarmConfig'] = {
  date: null,
  notifiable: false,
  ownerDate: null,
  ownerType: 'never',
  notifiableUserIds: [],
};

/** Makes a task or note for the person who asks. Fails as the contract says. */
export async function createTask(ctx: CommandContext, given: Creation) {
  const { moduleLayout: layout, idoLinkings, parentId, repetitionConfig } = given;
  requireMaking(ctx, layout);
  if (idoLinkings.length > 0) requireRight(ctx, 'idoList');
  const { instance, person } = ctx;
  const link = given.activityLink === null ? null : linkTextOf(given.activityLink);
  const origin = given.activityLink?.aggregateId;
  if (origin !== undefined && !(await seesItem(ctx, origin))) return fail('NOT_FOUND');
  const fields = plainFields({
    ...prefilled(given, link),
    responsibleUserId: given.responsibleUserId ?? person.id,
    ownerUserId: given.ownerUserId,
    forerunTime: given.forerunTime,
    fixedMaturityDate: given.fixedMaturityDate,
    alarmConfig: given.alarmConfig ?? NO_ALARM,
    repetitionConfig,
    tags: given.tags,
    waitsFor: [],
    zone: given.zone ?? timeZoneOf(instance),
  });
  await requirePeople(ctx, layout, fields, [person.id]);
  const field = wrongReminder(undefined, fields, ctx.now());
  if (field !== undefined) return fail('TASK_REMINDER_INVALID', { data: { field } });
  if (repetitionConfig !== null && !repeatsRightly(repetitionConfig, fields.fixedMaturityDate, fields.zone))
    return fail('TASK_REPETITION_INVALID');
  if (parentId !== null) await takeParent(ctx, parentId);
  const taskId = await makeTask(ctx, fields, {
    layout,
    createdBy: person.id,
    inactive: given.inactive,
    statusOf: (userId) => (userId === person.id ? STATES.seen : STATES.unseen),
    parentId,
    link,
    write: (id) => takeWritten(ctx, id, fields.content),
  });
  if (given.inactive) await taskSweep.order(ctx);
  const [made] = await readTasks(ctx.db, instance.id, [taskId]);
  if (repetitionConfig !== null && made !== undefined) await beginSeries(ctx, taskId, fieldsOf(made, repetitionConfig));
  if (origin !== undefined) await noteOrigin(ctx, taskId, { originId: origin.entryId, storageKey: '' });
  const by = { reason: 'hand', detail: '', userId: person.id } as const;
  for (const recordId of new Set(idoLinkings.map(({ idoId }) => idoId))) await linkItems(ctx, [taskId], recordId, by);
  return { aggregateId: formatAggregateId({ module: layout, entryId: taskId, userId: person.id }) };
}

/** A task that is to have one more part, taken for this transaction. Fails with NOT_FOUND, RIGHT_MISSING and TASK_TOO_MANY_SUBTASKS. */
export async function takeParent(ctx: CommandContext, parentId: number): Promise<TaskRow> {
  const parent = await takeToWrite(ctx, {
    module: 'task',
    entryId: parentId,
    userId: ctx.person.id,
    sourceContainerId: 0,
    targetContainerId: 0,
  });
  const parts = await countPartsOf(ctx.db, ctx.instance.id, parentId);
  return parts >= MAX_SUBTASKS ? fail('TASK_TOO_MANY_SUBTASKS') : parent;
}

/** What a task is made of, in plain text. Fails with PARAMETERS_INVALID where something that should be base64 of UTF-8 is not. */
function linkTextOf(link: NonNullable<Creation['activityLink']>): LinkText {
  const text = (name: 'title' | 'contact' | 'content', isBase64: boolean): string => {
    const plain = decoded(link[name], isBase64);
    return (
      plain ??
      fail('PARAMETERS_INVALID', { errors: [{ path: `activityLink.${name}`, message: 'Not base64 of UTF-8' }] })
    );
  };
  return {
    aggregateId: formatAggregateId(link.aggregateId),
    title: text('title', link.titleIsBase64),
    contact: text('contact', link.contactIsBase64),
    content: text('content', link.contentIsBase64),
    originTimestamp: link.originTimestamp,
    responsibleUserId: link.responsibleUserId,
  };
}
