import type { Value } from '@kontor/contract/record';
import { isSame, type Edits } from './fields/values.ts';

/** What is kept on the device of a record that is written and not saved. */
export interface KeptEdits {
  /** By the places in which they stand. */
  readonly edits: Readonly<Record<string, Edits>>;
  /** Contact persons who are to come. */
  readonly people: readonly `new ${number}`[];
}

/**
 * Edits that were kept, over what is stored by now: what is stored already is none any more, nor what has no field, and what somebody else
 * has changed to something else is in question. `stored`: what stands in a field; undefined where there is none.
 */
export function rebased(
  kept: Edits,
  stored: (key: string) => Value | undefined,
): { readonly edits: Edits; readonly conflicts: Readonly<Record<string, Value>> } {
  const now = Object.entries(kept).flatMap(([key, edit]) => {
    const there = stored(key);
    return there === undefined || isSame(there, edit.value) ? [] : [{ key, edit, there }];
  });
  const other = now.filter(({ edit, there }) => !isSame(there, edit.before));
  return {
    edits: Object.fromEntries(now.map(({ key, edit }) => [key, edit])),
    conflicts: Object.fromEntries(other.map(({ key, there }) => [key, there])),
  };
}
