import { MAX_LAST_TEXT, WRITTEN_BEFORE_MS } from '@kontor/contract/message';
import { withoutUnseen } from '../../platform/words.ts';

/** Who tells others how far they have read. */
export interface ReadMarks {
  /** The instance has them. */
  readonly isOn: boolean;
  /** Those who hide theirs, and see nobody's. */
  readonly hiding: ReadonlySet<number>;
}

/** Whether somebody is told how far another one has read. */
export const isMarkTold = (readerId: number, askerId: number, { isOn, hiding }: ReadMarks): boolean =>
  isOn && !hiding.has(readerId) && !hiding.has(askerId);

/** Whether somebody is told of anybody's reading. */
export const seesMarks = (askerId: number, { isOn, hiding }: ReadMarks): boolean => isOn && !hiding.has(askerId);

/** How somebody stands to a message. */
export interface Standing {
  readonly userId: number;
  readonly begunBy: number;
  readonly isOpen: boolean;
  /** How many people it went to, beside who began it. */
  readonly receivers: number;
  /** Its receiver, where it has one alone. */
  readonly onlyReceiver: number | null;
  /** Whether the person is among those who have to do with it: else they see it by a share. */
  readonly isMember: boolean;
  /** Whose segment they see; null for all of them. */
  readonly part: number | null;
  /** Numbers of the first and, where they have left it, the last text of an open message that they read. */
  readonly joinedNo: number;
  readonly leftNo: number | null;
}

/** A thread of a message as somebody sees it. */
export interface Thread {
  readonly segmentId: number;
  /** Whose with the sender it is called; null for that of all. */
  readonly partner: number | null;
  /** Where the sender's pointer in it stands: with the segment, or as everybody's with the member. */
  readonly isSenders: boolean;
  readonly mayWrite: boolean;
  /** Numbers of the first and, where there will be no more, the last text that they read. */
  readonly from: number;
  readonly until: number | null;
}

/**
 * The thread that somebody means by a partner, null for the one that there is for them. `isReceiver`: whether the message went to that partner. Of
 * several receivers who began it means none by null: then it is what all of them read. Returns undefined for a thread that they do not see.
 */
export function threadOf(standing: Standing, partner: number | null, isReceiver: boolean): Thread | undefined {
  const found = segmentOf(standing, partner, isReceiver);
  const { isOpen, joinedNo: from, leftNo: until } = standing;
  return found && { ...found, ...(isOpen ? { from, until } : { from: 0, until: null }) };
}

function segmentOf(
  standing: Standing,
  partner: number | null,
  isReceiver: boolean,
): Omit<Thread, 'from' | 'until'> | undefined {
  const { userId, begunBy, isOpen, receivers, onlyReceiver, isMember, part } = standing;
  if (isOpen || receivers === 0) return { segmentId: 0, partner: null, isSenders: false, mayWrite: isMember };
  if (!isMember) {
    const segmentId = part ?? 0;
    const isMeant = partner === null || partner === begunBy || partner === segmentId;
    return isMeant ? { segmentId, partner: begunBy, isSenders: false, mayWrite: false } : undefined;
  }
  if (userId !== begunBy)
    return partner === null || partner === begunBy
      ? { segmentId: userId, partner: begunBy, isSenders: false, mayWrite: true }
      : undefined;
  const meant = partner ?? onlyReceiver;
  if (meant === null) return { segmentId: 0, partner: null, isSenders: true, mayWrite: false };
  return partner === null || isReceiver
    ? { segmentId: meant, partner: meant, isSenders: true, mayWrite: true }
    : undefined;
}

/** How far a thread goes for somebody, by the number of its last text. */
export const lastNoOf = ({ until }: Thread, lastNo: number): number => Math.min(lastNo, until ?? lastNo);

/** Whether somebody reads the text of a number. */
export const isShown = ({ from, until }: Thread, no: number): boolean => no >= from && no <= (until ?? no);

/** How texts say who else has read them: of one partner when, of all others how many, or nothing. */
type Told = 'partner' | 'counts' | 'nothing';

export const toldOf = ({ isOpen, isMember, receivers }: Standing, { partner }: Thread): Told => {
  if (!isMember || receivers === 0) return 'nothing';
  return isOpen || partner === null ? 'counts' : 'partner';
};

/** How a row stands with somebody before a text of others comes. Times in milliseconds. */
export interface RowBefore {
  readonly status: number;
  readonly isAside: boolean;
  readonly movedAt: number;
  readonly mutedUntil: number | null;
  /** They had read all that was said. */
  readonly hasReadAll: boolean;
}

/** In a conversation of many a row that is New, and has something unread, stays where it is for so long. */
const STAYS_MS = 5 * 60_000;

/** Whether a text brings a message back to somebody, as New and on top. `isMentioned`: it names them; `isWatched`: they see it come. */
export function isLifted(
  row: RowBefore,
  about: {
    readonly isOpen: boolean;
    readonly isMentioned: boolean;
    readonly isWatched: boolean;
    readonly now: number;
  },
): boolean {
  const { isOpen, isMentioned, isWatched, now } = about;
  if (row.mutedUntil !== null && row.mutedUntil > now) return false;
  if (!isOpen || isMentioned || row.status !== 1 || row.isAside) return true;
  return row.movedAt <= now - STAYS_MS || (row.hasReadAll && !isWatched);
}

/** When a text was written, where that is told beside when it was sent; null where it is not. Milliseconds. */
export const writtenBefore = (writtenAt: number | null, sentAt: number): number | null =>
  writtenAt !== null && writtenAt <= sentAt - WRITTEN_BEFORE_MS ? writtenAt : null;

const cut = (words: string, most: number): string => {
  const line = words.replace(/\s+/g, ' ').trim();
  return (line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`).toWellFormed();
};

/** How a text begins, as lists show it. `words`: without HTML. */
export const previewOf = (words: string): string => cut(words, MAX_LAST_TEXT);

/** What a text says: its words, and where it is files alone, their names. */
export const wordsOf = (words: string, files: readonly { readonly filename: string }[]): string =>
  words === '' ? files.map(({ filename }) => filename).join(', ') : words;

/** What a text is found by: its words, and the names of its files. */
export const soughtWords = (words: string, files: readonly { readonly filename: string }[]): string =>
  [words, ...files.map(({ filename }) => filename)].filter((part) => part !== '').join('\n');

/** Sends what waited. */
export const DISPATCH_JOB = 'message.dispatch';
/** How long something waits at most. */
export const MAX_WAITING_MS = 366 * 86_400_000;

const MAX_TITLE = 120;

/** What a message is called in lists: its first line. */
export const titleOf = (words: string): string => cut(words.split('\n', 1)[0] ?? '', MAX_TITLE);

const ELEMENT =
  /<\/?(?:div|p|h[1-3]|strong|em|u|del|code|sup|sub|br|hr|pre|span|a|ul|ol|li|blockquote|table|tbody|tr|th|td|img|b|i|s|strike)(?:\s[^<>]*)?\/?>/i;

/** Whether what was written is HTML: it has an element that texts may have. */
export const isHtml = (given: string): boolean => ELEMENT.test(given);

/** Whether a text can still be edited or taken back. Milliseconds; `minutes`: null for always. */
export const mayChange = (sentAt: number, now: number, minutes: number | null): boolean =>
  minutes === null || (minutes > 0 && now - sentAt <= minutes * 60_000);

const folded = (words: string): readonly string[] =>
  withoutUnseen(words)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);

/** Whether each word that is looked for begins a word of a name. */
export const isNamed = (name: string, searched: string): boolean => {
  const words = folded(name);
  return folded(searched).every((part) => words.some((word) => word.startsWith(part)));
};
