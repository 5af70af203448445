import type { ImportFormat, RowFault } from '@kontor/contract/kernel';
import { MAX_CALLER_NAME, MAX_NUMBER_TEXT, type BookImportSetup, type BookTarget } from '@kontor/contract/phonecall';
import {
  isSynonym,
  nameKey,
  type ImportTable,
  type SeenColumn,
  type TableRow,
} from '../../../platform/import-file/index.ts';
import { isRounded } from '../../../platform/phone/numbers.ts';
import { readNumber } from '../../../platform/phone/said.ts';
import type { NewEntry } from './store.ts';
import { toEntry } from './writing.ts';

const MAX_SAID = 200;

interface PlannedColumn {
  readonly index: number;
  /** As faults name it. */
  readonly name: string;
}

/** Where the columns of a file go. */
export interface BookPlan {
  readonly columns: Readonly<Record<BookTarget, readonly PlannedColumn[]>>;
  readonly format: ImportFormat;
  /** The country of numbers without a code. */
  readonly country: string;
}

/** What one row says: entries, each once, or what is wrong with it. */
export interface PlannedRow {
  readonly row: number;
  readonly entries: readonly NewEntry[];
  readonly faults: readonly RowFault[];
}

/** Returns where the columns of a table go. */
export function planOf(
  { columns }: Pick<ImportTable, 'columns'>,
  { targets }: Pick<BookImportSetup, 'targets'>,
  about: Pick<BookPlan, 'format' | 'country'>,
): BookPlan {
  const into = (target: BookTarget): PlannedColumn[] =>
    columns.flatMap(({ column, name }, index) =>
      Object.hasOwn(targets, column) && targets[column] === target ? { index, name: name === '' ? column : name } : [],
    );
  return {
    columns: {
      name: into('name'),
      firstName: into('firstName'),
      lastName: into('lastName'),
      company: into('company'),
      number: into('number'),
    },
    ...about,
  };
}

/** What a plan lacks: nobody could be named, or nothing called. */
export const missingIn = ({ columns }: BookPlan): 'name' | 'number' | undefined => {
  if (columns.number.length === 0) return 'number';
  return columns.name.length + columns.firstName.length + columns.lastName.length + columns.company.length === 0
    ? 'name'
    : undefined;
};

const cut = (text: string): string => text.slice(0, MAX_SAID).toWellFormed();
const namesOf = (columns: readonly PlannedColumn[]): string => columns.map(({ name }) => name).join(', ');

/** Reads what a row says. A row with a fault says nothing: none of it is taken. */
export function planRow(plan: BookPlan, { row, cells, fault }: TableRow): PlannedRow {
  if (fault !== undefined) return { row, entries: [], faults: [{ column: '', target: '', why: fault, value: '' }] };
  const texts = (target: BookTarget): string[] =>
    plan.columns[target].map(({ index }) => (cells[index] ?? '').trim()).filter(Boolean);
  const own =
    texts('name').join(' ') || [...texts('firstName'), ...texts('lastName')].join(' ').replaceAll(/\s+/g, ' ').trim();
  const [firm = ''] = texts('company');
  const name = own || firm;
  const company = name === firm ? '' : firm;
  const faults: RowFault[] = [];
  const blame = (target: BookTarget, columns: readonly PlannedColumn[], why: string, value = ''): void => {
    faults.push({ column: namesOf(columns), target, why, value: cut(value) });
  };
  const named = plan.columns.name.length > 0 ? plan.columns.name : plan.columns.lastName;
  if (name === '') blame('name', named, 'required');
  else if (name.length > MAX_CALLER_NAME) blame('name', named, 'tooLong', name);
  if (company.length > MAX_CALLER_NAME) blame('company', plan.columns.company, 'tooLong', company);
  const entries = new Map<string, NewEntry>();
  let isNumbered = false;
  for (const column of plan.columns.number)
    for (const text of numbersOf((cells[column.index] ?? '').trim(), plan.format)) {
      isNumbered = true;
      const read = isRounded(text) || text.length > MAX_NUMBER_TEXT ? undefined : readNumber(text, plan.country);
      if (read === undefined) blame('number', [column], whyOf(text), text);
      else if (name !== '') {
        const entry = toEntry({ ...read, name, company });
        entries.set(keyOf(entry), entry);
      }
    }
  if (!isNumbered) blame('number', plan.columns.number, 'required');
  return { row, entries: faults.length > 0 ? [] : [...entries.values()], faults };
}

/** Cards have several numbers in a cell, each behind a comma and a blank; what is dialled behind a number is parted by a semicolon. */
const numbersOf = (cell: string, format: ImportFormat): readonly string[] =>
  (format === 'vcf' ? cell.split(', ').map((text) => text.replace(/;.*$/s, '').trim()) : [cell]).filter(Boolean);

const whyOf = (text: string): string => {
  if (isRounded(text)) return 'rounded';
  return text.length > MAX_NUMBER_TEXT ? 'tooLong' : 'phone';
};

/** By what an entry is there already. */
export const keyOf = ({ digits, name_key: key }: Pick<NewEntry, 'digits' | 'name_key'>): string => `${digits} ${key}`;

/** How many rows of a file became what, each in one of the numbers, and the entries that are new. */
export interface BookCounts {
  readonly made: number;
  readonly skipped: number;
  readonly faulty: number;
  readonly entries: number;
}
export const NO_COUNTS: BookCounts = { made: 0, skipped: 0, faulty: 0, entries: 0 };

/**
 * Decides what becomes of rows. `there`: keys of entries that are there, or that rows before have made; what these rows make is added to it. `made`: the entries
 * that are new, in their order.
 */
export function decideRows(
  before: BookCounts,
  rows: readonly PlannedRow[],
  there: Set<string>,
): { readonly counts: BookCounts; readonly made: readonly NewEntry[] } {
  const counts = { ...before };
  const made: NewEntry[] = [];
  for (const { entries, faults } of rows) {
    const fresh = entries.filter((entry) => !there.has(keyOf(entry)));
    for (const entry of fresh) there.add(keyOf(entry));
    made.push(...fresh);
    counts.entries += fresh.length;
    if (faults.length > 0) counts.faulty += 1;
    else if (fresh.length > 0) counts.made += 1;
    else counts.skipped += 1;
  }
  return { counts, made };
}

const NAMES = [
  'name',
  'anzeigename',
  'kontakt',
  'kontaktname',
  'displayname',
  'fullname',
  'vollername',
  'caller',
  'fn',
];
const NUMBERS = ['nummer', 'number', 'rufnummer'];
const IS_NUMBER =
  /^(?:telefon|telefax|tel|mobil|handy|fax|phone)|(?:phone|telefon|fax|handy|mobile|cell)(?:\d*value)?$/;

/** What the name of a column says of it. */
function targetOfName(name: string): BookTarget | undefined {
  const key = nameKey(name);
  if (NAMES.includes(key)) return 'name';
  if (isSynonym(key, 'firstname')) return 'firstName';
  if (isSynonym(key, 'lastname')) return 'lastName';
  if (NUMBERS.includes(key) || IS_NUMBER.test(key)) return 'number';
  return isSynonym(key, 'company') ? 'company' : undefined;
}

const share = (values: readonly string[], is: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(is).length / values.length;
const MOSTLY = 0.6;
const hasDigits = (value: string): boolean => value.replaceAll(/\D/g, '').length >= 3;
const isNumberLike = (value: string): boolean =>
  isRounded(value) || (/^[+\d(][\d\s()/.-]{5,}$/.test(value) && !/^\d{1,4}[.-]\d{1,2}[.-]\d{1,4}$/.test(value));
const isNameLike = (value: string): boolean => /\p{L}{2}/u.test(value) && !/[@\d]|:\/\//.test(value);

const CARD: Readonly<Record<string, BookTarget>> = {
  fn: 'name',
  organisation: 'company',
  phone: 'number',
  mobile: 'number',
  homePhone: 'number',
  fax: 'number',
};

/** Which columns seem to go where: by their names, and where those say nothing by what stands in them. */
export function guessBookTargets(columns: readonly SeenColumn[], format: ImportFormat): Record<string, BookTarget> {
  if (format === 'vcf')
    return Object.fromEntries(
      columns.flatMap(({ column }) => {
        const target = CARD[column];
        return target === undefined ? [] : [[column, target] as const];
      }),
    );
  const found = new Map<string, BookTarget>();
  const has = (...targets: readonly BookTarget[]): boolean => [...found.values()].some((one) => targets.includes(one));
  for (const { column, name, values } of columns) {
    const target = targetOfName(name);
    // A column that says what kind of number another one has is called much like it.
    const isNoNumber = target === 'number' && values.length > 0 && share(values, hasDigits) < 1 - MOSTLY;
    const isTaken = target !== undefined && target !== 'number' && has(target);
    if (target !== undefined && !isNoNumber && !isTaken) found.set(column, target);
  }
  const open = () => columns.filter(({ column }) => !found.has(column));
  if (!has('number'))
    for (const { column, values } of open()) if (share(values, isNumberLike) > MOSTLY) found.set(column, 'number');
  if (!has('name', 'firstName', 'lastName', 'company')) {
    const named = open().find(({ name, values }) => name === '' && share(values, isNameLike) > MOSTLY);
    if (named !== undefined) found.set(named.column, 'name');
  }
  return Object.fromEntries(found);
}
