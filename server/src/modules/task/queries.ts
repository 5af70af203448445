import type { TaskDetail, TaskLine, taskQueries } from '@kontor/contract/task';
import { MAX_HISTORY_ENTRIES } from '@kontor/contract/task';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { withoutUnseen } from '../../platform/words.ts';
import {
  changesOf,
  entriesById,
  itemsOf,
  listFilter,
  relatedItems,
  type ListReader,
  type OwnCondition,
} from '../activity/index.ts';
import { notifiedOf } from '../alarm/index.ts';
import { linksOf } from '../record/index.ts';
import { isTask, mayWrite, requireSeeing, seenLayouts, seesLayout, writesLayout } from './access.ts';
import { lockOf } from './locking.ts';
import { peopleNamed, usersOf } from './people.ts';
import { seriesOf } from './series.ts';
import { conditions, linesAround, personalOf, searchLines, tagsSeen, type LineRow } from './store/lists.ts';
import { findWithEntry } from './store/tasks.ts';
import { toDetail, toLine } from './views.ts';

const MAX_FOUND = 20;
const MAX_TAGS_TOLD = 200;
/** Tasks around one that are told. */
const MAX_AROUND = 1000;

/** The condition that a list's own filter stands for. */
function ownCondition({ instance, person, now }: QueryContext, customFilter: string): OwnCondition | undefined {
  const tag = /^tag:(.+)$/su.exec(customFilter)?.[1];
  if (tag !== undefined) return { key: customFilter, where: conditions.tag(instance.id, tag) };
  switch (customFilter) {
    case 'favorites':
      return { key: customFilter, where: conditions.favorites(instance.id, person.id) };
    case 'overdue':
      return { key: customFilter, where: conditions.overdue(instance.id, now()) };
    case 'given':
      return { key: customFilter, where: conditions.given(instance.id, person.id) };
    case 'repeating':
      return { key: customFilter, where: conditions.repeating(instance.id) };
    default:
      return undefined;
  }
}

export const queryHandlers = (list: ListReader): QueryHandlers<typeof taskQueries> => ({
  taskItems(ctx, { customFilter, ...params }, paging) {
    requireSeeing(ctx, 'task');
    const only = ownCondition(ctx, customFilter);
    return list(ctx, { ...listFilter(params, ['task']), ...(only === undefined ? {} : { only }) }, paging);
  },

  noteItems: itemsOf(list, 'note'),

  async details(ctx, { aggregateId }): Promise<TaskDetail> {
    const { db, instance, person, now } = ctx;
    const viewer = { instanceId: instance.id, userId: person.id };
    const layout = aggregateId.module === 'note' ? 'note' : 'task';
    if (!isTask(aggregateId) || !seesLayout(person, layout)) return fail('NOT_FOUND');
    const { entryId } = aggregateId;
    // Whether they see it is known no later than what is told with it: nothing waits for that but what its row names.
    const finding = findWithEntry(db, instance.id, entriesById(viewer, [entryId]));
    const users = usersOf(ctx, layout);
    const namedBy = async (task: NonNullable<Awaited<typeof finding>>) =>
      peopleNamed(ctx, await users, [...task.entry.user_ids, ...task.people, task.owner_id]);
    const [task, available, around, [personal], changes, notified, links, related, more] = await Promise.all([
      finding,
      users,
      linesAround(db, viewer, entryId, MAX_AROUND),
      personalOf(db, instance.id, person.id, [entryId]),
      changesOf(ctx, entryId, MAX_HISTORY_ENTRIES),
      notifiedOf(ctx, entryId),
      person.rights.idoList ? linksOf(db, instance.id, [entryId]) : new Map<number, never>(),
      relatedItems(ctx, [entryId]),
      finding.then((row) => row && Promise.all([seriesOf(ctx, row), lockOf(ctx, row), namedBy(row)])),
    ]);
    if (task === undefined || more === undefined || task.layout !== layout) return fail('NOT_FOUND');
    const [series, lock, named] = more;
    return toDetail(task, {
      now: now(),
      instance,
      userId: person.id,
      series,
      changeable: mayWrite(person, task),
      favored: personal?.favored ?? false,
      available,
      named,
      changes,
      notified,
      lock,
      around: around.filter(({ layout }) => seesLayout(person, layout)),
      links: links.get(entryId) ?? [],
      related: related.get(entryId) ?? [],
    });
  },

  async search(ctx, { query }): Promise<TaskLine[]> {
    const layouts = seenLayouts(ctx).filter((layout) => writesLayout(ctx.person, layout));
    const viewer = { instanceId: ctx.instance.id, userId: ctx.person.id };
    const words = withoutUnseen(query).split(/\s+/).filter(Boolean).slice(0, 10);
    const rows: readonly LineRow[] = await searchLines(ctx.db, viewer, { words, layouts }, MAX_FOUND);
    return rows.map((row) => toLine(row, ctx.person.id));
  },

  async tags(ctx) {
    const viewer = { instanceId: ctx.instance.id, userId: ctx.person.id };
    return [...(await tagsSeen(ctx.db, viewer, seenLayouts(ctx), MAX_TAGS_TOLD))];
  },
});
