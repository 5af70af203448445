import {
  MAX_VALUE,
  REFERENCE_FORMAT,
  type FieldDefinition,
  type ImportSetup,
  type Value,
} from '@kontor/contract/record';
import { isRounded } from '../../../platform/phone/numbers.ts';
import { hasIcon, isMany, isOne } from '../rules.ts';

/** What fields of contact persons are named by, in front of their key. */
export const PERSON = 'person.';

export type Said =
  | { readonly value: Value }
  | { readonly why: 'choice' | 'date' | 'time' | 'number' | 'reference' | 'tooLong' | 'rounded' };

type Order = ImportSetup['dates'];

const PARTS = /^(\d{1,4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,4})\.?(?:[T\s].*)?$/;
/** Years of two digits are of the last century from here on. */
const FIRST_OF_LAST_CENTURY = 70;

/** A day as it is kept, of a text in an order; years first are understood in any. Undefined where it is none. */
export function dayOf(text: string, order: Order): string | undefined {
  const trimmed = text.trim();
  const joined = /^(\d{4})(\d\d)(\d\d)$/.exec(trimmed);
  const found = joined ?? PARTS.exec(trimmed);
  if (found === null) return undefined;
  const [, a = '', b = '', c = ''] = found;
  const [year, month, day] =
    a.length === 4 ? [a, b, c] : order === 'MDY' ? [c, a, b] : order === 'YMD' ? [a, b, c] : [c, b, a];
  if (year.length === 3 || year.length === 1 || day.length > 2) return undefined;
  const full = year.length === 4 ? year : String((Number(year) < FIRST_OF_LAST_CENTURY ? 2000 : 1900) + Number(year));
  const iso = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** A time as it is kept, of `8:05`, `08:05:30`, `8.05 Uhr` or `8:05 pm`. */
export function timeOf(text: string): string | undefined {
  const [, hours = '', minutes = '', half = ''] =
    /^(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?\s*(am|pm|uhr|h)?$/i.exec(text.trim()) ?? [];
  if (hours === '') return undefined;
  const isHalf = /^[ap]m$/i.test(half);
  if (isHalf && (Number(hours) < 1 || Number(hours) > 12)) return undefined;
  const hour = isHalf ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours);
  return hour > 23 || Number(minutes) > 59 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** A number as it is kept, of one that is written with a decimal comma or point, with or without thousands parted and a currency. */
export function numberOf(text: string, decimal: ImportSetup['decimal']): string | undefined {
  const bare = text
    .replaceAll(/[\s'’\u00a0\u202f]|€|\$|£|CHF|EUR|USD/gi, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/^(.*)-$/, '-$1');
  const other = decimal === ',' ? '.' : ',';
  const [whole = '', parts, more] = bare.split(decimal);
  if (more !== undefined) return undefined;
  const digits = whole.includes(other)
    ? /^[+-]?\d{1,3}([.,]\d{3})+$/.test(whole)
      ? whole.replaceAll(other, '')
      : undefined
    : whole;
  if (digits === undefined || !/^[+-]?\d{1,30}$/.test(digits)) return undefined;
  if (parts !== undefined && !/^\d{1,20}$/.test(parts)) return undefined;
  const sign = digits.startsWith('-') ? '-' : '';
  const tidy = digits.replace(/^[+-]/, '').replace(/^0+(?=\d)/, '');
  const behind = (parts ?? '').replace(/0+$/, '');
  const number = behind === '' ? tidy : `${tidy}.${behind}`;
  return number === '0' ? number : `${sign}${number}`;
}

/** Texts as they are compared: whatever their case, and the blanks in them. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

const choicesOf = (field: FieldDefinition): readonly string[] => ('choices' in field ? field.choices : []);
const choiceOf = (field: FieldDefinition, word: string): string | undefined => {
  const choices = choicesOf(field);
  return choices.includes(word) ? word : choices.find((choice) => foldText(choice) === foldText(word));
};

/** The words of a cell with several: by lines where there are any, else by commas, semicolons and strokes. */
const wordsOf = (text: string): readonly string[] =>
  text
    .split(/[\r\n]/.test(text) ? /[\r\n]+/ : /[,;|]/)
    .map((word) => word.trim())
    .filter(Boolean);

const YES = /^(ja|yes|x|true|wahr|1|j|y)$/i;
const NO = /^(nein|no|false|falsch|0|n)$/i;

function manyOf(field: FieldDefinition, text: string, unknown: ImportSetup['unknownChoices']): Said {
  const whole = choiceOf(field, text);
  const [only, ...others] = choicesOf(field);
  if (field.kind === 'checkboxgroup' && only !== undefined && others.length === 0 && whole === undefined) {
    if (YES.test(text)) return { value: [only] };
    if (NO.test(text)) return { value: [] };
  }
  const kept: string[] = [];
  for (const word of whole === undefined ? wordsOf(text) : [whole]) {
    const choice = choiceOf(field, word);
    const isTag = field.kind === 'multiplechoiceTag' && unknown === 'tag';
    if (choice !== undefined) kept.push(choice);
    else if (isTag && word.length <= MAX_WORD) kept.push(word);
    else if (unknown !== 'empty') return { why: isTag ? 'tooLong' : 'choice' };
  }
  return { value: [...new Set(kept)] };
}

const MAX_WORD = 200;

/** Records are referred to by their numbers. */
function referenceOf(field: Extract<FieldDefinition, { kind: 'reference' }>, text: string): Said {
  const [first = '', ...others] = text.split(/[,;\s]+/).filter(Boolean);
  const isGood = [first, ...others].every((one) => REFERENCE_FORMAT.test(one));
  if (!isGood || (others.length > 0 && field.isMany !== true)) return { why: 'reference' };
  return { value: field.isMany === true ? [first, ...others] : first };
}

const or = (value: string | undefined, why: 'date' | 'time' | 'number'): Said =>
  value === undefined ? { why } : { value };

/** Returns the value of a cell in the form in which its field keeps it; an empty value for an empty cell. */
export function valueOfCell(
  field: FieldDefinition,
  cell: string,
  setup: Pick<ImportSetup, 'dates' | 'decimal' | 'unknownChoices'>,
): Said {
  const text = cell.trim();
  if (text === '') return { value: isMany(field) ? [] : '' };
  if (text.length > MAX_VALUE) return { why: 'tooLong' };
  if (field.kind === 'reference') return referenceOf(field, text);
  if (isMany(field)) return manyOf(field, text, setup.unknownChoices);
  if (isOne(field)) {
    const choice = choiceOf(field, text);
    if (choice !== undefined) return { value: choice };
    return setup.unknownChoices === 'empty' ? { value: '' } : { why: 'choice' };
  }
  if (field.kind === 'datefield') return or(dayOf(text, setup.dates), 'date');
  if (field.kind === 'timefield') return or(timeOf(text), 'time');
  if (field.kind === 'textField' && 'isNumber' in field && field.isNumber === true)
    return or(numberOf(text, setup.decimal), 'number');
  if (hasIcon(field, 'phone') && isRounded(text)) return { why: 'rounded' };
  return { value: text };
}

/** What stands between texts of several columns of one field. */
function betweenOf(field: FieldDefinition): string {
  if (field.kind === 'textarea') return '\n';
  if (hasIcon(field, 'mail') || hasIcon(field, 'phone')) return ', ';
  return isMany(field) ? '\n' : ' ';
}

/** The cells of several columns of one field as one. */
export const joinCells = (field: FieldDefinition, cells: readonly string[]): string =>
  cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(betweenOf(field));

/** Whether several columns may go into a field. */
export const takesSeveral = (field: FieldDefinition): boolean =>
  isMany(field) ||
  field.kind === 'textarea' ||
  (field.kind === 'textField' && !('isNumber' in field && field.isNumber === true));
