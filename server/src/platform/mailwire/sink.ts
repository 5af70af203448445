import type { MailServerFault } from './faults.ts';
import type { FolderRole } from './folders.ts';

/** The flags of a mail that mean something to Kontor. */
export interface MailFlags {
  readonly seen: boolean;
  readonly answered: boolean;
  readonly flagged: boolean;
  readonly deleted: boolean;
}

/** Where a mail is, or should be: among the mails, or in one of the two folders for what is none. */
export type MailLocation = 'inbox' | 'trash' | 'junk';

/** A folder as the server describes it when it is opened. */
export interface OpenedFolder {
  readonly path: string;
  readonly role: FolderRole;
  readonly uidValidity: number;
  /** UID that the next mail will get. */
  readonly uidNext: number;
  /** The server's own name for it, which outlasts a new path; null where it has none. */
  readonly mailboxId?: string | null;
}

/** Enough of a mail to tell that it is the same, without its bytes. */
export interface MailOutline {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly internalDate: number;
}

/** What is kept of a folder. `id` is the keeper's own. */
export interface KnownFolder {
  readonly id: number;
  /** Flags last seen on the server, by UID, of all mails that are kept. */
  readonly uids: ReadonlyMap<number, MailFlags>;
  /** Mails that were set aside because they break the connection, and are to be tried again. */
  readonly again?: readonly number[];
  /** Modification sequence up to which all was seen; null before the first complete look. */
  readonly modseq: string | null;
  /** Mark of the last complete look. */
  readonly mark: string | null;
  /** Mails below this UID are not wanted. */
  readonly fetchFrom: number;
  /** Folders that are gone and may have become this one, with what lay in them. */
  readonly formerly: readonly { readonly folderId: number; readonly mails: ReadonlyMap<number, MailOutline> }[];
}

export interface FetchedMail {
  readonly uid: number;
  readonly raw: Uint8Array;
  /** True where the mail was larger than what is fetched, and `raw` is its beginning. */
  readonly truncated: boolean;
  /** True where the connection breaks whenever it is asked for, and `raw` is what could be had without that. */
  readonly broken?: boolean;
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

/** Where a move was to go when it was begun. */
export interface MoveTarget {
  readonly path: string;
  readonly uidValidity: number;
  /** First UID that its result can have. */
  readonly next: number;
}

/** A mail that is to lie elsewhere on the server. */
export interface LocationPush {
  readonly copyId: number;
  readonly uid: number;
  readonly want: MailLocation;
  /** It is only marked as deleted where it lies. */
  readonly marked: boolean;
  /** Folder that it was taken from. */
  readonly home: string | null;
  readonly rawHash: string;
  readonly rawSize: number;
  /** Set where a move was begun and nobody knows how it ended; `uid` is that of the copy where it is known. */
  readonly begun: (MoveTarget & { readonly uid: number | null }) | null;
}

export interface FolderPush {
  readonly path: string;
  readonly uidValidity: number;
  readonly pushes: readonly LocationPush[];
}

/** A mail that is to be put into a folder of the server. */
export interface AppendPush {
  readonly id: number;
  readonly role: 'sent' | 'inbox';
  /** With angle brackets; it is recognised by these on the server. */
  readonly messageId: string | null;
  readonly reference: string | null;
  readonly flags: readonly string[];
  /** Milliseconds since 1970. */
  readonly internalDate: number;
  /** The server may put it there itself: it is looked whether it has before it is put there. */
  readonly mayBeThere: boolean;
  /** It is not put there yet: the server is given more time to do so itself. */
  readonly isLookOnly: boolean;
  /** Set where it was begun and nobody knows how it ended; `next` may be that of others that were begun with it. */
  readonly begun: MoveTarget | null;
}

/** What became of a move. */
export interface Moved {
  readonly copyId: number;
  /** Its UID in the target; null where the server did not say. */
  readonly uid: number | null;
  /** True where the first message is still there, marked as deleted. */
  readonly left: boolean;
}

/**
 * Where a watcher puts what it finds. Every call may be made again after an interruption with the same contents and must then change
 * nothing; a rejection ends the connection and is tried again later.
 */
export interface MailboxSink {
  /** A look at all folders begins: what is missing now and still is when all were looked at is gone. */
  lookBegins(paths: readonly string[]): Promise<void>;
  /** Tells what is known of a folder. With another UIDVALIDITY than the known one nothing is, until its mails were fetched again. */
  openFolder(folder: OpenedFolder): Promise<KnownFolder>;
  /** Mails of a folder that is gone lie in this one under the same UIDs. */
  adopt(folderId: number, fromFolderId: number, uids: readonly number[]): Promise<void>;
  /** Resolves when there is room for more mails. */
  ready(): Promise<void>;
  /** Keeps some mails. Resolves when they are safe on disk. */
  fetched(folderId: number, mails: readonly FetchedMail[]): Promise<void>;
  flagsChanged(folderId: number, changes: ReadonlyMap<number, MailFlags>): Promise<void>;
  vanished(folderId: number, uids: readonly number[]): Promise<void>;
  /** The folder was looked through completely. */
  folderSynced(folderId: number, upTo: { readonly modseq: string | null; readonly mark: string }): Promise<void>;
  /** Brings what people see in step with where mails lie. Resolves to whether another look is needed to know more. */
  reflect(options: { readonly complete: boolean; readonly keepsAll: boolean }): Promise<boolean>;
  /** Paths of folders in which something is to be changed on the server. */
  foldersToPush(): Promise<readonly string[]>;
  /** What to change on the server before looking at the folder. */
  flagsToPush(folderId: number): Promise<readonly FlagPush[]>;
  pushed(folderId: number, push: FlagPush): Promise<void>;
  /** What is to lie elsewhere, by folder. */
  locationsToPush(): Promise<readonly FolderPush[]>;
  /** A move begins; told before the server is. */
  moveBegins(copyIds: readonly number[], target: MoveTarget): Promise<void>;
  /** The copies that the first half of a move made, as far as the server told their UIDs. */
  copied(uids: ReadonlyMap<number, number>): Promise<void>;
  moved(target: MoveTarget & { readonly role: FolderRole }, moves: readonly Moved[]): Promise<void>;
  /** The server refused: nothing was begun. */
  moveRefused(copyIds: readonly number[]): Promise<void>;
  /** Messages that are no longer marked as deleted. */
  unmarked(copyIds: readonly number[]): Promise<void>;
  /** What is to be put into folders now. */
  appendsToPush(): Promise<readonly AppendPush[]>;
  /** The bytes of such a mail; undefined where they are gone. */
  appendBytes(id: number): Promise<Buffer | undefined>;
  /** Of mails that were only looked for: they are not there. */
  notThere(ids: readonly number[]): Promise<void>;
  /** They begin; told before the server is. Resolves to those that are still wanted: no other may be put there. */
  appendsBegin(ids: readonly number[], target: MoveTarget): Promise<readonly number[]>;
  /** They are there. */
  appended(ids: readonly number[]): Promise<void>;
  /** The server does not want it. */
  appendRefused(id: number, serverSaid: string): Promise<void>;
  /** `total` mails are there to be had at the first sync, of which `done` are fetched. */
  progress(progress: {
    phase: 'connecting' | 'syncing' | 'watching';
    folder: string;
    done: number;
    total: number;
  }): void;
  /** Names of folders that cannot be read because no command can name them; told at each look at all folders. */
  leftOut(names: readonly string[]): void;
  fault(fault: MailServerFault): void;
}
