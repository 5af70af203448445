import { cologneCode } from '../../../platform/phone/cologne.ts';
import { withoutUnseen } from '../../../platform/words.ts';
import { nameKey } from '../naming/index.ts';

const GRAM = 3;

/** Three signs at a time of a text. */
const gramsIn = (text: string): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - GRAM + 1) }, (_, at) => text.slice(at, at + GRAM));

const wordsIn = (key: string): readonly string[] => key.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** By what an entry is found: three signs at a time of its digits and of the words of its name and company, and the beginnings of those. */
export function gramsOf(digits: string, key: string): readonly string[] {
  const grams = [
    ...gramsIn(digits).map((gram) => `#${gram}`),
    ...wordsIn(key).flatMap((word) => [`^${word.slice(0, 1)}`, `^${word.slice(0, 2)}`, ...gramsIn(word)]),
  ];
  return [...new Set(grams)];
}

/** What is looked for in the phone book. */
export interface BookSearch {
  /** Any digits of a number, at least three; empty where names are looked for. */
  readonly digits: string;
  /** Parts of words of a name or a company. */
  readonly words: readonly string[];
  /** All of them must be among those of an entry. */
  readonly grams: readonly string[];
}

/** Reads what is looked for: three digits and more, however they are parted, are of a number; anything else is of a name. Undefined where it is nothing. */
export function readBookSearch(typed: string): BookSearch | undefined {
  const text = withoutUnseen(typed).trim();
  if (/^[\d\s+()/.-]+$/.test(text)) {
    const all = text.replace(/\D/g, '');
    if (all.length < GRAM) return all === '' ? undefined : { digits: '', words: [all], grams: [`^${all.slice(0, 2)}`] };
    // Numbers are kept with the code of the country: what is typed before an area code is not there.
    const digits = text.startsWith('+') ? all : all.replace(/^00?/, '');
    return digits.length < GRAM
      ? undefined
      : { digits, words: [], grams: [...new Set(gramsIn(digits).map((gram) => `#${gram}`))] };
  }
  const words = wordsIn(nameKey(text));
  if (words.length === 0) return undefined;
  const grams = words.flatMap((word) => (word.length < GRAM ? [`^${word}`] : gramsIn(word)));
  return { digits: '', words, grams: [...new Set(grams)] };
}

const MAX_CODE_WORDS = 6;

/** How a name sounds: the codes of its words, in an order of their own, so that first and last name may be the other way round. */
export const codeOf = (name: string): string =>
  nameKey(name)
    .replace(/[^\p{L}\s-]+/gu, ' ')
    .split(/[\s-]+/)
    .map(cologneCode)
    .filter((code) => code !== '')
    .slice(0, MAX_CODE_WORDS)
    .toSorted()
    .join(' ');

/** The digits of an entry: with the code of the country where the number is one that is reached from everywhere. */
export const digitsOf = (number: number | null, text: string): string =>
  number === null ? text.replace(/\D/g, '') : String(number);

/** Groups entries that sound alike, in the order given, so that no two that somebody called different are in one; single ones are left out. */
export function groupsOf<T extends { readonly name_id: number }>(
  entries: readonly T[],
  ignored: ReadonlySet<string>,
): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (const entry of entries) {
    const group = groups.find((some) => some.every((other) => !ignored.has(pairOf(entry.name_id, other.name_id))));
    if (group === undefined) groups.push([entry]);
    else group.push(entry);
  }
  return groups.filter((group) => group.length > 1);
}

export const pairOf = (one: number, other: number): string => `${Math.min(one, other)} ${Math.max(one, other)}`;
