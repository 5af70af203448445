import type { ModuleName } from '@kontor/contract/kernel';
import type { Person } from '../../platform/operation/context.ts';
import { LIST_RIGHTS } from '../account/index.ts';

/** Whether a person may see items of a kind at all. Which of them is told by the rows of `activity_user`. */
export function maySeeKind(person: Person, module: ModuleName): boolean {
  const right = LIST_RIGHTS[module];
  return right === undefined || person.rights[right];
}
