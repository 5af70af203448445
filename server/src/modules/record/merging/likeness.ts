import { folded } from '../../../platform/words.ts';

/** Signs of a title that titles are compared by. */
const MAX_SIGNS = 80;
/** What a company is by law tells it from no other. */
const LEGAL_FORMS = new Set([
  'gmbh',
  'mbh',
  'ag',
  'kg',
  'kgaa',
  'ohg',
  'ug',
  'gbr',
  'ek',
  'ev',
  'eg',
  'se',
  'co',
  'cokg',
  'ltd',
  'inc',
  'llc',
  'bv',
  'sarl',
]);

/** Letters and digits of a title, its words as they stand and in the order of the alphabet; nothing where it has none. */
function formsOf(title: string): readonly string[] {
  const words = folded(title.replace(/(?<=\p{L})\.(?=\p{L})/gu, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !LEGAL_FORMS.has(word));
  const used = telling.length === 0 ? words : telling;
  const forms = [used.join(''), used.toSorted().join('')];
  return [...new Set(forms.map((form) => form.slice(0, MAX_SIGNS).toWellFormed()))].filter((form) => form !== '');
}

const half = (length: number): number => Math.floor(length / 2);
const left = (form: string, length: number): string => `<${length}:${form.slice(0, half(length))}`;
const right = (form: string, length: number): string =>
  `>${length}:${form.slice(Math.max(0, form.length - (length - half(length))))}`;

/**
 * The halves of a title, each with the length of the whole, which the index keeps: of two titles that one edit tells apart, one half is the
 * same.
 */
export const titleHalves = (title: string): readonly string[] =>
  formsOf(title).flatMap((form) => [left(form, form.length), right(form, form.length)]);

const swapped = (form: string): string => {
  const at = half(form.length);
  return `${form.slice(0, at - 1)}${form[at] ?? ''}${form[at - 1] ?? ''}${form.slice(at + 1)}`;
};

/** The halves that titles have which are a title or one edit away from it, among those of others. */
export function likelyHalves(title: string): readonly string[] {
  const halves = formsOf(title).flatMap((form) => [
    ...[form.length - 1, form.length, form.length + 1]
      .filter((length) => length > 1)
      .flatMap((length) => [left(form, length), right(form, length)]),
    ...(form.length > 2 ? [left(swapped(form), form.length)] : []),
  ]);
  return [...new Set(halves)];
}

/** Whether one sign more, less, other, or two that have changed places make one text of the other. */
function isOneEdit(one: string, other: string): boolean {
  if (one.length > other.length) return isOneEdit(other, one);
  if (other.length - one.length > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  if (one.length < other.length) return one.slice(at) === other.slice(at + 1);
  if (one.slice(at + 1) === other.slice(at + 1)) return true;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

const digitsIn = (text: string): string => text.replace(/\P{N}/gu, '');

/**
 * Whether two titles mean the same, but for one edit, the order of their words, or what a company is by law. A number that is another one
 * is no slip: *Projekt 12* is not *Projekt 13*. Titles of one or two signs are alike where they are the same.
 */
export function areTitlesAlike(one: string, other: string): boolean {
  const others = formsOf(other);
  return formsOf(one).some((form) =>
    others.some(
      (text) =>
        form === text ||
        (Math.min(form.length, text.length) > 2 && digitsIn(form) === digitsIn(text) && isOneEdit(form, text)),
    ),
  );
}
