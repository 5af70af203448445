import { asFailure, type Failure } from './failure.ts';

/** What is known about the answer to a query; never changed, always replaced. */
export interface QueryState<T = unknown> {
  readonly data: T | undefined;
  readonly failure: Failure | undefined;
  /** True while an answer is on its way. */
  readonly isFetching: boolean;
  /** When the server gave `data`, in milliseconds since 1970; 0 where there is none. */
  readonly at: number;
  /** When that was asked for: what is heard later may be news to it, though it came later. */
  readonly requestedAt: number;
}

/** Where an answer of an earlier page may be found. Its own faults are nobody's business: it answers undefined then. */
export interface Keeping<T = unknown> {
  readonly load: () => Promise<{ readonly data: T; readonly at: number } | undefined>;
  /** The server has said that there is no such thing for this person. */
  readonly forget: () => void;
}

export type Fetcher<T = unknown> = (signal: AbortSignal) => Promise<T>;

export interface QueryDeps {
  readonly now: () => number;
  /** Calls back after `ms`; returns how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
}

interface Entry {
  state: QueryState;
  fetcher: Fetcher;
  /** When the answer came, in milliseconds since 1970; 0 where it is none or is known to be out of date. */
  freshAt: number;
  running: AbortController | undefined;
  /** Put out of date while an answer was on its way: it is asked for once more when that has come. */
  again: boolean;
  keeping: Keeping | undefined;
  loading: Promise<void> | undefined;
  readonly watchers: Set<() => void>;
  stopWaiting: (() => void) | undefined;
}

/** How long an answer counts as fresh, and how long one that nobody shows is kept. */
const FRESH_MS = 10_000;
const KEPT_MS = 300_000;

const NOTHING: QueryState = { data: undefined, failure: undefined, isFetching: false, at: 0, requestedAt: 0 };

/** Who asks what: one request for all that ask the same, called off when nobody waits, repeated when it is out of date. */
export class QueryCache {
  readonly #deps: QueryDeps;
  readonly #entries = new Map<string, Entry>();

  constructor(deps: QueryDeps) {
    this.#deps = deps;
  }

  peek(key: string): QueryState {
    return this.#entries.get(key)?.state ?? NOTHING;
  }

  /** Asks for as long as somebody watches; an answer that is fresh is not asked for again. Returns the function that stops it. */
  watch(key: string, fetcher: Fetcher, listener: () => void, keeping?: Keeping): () => void {
    const entry = this.#entry(key, fetcher, keeping);
    entry.stopWaiting?.();
    entry.stopWaiting = undefined;
    entry.watchers.add(listener);
    if (!this.#isFresh(entry)) this.#fetch(entry);
    return () => {
      entry.watchers.delete(listener);
      // Not at once: a view that is only moved watches again within the same task.
      if (entry.watchers.size === 0) entry.stopWaiting = this.#deps.later(0, () => this.#leave(key, entry));
    };
  }

  /** Asks for what will probably be wanted soon. */
  prepare(key: string, fetcher: Fetcher, keeping?: Keeping): void {
    const entry = this.#entry(key, fetcher, keeping);
    if (!this.#isFresh(entry)) this.#fetch(entry);
    if (entry.watchers.size === 0) entry.stopWaiting ??= this.#deps.later(KEPT_MS, () => this.#entries.delete(key));
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
      // Called off again and again, a slow answer would never come.
      if (entry.running !== undefined) entry.again = true;
      else if (entry.watchers.size > 0) this.#fetch(entry);
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

  #entry(key: string, fetcher: Fetcher, keeping: Keeping | undefined): Entry {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = {
        state: NOTHING,
        fetcher,
        freshAt: 0,
        running: undefined,
        again: false,
        keeping,
        loading: undefined,
        watchers: new Set(),
        stopWaiting: undefined,
      };
      this.#entries.set(key, entry);
      this.#load(entry);
    }
    entry.fetcher = fetcher;
    return entry;
  }

  /** Shows what an earlier page was answered, until there is news. */
  #load(entry: Entry): void {
    entry.loading = entry.keeping?.load().then((kept) => {
      entry.loading = undefined;
      if (kept !== undefined && entry.state.at === 0) this.#set(entry, { data: kept.data, at: kept.at });
    });
  }

  #isFresh(entry: Entry): boolean {
    return entry.running !== undefined || (entry.freshAt > 0 && this.#deps.now() - entry.freshAt < FRESH_MS);
  }

  #leave(key: string, entry: Entry): void {
    entry.running?.abort();
    // Who watches again before the request has ended is not to wait for it.
    entry.running = undefined;
    this.#set(entry, { isFetching: false });
    entry.stopWaiting = this.#deps.later(KEPT_MS, () => this.#entries.delete(key));
  }

  #set(entry: Entry, change: Partial<QueryState>): void {
    entry.state = { ...entry.state, ...change };
    for (const watcher of entry.watchers) watcher();
  }

  #fetch(entry: Entry): void {
    entry.running?.abort();
    const running = new AbortController();
    const requestedAt = this.#deps.now();
    entry.running = running;
    entry.again = false;
    if (!entry.state.isFetching) this.#set(entry, { isFetching: true });
    const end = (change: Partial<QueryState>): void => {
      entry.running = undefined;
      this.#set(entry, { ...change, isFetching: false });
      if (!entry.again) return;
      entry.freshAt = 0;
      if (entry.watchers.size > 0) this.#fetch(entry);
    };
    entry.fetcher(running.signal).then(
      (data) => {
        if (entry.running !== running) return;
        const at = this.#deps.now();
        entry.freshAt = at;
        end({ data, failure: undefined, at, requestedAt });
      },
      async (error: unknown) => {
        // Without a network the failure is there before what was kept.
        await entry.loading;
        if (entry.running !== running) return;
        const failure = asFailure(error);
        if (failure.kind === 'aborted') return end({});
        if (failure.status !== 404 && failure.status !== 403) return end({ failure });
        entry.keeping?.forget();
        end({ failure, data: undefined, at: 0 });
      },
    );
  }
}
