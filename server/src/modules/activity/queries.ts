import { COUNTED_MODULES, activityQueries, findQueries } from '@kontor/contract/activity';
import { MODULE_NAMES, moduleNumber, type ModuleName } from '@kontor/contract/kernel';
import type { Person } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { boxesOf, filterUsers } from '../account/index.ts';
import { maySeeKind } from './access.ts';
import { EVERYTHING, listFilter } from './filter.ts';
import type { ListReader } from './list.ts';
import { countUnfinished } from './store/counts.ts';

/** The kinds of item whose list a person may see. All of them is none named, which reads the fastest index. */
function permittedModules(person: Person, asked: readonly ModuleName[] = []): readonly ModuleName[] | undefined {
  const modules = (asked.length === 0 ? MODULE_NAMES : asked).filter((module) => maySeeKind(person, module));
  if (modules.length === 0) return undefined;
  return modules.length === MODULE_NAMES.length ? [] : modules;
}

/** A filter that nothing passes, for a person without any list. */
const NOTHING = { ...EVERYTHING, dateFilter: { to: '1900-01-01' } } as const;

/** In the contract they are apart, so that the app need not load them all at once. */
export const ownQueries = { ...activityQueries, ...findQueries } as const;

export const queryHandlers = (list: ListReader): QueryHandlers<typeof ownQueries> => ({
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
  trashUsers: ({ db, instance }) => filterUsers(db, instance.id),

  async unfinishedCounts({ db, instance, person }, { open }) {
    const counts = await countUnfinished(db, instance.id, person.id, open);
    const countOf = (module: ModuleName) => (maySeeKind(person, module) ? (counts.get(moduleNumber(module)) ?? 0) : 0);
    return COUNTED_MODULES.map((module) => ({ module, count: countOf(module) }));
  },
});
