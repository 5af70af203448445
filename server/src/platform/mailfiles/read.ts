import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path/posix';
import { buffer } from 'node:stream/consumers';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import type { Flags } from './flags.ts';
import { splitMbox } from './mbox.ts';
import { readMaildirName, readMboxMail, type KeptState } from './state.ts';

/** Larger files are no mails. */
export const MAX_MAIL_BYTES = 256 * 1024 * 1024;

/** What a file with mails in it is. */
export type MailFileKind = 'mbox' | 'eml' | 'zip';

/** How far a file was read: its entry, where it is an archive, and the bytes of that which were read. */
export interface Position {
  readonly entry: number;
  readonly offset: number;
}

export const START: Position = { entry: 0, offset: 0 };

interface Read {
  /** The file, the place in it, and the number of the mail there. */
  readonly source: string;
  /** Where to go on after it. */
  readonly next: Position;
  /** How much of the file that is, in bytes of the file. */
  readonly done: number;
}

/** A mail that was found. */
export interface FoundMail extends Read {
  readonly raw: Buffer;
  /** How it stood, where Kontor wrote it. */
  readonly kept: KeptState | undefined;
  /** What another mail program says of it. */
  readonly flags: Flags | undefined;
  /** When it came, where the file says so. */
  readonly at: Date | undefined;
  /** The folder that it lay in; empty where there is none. */
  readonly folder: string;
}

/** Something that is no mail for us. */
export interface UnreadMail extends Read {
  readonly raw: null;
  readonly reason: 'tooBig' | 'encrypted' | 'broken' | 'empty';
}

/** A file is not what it seemed to be, or is no further. */
export class MailFileError extends Error {
  constructor(cause: unknown) {
    super('The file is broken', { cause });
    this.name = 'MailFileError';
  }
}

/** What a file is, by its first bytes; what calls itself a mail is one, whatever it begins with. Undefined where it holds no mails. */
export function kindOfBytes(start: Uint8Array, name: string): MailFileKind | undefined {
  if (/\.eml$/i.test(name)) return 'eml';
  const text = Buffer.from(start).toString('latin1', 0, 1000);
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('PK\u0005\u0006')) return 'zip';
  if (text.startsWith('From ')) return 'mbox';
  return /^[!-9;-~]+[ \t]*:/.test(text) ? 'eml' : undefined;
}

export async function kindOfFile(path: string, name = basename(path)): Promise<MailFileKind | undefined> {
  const file = await open(path);
  try {
    const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(1000), 0, 1000, 0);
    return kindOfBytes(bytes.subarray(0, bytesRead), name);
  } finally {
    await file.close();
  }
}

/**
 * The mails in a file, one at a time, from a position on: a mail by itself, an mbox file, or a ZIP archive with a Maildir, mails and mbox
 * files in it. What is no mail for us is told of and passed over. Throws MailFileError where an archive is none, or no further, and what the file system throws.
 */
export async function* readMailFile(
  file: { readonly path: string; readonly name: string; readonly kind: MailFileKind },
  from: Position = START,
): AsyncGenerator<FoundMail | UnreadMail> {
  const { path, name, kind } = file;
  if (kind === 'zip') return yield* inArchive(path, name, from);
  const { size, mtime } = await stat(path);
  if (kind === 'mbox') {
    const stream = createReadStream(path, { start: from.offset }) as AsyncIterable<Buffer>;
    return yield* inMbox(stream, { name, folder: '', at: mtime, from, done: (offset) => Math.min(offset, size) });
  }
  if (from.entry > 0) return;
  const read: Read = { source: name, next: { entry: 1, offset: 0 }, done: size };
  if (size > MAX_MAIL_BYTES) yield { ...read, raw: null, reason: 'tooBig' };
  else if (size === 0) yield { ...read, raw: null, reason: 'empty' };
  else yield { ...read, raw: await readFile(path), kept: undefined, flags: undefined, at: mtime, folder: '' };
}

async function* inMbox(
  stream: AsyncIterable<Buffer>,
  about: {
    readonly name: string;
    readonly folder: string;
    readonly at: Date | undefined;
    readonly from: Position;
    readonly done: (offset: number) => number;
  },
): AsyncGenerator<FoundMail | UnreadMail> {
  const { name, folder, at, from, done } = about;
  for await (const { raw: entry, end } of splitMbox(stream, MAX_MAIL_BYTES + 1)) {
    const offset = from.offset + end;
    const source = `${name} (byte ${offset})`;
    const read: Read = { source, next: { entry: from.entry, offset }, done: done(offset) };
    const mail = readMboxMail(entry);
    if (mail.raw.length === 0) yield { ...read, raw: null, reason: 'empty' };
    else if (entry.length > MAX_MAIL_BYTES) yield { ...read, raw: null, reason: 'tooBig' };
    else yield { ...read, ...mail, at, folder };
  }
}

const STORED = 0;
const DEFLATED = 8;

async function* inArchive(path: string, archive: string, from: Position): AsyncGenerator<FoundMail | UnreadMail> {
  // Names are not checked for where they lead: nothing is ever written under them.
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false };
  const zip = await openPromise(path, options).catch((error: unknown) => {
    throw isOfTheSystem(error) ? error : new MailFileError(error);
  });
  try {
    let number = -1;
    let passed = 0;
    for await (const entry of entriesOf(zip)) {
      number += 1;
      passed += entry.compressedSize;
      const name = nameOf(entry);
      const what = number < from.entry ? undefined : kindOfEntry(name);
      if (what === undefined) continue;
      const offset = number === from.entry ? from.offset : 0;
      const read: Read = { source: `${archive}: ${name}`, next: { entry: number + 1, offset: 0 }, done: passed };
      if (entry.isEncrypted()) yield { ...read, raw: null, reason: 'encrypted' };
      else if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
        yield { ...read, raw: null, reason: 'broken' };
      else if (what === 'mbox') yield* boxInArchive(zip, entry, { read, name, from: { entry: number, offset } });
      else yield await mailInArchive(zip, entry, { read, name });
    }
  } finally {
    zip.close();
  }
}

const isOfTheSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry();
  for (;;) {
    const { done, value } = await entries.next().catch((error: unknown) => {
      throw new MailFileError(error);
    });
    if (done === true) return;
    yield value;
  }
}

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false).replaceAll('\\', '/');

/** What an entry of an archive is by its name: reading each to know would take as long as importing it. */
function kindOfEntry(name: string): 'mail' | 'mbox' | undefined {
  if (/(^|\/)(cur|new)\/[^./][^/]*$/.test(name) || /\.eml$/i.test(name)) return 'mail';
  return /\.(mbox|mbx)$|(^|\/)mbox$/i.test(name) ? 'mbox' : undefined;
}

/** The folder of a Maildir++, `.Sent/cur/…`, or the one that a mail's file lies in. */
function folderOf(name: string): string {
  const folders = name.split('/').slice(0, -1);
  const last = folders.at(-1) === 'cur' || folders.at(-1) === 'new' ? folders.at(-2) : folders.at(-1);
  return (last ?? '').replace(/^\./, '');
}

async function mailInArchive(
  zip: ZipFile,
  entry: Entry,
  { read, name }: { readonly read: Read; readonly name: string },
): Promise<FoundMail | UnreadMail> {
  if (entry.uncompressedSize > MAX_MAIL_BYTES) return { ...read, raw: null, reason: 'tooBig' };
  if (entry.uncompressedSize === 0) return { ...read, raw: null, reason: 'empty' };
  try {
    const raw = await buffer(await zip.openReadStreamPromise(entry));
    const found = { ...readMailDirEntry(name, raw), ...read };
    return { ...found, at: found.at ?? entry.getLastModDate() };
  } catch {
    return { ...read, raw: null, reason: 'broken' };
  }
}

/** A mail by itself, by its path: in a Maildir, where the name tells how it stands, or in any other folder. */
export function readMailDirEntry(path: string, raw: Buffer): FoundMail {
  const entryPath = path.replaceAll('\\', '/');
  const read = { source: path, next: { entry: 1, offset: 0 }, done: raw.length, raw, folder: folderOf(entryPath) };
  if (!IN_MAILDIR.test(entryPath)) return { ...read, kept: undefined, flags: undefined, at: undefined };
  const { kept, flags, at } = readMaildirName(basename(entryPath));
  // Without flags it was never looked at.
  return { ...read, kept, flags: flags ?? (kept === undefined ? NEVER_SEEN : undefined), at };
}

const IN_MAILDIR = /(^|\/)(cur|new)\/[^/]+$/;

const NEVER_SEEN: Flags = { seen: false, answered: false, flagged: false, draft: false, trashed: false };

async function* boxInArchive(
  zip: ZipFile,
  entry: Entry,
  { read, name, from }: { readonly read: Read; readonly name: string; readonly from: Position },
): AsyncGenerator<FoundMail | UnreadMail> {
  try {
    const stream = skipped((await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>, from.offset);
    const folder = basename(name, extname(name));
    const done = () => read.done;
    yield* inMbox(stream, { name: read.source, folder, at: entry.getLastModDate(), from, done });
  } catch {
    yield { ...read, raw: null, reason: 'broken' };
  }
}

async function* skipped(stream: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of stream) {
    if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}
