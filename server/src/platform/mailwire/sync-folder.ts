import type { ImapFlow, MailboxObject } from 'imapflow';
import { answered, withDeadline } from './connect.ts';
import { deadlined, fetchMails, timeOf, type FetchParts } from './fetch-mails.ts';
import { differ, flagsOf } from './flags.ts';
import type { FolderOnServer } from './folders.ts';
import type { FlagPush, KnownFolder, MailboxSink, MailFlags, MailOutline } from './sink.ts';

/** How far the sync of a folder came. */
export interface FolderSync {
  /** Mark of what was looked at. */
  readonly mark: string;
  /** False where mails are still to be fetched. */
  readonly complete: boolean;
  /** Whether mails were missed that had been there before. */
  readonly lost: boolean;
}

/** A server that says it has more mails than anybody is not asked for all of them piece by piece. */
const MAX_RANGES = 1000;

/**
 * Brings one folder up to date: pushes flags, then takes over new flags, removals, and new mails, newest first. What is interrupted
 * goes on where it was.
 */
export async function syncFolder(client: ImapFlow, folder: FolderOnServer, parts: FetchParts): Promise<FolderSync> {
  const { sink } = parts;
  const opened = await withDeadline(client, client.mailboxOpen(folder.path));
  const description = {
    path: folder.path,
    role: folder.role,
    uidValidity: Number(opened.uidValidity),
    uidNext: opened.uidNext,
    mailboxId: opened.mailboxId ?? null,
  };
  let known = await sink.openFolder(description);
  const pushes = await pushFlags(client, known.id, sink);
  const mark = markOf(opened);
  const modseq = opened.highestModseq === undefined || opened.noModseq ? null : String(opened.highestModseq);
  const again = known.again ?? [];
  if (modseq !== null && mark === known.mark && pushes.length === 0 && again.length === 0)
    return { mark, complete: true, lost: false };
  const uids = await listUids(client, opened);
  if (await recognise(client, known, uids, sink)) known = await sink.openFolder(description);
  const present = new Set(uids);
  // A server says yes to flags of messages that somebody has just moved away, too.
  const flags = new Map(known.uids);
  for (const push of pushes.filter(({ uid }) => present.has(uid))) {
    await sink.pushed(known.id, push);
    const before = flags.get(push.uid);
    // Whatever the server tells now is to be compared with what it was told, not with what it said before.
    if (before !== undefined) flags.set(push.uid, withPush(before, push));
  }
  const vanished = [...known.uids.keys()].filter((uid) => !present.has(uid));
  if (vanished.length > 0) await sink.vanished(known.id, vanished);
  await takeFlags(client, { ...known, uids: flags }, present, sink);
  const { id, fetchFrom } = known;
  const uidValidity = description.uidValidity;
  const suspects = parts.suspects.of(id, uidValidity);
  for (const uid of again) suspects.tryOnce(uid);
  const isWanted = new Set(again);
  const missing = uids.filter((uid) => (uid >= fetchFrom && !known.uids.has(uid)) || isWanted.has(uid));
  const complete = await fetchMails(
    client,
    { id, uidValidity },
    missing.sort((a, b) => b - a),
    parts,
  );
  if (complete) await sink.folderSynced(known.id, { modseq, mark });
  return { mark, complete, lost: vanished.length > 0 };
}

function withPush(flags: MailFlags, { add, remove }: FlagPush): MailFlags {
  const changed = flagsOf(new Set(add));
  const removed = flagsOf(new Set(remove));
  return {
    seen: (flags.seen || changed.seen) && !removed.seen,
    answered: (flags.answered || changed.answered) && !removed.answered,
    flagged: (flags.flagged || changed.flagged) && !removed.flagged,
    deleted: (flags.deleted || changed.deleted) && !removed.deleted,
  };
}

/** Changes whenever the contents of an opened folder do. */
export const markOf = ({ uidValidity, uidNext, exists, highestModseq }: MailboxObject): string =>
  [uidValidity, uidNext, exists, highestModseq].join();

async function pushFlags(client: ImapFlow, folderId: number, sink: MailboxSink): Promise<readonly FlagPush[]> {
  const pushes = await sink.flagsToPush(folderId);
  for (const push of pushes) {
    const options = { uid: true } as const;
    const range = String(push.uid);
    if (push.add.length > 0) await answered(client, client.messageFlagsAdd(range, [...push.add], options));
    if (push.remove.length > 0) await answered(client, client.messageFlagsRemove(range, [...push.remove], options));
  }
  return pushes;
}

/** Mails that are listed at once; the answer lies in memory word by word. */
const LISTED = 10_000;

async function listUids(client: ImapFlow, { exists, uidNext }: MailboxObject): Promise<number[]> {
  const uids = new Set<number>();
  for (const range of uidRanges(exists, uidNext)) {
    const listed = await withDeadline(client, client.search({ uid: range }, { uid: true }));
    if (!Array.isArray(listed))
      throw Object.assign(new Error('The server did not list the mails'), { responseStatus: 'NO' });
    for (const uid of listed) uids.add(uid);
    // A server that knows no ranges has said all.
    if (uids.size >= exists) break;
  }
  return [...uids];
}

/** Ranges that hold all UIDs of a folder, each some `LISTED` mails where they lie evenly. */
export function uidRanges(exists: number, uidNext: number): string[] {
  if (exists === 0) return [];
  const count = Math.min(Math.ceil(exists / LISTED), MAX_RANGES);
  // A server that does not say which UID comes next is asked for all at once.
  const step = Math.ceil((uidNext || 0) / count);
  if (count === 1 || step < 2) return ['1:*'];
  return Array.from({ length: count }, (_, at) => `${at * step + 1}:${at === count - 1 ? '*' : (at + 1) * step}`);
}

/** Takes over the mails of a folder that was renamed. UIDs alone prove nothing: size and time of each have to be the same. */
async function recognise(
  client: ImapFlow,
  known: KnownFolder,
  uids: readonly number[],
  sink: MailboxSink,
): Promise<boolean> {
  const open = new Set(uids.filter((uid) => !known.uids.has(uid)));
  const candidates = known.formerly.filter(({ mails }) => [...mails.keys()].some((uid) => open.has(uid)));
  if (candidates.length === 0) return false;
  const wantedUids = new Set(candidates.flatMap(({ mails }) => [...mails.keys()].filter((uid) => open.has(uid))));
  const here = new Map<number, MailOutline>();
  const list = [...wantedUids].sort((a, b) => a - b);
  for (let from = 0; from < list.length; from += 1000) {
    const range = list.slice(from, from + 1000).join(',');
    const query = { uid: true, size: true, internalDate: true };
    for await (const { uid, size, internalDate } of deadlined(client, client.fetch(range, query, { uid: true })))
      here.set(uid, { size: size ?? -1, internalDate: timeOf(internalDate) });
  }
  let found = false;
  for (const { folderId, mails } of candidates) {
    const same = [...mails].filter(([uid, mail]) => open.has(uid) && isSame(mail, here.get(uid))).map(([uid]) => uid);
    if (same.length === 0) continue;
    found = true;
    for (const uid of same) open.delete(uid);
    await sink.adopt(known.id, folderId, same);
  }
  return found;
}

const isSame = (a: MailOutline, b: MailOutline | undefined): boolean =>
  b !== undefined && a.size === b.size && a.internalDate === b.internalDate;

async function takeFlags(
  client: ImapFlow,
  known: KnownFolder,
  present: ReadonlySet<number>,
  sink: MailboxSink,
): Promise<void> {
  if (![...known.uids.keys()].some((uid) => present.has(uid))) return;
  const since = known.modseq === null || !client.enabled.has('CONDSTORE') ? {} : { changedSince: BigInt(known.modseq) };
  const changes = new Map<number, MailFlags>();
  const messages = client.fetch('1:*', { uid: true, flags: true }, { uid: true, ...since });
  for await (const { uid, flags } of deadlined(client, messages)) {
    // Others than those that were asked for, as a server may send at any time, come without their flags.
    if (flags === undefined) continue;
    const before = known.uids.get(uid);
    const now = flagsOf(flags);
    if (before !== undefined && differ(before, now)) changes.set(uid, now);
  }
  if (changes.size > 0) await sink.flagsChanged(known.id, changes);
}
