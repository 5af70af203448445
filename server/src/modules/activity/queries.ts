import {
  COUNTED_MODULES,
  activityQueries,
  dueQueries,
  findQueries,
  historyQueries,
  tipQueries,
  writtenQueries,
} from '@kontor/contract/activity';
import { kindNumber, type ItemKindName } from '@kontor/contract/kernel';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { boxesOf, filterUsersAndGroups, namesFor } from '../account/index.ts';
import { maySeeKind, permittedModules } from './access.ts';
import { EVERYTHING, listFilter } from './filter.ts';
import { historyQueryHandlers } from './history.ts';
import type { ItemKinds } from './item-kind-hooks.ts';
import type { ListReader } from './list.ts';
import { countUnfinished } from './store/counts.ts';
import { readTip, statesOf } from './store/tips.ts';
import { toTip } from './views.ts';
import { writtenQueryHandlers } from './written.ts';

/** A filter that nothing passes, for a person without any list. */
export const NOTHING = { ...EVERYTHING, dateFilter: { to: '1900-01-01' } } as const;

/** What is due that is told of one kind. */
const MAX_DUE = 500;

/** In the contract they are apart, so that the app need not load them all at once. */
const ownQueries = {
  ...activityQueries,
  ...dueQueries,
  ...findQueries,
  ...historyQueries,
  ...tipQueries,
  ...writtenQueries,
} as const;

export const queryHandlers = (list: ListReader, itemKinds: () => ItemKinds): QueryHandlers<typeof ownQueries> => ({
  inboxItems(ctx, { open }, paging) {
    const modules = permittedModules(ctx.person);
    return list(ctx, modules === undefined ? NOTHING : { ...EVERYTHING, view: 'open', modules, open }, paging);
  },

  filterItems(ctx, { moduleIds, ...params }, paging) {
    const modules = permittedModules(ctx.person, moduleIds);
    return list(ctx, modules === undefined ? NOTHING : listFilter(params, modules), paging);
  },

  trashItems(ctx, { moduleIds, ...params }, paging) {
    const modules = permittedModules(ctx.person, moduleIds);
    return list(ctx, modules === undefined ? NOTHING : { ...listFilter(params, modules), trash: true }, paging);
  },

  trashBoxes: ({ db, instance, person }) => boxesOf(db, instance.id, person.id),
  trashUsers: ({ db, instance }) => filterUsersAndGroups(db, instance.id),

  async due(ctx, { from, to, zone }) {
    const beginsAt = (day: Temporal.PlainDate): number => day.toZonedDateTime(zone).epochMilliseconds;
    const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
    const days = { firstDay: from, lastDay: to, from: beginsAt(first), before: beginsAt(last.add({ days: 1 })) };
    const kinds = [...itemKinds().values()].filter(({ module }) => maySeeKind(ctx.person, module));
    const found = kinds.flatMap(({ dueWithin }) => (dueWithin === undefined ? [] : [dueWithin(ctx, days, MAX_DUE)]));
    return (await Promise.all(found)).flat();
  },

  ...historyQueryHandlers,
  ...writtenQueryHandlers,

  async tips(ctx, { aggregateId: { module, entryId } }) {
    const { db, instance, person } = ctx;
    const row = maySeeKind(person, module) ? await readTip(db, instance.id, person.id, module, entryId) : undefined;
    if (row === undefined) return fail('NOT_FOUND');
    const [people, boxes, states] = await Promise.all([
      itemKinds().get(module)?.tipPeople?.(ctx, entryId),
      boxesOf(db, instance.id, person.id),
      statesOf(db, { instanceId: instance.id, userId: person.id }, entryId),
    ]);
    const names = await namesFor(
      ctx,
      states.map(({ user_id }) => user_id),
    );
    return toTip(row, { people: people ?? [], boxes, states, names, ownId: person.id });
  },

  async unfinishedCounts({ db, instance, person }, { open }) {
    const counts = await countUnfinished(db, instance.id, person.id, open);
    const countOf = (module: ItemKindName) => (maySeeKind(person, module) ? (counts.get(kindNumber(module)) ?? 0) : 0);
    return COUNTED_MODULES.map((module) => ({ module, count: countOf(module) }));
  },
});
