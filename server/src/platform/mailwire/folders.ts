import type { ListResponse } from 'imapflow';
import { serverWords } from './faults.ts';

export type FolderRole = 'inbox' | 'sent' | 'archive' | 'other' | 'junk' | 'trash';

export interface FolderOnServer {
  readonly path: string;
  readonly role: FolderRole;
  /** Mails in it, where the server said so. */
  readonly mails: number;
  /** Changes whenever the folder does; null where the server does not tell enough for that. */
  readonly mark: string | null;
}

/** What a mailbox consists of. */
export interface FolderPlan {
  readonly folders: readonly FolderOnServer[];
  /** Folders that mails are moved to; null where there is none. */
  readonly trash: string | null;
  readonly junk: string | null;
  /** True where a folder holds all mails at once, so that one that left its folder is archived and not gone. */
  readonly keepsAll: boolean;
  /** In front of the name of a folder that is to be made. */
  readonly prefix: string;
  /** Names of folders that no command can name, as people may be shown them. */
  readonly leftOut: readonly string[];
}

/** More folders than anybody has; a server that lists more is not believed. */
export const MAX_FOLDERS = 5000;

// What is no mail of one's own, or a second view of mails that lie in another folder.
const SKIPPED_USES = new Set(['\\Drafts', '\\All', '\\Flagged', '\\Important']);
const SKIPPED_NAMES = /^(drafts?|entwürfe|outbox|postausgang|virtual|all mail|alle nachrichten)$/i;
const SENT_NAMES = /^(sent( items| messages| mail)?|gesendet(e elemente|e objekte)?)$/i;
const TRASH_NAMES = /^(trash|deleted( items| messages)?|papierkorb|gelöschte (elemente|objekte))$/i;
const JUNK_NAMES = /^(junk( e-?mail)?|spam|spamverdacht|bulk mail)$/i;

const ORDER: readonly FolderRole[] = ['inbox', 'sent', 'archive', 'other', 'junk', 'trash'];

/** Whether mails in such a folder belong into the lists. */
export const isListed = (role: FolderRole): boolean => role !== 'trash' && role !== 'junk';

/** The folders that are read: INBOX first, then those that mails are sent from, the others by path, junk and trash last. */
export function planFolders(listed: readonly ListResponse[]): FolderPlan {
  const list = listed.filter((folder) => !isUnnameable(folder));
  const folders = list
    .filter((folder) => !isSkipped(folder))
    .map((folder) => ({
      path: folder.path,
      role: roleOf(folder),
      mails: folder.status?.messages ?? 0,
      mark: markOfStatus(folder),
    }))
    .sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role) || a.path.localeCompare(b.path))
    .slice(0, MAX_FOLDERS);
  const inbox = list.find(({ path }) => path.toUpperCase() === 'INBOX');
  // Some servers keep everything below INBOX and make no folder beside it.
  const below = list.filter((folder) => folder !== inbox);
  const isBelow = inbox !== undefined && below.length > 0 && below.every((it) => it.path.startsWith(nest(inbox)));
  return {
    folders,
    trash: targetOf(list, folders, 'trash', '\\Trash'),
    junk: targetOf(list, folders, 'junk', '\\Junk'),
    keepsAll: list.some((folder) => uses(folder).has('\\all')),
    prefix: isBelow ? nest(inbox) : '',
    leftOut: listed.filter(isUnnameable).map(({ path }) => serverWords(path)),
  };
}

/** No command can bear a line break or another control character in a name. */
const isUnnameable = ({ path }: ListResponse): boolean => /\p{Cc}/u.test(path);

const nest = (folder: ListResponse): string => `${folder.path}${folder.delimiter || '/'}`;

function uses(folder: ListResponse): ReadonlySet<string> {
  const all = [...folder.flags, ...(folder.specialUse === undefined ? [] : [folder.specialUse])];
  return new Set(all.map((flag) => flag.toLowerCase()));
}

/** The folder that the server names for a use, else one that is called so. */
const targetOf = (
  list: readonly ListResponse[],
  folders: readonly FolderOnServer[],
  role: FolderRole,
  use: string,
): string | null => {
  const candidates = new Set(folders.filter((folder) => folder.role === role).map(({ path }) => path));
  const named = list.find((folder) => candidates.has(folder.path) && uses(folder).has(use.toLowerCase()));
  return named?.path ?? folders.find(({ path }) => candidates.has(path))?.path ?? null;
};

function isSkipped(folder: ListResponse): boolean {
  const flags = uses(folder);
  if (flags.has('\\noselect') || flags.has('\\nonexistent')) return true;
  if (folder.path.toUpperCase() === 'INBOX' || flags.has('\\trash') || flags.has('\\junk')) return false;
  return [...SKIPPED_USES].some((use) => flags.has(use.toLowerCase())) || SKIPPED_NAMES.test(folder.name.trim());
}

function roleOf(folder: ListResponse): FolderRole {
  const flags = uses(folder);
  const name = folder.name.trim();
  if (folder.path.toUpperCase() === 'INBOX') return 'inbox';
  if (flags.has('\\sent')) return 'sent';
  if (flags.has('\\archive')) return 'archive';
  if (flags.has('\\trash')) return 'trash';
  if (flags.has('\\junk')) return 'junk';
  return roleOfName(name);
}

/** What a folder is for by its name alone, as mail programs call theirs in the languages that we know. */
export function roleOfName(name: string): FolderRole {
  if (TRASH_NAMES.test(name)) return 'trash';
  if (JUNK_NAMES.test(name)) return 'junk';
  return SENT_NAMES.test(name) ? 'sent' : 'other';
}

/** Without modification sequences a change of flags leaves no trace in what a folder tells of itself. */
function markOfStatus({ status }: ListResponse): string | null {
  const { uidValidity, uidNext, messages, highestModseq } = status ?? {};
  const parts = [uidValidity, uidNext, messages, highestModseq];
  return parts.includes(undefined) || !highestModseq ? null : parts.join();
}
