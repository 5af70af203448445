import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { deviceSecrets, keyFor } from '../device-secrets.ts';
import { newSealKey, seal, unseal, type Sealed } from '../vault.ts';

/** What is kept under one key. */
export interface Kept {
  /** When the server answered it, in milliseconds since 1970. */
  readonly at: number;
  /** Anything that JSON can hold. */
  readonly value: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** The same with the key that it is kept under, and what it belongs to, see `Mark`. */
export interface KeptRecord {
  readonly key: string;
  readonly kept: Kept;
  readonly tag: string;
}

/** What may be known about a record without its key: nothing of its content. */
interface Mark {
  readonly size: number;
  /** What it belongs to, under which all of it can be forgotten; empty where it is nothing. */
  readonly tag: string;
  readonly at: number;
  /** When it was last of use, in milliseconds since 1970. */
  readonly used: number;
}

/** One person's part of the device, with the keys that end with it. */
interface Space {
  readonly id: string;
  readonly owner: string;
  readonly sealKey: CryptoKey;
  /** Turns names into what they are stored under: names hold what somebody has searched for. */
  readonly nameKey: CryptoKey;
}

/** A space as it is stored: its key is not there where the device keeps the secret that it comes from. */
type StoredSpace = Omit<Space, 'sealKey'> & { readonly sealKey?: CryptoKey };

interface Schema extends DBSchema {
  spaces: { key: string; value: StoredSpace };
  records: { key: string; value: Sealed };
  marks: { key: string; value: Mark; indexes: { used: number; tag: string } };
}

export interface Limits {
  readonly bytes: number;
  /** Longest time without use, in milliseconds. */
  readonly ageMs: number;
}

const NAME = 'kontor-cache';
const LIMITS: Limits = { bytes: 200_000_000, ageMs: 30 * 86_400_000 };
/** What is left of the room after it was full, so that not every record makes room for the next one. */
const AFTER_TRIM = 0.9;
const STORES = ['spaces', 'records', 'marks'] as const;

/** A stored space with its key: the given one, else the one that was stored. Undefined where neither is there. */
function spaceOf(stored: StoredSpace | undefined, given: CryptoKey | undefined): Space | undefined {
  const sealKey = given ?? stored?.sealKey;
  return stored === undefined || sealKey === undefined ? undefined : { ...stored, sealKey };
}

const open = (name: string): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('spaces');
      db.createObjectStore('records');
      const marks = db.createObjectStore('marks');
      marks.createIndex('used', 'used');
      marks.createIndex('tag', 'tag');
    },
    // Another page that upgrades or deletes it would hear nothing for as long as this one lives.
    blocking: (_now, _then, { target }) => (target as IDBDatabase).close(),
  });

/** Name of the database of an account. */
export const databaseOf = (account: string): string => `${NAME} ${account}`;

/** Wipes what accounts other than these have left on this device, for one because a page was closed while it was signing out. */
export async function sweepSealed(accounts: () => readonly string[]): Promise<void> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const kept = new Set(accounts().map(databaseOf));
  // An earlier version had one for whoever was signed in.
  for (const name of names) if (name === NAME || (name.startsWith(databaseOf('')) && !kept.has(name))) remove(name);
}

/** Removes a database, as soon as nobody has it open; one in use is emptied at once. */
function remove(name: string): void {
  void wipeSealed(name)
    .then(() => indexedDB.deleteDatabase(name))
    .catch(() => undefined);
}

/** Removes everything of a database that is kept on this device, in this and all other pages. */
export async function wipeSealed(name: string): Promise<void> {
  const db = await open(name);
  const tx = db.transaction(STORES, 'readwrite');
  await Promise.all([...STORES.map((store) => tx.objectStore(store).clear()), tx.done]);
  db.close();
}

function pack({ at, value, bytes = new Uint8Array() }: Kept): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify({ at, value }));
  const all = new Uint8Array(4 + text.length + bytes.length);
  new DataView(all.buffer).setUint32(0, text.length);
  all.set(text, 4);
  all.set(bytes, 4 + text.length);
  return all;
}

function unpack(all: Uint8Array<ArrayBuffer>): Kept {
  const length = new DataView(all.buffer, all.byteOffset).getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(all.subarray(4, 4 + length))) as { at: number; value: unknown };
  return { ...head, bytes: all.slice(4 + length) };
}

/**
 * What one person has seen, sealed in IndexedDB, until it is too much, too old, or wiped. Every record is written whole, by a
 * transaction that also looks whether the space is still the one it was sealed for: what a page writes after another one has
 * wiped everything is never stored.
 */
export class SealedStore {
  readonly #db: IDBPDatabase<Schema>;
  readonly #space: Space;
  readonly #limits: Limits;
  readonly #names = new Map<string, Promise<string>>();

  private constructor(db: IDBPDatabase<Schema>, space: Space, limits: Limits) {
    this.#db = db;
    this.#space = space;
    this.#limits = limits;
  }

  /** Opens a person's space. What another person has kept here is wiped. Rejects where the browser keeps nothing. */
  static async open(owner: string, name: string, limits = LIMITS): Promise<SealedStore> {
    const db = await open(name);
    const secure = await deviceSecrets();
    const given = secure === undefined ? undefined : await keyFor(secure, `cache ${owner}`);
    const known = spaceOf(await db.get('spaces', 'space'), given);
    if (known?.owner === owner) return new SealedStore(db, known, limits);
    const nameKey = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const [id] = crypto.getRandomValues(new Uint32Array(1));
    const fresh: Space = { id: `${Date.now()}-${id}`, owner, sealKey: given ?? (await newSealKey()), nameKey };
    const tx = db.transaction(STORES, 'readwrite');
    const now = spaceOf(await tx.objectStore('spaces').get('space'), given);
    // Another page of the same person was faster.
    const space = now?.owner === owner ? now : fresh;
    if (space === fresh) {
      void tx.objectStore('records').clear();
      void tx.objectStore('marks').clear();
      const { sealKey, ...rest } = fresh;
      void tx.objectStore('spaces').put(given === undefined ? { ...rest, sealKey } : rest, 'space');
    }
    await tx.done;
    return new SealedStore(db, space, limits);
  }

  /** What is kept under a key; undefined where it is nothing, or cannot be read any more. */
  async get(key: string): Promise<Kept | undefined> {
    const sealed = await this.#db.get('records', await this.#name(key));
    if (sealed === undefined) return undefined;
    try {
      return unpack(await unseal(this.#space.sealKey, sealed));
    } catch {
      return undefined;
    }
  }

  /** Keeps something, unless something newer is kept already. False where the space has been wiped. */
  put(key: string, kept: Kept, now: number, tag = ''): Promise<boolean> {
    return this.putAll([{ key, kept, tag }], now);
  }

  /** The same of several, by one transaction: all of them or, where the device refuses one, none. */
  async putAll(records: readonly KeptRecord[], now: number): Promise<boolean> {
    const sealed = await Promise.all(
      records.map(async ({ key, kept, tag }) => ({
        name: await this.#name(key),
        record: await seal(this.#space.sealKey, pack(kept)),
        tag: tag === '' ? '' : await this.#name(tag),
        at: kept.at,
      })),
    );
    const tx = this.#db.transaction(STORES, 'readwrite');
    const marks = tx.objectStore('marks');
    const [space, ...known] = await Promise.all([
      tx.objectStore('spaces').get('space'),
      ...sealed.map(({ name }) => marks.get(name)),
    ]);
    const isOwn = space?.id === this.#space.id;
    for (const [index, { name, record, tag, at }] of sealed.entries()) {
      if (!isOwn || (known[index]?.at ?? 0) > at) continue;
      void tx.objectStore('records').put(record, name);
      void marks.put({ size: record.data.byteLength, tag, at, used: now }, name);
    }
    await tx.done;
    return isOwn;
  }

  /** Which of these keys nothing is kept under. */
  async missing(keys: readonly string[]): Promise<string[]> {
    const names = await Promise.all(keys.map((key) => this.#name(key)));
    const marks = this.#db.transaction('marks').store;
    const found = await Promise.all(names.map((name) => marks.getKey(name)));
    return keys.filter((_, index) => found[index] === undefined);
  }

  async remove(keys: readonly string[]): Promise<void> {
    const names = await Promise.all(keys.map((key) => this.#name(key)));
    const tx = this.#db.transaction(['records', 'marks'], 'readwrite');
    for (const name of names) {
      void tx.objectStore('records').delete(name);
      void tx.objectStore('marks').delete(name);
    }
    await tx.done;
  }

  /** Removes all that was kept with one of these tags. */
  async forget(tags: readonly string[]): Promise<void> {
    const names = await Promise.all(tags.map((tag) => this.#name(tag)));
    const tx = this.#db.transaction(['records', 'marks'], 'readwrite');
    const index = tx.objectStore('marks').index('tag');
    for (const name of names) {
      for (let cursor = await index.openCursor(name); cursor !== null; cursor = await cursor.continue()) {
        void tx.objectStore('records').delete(cursor.primaryKey);
        void cursor.delete();
      }
    }
    await tx.done;
  }

  /** Notes that these were of use. */
  async use(keys: Iterable<string>, now: number): Promise<void> {
    const names = await Promise.all([...keys].map((key) => this.#name(key)));
    const tx = this.#db.transaction('marks', 'readwrite');
    for (const name of names) {
      const mark = await tx.store.get(name);
      if (mark !== undefined) void tx.store.put({ ...mark, used: now }, name);
    }
    await tx.done;
  }

  /** Removes what is too old and, where it is too much, what was of no use for the longest time. Returns what is left. */
  async trim(now: number): Promise<{ readonly records: number; readonly bytes: number }> {
    const tx = this.#db.transaction(['records', 'marks'], 'readwrite');
    const marks = tx.objectStore('marks');
    const all = await marks.getAll();
    let bytes = all.reduce((sum, mark) => sum + mark.size, 0);
    let records = all.length;
    const goal = bytes > this.#limits.bytes ? this.#limits.bytes * AFTER_TRIM : Infinity;
    for (let cursor = await marks.index('used').openCursor(); cursor !== null; cursor = await cursor.continue()) {
      const { used, size } = cursor.value;
      if (now - used <= this.#limits.ageMs && bytes <= goal) break;
      bytes -= size;
      records -= 1;
      void tx.objectStore('records').delete(cursor.primaryKey);
      void cursor.delete();
    }
    await tx.done;
    return { records, bytes };
  }

  close(): void {
    this.#db.close();
  }

  #name(key: string): Promise<string> {
    let name = this.#names.get(key);
    if (name === undefined) {
      name = crypto.subtle
        .sign('HMAC', this.#space.nameKey, new TextEncoder().encode(key))
        .then((hash) => Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''));
      this.#names.set(key, name);
    }
    return name;
  }
}
