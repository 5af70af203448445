import { PAGE_SIZE, TOTAL_CAP } from '@kontor/contract/kernel';
import type { EntryRow } from '@kontor/contract/activity';
import { rowKey, type EntityStore } from './entity-store.ts';
import type { Patch } from './overlay.ts';

/** What a list is, apart from its content. */
export interface ListShape {
  /** Key of module, view, date, boxes, users, direction and search. */
  readonly id: string;
  /** Whether an item that the server has put into this list still belongs there. Only what commands change may be looked at. */
  readonly keep: (row: EntryRow) => boolean;
  readonly compare: (a: EntryRow, b: EntryRow) => number;
}

/** A list at one moment; never changed, always replaced. `total` may be more than `ids`: the rest is not loaded yet. */
export interface ListSnapshot {
  readonly ids: readonly string[];
  readonly total: number;
  /** True where `total` is only the least that there is. */
  readonly capped: boolean;
  readonly complete: boolean;
  readonly loaded: boolean;
}

interface List {
  readonly shape: ListShape;
  snapshot: ListSnapshot;
  members: Set<string>;
  /** Every item that the server has ever put into this list: what may come back when a change is undone. */
  readonly known: Set<string>;
  /** Items that have come back behind what is loaded: the total counts them. */
  readonly beyond: Set<string>;
  /** How far a page reached that brought nothing new, as it does while changes wait to be sent; 0 where there is none. */
  barrenRows: number;
  /** Totals and length that did not agree, as they were last healed; the same ones are not healed again. */
  healed: string;
  readonly listeners: Set<() => void>;
}

const NO_KEYS: ReadonlySet<string> = new Set();
const EMPTY: ListSnapshot = { ids: [], total: 0, capped: false, complete: false, loaded: false };

/** Newest first, as lists are sorted unless asked otherwise; the key settles ties so that the order never flickers. */
export const newestFirst = (a: EntryRow, b: EntryRow): number => b.timestamp - a.timestamp || b.entryId - a.entryId;

/** What an item may have been before a patch. */
const othersOf = (row: EntryRow, patch: Patch): EntryRow[] => [
  ...(patch.status === undefined ? [] : ([1, 2, 3] as const).map((status) => ({ ...row, status }))),
  ...(patch.archived === undefined ? [] : [{ ...row, archived: !row.archived }]),
  ...(patch.trashed === undefined ? [] : [{ ...row, trashed: !row.trashed }]),
  ...(patch.snoozedUntil === undefined ? [] : [{ ...row, snoozedUntil: row.snoozedUntil === null ? 0 : null }]),
];

/** All lists: keys of items, loaded from the top without gaps. A changed item is looked at in every list at once. */
export class ListStore {
  readonly #store: EntityStore;
  readonly #lists = new Map<string, List>();
  readonly #observers = new Set<(id: string) => void>();
  readonly #stop: () => void;

  constructor(store: EntityStore) {
    this.#store = store;
    this.#stop = store.observe((changed) => this.#reconsider(changed));
  }

  close(): void {
    this.#stop();
  }

  /** Makes the list known, empty at first. */
  open(shape: ListShape): void {
    if (this.#lists.has(shape.id)) return;
    const list = {
      shape,
      snapshot: EMPTY,
      members: new Set<string>(),
      known: new Set<string>(),
      beyond: new Set<string>(),
      barrenRows: 0,
      healed: '',
      listeners: new Set<() => void>(),
    };
    this.#lists.set(shape.id, list);
  }

  snapshot(id: string): ListSnapshot {
    return this.#lists.get(id)?.snapshot ?? EMPTY;
  }

  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#lists.get(id)?.listeners;
    listeners?.add(listener);
    return () => listeners?.delete(listener);
  }

  /** Calls back with the id of every list that changes. Returns the function that stops it. */
  observe(observer: (id: string) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Ids of the lists that hold any of these items. */
  holding(keys: ReadonlySet<string>): string[] {
    const ids: string[] = [];
    for (const [id, { members }] of this.#lists) {
      const [few, many] = keys.size < members.size ? [keys, members] : [members, keys];
      for (const key of few) {
        if (!many.has(key)) continue;
        ids.push(id);
        break;
      }
    }
    return ids;
  }

  /** Puts items behind what is loaded that were known to be there earlier; where the list ends is not known by them. */
  extend(id: string, keys: readonly string[]): void {
    const list = this.#lists.get(id);
    const last = this.#store.get(list?.snapshot.ids.at(-1) ?? '');
    if (list === undefined || list.snapshot.complete) return;
    for (const key of keys) list.known.add(key);
    const added = this.#kept(list, keys).filter((key) => {
      const row = this.#store.get(key);
      return !list.members.has(key) && (last === undefined || (row !== undefined && list.shape.compare(last, row) < 0));
    });
    if (added.length > 0) this.#replace(list, [...list.snapshot.ids, ...added], list.snapshot.total, false);
  }

  /** How many rows a reload asks for, so that what was loaded stays loaded. */
  reloadLimit(id: string, most: number): number {
    const list = this.#lists.get(id);
    // The server still answers what waits to leave.
    const rows = list === undefined ? 0 : list.snapshot.ids.length + this.#leaving(list, NO_KEYS);
    const pages = Math.max(1, Math.ceil(rows / PAGE_SIZE));
    return Math.min(pages * PAGE_SIZE, most);
  }

  /**
   * Lists that a change of an item may concern and that cannot tell what it means for them, because they were never given the item: it
   * may have come into their search, or left a page that is not loaded.
   */
  unsureAbout(key: string, patch: Patch): string[] {
    const row = this.#store.onServer(key);
    const ids: string[] = [];
    for (const { shape, snapshot, known } of this.#lists.values()) {
      if (!snapshot.loaded || known.has(key)) continue;
      if (row === undefined || othersOf(row, patch).some((other) => shape.keep(other) !== shape.keep(row)))
        ids.push(shape.id);
    }
    return ids;
  }

  /** Lists that an item has come into, or has left, since it was as it is given here, and that cannot tell, because they were never given the item. */
  unsureSince(before: EntryRow): string[] {
    const key = rowKey(before);
    const row = this.#store.onServer(key) ?? before;
    return [...this.#lists.values()].flatMap(({ shape, snapshot, known }) =>
      snapshot.loaded && !known.has(key) && shape.keep(before) !== shape.keep(row) ? [shape.id] : [],
    );
  }

  /** All lists that are loaded. */
  loaded(): string[] {
    return [...this.#lists.values()].flatMap(({ shape, snapshot }) => (snapshot.loaded ? [shape.id] : []));
  }

  /** Page of that many rows to ask for next; the last one again where items have left the list since, so that none is skipped. */
  nextPage(id: string, size = PAGE_SIZE): number {
    const list = this.#lists.get(id);
    if (list === undefined) return 1;
    return Math.floor(Math.max(list.snapshot.ids.length, list.barrenRows) / size) + 1;
  }

  /**
   * Takes the beginning of the list anew. What was loaded beyond what one answer holds and still sorts after it stays, and so does the
   * end of a whole list, where the total says that nothing is missing before it. `sure`: nothing of ours was under way.
   */
  putTop(id: string, keys: readonly string[], total: number, limit: number, sure = true): void {
    const list = this.#lists.get(id);
    if (list === undefined) return;
    for (const key of keys) list.known.add(key);
    const top = this.#kept(list, keys);
    const complete = keys.length < limit || keys.length === total;
    const fresh = new Set(keys);
    const last = keys.at(-1);
    const edge = last === undefined ? undefined : this.#store.get(last);
    // What the answer has only pushed out of its end may have something before it that was never given here.
    const isBeyond = list.snapshot.complete || list.snapshot.ids.length > limit;
    const rest =
      complete || edge === undefined || !isBeyond
        ? []
        : list.snapshot.ids.filter((key) => {
            const row = this.#store.get(key);
            return row !== undefined && !fresh.has(key) && list.shape.compare(edge, row) < 0;
          });
    list.barrenRows = 0;
    const left = this.#totalOf(list, total, keys, top.length);
    const wasWhole = list.snapshot.complete && rest.length > 0;
    // Where the end is known but not where the total says it is, what lies beyond the answer is loaded anew. A total that is counted no further is
    // more than there is here, or says nothing.
    const count = top.length + rest.length;
    const isWhole = wasWhole && (!sure || (total < TOTAL_CAP ? count === left : count >= TOTAL_CAP));
    this.#replace(list, wasWhole && !isWhole ? top : [...top, ...rest], left, complete || isWhole);
    list.beyond.clear();
    this.#forgetAbsent(list, fresh);
  }

  /** Takes one more page of that many rows. False where its total is not that of the pages before it, or not where the list ends. */
  putPage(id: string, page: number, keys: readonly string[], total: number, size = PAGE_SIZE): boolean {
    const list = this.#lists.get(id);
    if (list === undefined) return true;
    for (const key of keys) list.known.add(key);
    const kept = this.#kept(list, keys);
    const added = kept.filter((key) => !list.members.has(key));
    list.barrenRows = added.length === 0 ? page * size : 0;
    const ids = [...list.snapshot.ids, ...added];
    const left = this.#totalOf(list, total, keys, kept.length);
    const complete = keys.length < size || (page - 1) * size + keys.length === total;
    const before = list.snapshot.total;
    this.#replace(list, ids, left, complete);
    const disagreement = `${before}/${ids.length}/${left}`;
    const agrees = before === left && (!complete || ids.length === left);
    if (total >= TOTAL_CAP || agrees || list.healed === disagreement) return true;
    list.healed = disagreement;
    return false;
  }

  /** What would be here if it were as it is known is gone, or beyond what is loaded: of that the list can tell nothing any more. */
  #forgetAbsent(list: List, fresh: ReadonlySet<string>): void {
    for (const key of list.known) {
      if (fresh.has(key) || list.members.has(key) || this.#store.isPending(key)) continue;
      const row = this.#store.onServer(key);
      if (row === undefined || list.shape.keep(row)) list.known.delete(key);
    }
  }

  #kept(list: List, keys: readonly string[]): string[] {
    return [...new Set(keys)].filter((key) => {
      const row = this.#store.get(key);
      return row !== undefined && list.shape.keep(row);
    });
  }

  /** A total without what the answer counts and the person has moved already, in the answer's own rows or elsewhere in the list. */
  #totalOf(list: List, total: number, keys: readonly string[], kept: number): number {
    if (total >= TOTAL_CAP) return total;
    const own = new Set(keys);
    return Math.max(0, total - (own.size - kept) - this.#leaving(list, own));
  }

  /** Number of the list's items, but for some, that leave it by changes that wait for the server. */
  #leaving(list: List, but: ReadonlySet<string>): number {
    let count = 0;
    for (const key of this.#store.pending()) {
      if (!list.known.has(key) || list.members.has(key) || but.has(key)) continue;
      const [server, row] = [this.#store.onServer(key), this.#store.get(key)];
      if (server !== undefined && row !== undefined && list.shape.keep(server) && !list.shape.keep(row)) count += 1;
    }
    return count;
  }

  #replace(list: List, ids: readonly string[], total: number, complete: boolean): void {
    list.members = new Set(ids);
    for (const key of list.beyond) if (complete || list.members.has(key)) list.beyond.delete(key);
    const known = complete ? ids.length : Math.max(total, ids.length);
    list.snapshot = { ids, total: known, capped: !complete && total >= TOTAL_CAP, complete, loaded: true };
    for (const listener of list.listeners) listener();
    for (const observer of this.#observers) observer(list.shape.id);
  }

  #reconsider(changed: ReadonlySet<string>): void {
    for (const list of this.#lists.values()) if (list.snapshot.loaded) this.#reconsiderOne(list, changed);
  }

  #reconsiderOne(list: List, changed: ReadonlySet<string>): void {
    const left = new Set<string>();
    const come: EntryRow[] = [];
    const comeKeys: string[] = [];
    for (const key of changed) {
      const inside = list.members.has(key) || list.beyond.has(key);
      if (!inside && !list.known.has(key)) continue;
      const row = this.#store.get(key);
      const belongs = row !== undefined && list.shape.keep(row);
      if (inside && !belongs) {
        left.add(key);
        list.beyond.delete(key);
      } else if (!inside && belongs) {
        come.push(row);
        comeKeys.push(key);
      }
    }
    if (left.size === 0 && come.length === 0) return;
    const { snapshot } = list;
    const ids = left.size === 0 ? [...snapshot.ids] : snapshot.ids.filter((key) => !left.has(key));
    come.forEach((row, index) => this.#insert(list, ids, comeKeys[index] as string, row));
    // Of a total that only says "more" nothing can be taken away.
    const total = snapshot.capped ? snapshot.total : Math.max(0, snapshot.total - left.size + come.length);
    this.#replace(list, ids, total, snapshot.complete);
  }

  #insert(list: List, ids: string[], key: string, row: EntryRow): void {
    let low = 0;
    let high = ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#store.get(ids[middle] as string);
      if (other !== undefined && list.shape.compare(other, row) < 0) low = middle + 1;
      else high = middle;
    }
    // After the last loaded item it is a page to come, unless there is none.
    if (low < ids.length || list.snapshot.complete) ids.splice(low, 0, key);
    else list.beyond.add(key);
  }
}
