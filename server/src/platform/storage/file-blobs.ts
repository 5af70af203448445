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
import { checkName, type BlobStore } from './blobs.ts';
import { splitMails, type NamedStore } from './split-blobs.ts';
import { syncFolder } from './sync-folder.ts';

/** Blobs as files below a folder. */
export function fileBlobs(folder: string): BlobStore {
  const path = (instanceId: number, name: string) => join(folder, `i${instanceId}`, checkName(name).slice(0, 2), name);
  const named: NamedStore = {
    async put(instanceId, name, bytes) {
      const target = path(instanceId, name);
      const known = await stat(target).catch(() => undefined);
      if (known?.size === bytes.byteLength && (await isStillThere(target))) return;
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
    },
    open: (instanceId, name, range) => Promise.resolve(createReadStream(path(instanceId, name), range ?? {})),
    size: async (instanceId, name) => (await stat(path(instanceId, name))).size,
    async remove(instanceId, name, since) {
      const target = path(instanceId, name);
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
  };
  const store: BlobStore = {
    withFile: (instanceId, hash, work) => work(path(instanceId, hash)),
    async put(instanceId, bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      await named.put(instanceId, hash, bytes);
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
    size: named.size,
    stream: (instanceId, hash, range) => createReadStream(path(instanceId, hash), range ?? {}),
    async *all() {
      for await (const file of glob('i*/*/*', { cwd: folder })) {
        const [, instanceId, hash] = /^i(\d+)[\\/]..[\\/]([0-9a-f]{64})(?:\.head)?$/.exec(file) ?? [];
        if (hash !== undefined) yield { instanceId: Number(instanceId), hash };
      }
    },
    remove: named.remove,
    // Somebody may still be putting: a folder that fills while it is removed is tried again.
    removeAll: (instanceId) =>
      rm(join(folder, `i${instanceId}`), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
  return splitMails(store, named);
}

/**
 * Marks a blob as put anew, for who would remove it. False where that has happened meanwhile: it is looked for once more after it was marked,
 * as a file that is moved away in that very moment is marked where it lies by then, too late for who has looked at it.
 */
async function isStillThere(file: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(file, now, now);
    await stat(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
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
