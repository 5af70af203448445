import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { copyFile, glob, link, mkdir, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Bytes by the SHA-256 of what they are: equal content is kept once an instance, and writing it again is harmless. */
export interface BlobStore {
  /** Keeps bytes durably and answers their hash (hex). They are on the disk when this returns. */
  put(instanceId: number, bytes: Uint8Array): Promise<string>;
  /** Keeps a file that is on the disk already, whose hash is known, without reading it. The file itself stays where it is. */
  adopt(instanceId: number, file: string, hash: string): Promise<void>;
  /** All bytes of a blob. Throws where it does not exist. */
  get(instanceId: number, hash: string): Promise<Buffer>;
  size(instanceId: number, hash: string): Promise<number>;
  /** Bytes `start` to `end` (inclusive) of a blob. */
  stream(instanceId: number, hash: string, range?: { readonly start: number; readonly end: number }): ReadStream;
  /** Where a blob lies, for a process that reads it by itself. */
  path(instanceId: number, hash: string): string;
  /** Every blob that there is, in any order, for backups. */
  all(): AsyncIterable<{ readonly instanceId: number; readonly hash: string }>;
  /** Removes all blobs of an instance. */
  removeAll(instanceId: number): Promise<void>;
}

/** Blobs as files below a folder. */
export function fileBlobs(folder: string): BlobStore {
  const path = (instanceId: number, hash: string) => {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('Not a hash of a blob');
    return join(folder, `i${instanceId}`, hash.slice(0, 2), hash);
  };
  return {
    path,
    async put(instanceId, bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const target = path(instanceId, hash);
      const known = await stat(target).catch(() => undefined);
      if (known?.size === bytes.byteLength) return hash;
      const aside = `${target}.${randomUUID()}`;
      try {
        const file = await openAnew(aside);
        try {
          await file.writeFile(bytes);
          await file.datasync();
        } finally {
          await file.close();
        }
        await rename(aside, target);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
      await syncFolder(dirname(target));
      return hash;
    },
    async adopt(instanceId, file, hash) {
      const target = path(instanceId, hash);
      const [known, given] = await Promise.all([stat(target).catch(() => undefined), stat(file)]);
      if (known?.size === given.size) return;
      await mkdir(dirname(target), { recursive: true });
      const aside = `${target}.${randomUUID()}`;
      try {
        await link(file, aside).catch(() => copyDurably(file, aside));
        await rename(aside, target);
      } finally {
        // A rename onto another name of the same file leaves both.
        await rm(aside, { force: true });
      }
      await syncFolder(dirname(target));
    },
    get: (instanceId, hash) => readFile(path(instanceId, hash)),
    size: async (instanceId, hash) => (await stat(path(instanceId, hash))).size,
    stream: (instanceId, hash, range) => createReadStream(path(instanceId, hash), range ?? {}),
    async *all() {
      for await (const file of glob('i*/*/*', { cwd: folder })) {
        const [, instanceId, hash] = /^i(\d+)[\\/]..[\\/]([0-9a-f]{64})$/.exec(file) ?? [];
        if (hash !== undefined) yield { instanceId: Number(instanceId), hash };
      }
    },
    // Somebody may still be putting: a folder that fills while it is removed is tried again.
    removeAll: (instanceId) =>
      rm(join(folder, `i${instanceId}`), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

/** Opens a file that does not exist, in a folder that usually does. */
async function openAnew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(dirname(file), { recursive: true });
    return open(file, 'wx', 0o600);
  }
}

/** For disks whose files have one name only. */
async function copyDurably(file: string, target: string): Promise<void> {
  await copyFile(file, target);
  const handle = await open(target, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Makes a rename durable. Windows opens no folders and needs none of this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
