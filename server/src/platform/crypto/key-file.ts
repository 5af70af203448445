import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { link, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../start-error.ts';
import { syncFolder } from '../storage/sync-folder.ts';

const KEY_BYTES = 32;

/** One key of the key file. Its id says which one it is and nothing about it. */
export interface Key {
  readonly id: string;
  readonly bytes: Buffer;
  /** Null for keys of the time before there were dates. */
  readonly madeAt: Date | null;
}

/** A key for one purpose, derived from one of the file. */
export const deriveKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `kontor ${purpose}`, KEY_BYTES));

const idOf = (bytes: Buffer): string =>
  createHmac('sha256', deriveKey(bytes, 'seal')).update('id').digest('hex').slice(0, 8);

/** The keys of a key file's text, the one in use first; undefined where the text is none. */
export function parseKeys(text: string): readonly Key[] | undefined {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const keys = lines.map((line) => {
    const [code = '', date] = line.split(/\s+/);
    const bytes = Buffer.from(code, 'base64');
    const madeAt = date === undefined ? null : new Date(date);
    const isWhole = bytes.byteLength === KEY_BYTES && !(madeAt && Number.isNaN(madeAt.getTime()));
    return isWhole ? { id: idOf(bytes), bytes, madeAt } : undefined;
  });
  const whole = keys.filter((key) => key !== undefined);
  return whole.length > 0 && whole.length === keys.length ? whole : undefined;
}

export const newKey = (now: Date): Key => {
  const bytes = randomBytes(KEY_BYTES);
  return { id: idOf(bytes), bytes, madeAt: now };
};

const lineOf = ({ bytes, madeAt }: Key): string =>
  `${bytes.toString('base64')}${madeAt === null ? '' : ` ${madeAt.toISOString()}`}\n`;

/** Reads a key file. Throws a StartError where it is damaged, and ENOENT where there is none. */
export function readKeys(path: string): readonly Key[] {
  const keys = parseKeys(readFileSync(path, 'utf8'));
  // Another key would silently make every stored mail password unreadable.
  if (keys === undefined) throw new StartError(`The key in ${path} is damaged. Restore the file from a backup.`);
  return keys;
}

/** Replaces a key file at once: whoever reads it sees the old one or the new one. */
export async function writeKeys(path: string, keys: readonly Key[]): Promise<void> {
  const aside = await writeAside(path, keys);
  await rename(aside, path);
  await syncFolder(dirname(path));
}

/** Makes the key file of a data folder where there is none. */
export async function provideKeys(path: string): Promise<void> {
  if (existsSync(path)) return;
  // Written aside and linked into place: two starts at once agree on one key, and a crash leaves no half a key.
  const aside = await writeAside(path, [newKey(new Date())]);
  try {
    await link(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(aside);
  }
}

async function writeAside(path: string, keys: readonly Key[]): Promise<string> {
  // Random, for containers that share a folder all have the same number.
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, keys.map(lineOf).join(''), { flag: 'wx', mode: 0o600, flush: true });
  return aside;
}

/** Tells one state of a file from another; undefined where there is none. */
export function stampOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}
