import type { MessageDetail, MessageText } from '@kontor/contract/message';
import type { WrittenNode } from '../../../editor/document.ts';
import { dateFormat } from '../../../shell/date-format.ts';
import type { WrittenFile } from '../files/written.ts';

/** Texts of one person within so many milliseconds of each other stand under one name. */
export const RUN_MS = 5 * 60_000;

/** When a text was read; null where it was not, and undefined where it is not told of one reader. */
const readAtOf = ({ receiverData }: MessageText): string | null | undefined =>
  receiverData !== null && 'readAt' in receiverData ? receiverData.readAt : undefined;

/**
 * Returns what holds of a text that is known as `known` and comes again as `later`. An answer may be older than an event that came before it: what was
 * edited more often holds, else `later`; and what was read stays read.
 */
function newestOf(known: MessageText, later: MessageText): MessageText {
  const text = later.edit < known.edit ? known : later;
  if (readAtOf(text) !== null) return text;
  const read = [known, later].find((one) => typeof readAtOf(one) === 'string');
  return read === undefined ? text : { ...text, receiverData: read.receiverData };
}

/** What is known where another copy says the same: what is drawn of it needs no drawing anew. */
const asKnown = (known: MessageText, other: MessageText): MessageText =>
  known === other || JSON.stringify(known) === JSON.stringify(other) ? known : other;

/** Texts in the order of their numbers, each once; of two of one number what holds. */
export function mergeTexts(known: readonly MessageText[], more: readonly MessageText[]): readonly MessageText[] {
  if (more.length === 0) return known;
  const byNo = new Map(known.map((text) => [text.no, text]));
  for (const text of more) {
    const before = byNo.get(text.no);
    byNo.set(text.no, before === undefined ? text : asKnown(before, newestOf(before, text)));
  }
  return [...byNo.values()].toSorted((a, b) => a.no - b.no);
}

/** Number of the text that the first gap stands behind; undefined where there is none. */
export const gapAfter = (texts: readonly MessageText[]): number | undefined =>
  texts.find(({ no }, index) => {
    const next = texts[index + 1];
    return next !== undefined && next.no > no + 1;
  })?.no;

/** Whether texts have become others since so many changes were counted. */
export const isBehind = (changes: number, now: number): boolean => now > changes;

/** The texts once a partner has read as far as `no`: those that this person has sent until there were read then, if not before. */
export function withRead(
  texts: readonly MessageText[],
  ownId: number | undefined,
  { no: upTo, readAt }: { readonly no: number; readonly readAt: string },
): readonly MessageText[] {
  const isRead = ({ no, sendBy, receiverData }: MessageText): boolean =>
    no <= upTo && sendBy === ownId && receiverData !== null && 'readAt' in receiverData && receiverData.readAt === null;
  return texts.some(isRead)
    ? texts.map((text) => (isRead(text) ? { ...text, receiverData: { readAt } } : text))
    : texts;
}

/** Number of the first text that the person has not read, and did not write; undefined where there is none. */
export const firstUnread = (
  texts: readonly MessageText[],
  readNo: number,
  ownId: number | undefined,
): number | undefined => texts.find(({ no, sendBy }) => no > readNo && sendBy !== ownId)?.no;

/**
 * Whether a person has read a thread elsewhere: as far as `readNo`, where this device knew of `known`, with texts of others between. That their own texts
 * count as read says nothing of it.
 */
export const isReadElsewhere = (
  texts: readonly MessageText[],
  known: number,
  readNo: number,
  ownId: number | undefined,
): boolean => texts.some(({ no, sendBy }) => no > known && no <= readNo && sendBy !== ownId);

/** How a thread was read until now. */
interface Reading {
  /** Number of the last text that counts as read. */
  readonly readNo: number;
  /** From here on it is to stay unread, as the person has said; `Infinity` where they have not. */
  readonly heldFrom: number;
  /** Number of the first text that is shown. */
  readonly first: number;
  /** The person may pass over texts that were never shown. */
  readonly mayPass: boolean;
}

/**
 * Returns the number of the text as far as which a thread counts as read, once the end of `seen` was to be seen; undefined where that is no further than it
 * was, or where texts between were never shown that must not be passed over.
 */
export function readFurther(seen: number, { readNo, heldFrom, first, mayPass }: Reading): number | undefined {
  const no = Math.min(seen, heldFrom - 1);
  return no <= readNo || (!mayPass && first > readNo + 1) ? undefined : no;
}

/** How many texts are unread once `count` of them are not. What is known of either may be older than what is known of the other. */
export const unreadWithout = (unread: number, count: number): number => Math.max(0, unread - Math.max(0, count));

/** What stands in a thread, from above. `isFirst`: with portrait and name; else it belongs to the one above it. */
export type Block =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'text'; readonly key: string; readonly text: MessageText; readonly isFirst: boolean };

/** Puts heads of days and the line *Neu* between texts, and those of one person together. `newFrom`: the text that the line stands over. */
export function blocksOf(
  texts: readonly MessageText[],
  { zone, newFrom }: { readonly zone: string; readonly newFrom: number | undefined },
): readonly Block[] {
  const days = dateFormat('en-CA', { timeZone: zone });
  let day = '';
  let before: MessageText | undefined;
  return texts.flatMap((text): Block[] => {
    const at = Date.parse(text.sendDate);
    const own = days.format(at);
    const isOtherDay = own !== day;
    const isNew = text.no === newFrom;
    const isRun =
      before !== undefined &&
      before.sendBy === text.sendBy &&
      at - Date.parse(before.sendDate) <= RUN_MS &&
      !isOtherDay &&
      !isNew;
    day = own;
    before = text;
    return [
      ...(isOtherDay ? [{ kind: 'day' as const, key: `day ${own}`, at }] : []),
      ...(isNew ? [{ kind: 'new' as const, key: 'new' }] : []),
      { kind: 'text', key: `text ${text.no}`, text, isFirst: !isRun },
    ];
  });
}

/** Numbers and names of days as a person calls them. `now` and `at` in milliseconds since 1970. */
export function dayName(
  at: number,
  now: number,
  { locale, zone, today, yesterday }: { locale: string; zone: string; today: string; yesterday: string },
): string {
  const dateOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();
  const [day, present] = [dateOf(at), dateOf(now)];
  const ago = day.until(present).days;
  if (ago === 0) return today;
  if (ago === 1) return yesterday;
  return dateFormat(locale, {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.year === present.year ? {} : { year: 'numeric' }),
  }).format(at);
}

/** What is written in a thread. */
export interface WrittenText {
  readonly doc: WrittenNode;
  readonly files: readonly WrittenFile[];
}

/** The same as the device keeps it. */
export interface KeptDraft extends WrittenText {
  /** The server has it so. */
  readonly isSaved: boolean;
  /** Number of the last text of the thread when it was written. */
  readonly lastNo: number;
}

/** Whether the server knows better than what the device has kept: it has a draft of its own, or the person has said something since, elsewhere. */
export const isOutdated = (
  { isSaved, lastNo }: KeptDraft,
  { draft, texts }: Pick<MessageDetail, 'draft' | 'texts'>,
  ownId: number | undefined,
): boolean => isSaved && (draft !== null || texts.some(({ no, sendBy }) => no > lastNo && sendBy === ownId));
