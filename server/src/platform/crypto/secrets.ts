import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Key, provideKeys, readKeys, stampOf } from './key-file.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** How long a new key may go unnoticed by a process that only signs. */
const LOOK_EVERY_MS = 10_000;

/**
 * Keeps the secrets that must be read again (mail passwords) and signs what must come back unchanged (tickets, CSRF tokens).
 * Follows the key file: a key that another process has added is used as soon as it is needed.
 */
export interface Secrets {
  /** Encrypts a text for the database: `keyId.base64url`. `bound` (such as a row's key) must be given again to read it. */
  seal(plain: string, bound: string): string;
  /** Reads what `seal` wrote with any key of the file. Throws where the text, the key or what it is bound to is another. */
  open(sealed: string, bound: string): string;
  /** Signature of a text for one purpose, base64url. */
  sign(purpose: string, text: string): string;
  /** Returns true if any key of the file made the signature: what was signed before a rotation stays valid. */
  verify(purpose: string, text: string, signature: string): boolean;
  /** The keys of the file as it is now, the one in use first. */
  keys(): readonly Key[];
}

/** A stored secret was sealed with a key that the key file does not have. */
export class UnknownKeyError extends Error {}

/** The id of the key that a stored secret was sealed with. */
export const keyIdOf = (sealed: string): string => sealed.slice(0, Math.max(0, sealed.indexOf('.')));

function openWith(key: Key, sealed: string, bound: string): string {
  const bytes = Buffer.from(sealed.slice(key.id.length + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key.bytes, 'seal'), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(bound))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

function sealWith(key: Key, plain: string, bound: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key.bytes, 'seal'), iv).setAAD(Buffer.from(bound));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `${key.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** Reads what was sealed by one of the keys at hand, without a file. Throws as `Secrets.open` does. */
export function openKeys(keys: readonly Key[]): Pick<Secrets, 'open'> {
  return {
    open(sealed, bound) {
      const key = keys.find(({ id }) => id === keyIdOf(sealed));
      if (key === undefined) throw new UnknownKeyError('A stored secret was written with another key.');
      return openWith(key, sealed, bound);
    },
  };
}

/** Secrets by the keys of a file. AES-256-GCM; purposes get keys of their own by HKDF. */
class FileSecrets implements Secrets {
  readonly #path: string;
  #stamp: string | undefined;
  #keys: readonly [Key, ...Key[]];
  #lookedAt = performance.now();
  readonly #signing = new Map<string, Buffer>();

  constructor(path: string) {
    this.#path = path;
    this.#stamp = stampOf(path);
    this.#keys = filled(readKeys(path));
  }

  /** Reads the file again where it is another one; returns whether it was. A file that cannot be read leaves the keys as they are. */
  #reload(): boolean {
    this.#lookedAt = performance.now();
    const stamp = stampOf(this.#path);
    if (stamp === undefined || stamp === this.#stamp) return false;
    try {
      this.#keys = filled(readKeys(this.#path));
    } catch {
      return false;
    }
    this.#stamp = stamp;
    return true;
  }

  #signatureBy(key: Key, purpose: string, text: string): string {
    const name = `${key.id} ${purpose}`;
    let secret = this.#signing.get(name);
    if (secret === undefined) this.#signing.set(name, (secret = deriveKey(key.bytes, purpose)));
    return createHmac('sha256', secret).update(text).digest('base64url');
  }

  seal(plain: string, bound: string): string {
    // Rare, and what is sealed with a key that is being replaced would be lost with it.
    this.#reload();
    return sealWith(this.#keys[0], plain, bound);
  }

  open(sealed: string, bound: string): string {
    const id = keyIdOf(sealed);
    const find = () => this.#keys.find((key) => key.id === id);
    const key = find() ?? (this.#reload() ? find() : undefined);
    if (key === undefined) throw new UnknownKeyError('A stored secret was written with another key.');
    return openWith(key, sealed, bound);
  }

  sign(purpose: string, text: string): string {
    if (performance.now() - this.#lookedAt > LOOK_EVERY_MS) this.#reload();
    return this.#signatureBy(this.#keys[0], purpose, text);
  }

  verify(purpose: string, text: string, signature: string): boolean {
    const given = Buffer.from(signature);
    const isOfAny = () =>
      this.#keys.some((key) => {
        const right = Buffer.from(this.#signatureBy(key, purpose, text));
        return given.byteLength === right.byteLength && timingSafeEqual(given, right);
      });
    return isOfAny() || (this.#reload() && isOfAny());
  }

  keys(): readonly Key[] {
    this.#reload();
    return this.#keys;
  }
}

function filled(keys: readonly Key[]): readonly [Key, ...Key[]] {
  const [first, ...more] = keys;
  if (first === undefined) throw new Error('A key file has a key.');
  return [first, ...more];
}

/** Reads the key file at a path, or makes one that only its owner can read. */
export async function loadSecrets(path: string): Promise<Secrets> {
  await provideKeys(path);
  return new FileSecrets(path);
}
