import { asNumber } from '../../platform/phone/numbers.ts';
import { folded, withoutUnseen } from '../../platform/words.ts';
import { titleHalves } from './merging/likeness.ts';
import { textOf, valueOf, type FoundAddress, type FoundPhone, type Member } from './rules.ts';

const MAX_LETTERS = 60;
/** Bytes of words that one record is found by; the index holds no more than a megabyte of them. */
const MAX_BYTES = 600_000;
const MAX_TITLE_KEY = 200;
/** From so many digits on they may be the end of a number. */
const MIN_DIGITS = 4;

/** Letters that are written in another way, too. */
const AS_TWO: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae' };
const asTwo = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüåøæ]/g, (letter) => AS_TWO[letter] ?? letter);

const split = (text: string): readonly string[] =>
  text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => (word === '' ? [] : word.slice(0, MAX_LETTERS).toWellFormed()));

/** The words of a text as they are compared, each in the ways in which it may be written. */
const spellings = (text: string): readonly (readonly string[])[] =>
  withoutUnseen(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((word) => {
      const [plain, other] = [split(folded(word)), split(folded(asTwo(word)))];
      return plain.length === 1 && other.length === 1
        ? [[...new Set([...plain, ...other])]]
        : plain.map((one) => [one]);
    });

/** A title as titles are compared. */
export const titleKey = (title: string): string =>
  folded(title).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_KEY).toWellFormed();

const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const turned = (digits: string): string => `#${digits.split('').toReversed().join('')}`;

type Weight = 'A' | 'B' | 'D';
/** Where a word stands in the index does not matter; that it stands somewhere gives it its weight. */
const POSITION: Readonly<Record<Weight, number>> = { A: 1, B: 2, D: 3 };

/** What a record is found by, as the text of a `tsvector`. */
export function searchWords(
  title: string,
  members: readonly Member[],
  addresses: readonly FoundAddress[],
  phones: readonly FoundPhone[],
): string {
  const weights = new Map<string, Set<Weight>>();
  let bytes = 0;
  const add = (word: string, weight: Weight) => {
    const known = weights.get(word);
    if (known !== undefined) return void known.add(weight);
    bytes += Buffer.byteLength(word) + 8;
    if (bytes <= MAX_BYTES) weights.set(word, new Set([weight]));
  };
  const addText = (text: string, weight: Weight) => {
    for (const word of spellings(text).flat()) add(word, weight);
  };
  addText(title, 'A');
  for (const { address, name } of addresses) {
    add(`@${address}`, 'B');
    addText(name, 'B');
    addText(address, 'B');
  }
  for (const { fields, values } of members)
    for (const field of fields) if (field.kind !== 'reference') addText(textOf(valueOf(field, values)), 'D');
  for (const { number, e164 } of phones)
    for (const written of e164 === '' ? [number] : [number, e164]) add(turned(written.replace('+', '')), 'D');
  for (const half of titleHalves(title)) add(half, 'D');
  return [...weights]
    .map(([word, given]) => `${quoted(word)}:${[...given].map((weight) => `${POSITION[weight]}${weight}`).join(',')}`)
    .join(' ');
}

/** A word of a query that is one of the index. */
export const exactly = (word: string): string => quoted(word);

/** A word of a query that begins one of the index. */
export const beginning = (word: string, weight: string = ''): string => `${quoted(word)}:*${weight}`;

/** What records are looked for by; null for what is not looked for in that way. */
export interface RecordSearch {
  /** A text of `tsquery`. */
  readonly words: string;
  readonly address: string | null;
  readonly begin: string | null;
  readonly own: number | null;
}

const endOf = (digits: string): string => digits.replace(/^0+/, '');

/** What a number is looked for by that was written in some way: its end as it is written, and as it is reached from everywhere. */
export function numberEnds(typed: string, country: string): readonly string[] {
  const dialled = asNumber(typed, country);
  if (dialled === undefined) return [];
  const ends = [dialled.number, dialled.e164].map((number) => endOf(number.replace('+', '')));
  return [...new Set(ends)].filter((end) => end.length >= MIN_DIGITS).map(turned);
}

/** Reads what was typed; undefined where there is nothing in it to look for. A number without a code is of the country. */
export function readSearch(typed: string, country: string): RecordSearch | undefined {
  const text = withoutUnseen(typed).trim();
  const groups = spellings(text).map((forms) => {
    const begun = forms.map((form) => beginning(form));
    const end = /^\d+$/.test(forms[0] ?? '') ? endOf(forms[0] ?? '') : '';
    return `(${[...begun, ...(end.length >= MIN_DIGITS ? [beginning(turned(end))] : [])].join(' | ')})`;
  });
  if (groups.length === 0) return undefined;
  const byNumber = numberEnds(text, country).map((end) => ` | ${beginning(end)}`);
  const addresses = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.indexOf('@') > 0);
  return {
    words: `${groups.join(' & ')}${byNumber.join('')}`,
    address: addresses.length === 0 ? null : addresses.map((word) => beginning(`@${word}`)).join(' & '),
    begin: titleKey(text) || null,
    own: /^#?\d{1,15}$/.test(text) ? Number(text.replace('#', '')) : null,
  };
}

/** The same for names with an address, by words that were compared already; undefined where there are none. */
export const nameSearch = (words: readonly string[]): string | undefined =>
  words.length === 0 ? undefined : words.map((word) => beginning(word, 'B')).join(' & ');
