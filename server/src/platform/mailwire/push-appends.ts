import type { ImapFlow } from 'imapflow';
import { answered, withDeadline } from './connect.ts';
import { serverWords } from './faults.ts';
import { deadlined } from './fetch-mails.ts';
import type { FolderPlan } from './folders.ts';
import { DEADLINES } from './server.ts';
import type { AppendPush, MailboxSink, MoveTarget } from './sink.ts';

/** What is looked at from the end of a folder for a mail that the server may have put there itself. */
const LAST = 50;
const REFERENCE_HEADER = 'x-kontor-ref';
/** What a slow line brings, so that a large mail has its time. */
const BYTES_PER_MS = 20;

/**
 * Puts mails into folders of the server. What was begun and broken off is looked for before it is done again, so that no mail is there
 * twice. Resolves to the folders that something was put into.
 */
export async function pushAppends(client: ImapFlow, plan: FolderPlan, sink: MailboxSink): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const push of await sink.appendsToPush()) {
    const path = await folderFor(client, plan, push.role);
    if (path === null) {
      await sink.appendRefused(push.id, 'No such folder');
      continue;
    }
    if (await isThere(client, path, push)) {
      await sink.appended(push.id);
      changed.add(path);
      continue;
    }
    if (push.isLookOnly) {
      await sink.notThere(push.id);
      continue;
    }
    if (await append(client, sink, path, push)) changed.add(path);
  }
  return changed;
}

async function folderFor(client: ImapFlow, plan: FolderPlan, role: AppendPush['role']): Promise<string | null> {
  const found = plan.folders.find((folder) => folder.role === role)?.path;
  if (found !== undefined) return found;
  if (role === 'inbox') return 'INBOX';
  const path = `${plan.prefix}Sent`;
  const made = await answered(
    client,
    client.mailboxCreate(path).catch(() => false as const),
  );
  return made ? path : null;
}

/** Whether the mail lies in the folder already: from where an earlier try began, or among the last ones. */
async function isThere(client: ImapFlow, path: string, push: AppendPush): Promise<boolean> {
  if (push.begun === null && !push.mayBeThere) return false;
  if (push.messageId === null && push.reference === null) return false;
  const opened = await withDeadline(client, client.mailboxOpen(path));
  if (opened.exists === 0) return false;
  const { begun } = push;
  // With other UIDs than before, or in another folder, all that is known of the first try is that it may have worked.
  const isSame = begun !== null && begun.path === path && begun.uidValidity === Number(opened.uidValidity);
  const byUid = isSame && !push.mayBeThere;
  if (byUid && opened.uidNext <= begun.next) return false;
  const range = byUid ? `${begun.next}:*` : `${Math.max(1, opened.exists - LAST + 1)}:*`;
  const query = { uid: true, envelope: true, headers: [REFERENCE_HEADER] };
  let found = false;
  for await (const { envelope, headers } of deadlined(client, client.fetch(range, query, { uid: byUid }))) {
    const reference = /^x-kontor-ref:\s*(\S+)/im.exec(headers?.toString('latin1') ?? '')?.[1];
    if (push.reference !== null && reference === push.reference) found = true;
    if (push.messageId !== null && envelope?.messageId === push.messageId) found = true;
  }
  return found;
}

async function append(client: ImapFlow, sink: MailboxSink, path: string, push: AppendPush): Promise<boolean> {
  const raw = await sink.appendBytes(push.id);
  const status = raw && (await answered(client, client.status(path, { uidNext: true, uidValidity: true })));
  if (raw === undefined || !status) {
    await sink.appendRefused(push.id, raw === undefined ? 'Its bytes are gone' : 'The folder cannot be looked at');
    return false;
  }
  const target: MoveTarget = { path, uidValidity: Number(status.uidValidity), next: status.uidNext ?? 1 };
  await sink.appendBegins(push.id, target);
  const work = client.append(path, raw, [...push.flags], new Date(push.internalDate));
  try {
    const answer = await withDeadline(client, work, DEADLINES.commandMs + raw.byteLength / BYTES_PER_MS);
    // The library answers a lost connection like a refusal.
    if (!answer && !client.usable) throw Object.assign(new Error('The connection is gone'), { code: 'NoConnection' });
    if (!answer) throw Object.assign(new Error('Not put there'), { responseStatus: 'NO' });
  } catch (error) {
    const { responseStatus, responseText } = error as { responseStatus?: unknown; responseText?: unknown };
    // Anything but a plain no may have worked: the next look tells.
    if (responseStatus !== 'NO' && responseStatus !== 'BAD') throw error;
    await sink.appendRefused(push.id, typeof responseText === 'string' ? serverWords(responseText) : '');
    return false;
  }
  await sink.appended(push.id);
  return true;
}
