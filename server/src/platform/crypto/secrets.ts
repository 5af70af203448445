import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { StartError } from '../start-error.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps the secrets that must be read again (mail passwords) and signs what must come back unchanged (tickets, CSRF tokens). */
export interface Secrets {
  /** Encrypts a text for the database: `keyId.base64url`. `bound` (such as a row's key) must be given again to read it. */
  seal(plain: string, bound: string): string;
  /** Reads what `seal` wrote. Throws where the text, the key or what it is bound to is another. */
  open(sealed: string, bound: string): string;
  /** Signature of a text for one purpose, base64url. */
  sign(purpose: string, text: string): string;
}

/** Secrets from a key of 32 bytes. AES-256-GCM; purposes get keys of their own by HKDF. */
export function secretsFrom(key: Buffer): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `kontor ${purpose}`, KEY_BYTES));
  const sealing = derive('seal');
  const keyId = createHmac('sha256', sealing).update('id').digest('hex').slice(0, 8);
  const signing = new Map<string, Buffer>();
  return {
    seal(plain, bound) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(bound));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${keyId}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, bound) {
      const [id, text] = sealed.split('.');
      if (id !== keyId || text === undefined) throw new Error('A stored secret was written with another key.');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(bound))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    sign(purpose, text) {
      let secret = signing.get(purpose);
      if (secret === undefined) signing.set(purpose, (secret = derive(purpose)));
      return createHmac('sha256', secret).update(text).digest('base64url');
    },
  };
}

/** Reads the key file at a path, or makes one that only its owner can read. */
export async function loadSecrets(path: string): Promise<Secrets> {
  const read = async () => {
    const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
    if (key.byteLength === KEY_BYTES) return secretsFrom(key);
    // Another key would silently make every stored mail password unreadable.
    throw new StartError(`The key in ${path} is damaged. Restore the file from a backup.`);
  };
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Written aside and linked into place: two starts at once agree on one key, and a crash leaves no half a key.
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    await link(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(aside);
  }
  return read();
}
