import type { EntryRow, Status } from '@kontor/contract/activity';

/**
 * States of others that say something: those that differ from the person's own. In a list that somebody has not looked at an item yet
 * is no news; with `all`, in the reader, it is.
 */
export function otherStates(
  row: Pick<EntryRow, 'status' | 'userList'>,
  ownId: number,
  all = false,
): readonly (readonly [number, Status])[] {
  return row.userList
    .filter(([id, status]) => id !== ownId && status !== row.status && (all || status !== 1))
    .toSorted(([, a], [, b]) => b - a);
}
