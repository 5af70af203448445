import type { Search, SearchTerms } from '@kontor/contract/activity';
import { withoutUnseen } from '../../platform/words.ts';

/** Most words of a search that are looked at. */
const MAX_WORDS = 20;

/**
 * A text as it is indexed and searched: words of letters and digits alone, so that parts of addresses and numbers are found too. What stands
 * unseen in a word parts it for nobody who looks for it.
 */
export const searchWords = (text: string): string =>
  withoutUnseen(text.normalize('NFC'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Where words must stand, by the weights that the index gives them; the title is A, the body D. */
const SENDERS = 'B';
const RECEIVERS = 'C';

/** Words one behind the other, the last of them as a whole or as the beginning of one. */
function inARow(text: string, { weight = '', begins = false }): string | undefined {
  const words = searchWords(text).split(' ').filter(Boolean).slice(0, MAX_WORDS);
  const flagsOf = (index: number) => `${begins && index === words.length - 1 ? '*' : ''}${weight}`;
  const parts = words.map((word, index) => `'${word}'${flagsOf(index) === '' ? '' : `:${flagsOf(index)}`}`);
  return parts.length > 1 ? `(${parts.join(' <-> ')})` : parts[0];
}

/**
 * A word as the beginning of one. Stems are German, and what is asked for need only be the beginning of what is there: of English words
 * that leaves those asked for with an ending that is not there.
 */
function beginning(word: string): string {
  const [, stem = '', ending = ''] = /^([a-z]{3,}?[a-z])(y|ies|ed|ing)$/i.exec(word) ?? [];
  const base = ending === 'y' ? `${stem}i` : ending === 'ies' ? `${stem}y` : stem.replace(/([^aeiouls])\1$/i, '$1');
  return ending === '' ? `'${word}':*` : `('${word}':* | '${base}':*)`;
}

/** Each term of a search as a part of a text query. Signs within a word part it, but all of its parts must be there. */
const partsOf = ({ words, phrases, from, to, numbers }: SearchTerms): string[] =>
  [
    ...words.map((word) => searchWords(word).split(' ').filter(Boolean)).map((all) => both(all.map(beginning))),
    ...phrases.map((phrase) => inARow(phrase, {})),
    ...from.map((value) => inARow(value, { weight: SENDERS, begins: true })),
    ...to.map((value) => inARow(value, { weight: RECEIVERS, begins: true })),
    ...numbers.map((value) => inARow(value, { weight: SENDERS, begins: true })),
  ].filter((part) => part !== undefined);

const both = (parts: readonly string[]): string | undefined =>
  parts.length > 1 ? `(${parts.slice(0, MAX_WORDS).join(' & ')})` : parts[0];

/** Text query for any of some texts, each of them as it stands, wherever. Undefined where there is none. */
export function queryOfAny(texts: readonly string[]): string | undefined {
  const parts = texts.map((text) => inARow(text, {})).filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.slice(0, MAX_WORDS).join(' | ');
}

/** Text query for PostgreSQL: all that searches ask for, and nothing of what they are without. Undefined where no text is asked for. */
export function searchQuery(...searches: readonly Search[]): string | undefined {
  const parts = searches.flatMap((search) => [
    ...partsOf(search),
    ...partsOf(search.without).map((part) => `!${part}`),
  ]);
  return parts.length === 0 ? undefined : parts.slice(0, MAX_WORDS).join(' & ');
}

/** How old an item may be that is news where it comes in by itself: what a mailbox has held for years is none. */
const NEWS_MS = 86_400_000;

/** Whether an item that came to somebody is news: it is New with them, and somebody else has caused it. */
export const isNews = (
  { userId, status, isAside }: { readonly userId: number; readonly status: number; readonly isAside: boolean },
  causedBy: number | undefined,
): boolean => status === 1 && !isAside && userId !== causedBy;

/** Whether an item that is put into the lists is of these days. */
export const isRecent = (ts: Date, now: number): boolean => ts.getTime() > now - NEWS_MS;
