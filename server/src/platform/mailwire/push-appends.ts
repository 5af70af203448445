import type { ImapFlow } from 'imapflow';
import { answered, withDeadline } from './connect.ts';
import { serverWords } from './faults.ts';
import { deadlined } from './fetch-mails.ts';
import type { FolderPlan } from './folders.ts';
import { DEADLINES } from './server.ts';
import type { AppendPush, MailboxSink, MoveTarget } from './sink.ts';

/** What is looked at from the end of a folder for mails that the server may have put there itself; more than are put there in one round. */
const LAST = 100;
const REFERENCE_HEADER = 'x-kontor-ref';
/** What a slow line brings, so that a large mail has its time. */
const BYTES_PER_MS = 20;

/**
 * Puts mails into folders of the server. What was begun and broken off is looked for before it is done again, so that no mail is there
 * twice: by one look at a folder for all that is to be put there. Resolves to the folders that something was put into.
 */
export async function pushAppends(client: ImapFlow, plan: FolderPlan, sink: MailboxSink): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const [role, pushes] of Map.groupBy(await sink.appendsToPush(), (push) => push.role)) {
    const path = await folderFor(client, plan, role);
    if (path === null) {
      for (const { id } of pushes) await sink.appendRefused(id, 'No such folder');
      continue;
    }
    const there = await findThere(client, path, pushes);
    const rest = pushes.filter(({ id }) => !there.has(id));
    const looked = rest.filter(({ isLookOnly }) => isLookOnly);
    if (there.size > 0) await sink.appended([...there]);
    if (looked.length > 0) await sink.notThere(idsOf(looked));
    const isPut = await appendAll(
      client,
      sink,
      path,
      rest.filter(({ isLookOnly }) => !isLookOnly),
    );
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

/** Those of the mails that lie in the folder already: from where an earlier try began, or among the last ones. */
async function findThere(client: ImapFlow, path: string, pushes: readonly AppendPush[]): Promise<ReadonlySet<number>> {
  const doubtful = pushes.filter(
    ({ begun, mayBeThere, messageId, reference }) =>
      (begun !== null || mayBeThere) && (messageId !== null || reference !== null),
  );
  if (doubtful.length === 0) return new Set();
  const opened = await withDeadline(client, client.mailboxOpen(path));
  if (opened.exists === 0) return new Set();
  // With other UIDs than before, or in another folder, all that is known of the first try is that it may have worked.
  const isSame = ({ begun }: AppendPush): boolean =>
    begun !== null && begun.path === path && begun.uidValidity === Number(opened.uidValidity);
  const byUid = doubtful.filter((push) => isSame(push) && !push.mayBeThere);
  const byPlace = doubtful.filter((push) => !byUid.includes(push));
  const next = Math.min(...byUid.map(({ begun }) => begun?.next ?? Infinity));
  const found = new Set<number>();
  if (opened.uidNext > next) for (const id of await findIn(client, `${next}:*`, true, byUid)) found.add(id);
  const from = Math.max(1, opened.exists - LAST + 1);
  if (byPlace.length > 0) for (const id of await findIn(client, `${from}:*`, false, byPlace)) found.add(id);
  return found;
}

/** Those of the mails that lie in a range of the open folder, by what they are known by. */
async function findIn(
  client: ImapFlow,
  range: string,
  uid: boolean,
  pushes: readonly AppendPush[],
): Promise<readonly number[]> {
  const query = { uid: true, envelope: true, headers: [REFERENCE_HEADER] };
  const references = new Set<string>();
  const messageIds = new Set<string>();
  for await (const { envelope, headers } of deadlined(client, client.fetch(range, query, { uid }))) {
    const reference = /^x-kontor-ref:\s*(\S+)/im.exec(headers?.toString('latin1') ?? '')?.[1];
    if (reference !== undefined) references.add(reference);
    if (envelope?.messageId !== undefined) messageIds.add(envelope.messageId);
  }
  const isThere = ({ reference, messageId }: AppendPush): boolean =>
    (reference !== null && references.has(reference)) || (messageId !== null && messageIds.has(messageId));
  return idsOf(pushes.filter(isThere));
}

/** Puts mails into a folder one after the other: all begin before the first is put there, and all that are there are told at the end. */
async function appendAll(
  client: ImapFlow,
  sink: MailboxSink,
  path: string,
  pushes: readonly AppendPush[],
): Promise<boolean> {
  if (pushes.length === 0) return false;
  const status = await answered(client, client.status(path, { uidNext: true, uidValidity: true }));
  if (!status) {
    for (const { id } of pushes) await sink.appendRefused(id, 'The folder cannot be looked at');
    return false;
  }
  const target: MoveTarget = { path, uidValidity: Number(status.uidValidity), next: status.uidNext ?? 1 };
  const begun = new Set(await sink.appendsBegin(idsOf(pushes), target));
  const put: number[] = [];
  try {
    for (const push of pushes) if (begun.has(push.id) && (await append(client, sink, path, push))) put.push(push.id);
  } finally {
    if (put.length > 0) await sink.appended(put);
  }
  return put.length > 0;
}

async function append(client: ImapFlow, sink: MailboxSink, path: string, push: AppendPush): Promise<boolean> {
  const raw = await sink.appendBytes(push.id);
  if (raw === undefined) {
    await sink.appendRefused(push.id, 'Its bytes are gone');
    return false;
  }
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
  return true;
}
