import { STATES, type Status } from '@kontor/contract/activity';
import type { Layout, TaskFields } from '@kontor/contract/task';
import { cleanNote } from '../../platform/html/index.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { namesOf } from '../account/index.ts';
import { copyPictures, insertItem, rewriteItem, type Viewer, type Written } from '../activity/index.ts';
import { setAlarms } from '../alarm/index.ts';
import { countParts, tellTags } from './around.ts';
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
  /** Takes its text, when its number is known; left out: what the fields say. */
  readonly write?: (taskId: number) => Promise<Written>;
}

/** What an item is found by that is a task. */
export const searchOf = (title: string, names: ReadonlyMap<number, string>, body: string) => ({
  title,
  senders: [...names.values()].join('\n'),
  receivers: '',
  body,
});

/** A text of our own editor, which has no pictures. */
const ownText = (html: string) => async (): Promise<Written> => cleanNote(html);

/** The text of another task, with its pictures. */
export const textOf =
  (ctx: ChangeContext, fromId: number, html: string) =>
  async (taskId: number): Promise<Written> => {
    await copyPictures(ctx, fromId, taskId);
    return cleanNote(html);
  };

/** Makes a task or note of fields that were judged before. Returns its id. Fails as `takeWritten` does. */
export async function makeTask(ctx: ChangeContext, fields: TaskFields, making: Making): Promise<number> {
  const { db, instance } = ctx;
  const { layout, createdBy, at = ctx.now(), inactive = false, parentId = null } = making;
  const people = inactive ? [createdBy] : peopleOf({ ...fields, createdBy });
  const names = await namesOf(db, instance.id, peopleOf({ ...fields, createdBy }));
  const { dueAt } = spanOf(fields.fixedMaturityDate, fields.zone);
  const entry = {
    ts: new Date(comesUpAt({ dueAt, forerun: fields.forerunTime, createdAt: at })),
    contact: names.get(fields.responsibleUserId) ?? '',
    information: fields.title,
  };
  const about = (checks: Written['tasks'], text: string) => sparse(extrasOf(fields, { inactive, checks, text }));
  const viewers = viewersOf(people, fields, making);
  const taskId = await insertItem(ctx, {
    ...entry,
    module: layout,
    boxId: 0,
    direction: 'bidirectional',
    channel: '',
    extras: about({ done: 0, all: 0 }, ''),
    viewers,
    search: searchOf(fields.title, names, ''),
  });
  await insertTask(db, instance.id, {
    ...valuesOf(fields),
    ...originOf(making),
    content: '',
    task_id: taskId,
    layout,
    created_by: createdBy,
    created_at: at,
    inactive,
    done_at: viewers.every(({ status }) => status === STATES.ready) ? at : null,
    people,
    told: inactive ? null : fields.responsibleUserId,
  });
  if (fields.content !== '') {
    const { html, text, tasks, mentions } = await (making.write ?? ownText(fields.content))(taskId);
    await writeContent(db, instance.id, taskId, html, inactive ? [] : mentions);
    const search = searchOf(fields.title, names, text);
    await rewriteItem(ctx, layout, taskId, { ...entry, extras: { ...about(tasks, text) }, search });
  }
  if (!inactive) await setAlarms(ctx, taskId, alarmsOf(fields, createdBy));
  if (fields.tags.length > 0) await tellTags(ctx, [taskId]);
  await countParts(ctx, [parentId]);
  return taskId;
}

const viewersOf = (
  people: readonly number[],
  { responsibleUserId }: TaskFields,
  { statusOf }: Making,
): readonly Viewer[] =>
  people.map((userId) => ({ userId, boxId: 0, status: statusOf(userId), mine: userId === responsibleUserId }));

const originOf = ({ series, parentId = null, link = null }: Making) => ({
  parent_id: parentId,
  link,
  ...(series === undefined
    ? {}
    : { series_id: series.seriesId, occurrence: series.occurrence, scheduled: series.scheduled }),
});
