import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Status } from '@kontor/contract/activity';
import { stateOfFound, type ImportedMail } from '../modules/mail/index.ts';
import {
  kindOfFile,
  MAX_MAIL_BYTES,
  readMailDirEntry,
  readMailFile,
  type FoundMail,
} from '../platform/mailfiles/index.ts';
import { CliError } from './cli-error.ts';

/** A mail of a file, or what is there instead: a draft, a mail that somebody had thrown away. */
export interface FileMail extends ImportedMail {
  /** The file, with the place in it where it holds many. */
  readonly source: string;
  readonly isLeftOut: boolean;
}

/** A file, or a place in one, that holds no mail that could be imported. */
export interface FaultyFile {
  readonly source: string;
  readonly fault: string;
}

const NOBODY: ReadonlySet<string> = new Set();

/** `usual`: the state of a mail whose file says nothing. */
function asImported(found: FoundMail, defaultValue: Status): FileMail {
  const { raw, source, kept, flags, at } = found;
  const state = stateOfFound(found, { wanted: null, default: defaultValue, from: '', senders: NOBODY });
  const isThrownAway = kept === undefined && flags?.trashed === true;
  const date = at === undefined ? {} : { date: at };
  if (state === null) return { raw, source, status: defaultValue, isLeftOut: true };
  return { raw, source, ...date, ...state, isLeftOut: isThrownAway };
}

/**
 * The mails in files and folders: mails as files, mbox files, Maildirs, ZIP archives, and folders with any of these in them, one at a
 * time. Throws a CliError for a path that was named and holds none of them.
 */
export async function* readMails(
  paths: readonly string[],
  defaultValue: Status,
): AsyncGenerator<FileMail | FaultyFile> {
  for (const path of paths) {
    const info = await stat(path);
    if (info.isDirectory()) yield* inFolder(path, defaultValue);
    else if (info.isFile()) yield* inFile(path, defaultValue, true);
    else throw new CliError(`${path} is neither a file nor a folder.`);
  }
}

async function* inFolder(folder: string, defaultValue: Status): AsyncGenerator<FileMail | FaultyFile> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const folders = new Set(entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name));
  const isMaildir = folders.has('cur') && folders.has('new');
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isMaildir) yield* inFolder(path, defaultValue);
      else if (entry.name === 'cur' || entry.name === 'new') yield* inMaildir(path);
      // Maildir++: the other folders of the mailbox lie in it, with a dot in front.
      else if (entry.name.startsWith('.')) yield* inFolder(path, defaultValue);
    } else if (entry.isFile() && !isMaildir) {
      yield* inFile(path, defaultValue, false);
    }
  }
}

async function* inMaildir(folder: string): AsyncGenerator<FileMail | FaultyFile> {
  for (const entry of (await readdir(folder, { withFileTypes: true })).filter((it) => it.isFile())) {
    if (entry.name.startsWith('.')) continue;
    const source = join(folder, entry.name);
    const { mtime, size } = await stat(source);
    const reason = size === 0 ? 'empty' : size > MAX_MAIL_BYTES ? 'tooBig' : undefined;
    if (reason !== undefined) {
      yield { source, fault: REASONS[reason] };
      continue;
    }
    const found = readMailDirEntry(source, await readFile(source));
    // Without flags it was never looked at.
    yield asImported({ ...found, at: found.at ?? mtime }, 1);
  }
}

const REASONS = {
  tooBig: 'It is larger than a mail can be.',
  encrypted: 'It is encrypted.',
  broken: 'It is broken.',
  empty: 'It is empty.',
} as const;

async function* inFile(path: string, defaultValue: Status, isNamed: boolean): AsyncGenerator<FileMail | FaultyFile> {
  const kind = await kindOfFile(path);
  const { size } = await stat(path);
  if (size === 0 && (isNamed || /\.(?:eml|mbox|zip)$/i.test(path))) return yield { source: path, fault: REASONS.empty };
  const isOne = kind === 'mbox' || (kind !== undefined && (isNamed || /\.(eml|zip)$/i.test(path)));
  if (!isOne || kind === undefined) {
    if (isNamed) throw new CliError(`${basename(path)} is neither a mail (.eml), nor an mbox file, nor a ZIP archive.`);
    return;
  }
  for await (const found of readMailFile({ path, name: path, kind })) {
    yield found.raw === null ? { source: found.source, fault: REASONS[found.reason] } : asImported(found, defaultValue);
  }
}
