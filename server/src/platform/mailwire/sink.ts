import type { MailServerFault } from './faults.ts';
import type { FolderRole } from './folders.ts';

/** The flags of a mail that mean something to Kontor. */
export interface MailFlags {
  readonly seen: boolean;
  readonly answered: boolean;
  readonly flagged: boolean;
  readonly deleted: boolean;
}

/** A folder as the server describes it when it is opened. */
export interface OpenedFolder {
  readonly path: string;
  readonly role: FolderRole;
  readonly uidValidity: number;
  /** UID that the next mail will get. */
  readonly uidNext: number;
}

/** What is kept of a folder. `id` is the keeper's own. */
export interface KnownFolder {
  readonly id: number;
  /** Flags last seen on the server, by UID, of all mails that are kept. */
  readonly uids: ReadonlyMap<number, MailFlags>;
  /** Modification sequence up to which all was seen; null before the first complete look. */
  readonly modseq: string | null;
}

export interface FetchedMail {
  readonly uid: number;
  readonly raw: Uint8Array;
  /** True where the mail was larger than what is fetched, and `raw` is its beginning. */
  readonly truncated: boolean;
  /** When the server got it, milliseconds since 1970. */
  readonly internalDate: number;
  readonly flags: MailFlags;
}

/** Flags to set and remove on the server. */
export interface FlagPush {
  readonly uid: number;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Where a watcher puts what it finds. Every call may be made again after an interruption with the same contents and must then change
 * nothing; a rejection ends the connection and is tried again later.
 */
export interface MailboxSink {
  /** Tells what is known of a folder. With another UIDVALIDITY than the known one, everything known of it is forgotten first. */
  openFolder(folder: OpenedFolder): Promise<KnownFolder>;
  /** Folders that are still there; whatever lay in others is gone. */
  foldersListed(paths: readonly string[]): Promise<void>;
  /** Keeps one mail. Resolves when it is safe on disk. */
  fetched(folderId: number, mail: FetchedMail): Promise<void>;
  flagsChanged(folderId: number, changes: ReadonlyMap<number, MailFlags>): Promise<void>;
  vanished(folderId: number, uids: readonly number[]): Promise<void>;
  /** The folder was looked through completely, up to `modseq`. */
  folderSynced(folderId: number, modseq: string | null): Promise<void>;
  /** Paths of folders in which something is to be changed on the server. */
  foldersToPush(): Promise<readonly string[]>;
  /** What to change on the server before looking at the folder. */
  flagsToPush(folderId: number): Promise<readonly FlagPush[]>;
  pushed(folderId: number, push: FlagPush): Promise<void>;
  /** `total` mails are there to be had at the first sync, of which `done` are fetched. */
  progress(progress: {
    phase: 'connecting' | 'syncing' | 'watching';
    folder: string;
    done: number;
    total: number;
  }): void;
  fault(fault: MailServerFault): void;
}
