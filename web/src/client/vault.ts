import { openDB, type IDBPDatabase } from 'idb';
import type { Later } from './environment.ts';
import { createValue, type Value } from './value.ts';

/** Bytes that only the holder of a key can read. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** What is kept under one key. */
interface Kept extends Sealed {
  /** Place among what `append` has stored; no secret, so that one transaction can give it. */
  readonly order?: number;
}

/** A new key for sealing, which no script can read out. Rejects outside of a secure context. */
export const newSealKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** Seals bytes; every time under a vector of its own. */
export async function seal(key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) };
}

/** The bytes of what was sealed. Rejects where the key is another one or the bytes were altered. */
export const unseal = async (key: CryptoKey, sealed: Sealed): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.data));

/**
 * Keeps data of the signed-in people on this device, sealed by a key that no script can read out. Where the page is not in a secure
 * context there is no key to be had; nothing is kept then but in memory.
 */
export class Vault {
  readonly #db: IDBPDatabase;
  readonly #key: CryptoKey;

  private constructor(db: IDBPDatabase, key: CryptoKey) {
    this.#db = db;
    this.#key = key;
  }

  /** Opens the store of a name; rejects where the browser keeps nothing. `given`: the key that seals, which is kept elsewhere then. */
  static async open(name = 'kontor', given?: CryptoKey): Promise<Vault> {
    const db = await openDB(name, 1, {
      upgrade(database) {
        database.createObjectStore('keys');
        database.createObjectStore('items');
      },
      // Another page that upgrades or deletes it would hear nothing for as long as this one lives.
      blocking: (_now, _then, { target }) => (target as IDBDatabase).close(),
    });
    if (given !== undefined) return new Vault(db, given);
    const known = (await db.get('keys', 'seal')) as CryptoKey | undefined;
    if (known !== undefined) return new Vault(db, known);
    const key = await newSealKey();
    // Two pages may be here at once: the first to have stored its key wins.
    const tx = db.transaction('keys', 'readwrite');
    const other = (await tx.store.get('seal')) as CryptoKey | undefined;
    if (other === undefined) await tx.store.put(key, 'seal');
    await tx.done;
    return new Vault(db, other ?? key);
  }

  /** Seals and stores a value under a key, for as long as it is not removed. */
  async put(key: string, value: unknown): Promise<void> {
    await this.#db.put('items', await this.#seal(value), key);
  }

  /**
   * Seals and stores values in one transaction, or none of them, and returns the number of each: the next ones of a counter that all
   * pages share, without gaps.
   */
  async append(counter: string, values: readonly (readonly [key: string, value: unknown])[]): Promise<number[]> {
    const sealed = await Promise.all(values.map(async ([key, value]) => [key, await this.#seal(value)] as const));
    const tx = this.#db.transaction('items', 'readwrite');
    const last = ((await tx.store.get(counter)) as number | undefined) ?? 0;
    const orders = sealed.map((_, index) => last + index + 1);
    sealed.forEach(
      ([key, item], index) => void tx.store.put({ ...item, order: orders[index] }, key).catch(() => undefined),
    );
    void tx.store.put(last + sealed.length, counter).catch(() => undefined);
    await tx.done;
    return orders;
  }

  /** Replaces a value that is there and keeps its number. False where there is none. */
  async replace(key: string, value: unknown): Promise<boolean> {
    const sealed = await this.#seal(value);
    const tx = this.#db.transaction('items', 'readwrite');
    const known = (await tx.store.get(key)) as Kept | undefined;
    if (known !== undefined) {
      const order = known.order === undefined ? {} : { order: known.order };
      void tx.store.put({ ...sealed, ...order }, key).catch(() => undefined);
    }
    await tx.done;
    return known !== undefined;
  }

  /** All values whose keys begin with `prefix`, with their numbers where `append` gave one. */
  async numbered(prefix: string): Promise<{ value: unknown; order: number | undefined }[]> {
    const sealed = (await this.#db.getAll('items', rangeOf(prefix))) as Kept[];
    const all = await Promise.all(sealed.map(async (item) => ({ value: await this.#unseal(item), order: item.order })));
    return all.filter(({ value }) => value !== undefined);
  }

  async get(key: string): Promise<unknown> {
    return this.#unseal((await this.#db.get('items', key)) as Sealed | undefined);
  }

  /** All values whose keys begin with `prefix`. What cannot be read any more is left out. */
  async all(prefix: string): Promise<unknown[]> {
    const sealed = (await this.#db.getAll('items', rangeOf(prefix))) as Sealed[];
    return (await Promise.all(sealed.map((item) => this.#unseal(item)))).filter((value) => value !== undefined);
  }

  async remove(key: string): Promise<void> {
    await this.#db.delete('items', key);
  }

  /** How many keys begin with `prefix`. */
  count(prefix: string): Promise<number> {
    return this.#db.count('items', rangeOf(prefix));
  }

  /** Removes all values whose keys begin with `prefix`. */
  async clear(prefix: string): Promise<void> {
    await this.#db.delete('items', rangeOf(prefix));
  }

  close(): void {
    this.#db.close();
  }

  #seal(value: unknown): Promise<Sealed> {
    return seal(this.#key, new TextEncoder().encode(JSON.stringify(value)));
  }

  async #unseal(sealed: Sealed | undefined): Promise<unknown> {
    if (sealed === undefined) return undefined;
    try {
      return JSON.parse(new TextDecoder().decode(await unseal(this.#key, sealed))) as unknown;
    } catch {
      return undefined;
    }
  }
}

const rangeOf = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** The part of the vault that others use. */
export type VaultStore = Pick<
  Vault,
  'put' | 'get' | 'all' | 'append' | 'replace' | 'numbered' | 'remove' | 'count' | 'clear' | 'close'
>;

/** How long a storage may take to open before it counts as silent, in milliseconds. */
const PATIENCE_MS = 3000;

/** What stands for a vault where the browser keeps nothing: whatever is to be kept is refused. */
function noVault(): VaultStore {
  const refuse = (): Promise<never> => Promise.reject(new Error('this browser keeps nothing'));
  return {
    append: refuse,
    put: refuse,
    replace: async () => false,
    get: async () => undefined,
    all: async () => [],
    numbered: async () => [],
    remove: async () => undefined,
    count: async () => 0,
    clear: async () => undefined,
    close: () => undefined,
  };
}

export interface DeviceVault extends VaultStore {
  /** True while the storage has been opening for too long. What is to be done with it is refused until it has opened after all. */
  readonly silent: Value<boolean>;
}

/**
 * The device's vault, which can be used at once: whatever is asked of it waits until it has opened. A browser may leave that
 * unanswered for long, for one while another page holds the storage; nobody waits for longer than `PATIENCE_MS` then.
 */
export function openVault(later: Later, open: () => Promise<VaultStore>): DeviceVault {
  const silent = createValue(false);
  const { promise: waited, resolve } = Promise.withResolvers<void>();
  let vault: VaultStore | undefined;
  const stop = later(PATIENCE_MS, () => {
    silent.set(true);
    resolve();
  });
  void open()
    .catch(noVault)
    .then((opened) => {
      vault = opened;
      stop();
      resolve();
      silent.set(false);
    });
  const ready = async (): Promise<VaultStore> => {
    await waited;
    if (vault === undefined) throw new Error('the storage of this device does not answer');
    return vault;
  };
  return {
    silent,
    append: async (counter, values) => (await ready()).append(counter, values),
    put: async (key, value) => (await ready()).put(key, value),
    replace: async (key, value) => (await ready()).replace(key, value),
    get: async (key) => (await ready()).get(key),
    all: async (prefix) => (await ready()).all(prefix),
    numbered: async (prefix) => (await ready()).numbered(prefix),
    remove: async (key) => (await ready()).remove(key),
    count: async (prefix) => (await ready()).count(prefix),
    clear: async (prefix) => (await ready()).clear(prefix),
    close: () => vault?.close(),
  };
}
