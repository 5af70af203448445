import type { ListResponse } from 'imapflow';

export type FolderRole = 'inbox' | 'sent' | 'archive' | 'other';

export interface FolderOnServer {
  readonly path: string;
  readonly role: FolderRole;
  /** Mails in it, where the server said so. */
  readonly mails: number;
}

// What is no mail of one's own, or a second view of mails that lie in another folder.
const SKIPPED_USES = new Set(['\\Drafts', '\\Trash', '\\Junk', '\\All', '\\Flagged', '\\Important']);
const SKIPPED_NAMES =
  /^(drafts?|entwürfe|trash|deleted( items| messages)?|papierkorb|gelöschte (elemente|objekte)|junk( e-?mail)?|spam|spamverdacht|bulk mail|outbox|postausgang|virtual|all mail|alle nachrichten)$/i;
const SENT_NAMES = /^(sent( items| messages| mail)?|gesendet(e elemente|e objekte)?)$/i;

/** The folders whose mails belong into Kontor, INBOX first, then those that mails are sent from, then the others by path. */
export function foldersToRead(list: readonly ListResponse[]): FolderOnServer[] {
  const order: readonly FolderRole[] = ['inbox', 'sent', 'archive', 'other'];
  return list
    .filter((folder) => !isSkipped(folder))
    .map((folder) => ({ path: folder.path, role: roleOf(folder), mails: folder.status?.messages ?? 0 }))
    .sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role) || a.path.localeCompare(b.path));
}

function isSkipped(folder: ListResponse): boolean {
  const flags = new Set([...folder.flags].map((flag) => flag.toLowerCase()));
  if (flags.has('\\noselect') || flags.has('\\nonexistent')) return true;
  if (folder.path.toUpperCase() === 'INBOX') return false;
  if (folder.specialUse !== undefined && SKIPPED_USES.has(folder.specialUse)) return true;
  return [...SKIPPED_USES].some((use) => flags.has(use.toLowerCase())) || SKIPPED_NAMES.test(folder.name.trim());
}

function roleOf(folder: ListResponse): FolderRole {
  if (folder.path.toUpperCase() === 'INBOX') return 'inbox';
  if (folder.specialUse === '\\Sent' || SENT_NAMES.test(folder.name.trim())) return 'sent';
  return folder.specialUse === '\\Archive' ? 'archive' : 'other';
}
