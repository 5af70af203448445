import type { Conditions, SavedFilter, SavedList, SavedSort, SharedWith } from '@kontor/contract/activity';
import { filteredListOf, type FilteredListRoute } from '../../../shell/index.ts';
import { addressOf } from '../lists/address.ts';
import { isDays, type ListFilter, type Shown } from '../lists/filter.ts';

/** Where a list is that filters are saved of; undefined where it is nowhere. */
const routeOf = (list: SavedList): FilteredListRoute | undefined =>
  list === 'filter' ? 'filterList' : list === 'trash' ? 'trashList' : filteredListOf(list);

export const SOURCE = 'saved-';

/** The saved filter that an address names as its source. */
export const savedIdOf = (source: string): string | undefined =>
  source.startsWith(SOURCE) ? source.slice(SOURCE.length) : undefined;

export interface FilterQuery {
  readonly conditions: Conditions;
  readonly sort: SavedSort;
}

const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);

/** What a list is cut to now, as it is saved. `shown` and `sort`: what holds of the list, whether its address says it or not. */
export function filterQueryOf(filter: ListFilter, shown: Shown, sort: SavedSort): FilterQuery {
  const { view, date, direction } = filter;
  const days = isDays(date) ? { ...(date.from ? { from: date.from } : {}), ...(date.to ? { to: date.to } : {}) } : date;
  return {
    conditions: {
      // What is a list's own cannot be saved.
      view: view === 'custom' ? 'all' : view,
      date: typeof days === 'object' && Object.keys(days).length === 0 ? 'all' : days,
      boxIds: ascending(filter.boxIds),
      userIds: ascending(filter.userIds),
      groupIds: ascending(filter.groupIds),
      direction,
      moduleIds: [...filter.moduleIds],
      text: filter.text.trim(),
      hidden: filter.hidden.trim(),
      archived: shown.archived,
      shared: shown.shared,
    },
    sort: { property: sort.property, direction: sort.direction },
  };
}

/** The list's filter that a saved one stands for. */
export function filterOf({ conditions, sort }: FilterQuery): ListFilter {
  const { archived, shared, ...filter } = conditions;
  return { ...filter, shown: { archived, shared }, sort };
}

const textOf = ({ conditions, sort }: FilterQuery): string => {
  const { archived, shared } = conditions;
  const normal = filterQueryOf(filterOf({ conditions, sort }), { archived, shared }, sort);
  return JSON.stringify([
    Object.entries(normal.conditions).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    normal.sort.property,
    normal.sort.direction,
  ]);
};

/** Whether two ask for the same in the same order. */
export const isSame = (a: FilterQuery, b: FilterQuery): boolean => textOf(a) === textOf(b);

/** Address that shows a saved filter; undefined where its list is not there. */
export function savedAddress(saved: Pick<SavedFilter, 'filterId' | 'list'> & FilterQuery): string | undefined {
  const route = routeOf(saved.list);
  return route === undefined ? undefined : addressOf(route, `${SOURCE}${saved.filterId}`, filterOf(saved));
}

/** A command about saved filters that waits or was carried out lately. */
export interface FilterCommand {
  readonly name: string;
  readonly params: unknown;
  /** What the server has answered. */
  readonly answer?: unknown;
}

/** As it waits in the queue: what waits since before there were groups names none. */
export interface SaveParams {
  readonly conditions: Omit<Conditions, 'groupIds'> & { readonly groupIds?: number[] | undefined };
  readonly sort: SavedSort;
  readonly filterId: string;
  readonly aggregateVersion?: number | undefined;
  readonly name: string;
  readonly list: SavedList;
  readonly sharedWith: Omit<SharedWith, 'groupIds'> & { readonly groupIds?: readonly number[] | undefined };
}

const collator = new Intl.Collator('de');

/** Saved filters in the order of the menu, those that are not in it by name. */
export const inMenu = (filters: readonly SavedFilter[]): readonly SavedFilter[] =>
  filters.filter(({ pinned }) => pinned !== null).toSorted((a, b) => (a.pinned ?? 0) - (b.pinned ?? 0));

const numbered = (filters: readonly SavedFilter[], order: readonly string[]): readonly SavedFilter[] =>
  filters.map((filter) => {
    const index = order.indexOf(filter.filterId);
    return { ...filter, pinned: index < 0 ? null : index + 1 };
  });

/**
 * Saved filters as they will be once these commands are carried out, in their order. `gone`: what was deleted here, which comes back as it
 * was; what these commands delete is put into it.
 */
export function withCommands(
  filters: readonly SavedFilter[],
  commands: readonly FilterCommand[],
  me: SavedFilter['owner'],
  gone: Map<string, SavedFilter> = new Map(),
): readonly SavedFilter[] {
  let all = filters;
  const order = (): readonly string[] => inMenu(all).map(({ filterId }) => filterId);
  for (const { name, params, answer } of commands) {
    const { filterId, pinned, filterIds } = params as {
      filterId: string;
      pinned: boolean;
      filterIds: readonly string[];
    };
    const known = all.find((filter) => filter.filterId === filterId);
    switch (name) {
      case 'filter.save':
        all = saved(
          all,
          (answer as SavedFilter | undefined) ?? asSaved(params as SaveParams, known ?? gone.get(filterId), me),
        );
        break;
      case 'filter.delete':
        if (known !== undefined) gone.set(filterId, known);
        all = all.filter((filter) => filter.filterId !== filterId);
        break;
      case 'filter.pin':
        all = numbered(all, [
          ...order().filter((id) => id !== filterId || pinned),
          ...(pinned && !order().includes(filterId) ? [filterId] : []),
        ]);
        break;
      case 'filter.order':
        all = numbered(all, [...new Set([...filterIds.filter((id) => order().includes(id)), ...order()])]);
        break;
      default:
    }
  }
  return all;
}

function asSaved(params: SaveParams, before: SavedFilter | undefined, me: SavedFilter['owner']): SavedFilter {
  const { filterId, name, list, conditions, sort, sharedWith } = params;
  return {
    filterId,
    aggregateVersion: (before?.aggregateVersion ?? 0) + 1,
    name,
    list,
    conditions: { ...conditions, groupIds: conditions.groupIds ?? [] },
    sort,
    owner: before?.owner ?? me,
    changeable: true,
    sharedWith: {
      everybody: sharedWith.everybody,
      userIds: [...sharedWith.userIds],
      groupIds: [...(sharedWith.groupIds ?? [])],
    },
    pinned: before?.pinned ?? null,
  };
}

const saved = (filters: readonly SavedFilter[], filter: SavedFilter): readonly SavedFilter[] =>
  [...filters.filter(({ filterId }) => filterId !== filter.filterId), filter].toSorted((a, b) =>
    collator.compare(a.name, b.name),
  );

/** Why a name cannot be given to a filter of one's own, as far as it is known here. */
export function nameFault(
  name: string,
  filters: readonly SavedFilter[],
  filter: { readonly filterId?: string | undefined; readonly ownerId: number },
): 'required' | 'taken' | undefined {
  if (name === '') return 'required';
  const isTaken = filters.some(
    ({ filterId, owner, name: other }) =>
      owner.userId === filter.ownerId && filterId !== filter.filterId && other.toLowerCase() === name.toLowerCase(),
  );
  return isTaken ? 'taken' : undefined;
}
