import type { FieldDefinition, ImportSetup, KindFields, RecordFormat } from '@kontor/contract/record';
import type { ReadableKind } from '../kinds/readable.ts';
import { isMailAddress } from '../../../platform/address-key.ts';
import { isSynonym, nameKey, type SeenColumn } from '../../../platform/import-file/index.ts';
import { phoneNumber } from '../../../platform/phone/numbers.ts';
import { ownFields } from '../rules.ts';
import { isWritable } from './access.ts';
import { dayOf, PERSON } from './values.ts';

/** A field that columns may go into. */
interface Goal {
  readonly target: string;
  readonly field: FieldDefinition;
  readonly isPerson: boolean;
}

/** How files call contact persons, in front of what of theirs is meant. */
const OF_PERSON = /^(ansprechpartner(in)?|kontaktperson|contactperson|contact|kontakt|person)/;

/** Fields that may be written, those of records first. */
const goalsOf = (kind: ReadableKind): readonly Goal[] =>
  [
    ...ownFields(kind.fields).map((field) => ({ target: field.key, field, isPerson: false })),
    ...kind.fields.contactPerson.map((field) => ({ target: `${PERSON}${field.key}`, field, isPerson: true })),
  ].filter(({ target, field }) => isWritable(kind, target, field));

/** How well the name of a column goes with a field: 0 not at all, 3 is its own. */
function nameScore(name: string, { target, field, isPerson }: Goal): number {
  const key = nameKey(name);
  if (key === '') return 0;
  const own = [nameKey(field.label), nameKey(field.key)];
  const score = (what: string): number => (own.includes(what) ? 3 : own.some((one) => isSynonym(one, what)) ? 2 : 0);
  if (!isPerson) return name === target ? 3 : score(key);
  if (name === target) return 3;
  const rest = OF_PERSON.exec(key);
  if (rest === null) return 0;
  const what = key.slice(rest[0].length);
  return what === '' ? (nameKey(field.key) === 'name' ? 2 : 0) : score(what);
}

const share = (values: readonly string[], is: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(is).length / values.length;
const MOSTLY = 0.6;

const isPhone = (text: string): boolean =>
  /^[+\d][\d\s()/.-]{5,}$/.test(text) && phoneNumber(text) !== undefined && dayOf(text, 'DMY') === undefined;

/** What most of a column is, as far as it says where it goes. */
function lookOf(values: readonly string[]): ((field: FieldDefinition) => boolean) | undefined {
  const has = (icon: 'mail' | 'phone' | 'link') => (field: FieldDefinition) =>
    field.kind === 'textField' && field.actionIcons.includes(icon);
  if (share(values, isMailAddress) > MOSTLY) return has('mail');
  if (share(values, (value) => /^(https?:\/\/|www\.)\S+$/i.test(value)) > MOSTLY) return has('link');
  if (share(values, (value) => (dayOf(value, 'DMY') ?? dayOf(value, 'MDY')) !== undefined) > MOSTLY)
    return ({ kind }) => kind === 'datefield';
  if (share(values, isPhone) > MOSTLY) return has('phone');
  return undefined;
}

/**
 * Columns of a card that names a company, and the fields that they go into: the record is the company, and the person becomes its contact.
 */
const CARD_OF_COMPANY: Readonly<Record<string, readonly string[]>> = {
  organisation: ['name', 'company'],
  fn: ['person.name'],
  prefix: ['person.salutation'],
  title: ['person.function'],
  email: ['person.email'],
  phone: ['person.phone'],
  mobile: ['person.mobile'],
};

function cardTargets(columns: readonly SeenColumn[], goals: readonly Goal[]): Map<string, string> {
  const found = new Map<string, string>();
  const there = new Set(goals.map(({ target }) => target));
  const put = (column: string, target: string): void => {
    if (there.delete(target)) found.set(column, target);
  };
  const own = columns.filter(({ column }) => /^[xp]:/.test(column));
  for (const { column } of own) put(column, `${column.startsWith('p:') ? PERSON : ''}${column.slice(2)}`);
  if (own.length > 0) return found;
  const isOfCompany = there.has('person.name') && columns.some(({ column }) => column === 'organisation');
  const names = new Set(columns.map(({ column }) => column));
  // Where a kind has first and last names, the name as a whole is not needed beside them.
  const isParted = names.has('lastName') && there.has('lastName');
  for (const { column } of columns) {
    if (column === 'fn' && isParted) continue;
    const wanted = isOfCompany ? CARD_OF_COMPANY[column] : undefined;
    for (const target of wanted ?? []) if (!found.has(column)) put(column, target);
  }
  return found;
}

/** Which columns seem to go where: by their names, and by what stands in them. No field is given twice. */
export function guessTargets(
  columns: readonly SeenColumn[],
  kind: ReadableKind,
  format: RecordFormat,
): Record<string, string> {
  const goals = goalsOf(kind);
  const found = format === 'vcf' ? cardTargets(columns, goals) : new Map<string, string>();
  if (columns.some(({ column }) => /^[xp]:/.test(column))) return Object.fromEntries(found);
  const taken = new Set(found.values());
  const isParted = format === 'vcf' && goals.some(({ target }) => target === 'lastName');
  const free = () => goals.filter(({ target }) => !taken.has(target));
  const open = () =>
    columns.filter(({ column, values }) => !found.has(column) && values.length > 0 && !(isParted && column === 'fn'));
  const put = (column: string, target: string): void => {
    found.set(column, target);
    taken.add(target);
  };
  for (const wanted of [3, 2])
    for (const { column, name } of open()) {
      const goal = free().find((one) => nameScore(name, one) === wanted);
      if (goal !== undefined) put(column, goal.target);
    }
  for (const { column, values } of open()) {
    const fits = lookOf(values);
    const goal = fits === undefined ? undefined : free().find(({ field, isPerson }) => !isPerson && fits(field));
    if (goal !== undefined) put(column, goal.target);
  }
  return Object.fromEntries(found);
}

/** By which fields a record seems to be known: what is unique, a number, an address, else what it is called by. */
export function guessKeys(fields: KindFields, targets: readonly string[]): string[] {
  const own = ownFields(fields).filter(({ key }) => targets.includes(key));
  const first = [
    own.find((field) => 'isUnique' in field && field.isUnique === true),
    own.find(({ key }) => /number$/i.test(key)),
    own.find((field) => field.kind === 'textField' && field.actionIcons.includes('mail')),
  ].find((field) => field !== undefined);
  if (first !== undefined) return [first.key];
  return own
    .filter(({ isTitle }) => isTitle)
    .slice(0, 3)
    .map(({ key }) => key);
}

const DATE = /^(\d{1,4})([./-])(\d{1,2})[./-](\d{1,4})(?:\D.*)?$/;

/** In which order dates stand, by those that can be read in one way alone. */
export function guessDates(values: readonly string[], delimiter: string): ImportSetup['dates'] {
  const dates = values.flatMap((value) => {
    const [, a = '', sign = '', b = '', c = ''] = DATE.exec(value.trim()) ?? [];
    return a === '' || c.length < 2 ? [] : [{ a, b, sign }];
  });
  const votes = { DMY: 0, MDY: 0, YMD: 0 };
  for (const { a, b, sign } of dates) {
    if (a.length === 4) votes.YMD += 1;
    else if (Number(a) > 12 || sign === '.') votes.DMY += 1;
    else if (Number(b) > 12) votes.MDY += 1;
  }
  if (votes.MDY > votes.DMY) return 'MDY';
  if (votes.DMY > 0) return 'DMY';
  if (votes.YMD > 0) return 'YMD';
  return dates.length > 0 && delimiter === ',' ? 'MDY' : 'DMY';
}

/** What stands before the parts of a whole. */
export function guessDecimal(values: readonly string[], delimiter: string): ImportSetup['decimal'] {
  const commas = values.filter((value) => /^-?\d{1,3}(\.?\d{3})*,\d{1,2}\D*$/.test(value.trim())).length;
  const points = values.filter((value) => /^-?\d{1,3}(,?\d{3})*\.\d{1,2}\D*$/.test(value.trim())).length;
  if (commas !== points) return commas > points ? ',' : '.';
  return delimiter === ',' ? '.' : ',';
}
