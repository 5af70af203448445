/** Where something stands in a line. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
export type Found<T> = Span & { readonly value: T };

/** Stands in the place of what was understood, so that nothing else is seen there, nor across it. */
export const TAKEN = '·';

/** A pattern of whole words, in any case. */
export const words = (source: string, flags = 'iu'): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}@#+.])(?:${source})(?![\\p{L}\\p{N}])`, flags);

/** A line with parts of it taken out, every other sign in its place. */
export const without = (line: string, { from, to }: Span): string =>
  line.slice(0, from) + TAKEN.repeat(to - from) + line.slice(to);

/** The first match of which something can be made. */
export function find<T>(
  line: string,
  pattern: RegExp,
  make: (match: RegExpExecArray) => T | undefined,
): Found<T> | undefined {
  const all = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
  for (const match of line.matchAll(all)) {
    const value = make(match);
    if (value !== undefined) return { from: match.index, to: match.index + match[0].length, value };
  }
  return undefined;
}

/** Words behind a sign. Numbers are none: `#12` is the number of something, `+49` the beginning of another one. */
export const signedWords = (sign: '#' | '+'): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}+#])[${sign}](\\p{L}[\\p{L}\\p{N}_-]*)`, 'gu');

/** As hours are said, from one. */
const CARDINALS = [
  ['eins', 'one'],
  ['zwei', 'two'],
  ['drei', 'three'],
  ['vier', 'four'],
  ['fünf', 'five'],
  ['sechs', 'six'],
  ['sieben', 'seven'],
  ['acht', 'eight'],
  ['neun', 'nine'],
  ['zehn', 'ten'],
  ['elf', 'eleven'],
  ['zwölf', 'twelve'],
];
const OTHERS = [
  ['ein', 'eine', 'einen', 'einem', 'einer', 'a', 'an', 'erste', 'ersten', 'first'],
  ['zweite', 'zweiten', 'zweiter', 'other', 'second'],
  ['dritte', 'dritten', 'dritter', 'third'],
  ['vierte', 'vierten', 'fourth'],
  ['fünfte', 'fünften', 'fifth'],
];
const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  [CARDINALS, OTHERS].flatMap((lists) =>
    lists.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
  ),
);
/** Hours in letters, for a pattern: articles are none. */
export const HOUR_WORDS = CARDINALS.flat().join('|');
/** A number in figures or letters, for a pattern. */
export const NUMBER = `\\d{1,3}|${Object.keys(NUMBERS).join('|')}`;
export const numberOf = (text: string): number =>
  /^\d/.test(text) ? Number.parseInt(text, 10) : (NUMBERS[text.toLowerCase()] ?? Number.NaN);

/** Days of the week by how they begin, from Monday. */
const WEEKDAY_NAMES = [
  'montag|monday',
  'dienstag|tuesday',
  'mittwoch|wednesday',
  'donnerstag|thursday',
  'freitag|friday',
  'samstag|sonnabend|saturday',
  'sonntag|sunday',
] as const;
export const WEEKDAY = WEEKDAY_NAMES.join('|');
/** Short names, which are words of their own as well. */
const SHORT_NAMES = ['mo|mon', 'di|tue', 'mi|wed', 'do|thu', 'fr|fri', 'sa|sat', 'so|sun'] as const;
export const SHORT_WEEKDAY = SHORT_NAMES.map((names) => names.split('|').toReversed().join('|')).join('|');
const numberIn = (lists: readonly string[], name: string): number =>
  lists.findIndex((names) => names.split('|').includes(name)) + 1;
/** Number of a weekday by its name or short one, from 1 for Monday; 0 for none. */
export const weekdayOf = (name: string): number =>
  numberIn(WEEKDAY_NAMES, name.toLowerCase().replace(/s$/, '')) || numberIn(SHORT_NAMES, name.toLowerCase());
