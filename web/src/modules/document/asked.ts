import { createValue } from '../../client/value.ts';

/** Files that are to be filed, or the one that is to be a document's newest version. */
export interface Filing {
  readonly files: readonly File[];
  readonly version?: { readonly aggregateId: string; readonly title: string };
}

const NONE: Filing | undefined = undefined;

/** What is being filed. It outlives the screen on which it was begun. */
export const filing = createValue<Filing | undefined>(NONE);

export const beginFiling = (given: Filing): void => filing.set(given);
