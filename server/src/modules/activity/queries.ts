import { COUNTED_MODULES, type activityQueries } from '@kontor/contract/activity';

import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { boxesOf, filterUsers } from '../account/index.ts';
import { maySeeKind } from './access.ts';
import { MODULE_NAMES, moduleNumber, type ModuleName } from '@kontor/contract/kernel';
import type { Person } from '../../platform/operation/context.ts';
import { EVERYTHING, listFilter } from './filter.ts';
import type { ListReader } from './list.ts';
import { countUnfinished } from './store.ts';

const statusesOf = (asked: { readonly statusRed?: unknown; readonly statusYellow?: unknown }): (1 | 2)[] => {
  const some = ([1, 2] as const).filter(
    (status) => (status === 1 ? asked.statusRed : asked.statusYellow) !== undefined,
  );
  return some.length === 0 ? [1, 2] : some;
};

/** The kinds of item whose list a person may see. All of them is none named, which reads the fastest index. */
function permittedModules(person: Person, asked: readonly ModuleName[] = []): readonly ModuleName[] | undefined {
  const modules = (asked.length === 0 ? MODULE_NAMES : asked).filter((module) => maySeeKind(person, module));
  if (modules.length === 0) return undefined;
  return modules.length === MODULE_NAMES.length ? [] : modules;
}

const SELECTIONS = { unfinished: 'open', all: 'all', mine: 'mine', custom: 'custom' } as const;
/** A filter that nothing passes, for a person without any list. */
const NOTHING = { ...EVERYTHING, dateFilter: { to: '1900-01-01' } } as const;

export const queryHandlers = (list: ListReader): QueryHandlers<typeof activityQueries> => ({
  inboxItems(ctx, params, paging) {
    const modules = permittedModules(ctx.person);
    return list(
      ctx,
      modules === undefined ? NOTHING : { ...EVERYTHING, modules, statuses: statusesOf(params) },
      paging,
    );
  },

  filterItems(ctx, params, paging) {
    const modules = permittedModules(ctx.person, params.moduleIds);
    return list(ctx, modules === undefined ? NOTHING : listFilter(params, modules), paging);
  },

  trashItems(ctx, params, paging) {
    const modules = permittedModules(ctx.person);
    if (modules === undefined) return list(ctx, NOTHING, paging);
    const { searchText: searchTerm, hiddenSearchText: hiddenSearchTerm, standardSelection, ...rest } = params;
    const view = SELECTIONS[standardSelection];
    const filter = listFilter(
      { ...rest, view, searchTerm, hiddenSearchTerm, archived: true, globalized: true },
      modules,
    );
    return list(ctx, { ...filter, trash: true }, paging);
  },

  trashBoxes: ({ db, instance, person }) => boxesOf(db, instance.id, person.id),
  trashUsers: ({ db, instance }) => filterUsers(db, instance.id),

  async unfinishedCounts({ db, instance, person }, params) {
    const counts = await countUnfinished(db, instance.id, person.id, statusesOf(params));
    const permitted = permittedModules(person) ?? [];
    const countOf = (module: ModuleName) =>
      permitted.length === 0 || permitted.includes(module) ? (counts.get(moduleNumber(module)) ?? 0) : 0;
    return COUNTED_MODULES.map((module) => ({ module, count: countOf(module) }));
  },
});
