import { createValue } from '../../client/value.ts';

/** A record that documents are linked with. */
export interface FilingRecord {
  readonly idoId: number;
  readonly idoInstanceId: number;
  readonly displayName: string;
}

/** Files that are to be filed, or the one that is to be a document's newest version. */
export interface Filing {
  readonly files: readonly File[];
  /** What they are linked with from the beginning. */
  readonly records?: readonly FilingRecord[];
  /** Another app has handed them over. */
  readonly isShared?: boolean;
  readonly version?: { readonly aggregateId: string; readonly title: string };
}

const NONE: Filing | undefined = undefined;

/** What is being filed. It outlives the screen on which it was begun. */
export const filing = createValue<Filing | undefined>(NONE);

export const beginFiling = (given: Filing): void => filing.set(given);
