import type { EntryRow } from '@kontor/contract/activity';
import type { EntityStore } from './core/entity-store.ts';
import type { ListStore } from './core/list-store.ts';

/** An answer as it was kept. `at`: when the server gave it, in milliseconds since 1970. */
export interface KeptAnswer {
  readonly data: unknown;
  /** What it was read from, so that events put it out of date. */
  readonly keys: readonly string[];
  readonly at: number;
}

export interface KeptList {
  readonly rows: readonly EntryRow[];
  readonly total: number;
  readonly complete: boolean;
  readonly at: number;
}

/** What the client uses of the device's cache. It is loaded only where somebody is signed in and wants it. */
export interface Cache {
  /** Keeps every list of these stores as it changes. */
  watch(store: EntityStore, lists: ListStore): void;
  answer(key: string): Promise<KeptAnswer | undefined>;
  /** `tag`: the item that it belongs to, for `forget`. */
  keepAnswer(key: string, data: unknown, keys: readonly string[], tag?: string): void;
  /** Which of these answers are not kept. */
  missing(keys: readonly string[]): Promise<string[]>;
  /** The beginning of a list, or as much of it as was fetched ahead. */
  list(id: string): Promise<KeptList | undefined>;
  /** As much of a list as was fetched ahead. */
  far(id: string): Promise<KeptList | undefined>;
  keepFar(id: string, rows: readonly EntryRow[], total: number, complete: boolean): void;
  /** The server has answered the beginning of a list just now. */
  answered(id: string): void;
  file(key: string): Promise<Blob | undefined>;
  keepFile(key: string, blob: Blob, tag: string): Promise<void>;
  /** Forgets all that belongs to items that the person may not see any more. */
  forget(tags: readonly string[]): Promise<void>;
  remove(key: string): Promise<void>;
  usage(): Promise<{ readonly records: number; readonly bytes: number }>;
  /** Why the last record could not be kept; empty where it could. */
  readonly trouble: string;
  /** Writes all that waits, now. */
  flush(): Promise<void>;
  close(): void;
}
