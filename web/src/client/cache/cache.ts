import { EntryRowSchema, type EntryRow } from '@kontor/contract/activity';
import * as v from 'valibot';
import type { EntityStore } from '../core/entity-store.ts';
import type { ListStore } from '../core/list-store.ts';
import type { Cache, KeptAnswer, KeptList } from '../cache-port.ts';
import { SealedStore, databaseOf, type Kept } from './sealed-store.ts';
import { WriteBehind, type WriteDeps } from './write-behind.ts';

/** Rows of a list that are kept: as many as one answer holds at most. */
const MAX_ROWS = 1000;
/** Files over this size in bytes are not kept. */
const MAX_FILE = 20_000_000;

const AnswerSchema = v.object({ data: v.unknown(), keys: v.array(v.string()) });
const ListSchema = v.object({ rows: v.array(EntryRowSchema), total: v.number(), complete: v.boolean() });
const FileSchema = v.object({ type: v.string() });

const listKey = (id: string): string => `list ${id}`;
const farKey = (id: string): string => `far ${id}`;
/** Rows of which changes wait for the server: those may have taken them out of every list that is kept. */
const WAITING_KEY = 'waiting';

/** The cache of one person on this device. See `Cache` for what each part does. */
export class DeviceCache implements Cache {
  readonly #store: SealedStore;
  readonly #deps: WriteDeps;
  readonly #writes: WriteBehind;
  readonly #answeredAt = new Map<string, number>();
  #lists: { readonly store: EntityStore; readonly lists: ListStore } | undefined;
  #stops: (() => void)[] = [];
  #hasWaiting = false;

  private constructor(store: SealedStore, deps: WriteDeps) {
    this.#store = store;
    this.#deps = deps;
    this.#writes = new WriteBehind(store, deps);
  }

  /** Opens the cache of a person, and wipes that of any other. Rejects where the browser keeps nothing. */
  static async open(owner: string, deps: WriteDeps, name = databaseOf(owner)): Promise<DeviceCache> {
    return new DeviceCache(await SealedStore.open(owner, name), deps);
  }

  watch(store: EntityStore, lists: ListStore): void {
    this.#lists = { store, lists };
    const changed = (id: string): void => {
      if (this.#answeredAt.has(id)) this.#writes.put(listKey(id), () => this.#recordOf(id));
    };
    this.#stops = [
      lists.observe(changed),
      store.observe((keys) => {
        for (const id of lists.holding(keys)) changed(id);
        this.#keepWaiting(store, keys);
      }),
    ];
    void this.#restoreWaiting(store);
  }

  async answer(key: string): Promise<KeptAnswer | undefined> {
    const kept = await this.#get(key);
    const parsed = v.safeParse(AnswerSchema, kept?.value);
    return kept === undefined || !parsed.success ? undefined : { ...parsed.output, at: kept.at };
  }

  keepAnswer(key: string, data: unknown, keys: readonly string[], tag = ''): void {
    const at = this.#deps.now();
    this.#writes.put(key, () => ({ at, value: { data, keys } }), tag, true);
  }

  missing(keys: readonly string[]): Promise<string[]> {
    return this.#store.missing(keys);
  }

  async list(id: string): Promise<KeptList | undefined> {
    const list = (await this.#list(listKey(id))) ?? (await this.far(id));
    if (list !== undefined && !this.#answeredAt.has(id)) this.#answeredAt.set(id, list.at);
    return list;
  }

  far(id: string): Promise<KeptList | undefined> {
    return this.#list(farKey(id));
  }

  keepFar(id: string, rows: readonly EntryRow[], total: number, complete: boolean): void {
    const at = this.#deps.now();
    this.#writes.put(farKey(id), () => ({ at, value: { rows, total, complete } }));
  }

  answered(id: string): void {
    this.#answeredAt.set(id, this.#deps.now());
    this.#writes.put(listKey(id), () => this.#recordOf(id));
  }

  async file(key: string): Promise<Blob | undefined> {
    const kept = await this.#get(key);
    const parsed = v.safeParse(FileSchema, kept?.value);
    return kept?.bytes === undefined || !parsed.success ? undefined : new Blob([kept.bytes], parsed.output);
  }

  async keepFile(key: string, blob: Blob, tag: string): Promise<void> {
    if (blob.size > MAX_FILE) return;
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const at = this.#deps.now();
    this.#writes.put(key, () => ({ at, value: { type: blob.type }, bytes }), tag, true);
  }

  async forget(tags: readonly string[]): Promise<void> {
    const gone = new Set(tags);
    this.#writes.drop((_key, pending) => gone.has(pending.tag));
    // What is being written now would come after it.
    await this.#writes.settled();
    await this.#store.forget(tags);
  }

  async remove(key: string): Promise<void> {
    this.#writes.drop((other) => other === key);
    await this.#writes.settled();
    await this.#store.remove([key]);
  }

  usage(): Promise<{ readonly records: number; readonly bytes: number }> {
    return this.#writes.flush().then(() => this.#store.trim(this.#deps.now()));
  }

  get trouble(): string {
    return this.#writes.trouble;
  }

  flush(): Promise<void> {
    return this.#writes.flush();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#writes.close();
    this.#store.close();
  }

  async #get(key: string): ReturnType<SealedStore['get']> {
    try {
      const kept = await this.#store.get(key);
      if (kept !== undefined) this.#writes.use(key);
      return kept;
    } catch {
      // A database that has failed or was closed keeps nothing.
      return undefined;
    }
  }

  async #list(key: string): Promise<KeptList | undefined> {
    const kept = await this.#get(key);
    const parsed = v.safeParse(ListSchema, kept?.value);
    return kept === undefined || !parsed.success ? undefined : { ...parsed.output, at: kept.at };
  }

  #keepWaiting(store: EntityStore, changed: Iterable<string>): void {
    const waits = [...changed].some((key) => store.isPending(key));
    if (!waits && !this.#hasWaiting) return;
    this.#hasWaiting = true;
    this.#writes.put(WAITING_KEY, () => {
      const rows = [...store.pending()].map((key) => store.onServer(key)).filter((row) => row !== undefined);
      this.#hasWaiting = rows.length > 0;
      return { at: this.#deps.now(), value: { rows: rows.slice(0, MAX_ROWS), total: rows.length, complete: true } };
    });
  }

  /** What waits is known again after a reload, whatever lists it has left: the numbers beside lists are made with it. */
  async #restoreWaiting(store: EntityStore): Promise<void> {
    const kept = await this.#list(WAITING_KEY);
    if (kept === undefined || this.#lists?.store !== store) return;
    this.#hasWaiting ||= kept.rows.length > 0;
    store.put(kept.rows, 0);
  }

  /** A list as the server has it, as far as it is loaded; what the person has changed since waits in the queue. */
  #recordOf(id: string): Kept | undefined {
    const at = this.#answeredAt.get(id);
    const snapshot = this.#lists?.lists.snapshot(id);
    if (at === undefined || snapshot === undefined || !snapshot.loaded) return undefined;
    const ids = snapshot.ids.slice(0, MAX_ROWS);
    const rows = ids.map((key) => this.#lists?.store.onServer(key)).filter((row) => row !== undefined);
    const complete = snapshot.complete && ids.length === snapshot.ids.length;
    return { at, value: { rows, total: snapshot.total, complete } };
  }
}
