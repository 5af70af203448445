import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { MAX_MAIL_BYTES, withDeadline } from './connect.ts';
import { flagsOf } from './flags.ts';
import { DEADLINES } from './server.ts';
import type { FetchedMail, MailboxSink } from './sink.ts';
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
  readonly onMails: (count: number) => void;
  /** Whether somebody else should have the connection now; asked after each part. */
  readonly isDue: () => boolean;
}

interface Part {
  readonly uids: readonly number[];
  readonly bytes: number;
  readonly truncated: boolean;
}

/** Fetches mails in the order given. Resolves to false where it stopped because something else was due. */
export async function fetchMails(
  client: ImapFlow,
  folderId: number,
  wanted: readonly number[],
  parts: FetchParts,
): Promise<boolean> {
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH);
    const sizes = new Map<number, number>();
    const query = { uid: true, size: true };
    for await (const { uid, size } of deadlined(client, client.fetch(batch.join(','), query, { uid: true })))
      sizes.set(uid, size ?? 0);
    for (const part of bySize(batch, sizes)) {
      await parts.sink.ready();
      await fetchPart(client, folderId, part, parts);
      if (parts.isDue()) return false;
    }
  }
  return true;
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
async function fetchPart(client: ImapFlow, folderId: number, part: Part, parts: FetchParts): Promise<void> {
  try {
    await fetchWhole(client, folderId, part, parts);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (part.uids.length === 1) return;
    for (const uid of part.uids) await fetchPart(client, folderId, { ...part, uids: [uid] }, parts);
  }
}

const isRefusal = (error: unknown): boolean =>
  ['NO', 'BAD'].includes(String((error as { responseStatus?: unknown }).responseStatus));

async function fetchWhole(client: ImapFlow, folderId: number, part: Part, parts: FetchParts): Promise<void> {
  const source = part.truncated ? { start: 0, maxLength: BEGINNING } : true;
  const query = { uid: true, flags: true, internalDate: true, source };
  // What was announced as small may be large: whatever is in memory is kept before more of it comes.
  const missing = new Set(part.uids);
  let mails: FetchedMail[] = [];
  let bytes = 0;
  const keep = async (): Promise<void> => {
    // Fetched in ascending order whatever is asked; handed over newest first.
    const batch = mails.toSorted((a, b) => b.uid - a.uid);
    mails = [];
    bytes = 0;
    if (batch.length === 0) return;
    await parts.turns.run(() => parts.sink.fetched(folderId, batch));
    parts.onMails(batch.length);
  };
  const messages = client.fetch(part.uids.join(','), query, { uid: true });
  for await (const message of deadlined(client, messages, DEADLINES.commandMs + part.bytes / BYTES_PER_MS)) {
    const mail = toMail(message, part.truncated);
    // A server that sends the same UID twice is believed the first time.
    if (mail === undefined || !missing.delete(mail.uid)) continue;
    mails.push(mail);
    bytes += mail.raw.byteLength;
    if (bytes > PART_BYTES) await keep();
  }
  await keep();
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
    if (next.done === true) return;
    yield next.value;
  }
}
