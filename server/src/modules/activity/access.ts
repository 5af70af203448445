import type { SavedList } from '@kontor/contract/activity';
import { MODULE_NAMES, kindOf, type ModuleName } from '@kontor/contract/kernel';
import type { Person } from '../../platform/operation/context.ts';

/** Whether a person may see items of a kind at all. Which of them is told by the rows of `activity_user`. */
export function maySeeKind(person: Person, module: ModuleName): boolean {
  const right = kindOf(module).rights.list?.name;
  return right === undefined || person.rights[right];
}

/** The kinds of item whose list a person may see. All of them is none named, which reads the fastest index; undefined: not one. */
export function permittedModules(person: Person, asked: readonly ModuleName[] = []): readonly ModuleName[] | undefined {
  const modules = (asked.length === 0 ? MODULE_NAMES : asked).filter((module) => maySeeKind(person, module));
  if (modules.length === 0) return undefined;
  return modules.length === MODULE_NAMES.length ? [] : modules;
}

/** Whether a person may see the list that a filter was saved of. */
export const maySeeList = (person: Person, list: SavedList): boolean =>
  list === 'filter' || list === 'trash' || maySeeKind(person, list);
