import type { ChangeContext } from '../../../platform/operation/context.ts';
import { copyFavourites, dropFavouriteOfAll } from '../boards/favourite-store.ts';
import { copyDismissed, dropDismissed } from './store/dismissed.ts';

/** What becomes what. */
export interface Moves {
  readonly kept: number;
  readonly gone: readonly number[];
  /** Contact persons that are the same as another one of the kept record, which they become. */
  readonly persons: ReadonlyMap<number, number>;
}

/**
 * What follows records and contact persons that become others. `merge` answers what `part` needs to take it back, as it can be kept as JSON;
 * both run in the transaction that does it.
 */
export interface Follower {
  readonly name: string;
  merge(ctx: ChangeContext, moves: Moves): Promise<unknown>;
  part(ctx: ChangeContext, moves: Moves, kept: unknown): Promise<void>;
}

/** What is not suggested of a record that goes is not suggested of the kept one. */
const dismissed: Follower = {
  name: 'dismissed',
  merge: ({ db, instance }, { kept, gone }) => copyDismissed(db, instance.id, kept, gone),
  part: ({ db, instance }, { kept }, ids) => dropDismissed(db, instance.id, kept, ids as readonly number[]),
};

/** Whose favourite one is that goes, theirs is the kept one, in its place. */
const favourites: Follower = {
  name: 'favourites',
  merge: ({ db, instance }, { kept, gone }) => copyFavourites(db, instance.id, kept, gone),
  part: ({ db, instance }, { kept }, users) => dropFavouriteOfAll(db, instance.id, kept, users as readonly number[]),
};

/** Those of this module. */
export const ownFollowers: readonly Follower[] = [dismissed, favourites];
