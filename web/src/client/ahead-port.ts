import type { EntryRow } from '@kontor/contract/activity';
import type { ItemKindName, QueryDefinition } from '@kontor/contract/kernel';
import type { ListSource } from './list-loader.ts';

/** How the details of one kind of item are fetched before anybody asks for them. */
export interface AheadDetails {
  readonly module: ItemKindName;
  /** Key that the screen's own query has for an item. */
  readonly key: (aggregateId: string) => string;
  /** Most items of one request. */
  readonly atOnce: number;
  /** Details by item key; what the person may not see is left out. */
  readonly fetch: (aggregateIds: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
}

/** One answer that is kept of an item. */
export interface AheadAnswer {
  /** Key that the screen's own query has for it. */
  readonly key: string;
  readonly data: unknown;
  /** What it was read from. */
  readonly keys: readonly string[];
}

/** How details are fetched ahead that change as long as people write in them: anew once the item's row says something else. */
export interface AheadFollowed {
  readonly module: ItemKindName;
  /** Most items: those of the latest time. */
  readonly max: number;
  /** Bytes of their answers after which no more are kept. */
  readonly maxBytes: number;
  /** What a row says of the answers: as long as that is the same they count as current. */
  readonly stampOf: (row: EntryRow) => string;
  /** Key of the answer without which an item cannot be read. */
  readonly key: (aggregateId: string) => string;
  /** Returns all that is to be kept of an item; nothing if the person may not see it. Rejects if the server cannot be reached. */
  readonly fetch: (aggregateId: string) => Promise<readonly AheadAnswer[]>;
}

/** What fetching ahead goes by. */
export interface AheadDeps {
  readonly now: () => number;
  /** Ends when the page has nothing else to do. */
  readonly idle: () => Promise<void>;
  /** False once nobody wants it any more, or there is no network. */
  readonly goesOn: () => boolean;
  /** Whether the person can see the page now. */
  readonly isShown: () => boolean;
}

/** What a module wants to have on the device, to be read without a network. */
export interface Ahead {
  /** Lists as their screens ask for them. */
  readonly lists: readonly ListSource[];
  readonly details?: readonly AheadDetails[];
  readonly followed?: readonly AheadFollowed[];
  /** Has the client asked what no list leads to, so that its answers are kept. */
  readonly fetch?: (deps: AheadDeps) => Promise<void>;
}

/** What a module wants to have anew when the app is looked at again. */
export interface Fresh {
  /** Lists as their screens ask for them. */
  readonly lists?: readonly ListSource[];
  /** Queries without parameters that anybody chooses. */
  readonly queries?: readonly (readonly [definition: QueryDefinition, params: object])[];
}
