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

/** What fetching ahead goes by. */
export interface AheadDeps {
  readonly now: () => number;
  /** Ends when the page has nothing else to do. */
  readonly idle: () => Promise<void>;
  /** False once nobody wants it any more, or there is no network. */
  readonly goesOn: () => boolean;
}

/** What a module wants to have on the device, to be read without a network. */
export interface Ahead {
  /** Lists as their screens ask for them. */
  readonly lists: readonly ListSource[];
  readonly details?: readonly AheadDetails[];
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
