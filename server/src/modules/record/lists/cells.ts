import { MANY_CHOICES, ONE_CHOICE, type FieldDefinition, type Value } from '@kontor/contract/record';
import { folded } from '../../../platform/words.ts';
import { ownFields, textOf, valueOf, type Kind } from '../rules.ts';
import type { Values } from '../tables.ts';

/** Cells of what a record is called, and told apart by: no field has such a key. */
export const TITLE_CELL = '*title';
export const SUBTITLE_CELL = '*subtitle';
/** Letters of a cell that are sorted by, and found at once. */
export const MAX_CELL = 200;

/** What stands in a field as it is compared. */
export interface CellValue {
  /** Empty where nothing stands there. */
  readonly value: string;
  /** All of it, where `value` is no more than its beginning. */
  readonly whole: string | null;
  /** As a text, so that no digit is lost. */
  readonly number: string | null;
}
export interface Cell extends CellValue {
  readonly key: string;
}

/** What is in a field, as far as comparing goes. */
export type Sort = 'text' | 'one' | 'many' | 'date' | 'time' | 'number' | 'reference';

/** What a field is compared as. */
export function sortOf(field: FieldDefinition): Sort {
  // What kinds of their own may say of a field beside what all of them do.
  const { kind, isNumber, result } = field as {
    readonly kind: string;
    readonly isNumber?: boolean;
    readonly result?: 'text' | 'number' | 'date';
  };
  if ((ONE_CHOICE as readonly string[]).includes(kind)) return 'one';
  if ((MANY_CHOICES as readonly string[]).includes(kind)) return 'many';
  if (kind === 'datefield') return 'date';
  if (kind === 'timefield') return 'time';
  if (kind === 'reference') return 'reference';
  if (kind === 'computed') return result ?? 'text';
  return isNumber === true ? 'number' : 'text';
}

/** Signs that are written in many ways, and letters that do not come apart: dictionaries sort them with these. */
const AS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  '„': '"',
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '–': '-',
  '—': '-',
  '‐': '-',
};

/**
 * A text as texts are compared: without case, accents and forms of signs, umlauts as their vowels (DIN 5007-1). Sorted by the numbers of
 * its letters, which is the same on every server.
 */
export const comparedText = (text: string): string =>
  folded(text)
    .replace(/[æœøđðħıłþ„“”«»‘’‚–—‐]/g, (sign) => AS[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim();

const NUMBER = /^(-?)0*(\d*?)(?:\.(\d*?)0*)?$/;
const MAX_DIGITS = 99;

/** A number (`-?\d+(\.\d+)?`) as a text that sorts by its magnitude; undefined where it is none. */
export function comparedNumber(text: string): string | undefined {
  const [, minus = '', whole = '', rest = ''] = (/^-?\d+(\.\d+)?$/.test(text) ? NUMBER.exec(text) : undefined) ?? [];
  if (!/^-?\d+(\.\d+)?$/.test(text) || whole.length > MAX_DIGITS) return undefined;
  const length = String(whole.length).padStart(2, '0');
  const digits = rest === '' ? whole : `${whole}.${rest}`;
  if (minus === '' || (whole === '' && rest === '')) return `p${length}${digits}`;
  // The greater a negative number would be without its sign, the earlier it comes.
  const turned = digits.replace(/\d/g, (digit) => String(9 - Number(digit)));
  return `n${String(MAX_DIGITS - whole.length).padStart(2, '0')}${turned}~`;
}

function cellText(text: string): CellValue {
  const all = comparedText(text);
  const value = all.slice(0, MAX_CELL).toWellFormed();
  return { value, whole: value === all ? null : all, number: null };
}

/** One value as it is compared in a field: a text, a date, a number, one of several choices. */
export function comparedValue(sort: Sort, text: string): CellValue {
  const number = sort === 'number' ? comparedNumber(text.trim()) : undefined;
  return number === undefined ? cellText(text) : { value: number, whole: null, number: text.trim() };
}

/** Whether a field has, beside the cell that it is sorted by, one for each of what stands in it. */
export const hasEach = (sort: Sort): boolean => sort === 'many' || sort === 'reference';

/** Key of the cells that say each of the choices of a field. */
export const eachOf = (key: string): string => `${key}[]`;

function cellsOfField(field: FieldDefinition, value: Value): readonly Cell[] {
  const sort = sortOf(field);
  const { key } = field;
  const main = { key, ...comparedValue(sort, textOf(value)) };
  if (!hasEach(sort)) return [main];
  const list = typeof value === 'string' ? (value === '' ? [] : [value]) : value;
  const each = new Map(list.map((one) => comparedValue(sort, one)).map((one) => [one.value, one]));
  return [main, ...[...each.values()].map((one) => ({ key: eachOf(key), ...one }))];
}

/** All cells of a record. */
export const cellsOf = (
  { fields }: Pick<Kind, 'fields'>,
  { title, subtitle, values }: { readonly title: string; readonly subtitle: string; readonly values: Values },
): readonly Cell[] => [
  { key: TITLE_CELL, ...cellText(title) },
  { key: SUBTITLE_CELL, ...cellText(subtitle) },
  ...ownFields(fields).flatMap((field) => cellsOfField(field, valueOf(field, values))),
];
