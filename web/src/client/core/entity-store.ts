import { itemKey } from '@kontor/contract/kernel';
import { ENTRY_COLUMNS, type EntryRow } from '@kontor/contract/activity';
import { UNSTORED_ORDER } from './command.ts';
import { Overlay, withPatch, type Patch, type Patches } from './overlay.ts';

export const rowKey = (row: Pick<EntryRow, 'moduleName' | 'entryId'>): string =>
  itemKey({ module: row.moduleName, entryId: row.entryId });

/** A change that an event reports, as far as it says what is new. */
export interface ReportedChange extends Patch {
  readonly key: string;
  readonly aggregateVersion: number;
}

interface Fold {
  readonly tick: number;
  readonly processId: string;
  readonly patch: Patch;
  readonly order: number;
}

/** Folds of an item that are remembered: no request is on its way for longer than so many changes of one item. */
const MAX_FOLDS = 16;

/** True where two copies say the same; most rows of a reloaded list do, and need no drawing. */
const isSame = (a: EntryRow, b: EntryRow): boolean =>
  ENTRY_COLUMNS.every((column) => a[column] === b[column] || JSON.stringify(a[column]) === JSON.stringify(b[column]));

type Listener = () => void;
type Observer = (changed: ReadonlySet<string>) => void;

/**
 * Every item that the client knows, once. What it answers is the effective row: the server's copy with the overlay applied.
 *
 * An answer may be older than what is known: it was read before a command was applied that the client has since been told of.
 * `tick()` taken before a request and handed in with its answer tells such answers apart where the version alone cannot.
 */
export class EntityStore {
  readonly #server = new Map<string, EntryRow>();
  readonly #effective = new Map<string, EntryRow>();
  readonly #overlay = new Overlay();
  readonly #folds = new Map<string, readonly Fold[]>();
  /** Items of which this client's command was reported before it was answered: the server's copy has it already. */
  readonly #reported = new Map<string, Set<string>>();
  readonly #gone = new Map<string, number>();
  /** Place of the last of this client's commands that was reported of an item: those before it are in the server's copy too. */
  readonly #reportedUpTo = new Map<string, number>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #observers = new Set<Observer>();
  #changed = new Set<string>();
  #depth = 0;
  #tick = 0;

  /** Moment in this store's own time. Take it before a request is sent. */
  tick(): number {
    return this.#tick;
  }

  /** The item as the person sees it; undefined where it is not known. */
  get(key: string): EntryRow | undefined {
    return this.#effective.get(key) ?? this.#server.get(key);
  }

  /** Items as the person sees them that are wanted, at most so many. */
  all(isWanted: (row: EntryRow) => boolean, most: number): EntryRow[] {
    const found: EntryRow[] = [];
    for (const key of this.#server.keys()) {
      const row = this.get(key);
      if (row !== undefined && isWanted(row)) found.push(row);
      if (found.length >= most) break;
    }
    return found;
  }

  /** The item as the server has it; undefined where it is not known. */
  onServer(key: string): EntryRow | undefined {
    return this.#server.get(key);
  }

  /** Keys of all items of which changes wait for the server. */
  pending(): Iterable<string> {
    return this.#overlay.items();
  }

  /** True where a change of the item waits for the server. */
  isPending(key: string): boolean {
    return this.#overlay.has(key);
  }

  /** Takes rows of an answer to a request that was sent at `sentAt`. Older copies are left out. */
  put(rows: readonly EntryRow[], sentAt: number): void {
    this.tx(() => {
      for (const row of rows) {
        const key = rowKey(row);
        if ((this.#gone.get(key) ?? -1) >= sentAt) continue;
        const since = (this.#folds.get(key) ?? []).filter(({ tick }) => sentAt < tick);
        if (this.#isOutdated(key, row.aggregateVersion, since.length > 0)) continue;
        // It may have been read before what was applied since: what the person has done is not taken back.
        this.#set(
          key,
          since.reduce((patched, { patch }) => withPatch(patched, patch), row),
        );
      }
    });
  }

  /** Takes what an event reports. `own` is the process id where the event was caused by one command of this client. */
  report(changes: readonly ReportedChange[], own?: string): void {
    this.tx(() => {
      for (const { key, ...change } of changes) {
        const isOptimistic = own !== undefined && this.#overlay.isOptimistic(own);
        if (isOptimistic) this.#noteReported(own, key);
        const known = this.#server.get(key);
        if (known === undefined || change.aggregateVersion < known.aggregateVersion) continue;
        const fold = this.#folds.get(key)?.at(-1);
        // The event of an earlier command of ours, come after a later one was answered: only its version is news.
        const overtaken = own !== undefined && !isOptimistic && fold !== undefined && fold.processId !== own;
        this.#set(key, overtaken ? { ...known, aggregateVersion: change.aggregateVersion } : { ...known, ...change });
      }
    });
  }

  /** Forgets items that the person may not see any more. Answers that were already on their way do not bring them back. */
  remove(keys: readonly string[]): void {
    this.tx(() => {
      this.#tick += 1;
      for (const key of keys) {
        this.#server.delete(key);
        this.#effective.delete(key);
        this.#gone.set(key, this.#tick - 1);
        this.#touch(key);
      }
    });
  }

  /** Lays the patches of a command over the items it is about, at its place among those that wait. */
  applyOptimistic(processId: string, patches: Patches, order = Number.MAX_SAFE_INTEGER): void {
    this.tx(() => {
      for (const key of this.#overlay.add(processId, patches, order)) this.#refresh(key);
    });
  }

  /** Puts a command that is pending to another place. */
  reorder(processId: string, order: number): void {
    this.tx(() => {
      for (const key of this.#overlay.reorder(processId, order)) this.#refresh(key);
    });
  }

  /** The server has refused the command, or the person has discarded it: its patches go. */
  lift(processId: string): void {
    this.tx(() => {
      this.#reported.delete(processId);
      for (const [key] of this.#overlay.drop(processId)) this.#refresh(key);
    });
  }

  /** The server has applied the command: its patches become part of the server's copy. */
  fold(processId: string): void {
    this.tx(() => {
      this.#tick += 1;
      const reported = this.#reported.get(processId);
      this.#reported.delete(processId);
      for (const [key, patch, order] of this.#overlay.drop(processId)) {
        const before = this.#folds.get(key) ?? [];
        // News of an earlier one may come after news of a later one, where a page has slept.
        const at =
          before.findLastIndex(
            (fold) => fold.order < order || fold.order >= UNSTORED_ORDER || order >= UNSTORED_ORDER,
          ) + 1;
        const folds = before.toSpliced(at, 0, { tick: this.#tick, processId, patch, order });
        this.#folds.set(key, folds.slice(-MAX_FOLDS));
        const known = this.#server.get(key);
        const since = folds.slice(at);
        const isIn = reported?.has(key) === true || order <= (this.#reportedUpTo.get(key) ?? -Infinity);
        if (known !== undefined && !isIn)
          this.#server.set(
            key,
            since.reduce((row, fold) => withPatch(row, fold.patch), known),
          );
        this.#refresh(key);
      }
    });
  }

  /** Runs changes and tells everybody about them once, at the end. */
  tx(change: () => void): void {
    this.#depth += 1;
    try {
      change();
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#flush();
    }
  }

  /** Calls back when the effective row of an item changed. Returns the function that stops it. */
  subscribe(key: string, listener: Listener): () => void {
    let listeners = this.#listeners.get(key);
    if (listeners === undefined) this.#listeners.set(key, (listeners = new Set()));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  /** Calls back once a transaction with all that changed, before the rows' own listeners. Returns the function that stops it. */
  observe(observer: Observer): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  #noteReported(processId: string, key: string): void {
    const keys = this.#reported.get(processId);
    if (keys === undefined) this.#reported.set(processId, new Set([key]));
    else keys.add(key);
    const order = this.#overlay.orderOf(processId);
    if (order !== undefined && order < UNSTORED_ORDER)
      this.#reportedUpTo.set(key, Math.max(order, this.#reportedUpTo.get(key) ?? order));
  }

  #isOutdated(key: string, version: number, isFolded: boolean): boolean {
    const known = this.#server.get(key);
    if (known === undefined) return false;
    return version === known.aggregateVersion ? isFolded : version < known.aggregateVersion;
  }

  #set(key: string, row: EntryRow): void {
    const known = this.#server.get(key);
    if (known !== undefined && isSame(known, row)) return;
    this.#server.set(key, row);
    this.#refresh(key);
  }

  #refresh(key: string): void {
    const server = this.#server.get(key);
    if (server === undefined || !this.#overlay.has(key)) this.#effective.delete(key);
    else this.#effective.set(key, this.#overlay.apply(key, server));
    this.#touch(key);
  }

  #touch(key: string): void {
    this.#changed.add(key);
  }

  #flush(): void {
    const changed = this.#changed;
    if (changed.size === 0) return;
    this.#changed = new Set();
    for (const observer of this.#observers) observer(changed);
    for (const key of changed) for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}
