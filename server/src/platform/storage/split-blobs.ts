import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isAbsence, type BlobStore, type ByteRange } from './blobs.ts';

/** A store of bytes by names of its own making: a hash, or one with an ending. */
export interface NamedStore {
  /** Keeps bytes durably; the same again is harmless. */
  put(instanceId: number, name: string, bytes: Uint8Array): Promise<void>;
  /** Rejects, or fails as a stream does, where it does not exist. */
  open(instanceId: number, name: string, range?: ByteRange): Promise<Readable>;
  size(instanceId: number, name: string): Promise<number>;
  remove(instanceId: number, name: string, since: Date): Promise<void>;
}

/** Bytes of a body from which on it is worth a file of its own. */
export const SPLIT_FROM = 8 * 1024;
/** A head that is longer is none. */
const MAX_HEAD = 128 * 1024;
/** What is larger, and lies on the disk already, is not read once more for that. */
const MAX_READ = 16 * 1024 * 1024;
const HASH_CHARS = 64;
const [LF, CR] = [10, 13];

/** Where the body of a mail begins, right behind the empty line; undefined where it is not kept apart, or there is none. */
export function bodyAt(bytes: Uint8Array): number | undefined {
  const most = Math.min(bytes.byteLength - SPLIT_FROM, MAX_HEAD);
  for (let at = 0; at < most; at += 1) {
    if (bytes[at] !== LF) continue;
    const next = bytes[at + 1] === CR ? at + 2 : at + 1;
    if (bytes[next] === LF) return next + 1 <= most ? next + 1 : undefined;
  }
  return undefined;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const headName = (hash: string): string => `${hash}.head`;
const bodyName = (hash: string): string => `${hash}.body`;

/**
 * Keeps the body of a mail once, however many copies of it differ in their heads alone: the head of each is a file that begins with the hash of the
 * body. Mails that were kept whole stay so. A body is not removed with a head: nobody counts whose it is.
 */
export function splitMails(store: BlobStore, named: NamedStore): BlobStore {
  const parts = async (instanceId: number, hash: string) => {
    const kept = await buffer(await named.open(instanceId, headName(hash)));
    const body = bodyName(kept.subarray(0, HASH_CHARS).toString('latin1'));
    return { head: kept.subarray(HASH_CHARS), body };
  };
  async function putMail(instanceId: number, bytes: Uint8Array, at: number, hash: string): Promise<string> {
    const body = bytes.subarray(at);
    const bodyHash = hashOf(body);
    // The body first: a head never names what is not there.
    await named.put(instanceId, bodyName(bodyHash), body);
    const head = Buffer.concat([Buffer.from(bodyHash, 'latin1'), bytes.subarray(0, at)]);
    await named.put(instanceId, headName(hash), head);
    return hash;
  }
  /** What is kept whole, else in parts; which of the two the failure is of is told by the first. */
  async function either<T>(whole: () => Promise<T>, inParts: () => Promise<T>): Promise<T> {
    try {
      return await whole();
    } catch (error) {
      if (!isAbsence(error)) throw error;
      return inParts().catch((second: unknown) => {
        throw isAbsence(second) ? error : second;
      });
    }
  }
  async function* inParts(instanceId: number, hash: string, range?: ByteRange): AsyncGenerator<Buffer> {
    const { head, body } = await parts(instanceId, hash);
    const { start, end } = range ?? { start: 0, end: Number.MAX_SAFE_INTEGER };
    if (start < head.byteLength) yield head.subarray(start, end + 1);
    if (end < head.byteLength) return;
    const inBody = { start: Math.max(0, start - head.byteLength), end: end - head.byteLength };
    yield* (await named.open(instanceId, body, range && inBody)) as AsyncIterable<Buffer>;
  }
  async function* bytesOf(instanceId: number, hash: string, range?: ByteRange): AsyncGenerator<Buffer> {
    let isBegun = false;
    try {
      for await (const chunk of store.stream(instanceId, hash, range) as AsyncIterable<Buffer>) {
        isBegun = true;
        yield chunk;
      }
      return;
    } catch (error) {
      if (isBegun || !isAbsence(error)) throw error;
    }
    yield* inParts(instanceId, hash, range);
  }
  return {
    ...store,
    async put(instanceId, bytes, kind) {
      const at = kind === 'mail' ? bodyAt(bytes) : undefined;
      return at === undefined ? store.put(instanceId, bytes) : putMail(instanceId, bytes, at, hashOf(bytes));
    },
    async adopt(instanceId, file, hash, kind) {
      const bytes = kind === 'mail' && (await stat(file)).size <= MAX_READ ? await readFile(file) : undefined;
      const at = bytes && bodyAt(bytes);
      if (bytes === undefined || at === undefined) return store.adopt(instanceId, file, hash);
      await putMail(instanceId, bytes, at, hash);
    },
    get: (instanceId, hash) =>
      either(
        () => store.get(instanceId, hash),
        () => buffer(Readable.from(inParts(instanceId, hash), { objectMode: false })),
      ),
    size: (instanceId, hash) =>
      either(
        () => store.size(instanceId, hash),
        async () => {
          const { head, body } = await parts(instanceId, hash);
          return head.byteLength + (await named.size(instanceId, body));
        },
      ),
    stream: (instanceId, hash, range) => Readable.from(bytesOf(instanceId, hash, range), { objectMode: false }),
    async withFile(instanceId, hash, work) {
      const isWhole = await either(
        () => store.size(instanceId, hash).then(() => true),
        () => named.size(instanceId, headName(hash)).then(() => false),
      );
      if (isWhole) return store.withFile(instanceId, hash, work);
      const folder = await mkdtemp(join(tmpdir(), 'kontor-mail-'));
      try {
        const file = join(folder, 'mail');
        await pipeline(inParts(instanceId, hash), createWriteStream(file, { mode: 0o600 }));
        return await work(file);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async remove(instanceId, hash, since) {
      await store.remove(instanceId, hash, since);
      await named.remove(instanceId, headName(hash), since);
    },
  };
}
