import type { AppendResponseObject, ImapFlow } from 'imapflow';
import { answered, withDeadline } from './connect.ts';
import { serverWords } from './faults.ts';
import type { FolderPlan } from './folders.ts';
import { DEADLINES } from './server.ts';
import type { AppendPush, MailboxSink, MoveTarget } from './sink.ts';
import { ThereAlready } from './there-already.ts';

/** What a slow line brings, so that a large mail has its time. */
const BYTES_PER_MS = 20;

/**
 * Puts mails into folders of the server. What was begun and broken off is looked for before it is done again, so that no mail is there
 * twice: by one look at a folder for all that is to be put there, and by others only while the server puts mails there itself. Resolves to the folders that something was put into.
 */
export async function pushAppends(client: ImapFlow, plan: FolderPlan, sink: MailboxSink): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const [role, pushes] of Map.groupBy(await sink.appendsToPush(), (push) => push.role)) {
    const path = await folderFor(client, plan, role);
    if (path === null) {
      for (const { id } of pushes) await sink.appendRefused(id, 'No such folder');
      continue;
    }
    const already = new ThereAlready(client, path, pushes);
    const there = await already.look();
    const rest = pushes.filter(({ id }) => !there.has(id));
    const looked = rest.filter(({ isLookOnly }) => isLookOnly);
    if (there.size > 0) await sink.appended([...there]);
    if (looked.length > 0) await sink.notThere(idsOf(looked));
    const due = rest.filter(({ isLookOnly }) => !isLookOnly);
    const isPut = await appendAll(client, sink, { path, pushes: due, already });
    if (isPut || there.size > 0) changed.add(path);
  }
  return changed;
}

const idsOf = (pushes: readonly AppendPush[]): number[] => pushes.map(({ id }) => id);

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

/**
 * Puts mails into a folder one after the other: all begin before the first is put there, and all that are there are told at the end.
 * Resolves to whether the folder has changed.
 */
async function appendAll(
  client: ImapFlow,
  sink: MailboxSink,
  {
    path,
    pushes,
    already,
  }: { readonly path: string; readonly pushes: readonly AppendPush[]; readonly already: ThereAlready },
): Promise<boolean> {
  if (pushes.length === 0) return false;
  const status = await answered(client, client.status(path, { uidNext: true, uidValidity: true }));
  if (!status) {
    for (const { id } of pushes) await sink.appendRefused(id, 'The folder cannot be looked at');
    return false;
  }
  const target: MoveTarget = { path, uidValidity: Number(status.uidValidity), next: status.uidNext ?? 1 };
  already.heard({ uidNext: target.next, uidValidity: target.uidValidity });
  const begun = new Set(await sink.appendsBegin(idsOf(pushes), target));
  const there: number[] = [];
  try {
    for (const push of pushes) {
      if (!begun.has(push.id)) continue;
      const isThere = await already.has(push);
      const put = isThere ? undefined : await append(client, sink, path, push);
      if (!isThere && put === undefined) continue;
      there.push(push.id);
      if (put !== undefined) await already.put(push, numbersOf(put));
    }
  } finally {
    if (there.length > 0) await sink.appended(there);
  }
  return there.length > 0;
}

/** Under which numbers a mail was put there; undefined where the server does not say (UIDPLUS), and the library may have guessed. */
const numbersOf = ({ uid, uidValidity }: AppendResponseObject) =>
  uid === undefined || uidValidity === undefined ? undefined : { uid, uidValidity: Number(uidValidity) };

/** Puts a mail into a folder; resolves to undefined where that was refused, which is told. */
async function append(
  client: ImapFlow,
  sink: MailboxSink,
  path: string,
  push: AppendPush,
): Promise<AppendResponseObject | undefined> {
  const raw = await sink.appendBytes(push.id);
  if (raw === undefined) {
    await sink.appendRefused(push.id, 'Its bytes are gone');
    return undefined;
  }
  const work = client.append(path, raw, [...push.flags], new Date(push.internalDate));
  try {
    const answer = await withDeadline(client, work, DEADLINES.commandMs + raw.byteLength / BYTES_PER_MS);
    // The library answers a lost connection like a refusal.
    if (!answer && !client.usable) throw Object.assign(new Error('The connection is gone'), { code: 'NoConnection' });
    if (!answer) throw Object.assign(new Error('Not put there'), { responseStatus: 'NO' });
    return answer;
  } catch (error) {
    const { responseStatus, responseText } = error as { responseStatus?: unknown; responseText?: unknown };
    // Anything but a plain no may have worked: the next look tells.
    if (responseStatus !== 'NO' && responseStatus !== 'BAD') throw error;
    await sink.appendRefused(push.id, typeof responseText === 'string' ? serverWords(responseText) : '');
    return undefined;
  }
}
