import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartError } from '../start-error.ts';
import { isAbsence, type BlobStore } from '../storage/blobs.ts';
import type { FileInBackup } from './manifest.ts';
import { linesOf, measureFile, tally, writeThrough } from './streams.ts';

const AT_ONCE = 8;
/** No mail is larger. */
const MAX_IN_MEMORY = 2 ** 26;
const MAX_LOST_NAMED = 100;

export interface BlobName {
  readonly instanceId: number;
  readonly hash: string;
}

/** Whether it is a hash and nothing that leads elsewhere: names come from rows, and from backups of whoever made them. */
const isBlob = ({ instanceId, hash }: BlobName): boolean =>
  Number.isSafeInteger(instanceId) && /^[0-9a-f]{64}$/.test(hash);

/** Where a blob lies in a backup. */
const blobPath = ({ instanceId, hash }: BlobName): string => join('blobs', `i${instanceId}`, hash.slice(0, 2), hash);

/** The blobs that a list of a backup names. */
async function* readNames(path: string): AsyncGenerator<BlobName> {
  const text = pipe(createReadStream(path), createGunzip(), () => {});
  for await (const line of linesOf(text)) {
    const [instanceId, hash = ''] = line.split('\t');
    yield { instanceId: Number(instanceId), hash };
  }
}

/** Things in groups, for work on several at a time. */
async function* groups<T>(source: AsyncIterable<T>, size = AT_ONCE): AsyncGenerator<readonly T[]> {
  let group: T[] = [];
  for await (const item of source) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

export interface SavedBlobs {
  readonly count: number;
  readonly bytes: number;
  /** Named by rows, but missing or damaged in the store. */
  readonly lostCount: number;
  /** The first hundred of them, as paths. */
  readonly lost: readonly string[];
  readonly list: FileInBackup;
  /** Folders that were written to. */
  readonly folders: ReadonlySet<string>;
}

/** Copies the blobs that rows name, then whatever else is in the store, and writes the list of all. Reads every byte, so that none is damaged. */
export async function saveBlobs(options: {
  readonly blobs: BlobStore;
  readonly folder: string;
  readonly named: string;
  readonly signal: AbortSignal;
  onProgress?(count: number): void;
}): Promise<SavedBlobs> {
  const { blobs, folder, signal } = options;
  const result = { count: 0, bytes: 0 };
  const lost: string[] = [];
  let lostCount = 0;
  const lose = (name: string) => {
    lostCount += 1;
    if (lost.length < MAX_LOST_NAMED) lost.push(name);
    return '';
  };
  const folders = new Set<string>();
  const save = async (name: BlobName, isNamed: boolean): Promise<string> => {
    if (!isBlob(name)) return lose(`${name.instanceId} ${name.hash.slice(0, 64)}`);
    const path = join(folder, blobPath(name));
    if (existsSync(path)) return '';
    const made = await mkdir(dirname(path), { recursive: true });
    if (made !== undefined || !folders.has(dirname(path))) {
      for (let at = dirname(path); at.length > folder.length; at = dirname(at)) folders.add(at);
    }
    const bytes = await copyWhole(blobs, name, path, signal);
    if (bytes === undefined) return isNamed ? lose(blobPath(name)) : '';
    result.count += 1;
    result.bytes += bytes;
    return `${name.instanceId}\t${name.hash}\t${bytes}\n`;
  };
  async function* lines(): AsyncGenerator<Buffer> {
    for (const isNamed of [true, false]) {
      for await (const group of groups(isNamed ? readNames(join(folder, options.named)) : blobs.all())) {
        signal.throwIfAborted();
        const saved = await Promise.all(group.map((name) => save(name, isNamed)));
        options.onProgress?.(result.count);
        yield Buffer.from(saved.join(''));
      }
    }
  }
  const file = 'blobs.gz';
  const written = await writeThrough(lines(), join(folder, file), signal);
  return { ...result, lostCount, lost, folders, list: { file, ...written } };
}

/**
 * Copies a blob and answers its size; undefined, and no file, where the store has it not or not as it was. Throws a StartError where the
 * store cannot be read: what is away is not lost.
 */
async function copyWhole(
  blobs: BlobStore,
  { instanceId, hash }: BlobName,
  path: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const content = tally();
  let isAbsent = false;
  async function* source(): AsyncGenerator<Buffer> {
    try {
      yield* blobs.stream(instanceId, hash) as AsyncIterable<Buffer>;
    } catch (error) {
      isAbsent = isAbsence(error);
      const why = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
      throw new StartError(`The storage cannot be read (${why}), so no backup was made. Try again once it can.`, {
        cause: error,
      });
    }
  }
  try {
    const out = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(source, content.tap, out, { signal });
  } catch (error) {
    await rm(path, { force: true });
    signal.throwIfAborted();
    if (isAbsent) return undefined;
    throw error;
  }
  if (content.result.sha256 === hash) return content.result.bytes;
  await rm(path, { force: true });
  return undefined;
}

/** Puts all blobs of a backup into a store. */
export async function restoreBlobs(options: {
  readonly blobs: BlobStore;
  readonly folder: string;
  readonly list: string;
  readonly signal: AbortSignal;
}): Promise<number> {
  const { blobs, folder, list, signal } = options;
  let count = 0;
  for await (const group of groups(readNames(join(folder, list)))) {
    signal.throwIfAborted();
    await Promise.all(
      group.map(async (name) => {
        if (!isBlob(name)) throw new Error(`${list} names what is no blob.`);
        const path = join(folder, blobPath(name));
        const { size } = await stat(path);
        // Put as bytes rather than adopted where that can be: a file that is adopted may stay one with that of the backup.
        const isSmall = size <= MAX_IN_MEMORY;
        const hash = isSmall
          ? await blobs.put(name.instanceId, await readFile(path), 'mail')
          : (await measureFile(path)).sha256;
        if (hash !== name.hash) throw new Error(`${path} is not what its name says.`);
        if (!isSmall) await blobs.adopt(name.instanceId, path, hash);
      }),
    );
    count += group.length;
  }
  return count;
}

/** What is wrong with the blobs of a backup, in sentences: nothing where each is what its name says, and none is missing or too many. */
export async function checkBlobs(folder: string, list: string): Promise<readonly string[]> {
  const findings: string[] = [];
  for await (const group of groups(readNames(join(folder, list)))) {
    const found = await Promise.all(
      group.map(async (name) => {
        if (!isBlob(name)) return `${list} names what is no blob.`;
        const file = blobPath(name);
        const path = join(folder, file);
        if ((await stat(path).catch(() => undefined)) === undefined) return `${file} is missing.`;
        return (await measureFile(path)).sha256 === name.hash ? [] : `${file} is damaged.`;
      }),
    );
    findings.push(...found.flat());
  }
  return findings;
}

/** The blobs that rows of a backup name and that it does not have. */
export async function findMissing(folder: string, named: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for await (const name of readNames(join(folder, named))) {
    if (!isBlob(name) || !existsSync(join(folder, blobPath(name)))) missing.push(blobPath(name));
  }
  return missing;
}
