import { STATES, type Status } from '@kontor/contract/activity';
import type { Layout, TaskFields } from '@kontor/contract/task';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { namesOf } from '../account/index.ts';
import { insertItem, rewriteItem } from '../activity/index.ts';
import { setAlarms } from '../alarm/index.ts';
import { countParts, tellTags } from './around.ts';
import { copyPictures, takeWritten } from './doors.ts';
import { alarmsOf, extrasOf, peopleOf, sparse, valuesOf } from './rules.ts';
import { insertTask, writeContent } from './store/tasks.ts';
import type { LinkText } from './tables.ts';
import { comesUpAt, spanOf } from './times.ts';

/** How a task is made. */
export interface Making {
  readonly layout: Layout;
  readonly createdBy: number;
  /** Milliseconds; left out: now. */
  readonly at?: number;
  /** Seen by who makes it alone, until it is saved. */
  readonly inactive?: boolean;
  /** How it stands with somebody who sees it. */
  readonly statusOf: (userId: number) => Status;
  readonly parentId?: number | null;
  readonly link?: LinkText | null;
  /** Its place in a series, and when that meant it to be due. */
  readonly series?: { readonly seriesId: number; readonly occurrence: number; readonly scheduled: string };
  /** The task whose pictures its text has. */
  readonly picturesOf?: number;
}

/** What an item is found by that is a task. */
export const searchOf = (title: string, names: ReadonlyMap<number, string>, body: string) => ({
  title,
  senders: [...names.values()].join('\n'),
  receivers: '',
  body,
});

/** Makes a task or note of fields that were judged before. Answers its id. Fails as `takeWritten` does. */
export async function makeTask(ctx: ChangeContext, fields: TaskFields, making: Making): Promise<number> {
  const { db, instance } = ctx;
  const { layout, createdBy, at = ctx.now(), inactive = false } = making;
  const people = peopleOf({ ...fields, createdBy });
  const viewers = (inactive ? [createdBy] : people).map((userId) => ({
    userId,
    boxId: 0,
    status: making.statusOf(userId),
    mine: userId === fields.responsibleUserId,
  }));
  const isDone = !inactive && viewers.every(({ status }) => status === STATES.ready);
  const names = await namesOf(db, instance.id, people);
  const { dueAt } = spanOf(fields.fixedMaturityDate, fields.zone);
  const entry = {
    ts: new Date(comesUpAt({ dueAt, forerun: fields.forerunTime, createdAt: at })),
    contact: names.get(fields.responsibleUserId) ?? '',
    information: fields.title,
  };
  const about = (checks: { done: number; all: number }) => sparse(extrasOf(fields, { inactive, checks }));
  const taskId = await insertItem(ctx, {
    ...entry,
    module: layout,
    boxId: 0,
    direction: 'bidirectional',
    channel: '',
    extras: about({ done: 0, all: 0 }),
    viewers,
    search: searchOf(fields.title, names, ''),
  });
  if (making.picturesOf !== undefined) await copyPictures(ctx, making.picturesOf, taskId);
  await insertTask(db, instance.id, {
    ...valuesOf(fields),
    content: '',
    task_id: taskId,
    layout,
    created_by: createdBy,
    created_at: at,
    inactive,
    done_at: isDone ? at : null,
    series_id: making.series?.seriesId ?? null,
    occurrence: making.series?.occurrence ?? null,
    scheduled: making.series?.scheduled ?? null,
    parent_id: making.parentId ?? null,
    link: making.link ?? null,
    people: inactive ? [createdBy] : people,
    told: inactive ? null : fields.responsibleUserId,
  });
  if (fields.content !== '') {
    const { html, text, tasks, mentions } = await takeWritten(ctx, taskId, fields.content);
    await writeContent(db, instance.id, taskId, html, inactive ? [] : mentions);
    const search = searchOf(fields.title, names, text);
    await rewriteItem(ctx, layout, taskId, { ...entry, extras: { ...about(tasks) }, search });
  }
  if (!inactive) await setAlarms(ctx, taskId, alarmsOf(fields, createdBy));
  if (fields.tags.length > 0) await tellTags(ctx, taskId);
  await countParts(ctx, [making.parentId ?? null]);
  return taskId;
}
