import type { ReceiverInput, ReplyType } from '@kontor/contract/mail';
import type { MailAddress } from '../../../platform/mailparse/index.ts';
import { folded } from '../../../platform/words.ts';
import { addressKey } from '../rules.ts';
import type { MailPeople } from '../store/tables.ts';

export { folded } from '../../../platform/words.ts';

export type Language = 'de' | 'en';

/** What an answer begins with, and what a mail that is sent on. */
const PREFIXES: Readonly<Record<Language, { readonly answer: string; readonly forward: string }>> = {
  de: { answer: 'AW: ', forward: 'WG: ' },
  en: { answer: 'Re: ', forward: 'Fwd: ' },
};
const ANSWERS = /^\s*(?:re|aw|antw(?:ort)?|sv|vs|odp|ynt|r|rif|res)(?:\s*\[\d{1,3}\]|\^\d{1,3})?\s*[:：]\s*/i;
const FORWARDS = /^\s*(?:fwd?|wg|tr|vb|vl|i|rv|enc|pd|ilt)(?:\s*\[\d{1,3}\])?\s*[:：]\s*/i;
const MAX_SUBJECT = 998;

/** Whether the mail is sent on, rather than answered or written once more. */
const isForward = (type: ReplyType): boolean => type === 'forward' || type === 'forwardAsAttachment';

/** The subject of an answer: its prefix stands there once, however often the mail went to and fro, in the language of who answers. */
export function subjectOf(subject: string, type: ReplyType, language: Language): string {
  if (type === 'editAsNew') return subject.slice(0, MAX_SUBJECT);
  const kind = isForward(type) ? FORWARDS : ANSWERS;
  let bare = subject;
  while (kind.test(bare)) bare = bare.replace(kind, '');
  const prefix = PREFIXES[language][isForward(type) ? 'forward' : 'answer'];
  return `${prefix}${bare.trim()}`.slice(0, MAX_SUBJECT).trimEnd().toWellFormed();
}

export interface Receivers {
  readonly to: readonly ReceiverInput[];
  readonly cc: readonly ReceiverInput[];
  readonly bcc: readonly ReceiverInput[];
}

const MAX_RECEIVERS = 1000;
const MAX_NAME = 200;

/** Each once, by address, without those that are left out. */
function once(people: readonly MailAddress[], but: ReadonlySet<string>): ReceiverInput[] {
  const seen = new Set(but);
  return people
    .flatMap(({ name, address }) => {
      const key = addressKey(address);
      if (address === '' || address.length > 320 || seen.has(key)) return [];
      seen.add(key);
      return { receiver: address, receiverRealName: name.slice(0, MAX_NAME).toWellFormed() };
    })
    .slice(0, MAX_RECEIVERS);
}

const keysOf = (receivers: readonly ReceiverInput[]): ReadonlySet<string> =>
  new Set(receivers.map(({ receiver }) => addressKey(receiver)));

/**
 * Returns whom an answer goes to: the Reply-To addresses, else the sender; for a mail of one's own, its recipients. `own`: keys of one's
 * own addresses, which an answer to all leaves out unless nobody else is left.
 */
export function receiversOf(people: MailPeople, type: ReplyType, own: ReadonlySet<string>): Receivers {
  if (isForward(type)) return { to: [], cc: [], bcc: [] };
  const nobody = new Set<string>();
  if (type === 'editAsNew') {
    const to = once(people.to, nobody);
    const cc = once(people.cc, keysOf(to));
    return { to, cc, bcc: once(people.bcc, keysOf([...to, ...cc])) };
  }
  const authors = people.from.length > 0 ? people.from : people.sender === null ? [] : [people.sender];
  const isOwn = authors.some(({ address }) => own.has(addressKey(address)));
  const target = isOwn ? people.to : people.replyTo.length > 0 ? people.replyTo : authors;
  if (type === 'reply') return { to: once(target, nobody), cc: [], bcc: [] };
  const all = isOwn ? target : [...target, ...people.to];
  const others = once(all, own);
  // Who writes to themselves answers themselves.
  const to = others.length > 0 ? others : once(target, nobody);
  return { to, cc: once(people.cc, new Set([...own, ...keysOf(to)])), bcc: [] };
}

const NO_REPLY =
  /^(?:.*[._+-])?(?:no-?reply|do-?not-?reply|donotreply|nicht-?antworten|keine-?antwort|mailer-daemon|bounces?)(?:[._+-].*)?@/i;

/** Whether an address says of itself that nobody reads what comes there. */
export const isNoReply = (address: string): boolean => NO_REPLY.test(address);

/** A name in its two parts: `Neumann, Paul` and `Paul Neumann` alike. A single word is neither. */
export function nameParts(name: string): { readonly first: string; readonly last: string } {
  const bare = name
    .replace(/\s+/g, ' ')
    .replace(/\s*[([].*$/, '')
    .trim();
  const comma = bare.indexOf(',');
  if (comma > 0) return { first: bare.slice(comma + 1).trim(), last: bare.slice(0, comma).trim() };
  const words = bare.split(' ');
  if (words.length < 2 || bare.includes('@')) return { first: '', last: '' };
  return { first: words[0] ?? '', last: words.slice(1).join(' ') };
}

const DAY_MS = 86_400_000;
const COLLEAGUE = 10;

/** How likely an address is meant, from 0 to 100. */
export function scoreOf(known: {
  readonly sent: number;
  readonly received: number;
  /** Since the last mail; null where there was none. */
  readonly days: number | null;
  /** The name or the address begins with what was typed, and not only a word within. */
  readonly begins: boolean;
  readonly isColleague: boolean;
}): number {
  const sent = 45 * Math.min(1, Math.log2(1 + known.sent) / 6);
  const received = 20 * Math.min(1, Math.log2(1 + known.received) / 8);
  const recent = known.days === null ? 0 : 25 * 2 ** (-Math.max(0, known.days) / 90);
  const score = sent + received + recent + 10 * (known.begins ? 1 : 0.5) + (known.isColleague ? COLLEAGUE : 0);
  return Math.round(Math.min(100, score));
}

export const daysSince = (at: Date, now: number): number => (now - at.getTime()) / DAY_MS;

const MAX_WORDS = 40;
const MAX_LETTERS = 60;

/** The words that an address is found by: of the name, and of the address between its signs. */
export const wordsOf = (...texts: readonly string[]): readonly string[] =>
  [
    ...new Set(
      texts
        .flatMap((text) => folded(text).split(/[^\p{L}\p{N}]+/u))
        .flatMap((word) => (word === '' ? [] : word.slice(0, MAX_LETTERS).toWellFormed())),
    ),
  ].slice(0, MAX_WORDS);

/** Whether each of the words that were typed begins one of these. */
export const areBegun = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.every((begin) => words.some((word) => word.startsWith(begin)));
