import type { EntryRow } from '@kontor/contract/activity';
import { MARKS, type ListMatch } from '@kontor/contract/kernel';

/** What an item was found in, beside its contact and title. */
export interface FoundTexts {
  /** Each with name and address. */
  readonly people: readonly string[];
  /** Names of files. */
  readonly attachments: readonly string[];
  readonly body: string;
}

/** Length of an excerpt, and what of it stands before the first word that was found. */
const EXCERPT = 160;
const BEFORE = 10;
/** Of people and of places of a word no more are looked at. */
const MAX_PEOPLE = 3;
const MAX_HITS = 20;

const LETTER = /[\p{L}\p{N}\p{M}]/u;
const REST_OF_WORD = /[\p{L}\p{N}\p{M}]*/uy;

/** Folded forms of single signs; there are some thousands. */
const folds = new Map<string, string>();

/** A sign without accents and capitals, where that is one sign as well. */
function foldSign(sign: string): string {
  const known = folds.get(sign);
  if (known !== undefined) return known;
  const folded = sign
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const one = folded.length === sign.length ? folded : sign;
  folds.set(sign, one);
  return one;
}

/** A text without accents and capitals, each sign in its place, to look for the beginnings of words that the index has. */
function fold(text: string): string {
  const small = text.toLowerCase();
  return (small.length === text.length ? small : text).replace(/[^\0-\x7f]/g, foldSign);
}

/** How a word may be written that the index has like this: it takes ß for ss, and both ü and ue for u. */
const spellingsOf = (word: string): readonly string[] => [
  word,
  ...(word.includes('ss') ? [word.replaceAll('ss', 'ß')] : []),
  ...[...word.matchAll(/[aou]/g)].map(
    ({ 0: vowel, index }) => `${word.slice(0, index)}${vowel}e${word.slice(index + 1)}`,
  ),
];

interface Hit {
  readonly at: number;
  readonly length: number;
  readonly word: number;
}

/** Where a text has words as the index has them, which are the beginnings of what they stand for. */
function hitsIn(text: string, words: readonly string[]): readonly Hit[] {
  const folded = fold(text);
  const hits: Hit[] = [];
  for (const [word, spelling] of words.flatMap((it, index) => spellingsOf(it).map((one) => [index, one] as const))) {
    let left = MAX_HITS;
    for (let at = folded.indexOf(spelling); at !== -1 && left > 0; at = folded.indexOf(spelling, at + 1)) {
      if (at > 0 && LETTER.test(folded.charAt(at - 1))) continue;
      REST_OF_WORD.lastIndex = at;
      hits.push({ at, length: REST_OF_WORD.exec(text)?.[0].length ?? 0, word });
      left -= 1;
    }
  }
  return hits.toSorted((one, other) => one.at - other.at);
}

const kindsOf = (hits: readonly Hit[]): number => new Set(hits.map(({ word }) => word)).size;

const previewOf = ({ extras }: EntryRow): string => (typeof extras['preview'] === 'string' ? extras['preview'] : '');

/** Without signs that nobody sees or that turn the direction, and without ours. Those that join the signs of emoji stay. */
const legible = (text: string): string => text.normalize('NFC').replace(/[\p{Cc}\p{Co}]|(?!\u200c|\u200d)\p{Cf}/gu, '');

/** A part of a text with what was found in it marked. */
function marked(text: string, hits: readonly Hit[], from = 0, to = text.length): string {
  let at = from;
  let shown = '';
  for (const hit of hits) {
    if (hit.at < at || hit.at + hit.length > to) continue;
    shown += `${text.slice(at, hit.at)}${MARKS.from}${text.slice(hit.at, hit.at + hit.length)}${MARKS.to}`;
    at = hit.at + hit.length;
  }
  return shown + text.slice(at, to);
}

/** The part of a text that holds the most of what was found, cut between words. */
function excerptOf(text: string, hits: readonly Hit[], before = BEFORE): string {
  const within = (first: Hit) =>
    hits.filter(({ at, length }) => at >= first.at && at + length <= first.at + EXCERPT - before);
  const [best] = hits
    .map((first) => ({ first, kinds: kindsOf(within(first)) }))
    .toSorted((a, b) => b.kinds - a.kinds || a.first.at - b.first.at);
  const [start, end] = best === undefined ? [0, 0] : [best.first.at, best.first.at + best.first.length];
  const begin = Math.max(0, start - before);
  const from = begin === 0 ? 0 : Math.min(text.indexOf(' ', begin) + 1 || begin, start);
  const to = from + EXCERPT >= text.length ? text.length : Math.max(text.lastIndexOf(' ', from + EXCERPT), end);
  const shown = marked(text, hits, from, to).replace(/\p{Cs}/gu, '');
  return `${from > 0 ? '… ' : ''}${shown}${to < text.length ? ' …' : ''}`;
}

interface Candidate {
  readonly kinds: number;
  readonly match: ListMatch;
}

/** Of the words that were searched for: those that a row shows, and where the item has the most of the others outside of its files. */
export interface Said {
  readonly row: EntryRow;
  /** The words of its contact and title that were found, as they stand there. */
  readonly shown: readonly string[];
  /** Those searched for that are in neither. */
  readonly missing: readonly string[];
  /** How many of them the match has. */
  readonly found: number;
  readonly match: ListMatch | undefined;
}

/**
 * Returns what a row shows of the words that were searched for: in its contact and its title, and, for words that are in neither, in its
 * preview, most of which does not fit into the row.
 */
export function saidBy(row: EntryRow, words: readonly string[]): Said {
  const texts = [row.contact, row.information].map((text) => ({ text, hits: hitsIn(text, words) }));
  const there = new Set(texts.flatMap(({ hits }) => hits.map(({ word }) => word)));
  const shown = new Set(texts.flatMap(({ text, hits }) => hits.map(({ at, length }) => text.slice(at, at + length))));
  const missing = words.filter((_word, index) => !there.has(index));
  const said = { row, shown: [...shown].filter(Boolean), missing };
  const { kinds, match } = bodyMatch(row.entryId, inspect(previewOf(row), words, missing));
  return kinds === 0 ? { ...said, found: 0, match: undefined } : { ...said, found: kinds, match };
}

interface Looked {
  readonly text: string;
  readonly hits: readonly Hit[];
  /** How many of the missing words it has. */
  readonly kinds: number;
}

function inspect(raw: string, words: readonly string[], missing: readonly string[]): Looked {
  const text = legible(raw);
  const hits = missing.length === 0 ? [] : hitsIn(text, words);
  return { text, hits, kinds: kindsOf(hits.filter(({ word }) => missing.includes(words[word] ?? ''))) };
}

const bodyMatch = (entryId: number, { text, hits, kinds }: Looked): Candidate => ({
  kinds,
  match: { entryId, field: 'body', text: kinds === 0 ? '' : excerptOf(text, hits) },
});

/** The same with the item's texts: where it holds the most of what its row misses: the name of a file, its people, its preview, or its text. */
export function saidWith(said: Said, texts: FoundTexts, words: readonly string[]): Said {
  const { row, missing } = said;
  const { entryId } = row;
  const lookInto = (text: string) => inspect(text, words, missing);
  const people = texts.people.map(lookInto).filter(({ kinds }) => kinds > 0);
  const together = lookInto(people.map(({ text }) => text).join(' '));
  const candidates: Candidate[] = [
    ...texts.attachments.map((file) => {
      const { text, hits, kinds } = lookInto(file);
      return { kinds, match: { entryId, field: 'attachment' as const, name: text, text: marked(text, hits) } };
    }),
    {
      kinds: together.kinds,
      match: {
        entryId,
        field: 'people',
        text: people
          .slice(0, MAX_PEOPLE)
          .map(({ text, hits }) => marked(text, hits))
          .join(', '),
      },
    },
    ...(said.match === undefined ? [] : [{ kinds: said.found, match: said.match }]),
    bodyMatch(entryId, lookInto(texts.body)),
  ];
  const [best] = candidates.toSorted((a, b) => b.kinds - a.kinds);
  return best === undefined || best.kinds === 0 ? said : { ...said, found: best.kinds, match: best.match };
}

/** What the answer tells of a row: the place, and what to mark in the row itself; undefined where there is neither. */
export function toMatch({ row, shown }: Said, match: ListMatch | undefined): ListMatch | undefined {
  if (shown.length === 0) return match;
  return { ...(match ?? { entryId: row.entryId, field: 'row', text: '' }), words: [...shown] };
}

/** What a text says around the words that were found in it, with these marked; how it begins where they are not. All of a short one. */
export function excerpt(raw: string, words: readonly string[]): string {
  const text = legible(raw.replace(/\s+/g, ' '));
  const hits = hitsIn(text, words);
  if (text.length <= EXCERPT) return marked(text, hits);
  return hits.length === 0 ? text.slice(0, EXCERPT) : excerptOf(text, hits);
}

/** The place in a file's text from the first of the words on, for its name takes room, too; where it is not looked into, the name alone. */
export function matchInFile(entryId: number, name: string, body: string, words: readonly string[]): ListMatch {
  const text = legible(body.replace(/\s+/g, ' '));
  const hits = text === '' ? [] : hitsIn(text, words);
  const shown = legible(name);
  return { entryId, field: 'attachment', name: shown, text: hits.length === 0 ? shown : excerptOf(text, hits, 0) };
}
