import type { SavedList } from '@kontor/contract/activity';
import { ITEM_KIND_NAMES, kindOf, type ItemKindName } from '@kontor/contract/kernel';
import type { Person } from '../../platform/operation/context.ts';

/** Whether a person may see items of a kind at all. Which of them is told by the rows of `activity_user`. */
export function maySeeKind(person: Person, module: ItemKindName): boolean {
  const right = kindOf(module).rights.list?.name;
  return right === undefined || person.rights[right];
}

/**
 * Returns the kinds of item whose lists a person may see, of those that were asked for. An empty array stands for all kinds, since the
 * index is fastest without any; undefined: the person may see none.
 */
export function permittedModules(
  person: Person,
  requested: readonly ItemKindName[] = [],
): readonly ItemKindName[] | undefined {
  const modules = (requested.length === 0 ? ITEM_KIND_NAMES : requested).filter((module) => maySeeKind(person, module));
  if (modules.length === 0) return undefined;
  return modules.length === ITEM_KIND_NAMES.length ? [] : modules;
}

/** Whether a person may see the list that a filter was saved of. */
export const maySeeList = (person: Person, list: SavedList): boolean =>
  list === 'filter' || list === 'trash' || maySeeKind(person, list);
