import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  copyFile,
  glob,
  link,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from './sync-folder.ts';

/** Both ends are within it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes by the SHA-256 of what they are: equal content is kept once an instance, and writing it again is harmless. */
export interface BlobStore {
  /** Keeps bytes durably and answers their hash (hex). They are on the disk, or what stands for it, when this returns. */
  put(instanceId: number, bytes: Uint8Array): Promise<string>;
  /** Keeps a file that is on the disk already, whose hash is known, without reading it. The file itself stays where it is. */
  adopt(instanceId: number, file: string, hash: string): Promise<void>;
  /** All bytes of a blob. Throws where it does not exist. */
  get(instanceId: number, hash: string): Promise<Buffer>;
  size(instanceId: number, hash: string): Promise<number>;
  /** The bytes of a blob, or of a part of it. Fails as a stream does where it does not exist. */
  stream(instanceId: number, hash: string, range?: ByteRange): Readable;
  /** Does something with a blob as a file, for a process that reads it by itself. The file is not to be changed, and may be gone after. */
  withFile<T>(instanceId: number, hash: string, work: (file: string) => Promise<T>): Promise<T>;
  /** Every blob that there is, in any order, for backups. */
  all(): AsyncIterable<{ readonly instanceId: number; readonly hash: string }>;
  /**
   * Removes a blob, unless it was put again after `since`. Whether anything needs it is for the caller to know, who also keeps the
   * same bytes from being put meanwhile: files notice it, a bucket cannot.
   */
  remove(instanceId: number, hash: string, since: Date): Promise<void>;
  /** Removes all blobs of an instance. */
  removeAll(instanceId: number): Promise<void>;
}

/** Whether a failure of a store says that it has no such blob, rather than that it cannot be asked. */
export function isAbsence(error: unknown): boolean {
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  return code === 'ENOENT' || name === 'NotFound' || name === 'NoSuchKey';
}

/** A hash as it was given; throws where it is none. */
export function checkHash(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('Not a hash of a blob');
  return hash;
}

/** Blobs as files below a folder. */
export function fileBlobs(folder: string): BlobStore {
  const path = (instanceId: number, hash: string) => join(folder, `i${instanceId}`, checkHash(hash).slice(0, 2), hash);
  return {
    withFile: (instanceId, hash, work) => work(path(instanceId, hash)),
    async put(instanceId, bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const target = path(instanceId, hash);
      const known = await stat(target).catch(() => undefined);
      if (known?.size === bytes.byteLength && (await isStillThere(target))) return hash;
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
      if (known?.size === given.size && (await isStillThere(target))) return;
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
    get: async (instanceId, hash) => readFile(path(instanceId, hash)),
    size: async (instanceId, hash) => (await stat(path(instanceId, hash))).size,
    stream: (instanceId, hash, range) => createReadStream(path(instanceId, hash), range ?? {}),
    async *all() {
      for await (const file of glob('i*/*/*', { cwd: folder })) {
        const [, instanceId, hash] = /^i(\d+)[\\/]..[\\/]([0-9a-f]{64})$/.exec(file) ?? [];
        if (hash !== undefined) yield { instanceId: Number(instanceId), hash };
      }
    },
    async remove(instanceId, hash, since) {
      const target = path(instanceId, hash);
      const wasPutSince = async (file: string) => (await stat(file)).mtime > since;
      const aside = `${target}.${randomUUID()}`;
      try {
        if (await wasPutSince(target)) return;
        await rename(target, aside);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
        throw error;
      }
      // Who put it in the moment before it was moved was told that it is there.
      if (await wasPutSince(aside)) await rename(aside, target);
      else await rm(aside);
    },
    // Somebody may still be putting: a folder that fills while it is removed is tried again.
    removeAll: (instanceId) =>
      rm(join(folder, `i${instanceId}`), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

/** Marks a blob as put anew, for who would remove it. False where that has happened meanwhile. */
async function isStillThere(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
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
