import type { Kept, KeptRecord, SealedStore } from './sealed-store.ts';

export interface WriteDeps {
  readonly now: () => number;
  /** Calls back after `ms`; returns how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
}

/** What is to be kept, made when it is written: of a hundred changes of a list one record is made. */
export interface Pending {
  readonly make: () => Kept | undefined;
  readonly tag: string;
}

const QUIET_MS = 800;
/** What somebody has just opened is not to be lost by closing the page. */
const SOON_MS = 100;
const MAX_MS = 5000;
/** Written bytes after which it is looked whether it is too much. */
const TRIM_EVERY = 10_000_000;

/** Writes what changes some time after it has changed, each key once. A device that refuses to write loses nothing but speed. */
export class WriteBehind {
  readonly #store: SealedStore;
  readonly #deps: WriteDeps;
  readonly #pending = new Map<string, Pending>();
  #used = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #stop: (() => void) | undefined;
  #since = 0;
  #dueAt = Infinity;
  #sinceTrim = TRIM_EVERY;
  #closed = false;
  /** Why the last record could not be kept; empty where it could. */
  trouble = '';

  constructor(store: SealedStore, deps: WriteDeps) {
    this.#store = store;
    this.#deps = deps;
  }

  /** Writes a record when it has been quiet for a while, however much else comes; `soon` for what will not change at once again. */
  put(key: string, make: Pending['make'], tag = '', soon = false): void {
    if (this.#closed) return;
    const now = this.#deps.now();
    if (this.#pending.size === 0) this.#since = now;
    if (soon) this.#dueAt = Math.min(this.#dueAt, now + SOON_MS);
    this.#pending.set(key, { make, tag });
    this.#schedule();
  }

  /** Notes that something was of use, so that it is not the first to go. */
  use(key: string): void {
    this.#used.add(key);
    this.#schedule();
  }

  /** Calls off what has not been written yet. */
  drop(isHit: (key: string, pending: Pending) => boolean): void {
    for (const [key, pending] of this.#pending) if (isHit(key, pending)) this.#pending.delete(key);
  }

  /** Ends when nothing is being written. */
  settled(): Promise<void> {
    return this.#running;
  }

  /** Writes all that waits, now. */
  flush(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
    this.#dueAt = Infinity;
    this.#running = this.#running.then(() => this.#write()).catch(() => undefined);
    return this.#running;
  }

  /** Ends without writing what waits. */
  close(): void {
    this.#closed = true;
    this.#stop?.();
    this.#pending.clear();
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#stop?.();
    const now = this.#deps.now();
    const longest = this.#pending.size === 0 ? MAX_MS : this.#since + MAX_MS - now;
    const wait = Math.max(0, Math.min(QUIET_MS, longest, this.#dueAt - now));
    this.#stop = this.#deps.later(wait, () => void this.flush());
  }

  async #write(): Promise<void> {
    const pending = [...this.#pending];
    const used = this.#used;
    this.#pending.clear();
    this.#used = new Set();
    await this.#writeAll(
      pending.flatMap(([key, { make, tag }]): readonly KeptRecord[] => {
        const kept = this.#closed ? undefined : make();
        return kept === undefined ? [] : [{ key, kept, tag }];
      }),
    );
    if (this.#closed) return;
    if (used.size > 0) await this.#store.use(used, this.#deps.now());
    if (this.#sinceTrim < TRIM_EVERY) return;
    this.#sinceTrim = 0;
    await this.#store.trim(this.#deps.now());
  }

  /** By one transaction: on a busy device one for each would take until after the page is left. */
  async #writeAll(records: readonly KeptRecord[]): Promise<void> {
    if (records.length === 0) return;
    try {
      await this.#store.putAll(records, this.#deps.now());
      for (const { kept } of records) this.#sinceTrim += kept.bytes?.length ?? 50_000;
      this.trouble = '';
    } catch (error) {
      // One that is refused is not to keep back the others.
      if (records.length > 1) for (const record of records) await this.#writeAll([record]);
      else this.trouble = error instanceof Error ? error.name : String(error);
    }
  }
}
