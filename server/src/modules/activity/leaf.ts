import type { Status } from '@kontor/contract/activity';
import type { ModuleName } from '@kontor/contract/kernel';
import type { ChangeContext, InstanceContext } from '../../platform/operation/context.ts';
import type { FoundTexts } from './matches.ts';
import type { SearchHead } from './store/search.ts';

/** What became of an item for one person. */
export interface ItemChange {
  readonly activityId: number;
  readonly userId: number;
  readonly boxId: number;
  readonly status: Status;
  readonly archived: boolean;
  readonly trashed: boolean;
  readonly spam: boolean;
}

/** What a kind of item registers with the lists: how its entries are completed, and what it wants to hear of. */
export interface Leaf {
  readonly module: ModuleName;
  /** The module's `extras` in full, from those that were stored. */
  extras(stored: Record<string, unknown>): Record<string, unknown>;
  /** What items are found by without their text, by their ids; without it title and senders are what their entries say. */
  searchHeads?(ctx: InstanceContext, activityIds: readonly number[]): Promise<ReadonlyMap<number, SearchHead>>;
  /** The texts that items were found in, by their ids, to say where. */
  foundTexts?(ctx: InstanceContext, activityIds: readonly number[]): Promise<ReadonlyMap<number, FoundTexts>>;
  /** Called in the transaction that changed the items' states, archive, trash or spam. */
  onChanged?(ctx: ChangeContext, changes: readonly ItemChange[]): Promise<void>;
}

export type Leaves = ReadonlyMap<ModuleName, Leaf>;
