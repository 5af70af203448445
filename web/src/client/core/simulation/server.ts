import { activityEvents, exampleRow, type EntryRow } from '@kontor/contract/activity';
import { formatAggregateId, type KontorEvent } from '@kontor/contract/kernel';
import { rowKey } from '../entity-store.ts';
import { newestFirst } from '../list-store.ts';
import type { SendFailure } from '../outcome.ts';
import { withPatch, type Patches } from '../overlay.ts';

/** What a command of the simulation says. */
export interface Change {
  readonly processId: string;
  readonly author: string;
  readonly patches: Patches;
  /** The server will not do it. */
  readonly forbidden: boolean;
}

export interface Applied {
  readonly processId: string;
  readonly by: string;
  readonly keys: readonly string[];
}

export const problem = (status: number, code: string): SendFailure => ({
  kind: 'problem',
  status,
  code,
  message: code,
  retryAfterMs: undefined,
});

/** The lists of the simulation: what the server puts into them, and what the client may tell by itself. */
export const LISTS = {
  open: {
    has: (row: EntryRow) => row.status !== 3 && !row.trashed && row.snoozedUntil === null,
    keep: (row: EntryRow) => row.status !== 3 && !row.trashed && row.snoozedUntil === null,
  },
  mine: { has: (row: EntryRow) => row.entryId % 2 === 1 && !row.trashed, keep: (row: EntryRow) => !row.trashed },
  all: { has: (row: EntryRow) => !row.trashed, keep: (row: EntryRow) => !row.trashed },
  snoozed: {
    has: (row: EntryRow) => row.snoozedUntil !== null && !row.trashed,
    keep: (row: EntryRow) => row.snoozedUntil !== null && !row.trashed,
  },
  trash: { has: (row: EntryRow) => row.trashed, keep: (row: EntryRow) => row.trashed },
} as const;
export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

const PATCHED = ['status', 'archived', 'trashed', 'snoozedUntil'] as const;

const KEYS = ['list:email'];

/** A server that does what the real one promises: each process id once, in one step with its events, in the order of arrival. */
export class ModelServer {
  readonly items = new Map<string, EntryRow>();
  readonly log = new Map<string, { readonly refused?: SendFailure }>();
  readonly applied: Applied[] = [];
  /** What went wrong here: nobody's commands may be carried out as somebody else's. */
  readonly violations: string[] = [];
  readonly #onEvent: (event: KontorEvent) => void;
  #lastId = 0;

  constructor(count: number, onEvent: (event: KontorEvent) => void) {
    this.#onEvent = onEvent;
    for (let n = 0; n < count; n += 1) this.#create();
  }

  #create(): EntryRow {
    this.#lastId += 1;
    const entryId = this.#lastId;
    const row: EntryRow = {
      ...exampleRow,
      entryId,
      // Several at the same moment, so that the order has ties.
      timestamp: 1000 + (entryId >> 1),
      status: 1,
      archived: false,
      trashed: false,
      aggregateVersion: 1,
      userList: [],
      extras: {},
    };
    this.items.set(rowKey(row), row);
    return row;
  }

  /** Carries a command out, once. Returns what the client gets; throws what it is refused with. */
  command(change: Change, by: string): unknown {
    const known = this.log.get(change.processId);
    if (known?.refused !== undefined) throw known.refused;
    if (known !== undefined) return {};
    if (change.forbidden) throw problem(403, 'RIGHT_MISSING');
    if (change.author !== by) this.violations.push(`${change.processId} of ${change.author} was carried out as ${by}`);
    this.log.set(change.processId, {});
    this.#apply(change.patches, change.processId);
    this.applied.push({ processId: change.processId, by, keys: change.patches.map(([key]) => key) });
    return {};
  }

  /** What a colleague does. */
  change(patches: Patches, processId: string): void {
    this.#apply(patches, processId);
  }

  add(processId: string): void {
    const row = this.#create();
    this.#emit(activityEvents.activityAdded.type, [row], processId, undefined);
  }

  /** Takes an item out of the person's sight. */
  remove(key: string, processId: string): void {
    const row = this.items.get(key);
    if (row === undefined) return;
    this.items.delete(key);
    this.#emit(activityEvents.activityRemoved.type, [row], processId, undefined);
  }

  list(name: ListName, page: number, limit: number): { rows: EntryRow[]; total: number } {
    const all = this.fresh(name);
    return { rows: all.slice((page - 1) * limit, page * limit), total: all.length };
  }

  fresh(name: ListName): EntryRow[] {
    return [...this.items.values()].filter(LISTS[name].has).sort(newestFirst);
  }

  #apply(patches: Patches, processId: string): void {
    const changed: EntryRow[] = [];
    for (const [key, patch] of patches) {
      const row = this.items.get(key);
      if (row === undefined) continue;
      const next = withPatch(row, patch);
      if (PATCHED.every((field) => next[field] === row[field])) continue;
      const changedRow = { ...next, aggregateVersion: row.aggregateVersion + 1 };
      this.items.set(key, changedRow);
      changed.push(changedRow);
    }
    const changes = changed.map(
      ({ entryId, moduleName, aggregateVersion, status, archived, trashed, snoozedUntil, globalized }) => ({
        entryId,
        moduleName,
        aggregateVersion,
        status,
        archived,
        trashed,
        snoozedUntil,
        globalized,
      }),
    );
    if (changed.length > 0) this.#emit(activityEvents.activityChanged.type, changed, processId, changes);
  }

  #emit(type: string, rows: readonly EntryRow[], processId: string, changes: unknown): void {
    this.#onEvent({
      createdAt: '',
      source: '',
      type,
      isGlobal: false,
      isLocal: true,
      isPersonal: false,
      payload: {
        keys: KEYS,
        processIds: [processId],
        aggregateIds: rows.map(({ moduleName, entryId }) =>
          formatAggregateId({ module: moduleName, entryId, userId: 1 }),
        ),
        ...(changes === undefined ? {} : { changes }),
      },
    });
  }
}
