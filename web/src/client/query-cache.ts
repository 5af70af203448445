import { asFailure, type Failure } from './failure.ts';

/** What is known about the answer to a query; never changed, always replaced. */
export interface QueryState<T = unknown> {
  readonly data: T | undefined;
  readonly failure: Failure | undefined;
  /** True while an answer is on its way. */
  readonly isFetching: boolean;
}

export type Fetcher<T = unknown> = (signal: AbortSignal) => Promise<T>;

export interface QueryWorld {
  readonly now: () => number;
  /** Calls back after `ms`; answers how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
}

interface Entry {
  state: QueryState;
  fetcher: Fetcher;
  /** When the answer came, in milliseconds since 1970; 0 where it is none or is known to be out of date. */
  freshAt: number;
  running: AbortController | undefined;
  readonly watchers: Set<() => void>;
  stopWaiting: (() => void) | undefined;
}

/** How long an answer counts as fresh, and how long one that nobody shows is kept. */
const FRESH_MS = 10_000;
const KEPT_MS = 300_000;

const NOTHING: QueryState = { data: undefined, failure: undefined, isFetching: false };

/** Who asks what: one request for all that ask the same, called off when nobody waits, repeated when it is out of date. */
export class QueryCache {
  readonly #world: QueryWorld;
  readonly #entries = new Map<string, Entry>();

  constructor(world: QueryWorld) {
    this.#world = world;
  }

  peek(key: string): QueryState {
    return this.#entries.get(key)?.state ?? NOTHING;
  }

  /** Asks for as long as somebody watches; an answer that is fresh is not asked for again. Answers how to stop. */
  watch(key: string, fetcher: Fetcher, listener: () => void): () => void {
    const entry = this.#entry(key, fetcher);
    entry.stopWaiting?.();
    entry.stopWaiting = undefined;
    entry.watchers.add(listener);
    if (!this.#isFresh(entry)) this.#fetch(entry);
    return () => {
      entry.watchers.delete(listener);
      // Not at once: a view that is only moved watches again within the same task.
      if (entry.watchers.size === 0) entry.stopWaiting = this.#world.later(0, () => this.#leave(key, entry));
    };
  }

  /** Asks for what will probably be wanted soon. */
  prepare(key: string, fetcher: Fetcher): void {
    const entry = this.#entry(key, fetcher);
    if (!this.#isFresh(entry)) this.#fetch(entry);
    if (entry.watchers.size === 0) entry.stopWaiting ??= this.#world.later(KEPT_MS, () => this.#entries.delete(key));
  }

  /** Asks again, whatever is known. */
  refetch(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#fetch(entry);
  }

  /** Puts answers out of date: what is shown is asked for again now, the rest when it is shown again. */
  invalidate(isHit: (key: string) => boolean = () => true): void {
    for (const [key, entry] of this.#entries) {
      if (!isHit(key)) continue;
      entry.freshAt = 0;
      if (entry.watchers.size > 0) this.#fetch(entry);
    }
  }

  /** Asks again for what is shown and out of date. */
  revive(): void {
    for (const entry of this.#entries.values())
      if (entry.watchers.size > 0 && !this.#isFresh(entry)) this.#fetch(entry);
  }

  clear(): void {
    for (const entry of this.#entries.values()) {
      entry.running?.abort();
      entry.stopWaiting?.();
    }
    this.#entries.clear();
  }

  #entry(key: string, fetcher: Fetcher): Entry {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { state: NOTHING, fetcher, freshAt: 0, running: undefined, watchers: new Set(), stopWaiting: undefined };
      this.#entries.set(key, entry);
    }
    entry.fetcher = fetcher;
    return entry;
  }

  #isFresh(entry: Entry): boolean {
    return entry.running !== undefined || (entry.freshAt > 0 && this.#world.now() - entry.freshAt < FRESH_MS);
  }

  #leave(key: string, entry: Entry): void {
    entry.running?.abort();
    entry.stopWaiting = this.#world.later(KEPT_MS, () => this.#entries.delete(key));
  }

  #set(entry: Entry, change: Partial<QueryState>): void {
    entry.state = { ...entry.state, ...change };
    for (const watcher of entry.watchers) watcher();
  }

  #fetch(entry: Entry): void {
    entry.running?.abort();
    const running = new AbortController();
    entry.running = running;
    if (!entry.state.isFetching) this.#set(entry, { isFetching: true });
    entry.fetcher(running.signal).then(
      (data) => {
        if (entry.running !== running) return;
        entry.running = undefined;
        entry.freshAt = this.#world.now();
        this.#set(entry, { data, failure: undefined, isFetching: false });
      },
      (error: unknown) => {
        if (entry.running !== running) return;
        entry.running = undefined;
        const failure = asFailure(error);
        this.#set(entry, failure.kind === 'aborted' ? { isFetching: false } : { failure, isFetching: false });
      },
    );
  }
}
