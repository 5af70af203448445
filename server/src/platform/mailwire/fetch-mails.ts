import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow';
import { MAX_MAIL_BYTES, withDeadline } from './connect.ts';
import { flagsOf } from './flags.ts';
import { DEADLINES } from './server.ts';
import type { FetchedMail, MailboxSink } from './sink.ts';
import type { FolderSuspects, Suspects } from './suspects.ts';
import type { Turns } from './turns.ts';

/** Mails whose sizes are asked for at once. */
const BATCH = 200;
/** Mails that are fetched and kept together. Small, so that a broken connection costs little and nobody waits long for their turn. */
export const PART = 25;
/** What is fetched of a mail that is too large to be read. */
const BEGINNING = 256 * 1024;
/** Most bytes of mails that are asked for in one command. */
const PART_BYTES = 8 * 1024 * 1024;
/** A line that is slower than this is given up. */
const BYTES_PER_MS = 32;

/** What fetching needs besides the connection. */
export interface FetchParts {
  readonly sink: MailboxSink;
  readonly turns: Turns;
  readonly suspects: Suspects;
  readonly onMails: (count: number) => void;
  /** Whether somebody else should have the connection now; asked after each part. */
  readonly isDue: () => boolean;
}

/** The folder that mails are fetched from. */
export interface FetchedFolder {
  readonly id: number;
  readonly uidValidity: number;
}

interface Part {
  readonly uids: readonly number[];
  readonly bytes: number;
  readonly truncated: boolean;
}

/** One way through the mails of a folder. */
interface Run {
  readonly client: ImapFlow;
  readonly folder: FetchedFolder;
  readonly parts: FetchParts;
  readonly suspects: FolderSuspects;
  /** Keeps mails while the next are on their way; resolves when those before them are kept. */
  readonly keep: (mails: readonly FetchedMail[]) => Promise<void>;
  /** What the connection failed with. */
  readonly broken: { by?: unknown };
  /** Mails asked for in a row of which nothing came. */
  withheld: number;
  /** Mails in the folder when it was begun. */
  readonly exists: number;
}

/** Fetches mails in the order given, suspects last. Resolves to false where it stopped because something else was due. */
export async function fetchMails(
  client: ImapFlow,
  folder: FetchedFolder,
  wanted: readonly number[],
  parts: FetchParts,
): Promise<boolean> {
  const suspects = parts.suspects.of(folder.id, folder.uidValidity);
  if (wanted.length > 0) parts.onMails(0);
  let keeping: Promise<void> = Promise.resolve();
  const run: Run = {
    client,
    folder,
    parts,
    suspects,
    broken: {},
    withheld: 0,
    exists: client.mailbox === false ? 0 : client.mailbox.exists,
    async keep(mails) {
      await keeping;
      if (mails.length === 0) return;
      keeping = keepMails(folder.id, mails, parts);
      // Whoever waits for it next hears of it.
      keeping.catch(() => undefined);
    },
  };
  try {
    const complete =
      (await fetchAll(
        run,
        wanted.filter((uid) => !suspects.has(uid)),
      )) && (await fetchSuspects(run, wanted));
    await keeping;
    return complete;
  } finally {
    // Nobody begins anew while something is still being kept.
    await keeping.catch(() => undefined);
  }
}

async function keepMails(folderId: number, mails: readonly FetchedMail[], parts: FetchParts): Promise<void> {
  await parts.turns.run(() => parts.sink.fetched(folderId, mails));
  parts.onMails(mails.length);
}

async function fetchAll(run: Run, wanted: readonly number[]): Promise<boolean> {
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH);
    for (const part of bySize(batch, await sizesOf(run, batch))) {
      await run.parts.sink.ready();
      await fetchPart(run, part);
      if (run.parts.isDue()) return false;
    }
  }
  return true;
}

/** Fetches each mail alone that may be one that breaks the connection. */
async function fetchSuspects(run: Run, wanted: readonly number[]): Promise<boolean> {
  for (const uid of wanted.filter((it) => run.suspects.has(it))) {
    await run.parts.sink.ready();
    try {
      const extent = run.suspects.extentOf(uid);
      if (extent !== 'whole') await run.keep(await fetchLess(run, uid, extent));
      else for (const part of bySize([uid], await sizesOf(run, [uid]))) await fetchPart(run, part);
    } catch (error) {
      if (error === run.broken.by) run.suspects.blame(uid);
      throw error;
    }
    // Not before it is kept: else all tries would begin anew.
    await run.keep([]);
    run.suspects.clear(uid);
    if (run.parts.isDue()) return false;
  }
  return true;
}

async function sizesOf(run: Run, uids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const sizes = new Map<number, number>();
  for await (const { uid, size } of ask(run, uids, { uid: true, size: true })) sizes.set(uid, size ?? 0);
  if (!uids.some((uid) => sizes.has(uid))) countWithheld(run, uids.length);
  return sizes;
}

/** Throws where a server lists mails and gives none of them, unless they were removed meanwhile. */
function countWithheld(run: Run, count: number): void {
  run.withheld += count;
  const { mailbox } = run.client;
  const exists = mailbox === false ? 0 : mailbox.exists;
  if (run.withheld >= PART && exists >= run.exists)
    throw Object.assign(new Error('The server lists mails and gives none of them'), { code: 'MAILS_WITHHELD' });
}

/** Cuts a batch so that no part is larger than what may lie in memory at once; a mail that is too large stands alone. */
function* bySize(batch: readonly number[], sizes: ReadonlyMap<number, number>): Generator<Part> {
  let uids: number[] = [];
  let bytes = 0;
  for (const uid of batch) {
    const size = sizes.get(uid);
    if (size === undefined) continue;
    if (size > MAX_MAIL_BYTES) {
      yield { uids: [uid], bytes: BEGINNING, truncated: true };
      continue;
    }
    if (uids.length > 0 && (uids.length === PART || bytes + size > PART_BYTES)) {
      yield { uids, bytes, truncated: false };
      uids = [];
      bytes = 0;
    }
    uids.push(uid);
    bytes += size;
  }
  if (uids.length > 0) yield { uids, bytes, truncated: false };
}

/** Fetches a part; where the server refuses it because of one mail, all but that one. */
async function fetchPart(run: Run, part: Part): Promise<void> {
  try {
    await fetchWhole(run, part);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (part.uids.length === 1) return;
    for (const uid of part.uids) await fetchPart(run, { ...part, uids: [uid] });
  }
}

const isRefusal = (error: unknown): boolean =>
  ['NO', 'BAD'].includes(String((error as { responseStatus?: unknown }).responseStatus));

async function fetchWhole(run: Run, part: Part): Promise<void> {
  const source = part.truncated ? { start: 0, maxLength: BEGINNING } : true;
  const query = { uid: true, flags: true, internalDate: true, source };
  // What was announced as small may be large: whatever is in memory is kept before more of it comes.
  const missing = new Set(part.uids);
  let mails: FetchedMail[] = [];
  let bytes = 0;
  const keepSome = async (): Promise<void> => {
    // Fetched in ascending order whatever is asked; handed over newest first.
    const batch = mails.toSorted((a, b) => b.uid - a.uid);
    mails = [];
    bytes = 0;
    if (batch.length > 0) await run.keep(batch);
  };
  const deadline = DEADLINES.commandMs + part.bytes / BYTES_PER_MS;
  try {
    for await (const message of ask(run, part.uids, query, deadline)) {
      const mail = toMail(message, part.truncated);
      // A server that sends the same UID twice is believed the first time.
      if (mail === undefined || !missing.delete(mail.uid)) continue;
      run.withheld = 0;
      mails.push(mail);
      bytes += mail.raw.byteLength;
      if (bytes > PART_BYTES) await keepSome();
    }
  } catch (error) {
    if (error === run.broken.by) {
      run.suspects.suspect(missing);
      // What came before is not fetched again.
      await keepSome();
    }
    throw error;
  }
  if (missing.size === part.uids.length) countWithheld(run, missing.size);
  await keepSome();
}

/** What can be had of a mail that breaks the connection: its header, or a name that it has nowhere else. Nothing where it is gone. */
async function fetchLess(run: Run, uid: number, extent: 'header' | 'nothing'): Promise<FetchedMail[]> {
  const { id, uidValidity } = run.folder;
  const name = Buffer.from(`Message-ID: <${uidValidity}.${uid}.${id}@not-fetched.invalid>\r\n\r\n`);
  const little = { uid, raw: name, truncated: true, broken: true, internalDate: Date.now(), flags: flagsOf(undefined) };
  if (extent === 'nothing') return [little];
  const query = { uid: true, flags: true, internalDate: true, headers: true };
  const mails: FetchedMail[] = [];
  for await (const { headers, internalDate, flags, ...message } of ask(run, [uid], query)) {
    if (message.uid !== uid || mails.length > 0) continue;
    const raw = headers === undefined || headers.byteLength === 0 ? name : headers;
    mails.push({ ...little, raw, internalDate: timeOf(internalDate), flags: flagsOf(flags) });
  }
  return mails;
}

/** Asks for something of mails. That the connection broke meanwhile is noted: other failures are none of the mails'. */
async function* ask(
  { client, broken }: Run,
  uids: readonly number[],
  query: FetchQueryObject,
  deadlineMs?: number,
): AsyncGenerator<FetchMessageObject> {
  try {
    yield* deadlined(client, client.fetch(uids.join(','), query, { uid: true }), deadlineMs);
  } catch (error) {
    if (!isRefusal(error)) broken.by = error;
    throw error;
  }
}

function toMail(message: FetchMessageObject, truncated: boolean): FetchedMail | undefined {
  const { uid, source: raw, internalDate, flags } = message;
  if (raw === undefined) return undefined;
  return { uid, raw, truncated, internalDate: timeOf(internalDate), flags: flagsOf(flags) };
}

/** Milliseconds since 1970 of what a server calls a date; now, where it is none. */
export function timeOf(internalDate: Date | string | undefined): number {
  const time = new Date(internalDate ?? Date.now()).getTime();
  return Number.isFinite(time) ? time : Date.now();
}

/** The same messages, each of which must come within the deadline. */
export async function* deadlined<T>(
  client: ImapFlow,
  messages: AsyncGenerator<T, unknown, undefined>,
  ms: number = DEADLINES.commandMs,
): AsyncGenerator<T> {
  for (;;) {
    const next = await withDeadline(client, messages.next(), ms);
    // The library ends quietly where the connection is gone, as if there were nothing more.
    if (next.done === true && !client.usable)
      throw Object.assign(new Error('The connection is gone'), { code: 'NoConnection' });
    if (next.done === true) return;
    yield next.value;
  }
}
