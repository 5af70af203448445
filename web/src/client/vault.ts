import { openDB, type IDBPDatabase } from 'idb';

/** Bytes that only the holder of a key can read. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
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

  /** Opens the store of a name; rejects where the browser keeps nothing. */
  static async open(name = 'kontor'): Promise<Vault> {
    const db = await openDB(name, 1, {
      upgrade(database) {
        database.createObjectStore('keys');
        database.createObjectStore('items');
      },
    });
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
    await this.#db.put('items', await seal(this.#key, new TextEncoder().encode(JSON.stringify(value))), key);
  }

  async get(key: string): Promise<unknown> {
    return this.#unseal((await this.#db.get('items', key)) as Sealed | undefined);
  }

  /** All values whose keys begin with `prefix`. What cannot be read any more is left out. */
  async all(prefix: string): Promise<unknown[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const sealed = (await this.#db.getAll('items', range)) as Sealed[];
    return (await Promise.all(sealed.map((item) => this.#unseal(item)))).filter((value) => value !== undefined);
  }

  async remove(key: string): Promise<void> {
    await this.#db.delete('items', key);
  }

  close(): void {
    this.#db.close();
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

/** The part of the vault that others use. */
export type VaultStore = Pick<Vault, 'put' | 'get' | 'all' | 'remove' | 'close'>;

/** A vault that forgets everything with the page. */
export function memoryVault(): VaultStore {
  const items = new Map<string, unknown>();
  return {
    put: async (key, value) => void items.set(key, structuredClone(value)),
    get: async (key) => items.get(key),
    all: async (prefix) => [...items].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value),
    remove: async (key) => void items.delete(key),
    close: () => undefined,
  };
}

/** The device's vault, or one in memory where there is none. */
export async function openVault(): Promise<VaultStore> {
  try {
    return await Vault.open();
  } catch {
    return memoryVault();
  }
}
