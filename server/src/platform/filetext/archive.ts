import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, getFileNameLowLevel, type Entry } from 'yauzl';
import type { Gathering } from './gathering.ts';
import { UnreadError } from './reading.ts';

/** Entries of an archive that are looked at, folders among them. */
const MAX_ENTRIES = 10_000;
/** Bytes of one of them; what says less than it has is refused by the library. */
const MAX_ENTRY = 48 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

export interface ArchiveFile {
  readonly name: string;
  readonly isLocked: boolean;
  /** What it is when it is inflated. Throws UnreadError where that is too much, or not what the archive says. */
  bytes(): Promise<Buffer>;
}

/** The files in a ZIP archive, folders left out. Throws UnreadError where it is none. */
export async function openArchive(bytes: Buffer, gathering: Gathering): Promise<readonly ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  try {
    // Names are not checked for where they lead: nothing is ever written under them.
    const archive = await fromBufferPromise(bytes, {
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: true,
    });
    // What is beyond is not even walked over.
    let left = MAX_ENTRIES;
    if (archive.entryCount > left) gathering.cut = true;
    for await (const entry of archive.eachEntry()) {
      if (left-- === 0) break;
      const name = nameOf(entry);
      if (name.endsWith('/')) continue;
      const inflate = async (): Promise<Buffer> => buffer(await archive.openReadStreamPromise(entry));
      files.push({ name, isLocked: entry.isEncrypted(), bytes: () => inflated(entry, gathering, inflate) });
    }
  } catch {
    if (files.length === 0) throw new UnreadError('broken');
    gathering.cut = true;
  }
  return files;
}

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false).replaceAll('\\', '/');

async function inflated(entry: Entry, gathering: Gathering, inflate: () => Promise<Buffer>): Promise<Buffer> {
  if (entry.isEncrypted()) throw new UnreadError('encrypted');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) throw new UnreadError('unknown');
  if (entry.uncompressedSize > MAX_ENTRY || !gathering.mayInflate(entry.uncompressedSize))
    throw new UnreadError('tooBig');
  try {
    return await inflate();
  } catch {
    throw new UnreadError('broken');
  }
}
