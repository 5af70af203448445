import { createHash } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import { answered, withDeadline } from './connect.ts';
import { deadlined } from './fetch-mails.ts';
import { isListed, type FolderPlan, type FolderRole } from './folders.ts';
import type { FolderPush, MailboxSink, MoveTarget, LocationPush } from './sink.ts';

/** Mails that one command moves. */
const AT_ONCE = 100;
const byUid = { uid: true } as const;

type Target = MoveTarget & { readonly role: FolderRole };

/**
 * Moves mails on the server to where people want them. What was begun and broken off is looked for in its target before it is done
 * again, so that no mail is there twice. Resolves to whether a look at all folders is needed to know where everything is, and the
 * copies it was about.
 */
export async function pushLocations(
  client: ImapFlow,
  plan: FolderPlan,
  sink: MailboxSink,
): Promise<{ readonly isUnsure: boolean; readonly tried: ReadonlySet<number> }> {
  let isUnsure = false;
  const folders = await sink.locationsToPush();
  const tried = new Set(folders.flatMap(({ pushes }) => idsOf(pushes)));
  for (const folder of folders) {
    // A folder that is no more, or has other UIDs than are known of it, has to be looked at first.
    if (!plan.folders.some(({ path }) => path === folder.path)) continue;
    if (!(await open(client, folder))) continue;
    const marked = folder.pushes.filter(({ want, marked: isMarked }) => want === 'inbox' && isMarked);
    if (marked.length > 0) await unmark(client, marked, sink);
    const moves = folder.pushes.filter((push) => !marked.includes(push));
    for (const [path, pushes] of Map.groupBy(moves, (push) => targetPath(push, plan))) {
      for (let from = 0; from < pushes.length; from += AT_ONCE)
        if (await moveSome(client, plan, sink, { folder, pushes: pushes.slice(from, from + AT_ONCE), path }))
          isUnsure = true;
    }
  }
  return { isUnsure, tried };
}

const range = (pushes: readonly LocationPush[]): string => pushes.map(({ uid }) => uid).join(',');
const idsOf = (pushes: readonly LocationPush[]): number[] => pushes.map(({ copyId }) => copyId);

async function open(client: ImapFlow, folder: { path: string; uidValidity: number }): Promise<boolean> {
  if (client.mailbox !== false && client.mailbox.path === folder.path)
    return Number(client.mailbox.uidValidity) === folder.uidValidity;
  const opened = await withDeadline(client, client.mailboxOpen(folder.path));
  return Number(opened.uidValidity) === folder.uidValidity;
}

/** Where a mail goes; null where the folder has to be made first. */
function targetPath(push: LocationPush, plan: FolderPlan): string | null {
  if (push.want !== 'inbox') return plan[push.want];
  const home = plan.folders.find(({ path, role }) => path === push.home && isListed(role));
  return home?.path ?? plan.folders.find(({ role }) => role === 'inbox')?.path ?? 'INBOX';
}

async function unmark(client: ImapFlow, pushes: readonly LocationPush[], sink: MailboxSink): Promise<void> {
  if (await answered(client, client.messageFlagsRemove(range(pushes), ['\\Deleted'], byUid)))
    await sink.unmarked(idsOf(pushes));
}

async function moveSome(
  client: ImapFlow,
  plan: FolderPlan,
  sink: MailboxSink,
  work: { folder: FolderPush; pushes: readonly LocationPush[]; path: string | null },
): Promise<boolean> {
  const { folder, pushes } = work;
  const path = work.path ?? (await makeFolder(client, plan, pushes[0]?.want === 'junk' ? 'Junk' : 'Trash'));
  if (path === null) {
    // The last that can be done for who wants it away: the mark that every mail program understands.
    if (pushes[0]?.want === 'trash')
      await answered(client, client.messageFlagsAdd(range(pushes), ['\\Deleted'], byUid));
    await sink.moveRefused(idsOf(pushes));
    return false;
  }
  const role = plan.folders.find((one) => one.path === path)?.role ?? (pushes[0]?.want === 'junk' ? 'junk' : 'trash');
  const begun = pushes.filter((push) => push.begun !== null && push.begun.path === path);
  const done = await findBegun(client, path, begun);
  if (!(await open(client, folder))) return true;
  const finished = pushes.filter(({ copyId }) => done.has(copyId));
  const [first] = finished;
  if (first?.begun) await endCopies(client, sink, { ...first.begun, path, role }, finished, done);
  const fresh = pushes.filter(({ copyId }) => !done.has(copyId));
  return fresh.length > 0 && (await moveFresh(client, sink, path, role, fresh));
}

async function makeFolder(client: ImapFlow, plan: FolderPlan, name: string): Promise<string | null> {
  try {
    const made = await withDeadline(client, client.mailboxCreate(`${plan.prefix}${name}`));
    return made.path;
  } catch (error) {
    if (!client.usable) throw error;
    return null;
  }
}

/**
 * UIDs of the copies that lie in the target already, by copy id: those of earlier tries, and those that are known from a look at it. Each
 * was seen there just now, for the first one is removed upon that: somebody may have moved the copy on since it was known. One that a
 * broken off move has marked to be removed is taken back.
 */
async function findBegun(
  client: ImapFlow,
  path: string,
  pushes: readonly LocationPush[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  if (pushes.length === 0) return found;
  const opened = await withDeadline(client, client.mailboxOpen(path));
  if (opened.exists === 0) return found;
  const known = pushes.flatMap(({ copyId, begun }) =>
    begun?.uid && begun.uidValidity === Number(opened.uidValidity) ? [{ copyId, uid: begun.uid }] : [],
  );
  if (known.length > 0) {
    const there = await keepMarked(client, known.map(({ uid }) => uid).join(','));
    for (const { copyId, uid } of known) if (there.has(uid)) found.set(copyId, uid);
  }
  const unknown = pushes.filter(({ begun }) => !begun?.uid);
  const next = Math.min(...unknown.map(({ begun }) => begun?.next ?? Infinity));
  if (!Number.isFinite(next) || opened.uidNext <= next) return found;
  const sizes = new Set(unknown.map(({ rawSize }) => rawSize));
  const candidates: number[] = [];
  for await (const { uid, size } of deadlined(client, client.fetch(`${next}:*`, { uid: true, size: true }, byUid)))
    if (uid >= next && size !== undefined && sizes.has(size)) candidates.push(uid);
  const byHash = new Map<string, number[]>();
  for (const uid of candidates) {
    for await (const { source } of deadlined(client, client.fetch(String(uid), { uid: true, source: true }, byUid))) {
      if (source === undefined) continue;
      const hash = createHash('sha256').update(source).digest('hex');
      byHash.set(hash, [...(byHash.get(hash) ?? []), uid]);
    }
  }
  for (const { copyId, rawHash, begun } of unknown) {
    const uids = byHash.get(rawHash) ?? [];
    const at = uids.findIndex((uid) => uid >= (begun?.next ?? Infinity));
    if (at >= 0) found.set(copyId, uids.splice(at, 1)[0] ?? 0);
  }
  return found;
}

/** Which of these UIDs lie in the open folder. None of them is marked to be removed after that. */
async function keepMarked(client: ImapFlow, uids: string): Promise<ReadonlySet<number>> {
  const there = new Set<number>();
  const marked: number[] = [];
  for await (const { uid, flags } of deadlined(client, client.fetch(uids, { uid: true, flags: true }, byUid))) {
    there.add(uid);
    if (flags?.has('\\Deleted')) marked.push(uid);
  }
  if (marked.length > 0) await answered(client, client.messageFlagsRemove(marked.join(','), ['\\Deleted'], byUid));
  return there;
}

async function moveFresh(
  client: ImapFlow,
  sink: MailboxSink,
  path: string,
  role: FolderRole,
  pushes: readonly LocationPush[],
): Promise<boolean> {
  const status = await answered(client, client.status(path, { uidNext: true, uidValidity: true }));
  if (!status) return refused(sink, pushes);
  const target: Target = { path, role, uidValidity: Number(status.uidValidity), next: status.uidNext ?? 1 };
  await sink.moveBegins(idsOf(pushes), target);
  if (client.capabilities.has('MOVE')) {
    const answer = await answered(client, client.messageMove(range(pushes), path, byUid));
    if (!answer) return refused(sink, pushes);
    const moves = pushes.map(({ copyId, uid }) => ({ copyId, uid: answer.uidMap?.get(uid) ?? null, left: false }));
    await sink.moved(target, moves);
    return moves.some(({ uid }) => uid === null);
  }
  const answer = await answered(client, client.messageCopy(range(pushes), path, byUid));
  if (!answer) return refused(sink, pushes);
  const uids = new Map<number, number>();
  for (const { copyId, uid } of pushes) {
    const copy = answer.uidMap?.get(uid);
    if (copy !== undefined) uids.set(copyId, copy);
  }
  if (uids.size > 0) await sink.copied(uids);
  await endCopies(client, sink, target, pushes, uids);
  return uids.size < pushes.length;
}

async function refused(sink: MailboxSink, pushes: readonly LocationPush[]): Promise<false> {
  await sink.moveRefused(idsOf(pushes));
  return false;
}

/** The second half of a move without MOVE: the first message goes, or is marked where the server cannot remove one alone. */
async function endCopies(
  client: ImapFlow,
  sink: MailboxSink,
  target: Target,
  pushes: readonly LocationPush[],
  uids: ReadonlyMap<number, number>,
): Promise<void> {
  const canExpunge = client.capabilities.has('UIDPLUS');
  const isDone = canExpunge
    ? await answered(client, client.messageDelete(range(pushes), byUid))
    : await answered(client, client.messageFlagsAdd(range(pushes), ['\\Deleted'], byUid));
  // Where the server refuses to let go of the first message, the next look tries that half again.
  if (!isDone) return;
  const moves = pushes.map(({ copyId }) => ({ copyId, uid: uids.get(copyId) ?? null, left: !canExpunge }));
  await sink.moved(target, moves);
}
