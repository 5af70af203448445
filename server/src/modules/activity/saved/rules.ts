import type { Conditions, SavedList } from '@kontor/contract/activity';
import type { Person } from '../../../platform/operation/context.ts';
import { permittedModules } from '../access.ts';
import { listFilter, type ListFilter } from '../filter.ts';
import type { SavedRow } from '../store/saved.ts';

type Who = Pick<Person, 'id' | 'isAdministrator'>;
type Owned = Pick<SavedRow, 'owner_id' | 'everybody' | 'viewers' | 'is_through_group'>;

export const seesSaved = ({ id }: Who, { owner_id, everybody, viewers, is_through_group }: Owned): boolean =>
  owner_id === id || everybody || is_through_group || viewers.includes(id);

/** The owner and, of what they see, administrators: people leave, and what they have shared with everybody stays. */
export const mayChangeSaved = (person: Who, row: Owned): boolean =>
  row.owner_id === person.id || (person.isAdministrator && seesSaved(person, row));

/** Ids of what a person has in the menu, in its order. */
export const pinnedOf = (rows: readonly Pick<SavedRow, 'filter_id' | 'place'>[]): readonly string[] =>
  rows
    .filter(({ place }) => place !== null)
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0) || (a.filter_id < b.filter_id ? -1 : 1))
    .map(({ filter_id }) => filter_id);

/** What is pinned in the order that is asked for; what is not named comes after it, as it was. */
export const pinnedThen = (pinned: readonly string[], requested: readonly string[]): readonly string[] => [
  ...new Set([...requested.filter((id) => pinned.includes(id)), ...pinned]),
];

/** Boxes, people and groups that there are for somebody. */
export interface There {
  readonly boxIds: readonly number[];
  readonly userIds: readonly number[];
  readonly groupIds: readonly number[];
}

/** What a person's list of a saved filter shows; what is not there for them is left out. Undefined where they may see no such list. */
export function savedListFilter(
  person: Person,
  { list, conditions }: { readonly list: SavedList; readonly conditions: Conditions },
  there: There,
  timeZone: string | undefined,
): ListFilter | undefined {
  const { view, date, direction, moduleIds, text, hidden, archived, shared } = conditions;
  const isMixed = list === 'filter' || list === 'trash';
  const modules = permittedModules(person, isMixed ? moduleIds : [list]);
  if (modules === undefined) return undefined;
  const zone = timeZone === undefined ? {} : { timeZone };
  const isTrash = list === 'trash';
  const params = {
    view,
    dateFilter: typeof date === 'string' ? { preset: date, ...zone } : { ...date, ...zone },
    boxIds: conditions.boxIds.filter((id) => there.boxIds.includes(id)),
    userFilter: conditions.userIds.filter((id) => there.userIds.includes(id)),
    groupFilter: conditions.groupIds.filter((id) => there.groupIds.includes(id)),
    searchTerm: text.trim(),
    hiddenSearchTerm: hidden.trim(),
    direction,
    archived: isTrash || archived,
    globalized: isTrash || shared,
  };
  return { ...listFilter(params, modules), trash: isTrash };
}
