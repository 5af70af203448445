import type { Readable } from 'node:stream';

/** Both ends are within it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Kind of bytes, where storing uses it: the body of a mail is stored once, however many copies differ in their heads. */
export type BlobKind = 'mail';

/** Bytes by the SHA-256 of what they are: equal content is kept once an instance, and writing it again is harmless. */
export interface BlobStore {
  /** Keeps bytes durably and answers their hash (hex). They are on the disk, or what stands for it, when this returns. */
  put(instanceId: number, bytes: Uint8Array, kind?: BlobKind): Promise<string>;
  /** Keeps a file that is on the disk already, whose hash is known. The file itself stays where it is. */
  adopt(instanceId: number, file: string, hash: string, kind?: BlobKind): Promise<void>;
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

/** A hash, or a name made of one, as it was given; throws where it is none. */
export function checkName(name: string): string {
  if (!/^[0-9a-f]{64}(\.head|\.body)?$/.test(name)) throw new Error('Not a hash of a blob');
  return name;
}
