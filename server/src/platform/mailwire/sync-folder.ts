import type { ImapFlow, MailboxObject } from 'imapflow';
import { MAX_MAIL_BYTES, withDeadline } from './connect.ts';
import type { FolderOnServer } from './folders.ts';
import { DEADLINES } from './server.ts';
import type { KnownFolder, MailboxSink, MailFlags } from './sink.ts';

/** Mails that one FETCH asks for. Small, so that a broken connection costs little. */
const BATCH = 50;
/** What is fetched of a mail that is too large to be read. */
const BEGINNING = 256 * 1024;
/** Most bytes of mails that are asked for in one command. */
const BATCH_BYTES = 16 * 1024 * 1024;

export const flagsOf = (flags: ReadonlySet<string> | undefined): MailFlags => {
  const lower = new Set([...(flags ?? [])].map((flag) => flag.toLowerCase()));
  return {
    seen: lower.has('\\seen'),
    answered: lower.has('\\answered'),
    flagged: lower.has('\\flagged'),
    deleted: lower.has('\\deleted'),
  };
};

const differ = (a: MailFlags, b: MailFlags): boolean =>
  a.seen !== b.seen || a.answered !== b.answered || a.flagged !== b.flagged || a.deleted !== b.deleted;

/**
 * Brings one folder up to date: pushes flags, then takes over new flags, removals, and new mails, newest first. `onMail` is called
 * after each mail that was kept. What is interrupted goes on where it was. Resolves to the mark of what was looked at.
 */
export async function syncFolder(
  client: ImapFlow,
  folder: FolderOnServer,
  sink: MailboxSink,
  onMail: () => void,
): Promise<string> {
  const opened = await withDeadline(client, client.mailboxOpen(folder.path));
  const known = await sink.openFolder({
    path: folder.path,
    role: folder.role,
    uidValidity: Number(opened.uidValidity),
    uidNext: opened.uidNext,
  });
  await pushFlags(client, known.id, sink);
  const modseq = opened.highestModseq === undefined || opened.noModseq ? null : String(opened.highestModseq);
  const unchanged = modseq !== null && modseq === known.modseq && opened.exists === known.uids.size;
  if (!unchanged) {
    const uids = await listUids(client, opened);
    const present = new Set(uids);
    const vanished = [...known.uids.keys()].filter((uid) => !present.has(uid));
    if (vanished.length > 0) await sink.vanished(known.id, vanished);
    await takeFlags(client, known, present, sink);
    await fetchNew(client, known, uids, sink, onMail);
  }
  await sink.folderSynced(known.id, modseq);
  return markOf(opened);
}

/** Changes whenever the contents of an opened folder do. */
export const markOf = ({ uidValidity, uidNext, exists, highestModseq }: MailboxObject): string =>
  [uidValidity, uidNext, exists, highestModseq].join();

async function pushFlags(client: ImapFlow, folderId: number, sink: MailboxSink): Promise<void> {
  for (const push of await sink.flagsToPush(folderId)) {
    const options = { uid: true } as const;
    const range = String(push.uid);
    if (push.add.length > 0) await withDeadline(client, client.messageFlagsAdd(range, [...push.add], options));
    if (push.remove.length > 0) await withDeadline(client, client.messageFlagsRemove(range, [...push.remove], options));
    await sink.pushed(folderId, push);
  }
}

async function listUids(client: ImapFlow, opened: MailboxObject): Promise<number[]> {
  if (opened.exists === 0) return [];
  const uids = await withDeadline(client, client.search({ all: true }, { uid: true }));
  if (!Array.isArray(uids))
    throw Object.assign(new Error('The server did not list the mails'), { responseStatus: 'NO' });
  return uids;
}

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
    const before = known.uids.get(uid);
    const now = flagsOf(flags);
    if (before !== undefined && differ(before, now)) changes.set(uid, now);
  }
  if (changes.size > 0) await sink.flagsChanged(known.id, changes);
}

async function fetchNew(
  client: ImapFlow,
  known: KnownFolder,
  uids: readonly number[],
  sink: MailboxSink,
  onMail: () => void,
): Promise<void> {
  const missing = uids.filter((uid) => !known.uids.has(uid)).sort((a, b) => b - a);
  for (let from = 0; from < missing.length; from += BATCH) {
    const batch = missing.slice(from, from + BATCH);
    const sizes = new Map<number, number>();
    for await (const { uid, size } of deadlined(
      client,
      client.fetch(batch.join(','), { uid: true, size: true }, { uid: true }),
    ))
      sizes.set(uid, size ?? 0);
    for (const part of bySize(batch, sizes)) await fetchPart(client, known.id, part, sink, onMail);
  }
}

/** Cuts a batch so that no part is larger than what may lie in memory at once; a mail that is too large stands alone. */
function* bySize(
  batch: readonly number[],
  sizes: ReadonlyMap<number, number>,
): Generator<{ uids: number[]; truncated: boolean }> {
  let uids: number[] = [];
  let bytes = 0;
  for (const uid of batch) {
    const size = sizes.get(uid);
    if (size === undefined) continue;
    if (size > MAX_MAIL_BYTES) {
      yield { uids: [uid], truncated: true };
      continue;
    }
    if (uids.length > 0 && bytes + size > BATCH_BYTES) {
      yield { uids, truncated: false };
      uids = [];
      bytes = 0;
    }
    uids.push(uid);
    bytes += size;
  }
  if (uids.length > 0) yield { uids, truncated: false };
}

async function fetchPart(
  client: ImapFlow,
  folderId: number,
  part: { uids: readonly number[]; truncated: boolean },
  sink: MailboxSink,
  onMail: () => void,
): Promise<void> {
  const source = part.truncated ? { start: 0, maxLength: BEGINNING } : true;
  const query = { uid: true, flags: true, internalDate: true, source };
  const wanted = new Set(part.uids);
  // Fetched in ascending order whatever is asked; handed over newest first.
  const mails = [];
  for await (const message of deadlined(client, client.fetch(part.uids.join(','), query, { uid: true }))) {
    if (wanted.has(message.uid)) mails.push(message);
  }
  for (const { uid, source: raw, internalDate, flags } of mails.sort((a, b) => b.uid - a.uid)) {
    if (raw === undefined) continue;
    const time = new Date(internalDate ?? Date.now()).getTime();
    await sink.fetched(folderId, {
      uid,
      raw,
      truncated: part.truncated,
      internalDate: Number.isFinite(time) ? time : Date.now(),
      flags: flagsOf(flags),
    });
    onMail();
  }
}

/** The same messages, each of which must come within the deadline of a command. */
async function* deadlined<T>(client: ImapFlow, messages: AsyncGenerator<T, unknown, undefined>): AsyncGenerator<T> {
  for (;;) {
    const next = await withDeadline(client, messages.next(), DEADLINES.commandMs);
    if (next.done === true) return;
    yield next.value;
  }
}
