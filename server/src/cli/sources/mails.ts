import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Status } from '@kontor/contract/activity';
import { CliError } from '../faults.ts';
import { type Flags, maildirFlags, mboxFlags, statusOf } from './flags.ts';
import { splitMbox } from './mbox.ts';

/** Larger files are no mails. */
const MOST_BYTES = 256 * 1024 * 1024;

export interface FoundMail {
  readonly raw: Buffer;
  readonly status: Status;
  readonly answered: boolean;
  /** For mails that bear no date: when the file was written. */
  readonly date: Date;
  /** The file, with the number of the mail in it where it holds many. */
  readonly source: string;
  /** Drafts, and mails that somebody had thrown away. */
  readonly isLeftOut: boolean;
}

interface Known {
  readonly date: Date;
  readonly source: string;
  /** State of a mail whose file says nothing. */
  readonly usual: Status;
}

const found = (raw: Buffer, flags: Flags | undefined, { date, source, usual }: Known): FoundMail => ({
  raw,
  date,
  source,
  status: flags === undefined ? usual : statusOf(flags),
  answered: flags?.answered ?? false,
  isLeftOut: flags?.trashed === true || flags?.draft === true,
});

/**
 * The mails in files and folders: mails as files, mbox files, Maildirs, and folders with any of these in them, one at a time.
 * Throws a CliError for a path that was named and holds none of them.
 */
export async function* readMails(paths: readonly string[], usual: Status): AsyncGenerator<FoundMail> {
  for (const path of paths) {
    const info = await stat(path);
    if (info.isDirectory()) yield* inFolder(path, usual);
    else if (info.isFile()) yield* inFile(path, usual, true);
    else throw new CliError(`${path} is neither a file nor a folder.`);
  }
}

async function* inFolder(folder: string, usual: Status): AsyncGenerator<FoundMail> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const folders = new Set(entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name));
  const isMaildir = folders.has('cur') && folders.has('new');
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isMaildir) yield* inFolder(path, usual);
      else if (entry.name === 'cur' || entry.name === 'new') yield* inMaildir(path);
      // Maildir++: the other folders of the mailbox lie in it, with a dot in front.
      else if (entry.name.startsWith('.')) yield* inFolder(path, usual);
    } else if (entry.isFile() && !isMaildir) {
      yield* inFile(path, usual, false);
    }
  }
}

async function* inMaildir(folder: string): AsyncGenerator<FoundMail> {
  for (const entry of (await readdir(folder, { withFileTypes: true })).filter((it) => it.isFile())) {
    if (entry.name.startsWith('.')) continue;
    const source = join(folder, entry.name);
    const { mtime, size } = await stat(source);
    if (size > MOST_BYTES) throw new CliError(`${source} is larger than a mail can be.`);
    // Without flags it was never looked at.
    yield found(await readFile(source), maildirFlags(entry.name), { date: mtime, source, usual: 1 });
  }
}

async function* inFile(path: string, usual: Status, isNamed: boolean): AsyncGenerator<FoundMail> {
  const { mtime, size } = await stat(path);
  const kind = await kindOf(path);
  if (kind === 'mbox') {
    let number = 0;
    for await (const raw of splitMbox(createReadStream(path) as AsyncIterable<Buffer>)) {
      number += 1;
      yield found(raw, mboxFlags(raw), { date: mtime, source: `${path} (mail ${number})`, usual });
    }
  } else if (kind === 'mail' && (isNamed || /\.eml$/i.test(path))) {
    if (size > MOST_BYTES) throw new CliError(`${path} is larger than a mail can be.`);
    yield found(await readFile(path), undefined, { date: mtime, source: path, usual });
  } else if (isNamed) {
    throw new CliError(`${basename(path)} is neither a mail (.eml) nor an mbox file.`);
  }
}

/** By its first bytes: mbox files often have no ending of their own. What calls itself a mail is one, whatever it begins with. */
async function kindOf(path: string): Promise<'mbox' | 'mail' | 'other'> {
  if (/\.eml$/i.test(path)) return 'mail';
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1000), 0, 1000, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    if (start.startsWith('From ')) return 'mbox';
    return /^[!-9;-~]+:/.test(start) ? 'mail' : 'other';
  } finally {
    await file.close();
  }
}
