import {
  DATE_FORMAT,
  MANY_CHOICES,
  MAX_REFERENCES,
  ONE_CHOICE,
  REFERENCE_FORMAT,
  TIME_FORMAT,
  keptNumber,
  saidDay,
  type FieldDefinition,
  type FieldFault,
  type KindFields,
  type Value,
} from '@kontor/contract/record';
import { addressKey, isMailAddress } from '../../platform/address-key.ts';
import { openFields } from './kinds/rights.ts';
import { numbersIn, type Dialled } from '../../platform/phone/numbers.ts';
import type { Values } from './tables.ts';

/** What a record is called by, and the fields that it has. */
export interface Kind {
  readonly name: string;
  readonly fields: KindFields;
}

/** A contact person; 0 is the record itself. */
export interface Person {
  readonly personId: number;
  readonly values: Values;
}

const MAX_TITLE = 500;
const MAX_TEXT_FIELD = 2000;
/** Addresses, or numbers, that one field names. */
const MAX_IN_FIELD = 20;

const isOneOf = (kinds: readonly string[], kind: string): boolean => kinds.includes(kind);
/** Whether more than one can be chosen. */
export const isMany = (field: FieldDefinition): boolean =>
  isOneOf(MANY_CHOICES, field.kind) || (field.kind === 'reference' && field.isMany === true);
/** Whether one can be chosen of some. */
export const isOne = ({ kind }: FieldDefinition): boolean => isOneOf(ONE_CHOICE, kind);
export const isEmpty = (value: Value): boolean => value.length === 0;
export const textOf = (value: Value | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join(', ');

/** The fields of a kind's two columns, in their order. */
export const ownFields = ({ leftColumn, rightColumn }: KindFields): readonly FieldDefinition[] => [
  ...leftColumn,
  ...rightColumn,
];

const isNumber = (field: FieldDefinition): boolean => field.kind === 'textField' && field.isNumber === true;

/** A value as it is kept, without blanks around it: a list where the field has lists, a number in its one way of being written. */
export function tidyValue(field: FieldDefinition, value: Value): Value {
  if (!isMany(field)) {
    const text = typeof value === 'string' ? value.trim() : value;
    return typeof text === 'string' && isNumber(field) ? (keptNumber(text) ?? text) : text;
  }
  const list = typeof value === 'string' ? [value] : value;
  return [...new Set(list.map((one) => one.trim()))].filter((one) => one !== '');
}

/** What stands in a field, and nothing where it was never filled. */
export function valueOf(field: FieldDefinition, values: Values): Value {
  const value = (Object.hasOwn(values, field.key) ? values[field.key] : undefined) ?? '';
  // Records that have not followed yet have what their field had before it became another one.
  if (isMany(field)) return typeof value === 'string' ? (value === '' ? [] : [value]) : value;
  return typeof value === 'string' ? value : isOne(field) ? (value[0] ?? '') : textOf(value);
}

const parts = (text: string, between: RegExp): readonly string[] =>
  text.split(between).flatMap((part) => part.trim() || []);

/** The address in `Paul Neumann <p@x.example>`, or the text itself. */
const bare = (text: string): string => /^[^<>]*<([^<>]*)>$/.exec(text)?.[1]?.trim() ?? text;

/** The addresses that a text names, as they are written there. */
const addressesIn = (text: string): readonly string[] => parts(text, /[,;\r\n]+/).map(bare);

/** Whether a field is one of addresses, or of numbers. */
export const hasIcon = (field: FieldDefinition, icon: 'mail' | 'phone'): boolean =>
  field.kind === 'textField' && field.actionIcons.includes(icon);

const isDay = (text: string): boolean => {
  const day = DATE_FORMAT.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

const lengthFault = (count: number, most: number): 'tooLong' | undefined => (count > most ? 'tooLong' : undefined);

type Fault = FieldFault['why'] | undefined;
type Of<K extends FieldDefinition['kind']> = Extract<FieldDefinition, { kind: K }>;

function referenceFault({ isMany: isList }: Of<'reference'>, value: Value): Fault {
  const numbers = typeof value === 'string' ? [value] : value;
  const isOnly = isList === true || typeof value === 'string';
  if (!isOnly || !numbers.every((one) => REFERENCE_FORMAT.test(one))) return 'reference';
  return lengthFault(numbers.length, MAX_REFERENCES);
}

function textFault(field: Of<'textField'>, value: string): Fault {
  if (value.length > MAX_TEXT_FIELD) return 'tooLong';
  if (isNumber(field) && keptNumber(value) === undefined) return 'number';
  if (!hasIcon(field, 'mail')) return undefined;
  const addresses = addressesIn(value);
  if (addresses.length === 0 || !addresses.every(isMailAddress)) return 'address';
  return lengthFault(addresses.length, MAX_IN_FIELD);
}

/** What is wrong with a filled value of a field. */
function faultOf(field: FieldDefinition, value: Value): Fault {
  if (field.kind === 'computed') return 'right';
  if (field.kind === 'reference') return referenceFault(field, value);
  if (isMany(field)) {
    if (field.kind === 'multiplechoiceTag') return undefined;
    const { choices } = field as { readonly choices: readonly string[] };
    return (value as readonly string[]).every((one) => choices.includes(one)) ? undefined : 'choice';
  }
  if (typeof value !== 'string') return 'choice';
  switch (field.kind) {
    case 'textField':
      return textFault(field, value);
    case 'datefield':
      return isDay(value) ? undefined : 'date';
    case 'timefield':
      return TIME_FORMAT.test(value) && value >= field.minValue && value <= field.maxValue ? undefined : 'time';
    case 'textarea':
      return undefined;
    default:
      return isOne(field) && (field.choices as readonly string[]).includes(value) ? undefined : 'choice';
  }
}

/**
 * Everything that is wrong with values that are written: with all of a record that is new, or with those alone that changed. `fields` are
 * those that the writer reads, `writable` the keys of what they may write; left out: all.
 */
export function faultsOf(
  fields: readonly FieldDefinition[],
  given: ReadonlyMap<string, Value>,
  isNew: boolean,
  writable?: ReadonlySet<string>,
): readonly FieldFault[] {
  const known = new Set(fields.map((field) => field.key));
  const strange = [...given.keys()].filter((key) => !known.has(key));
  const faults = strange.map((key): FieldFault => ({ key, why: 'unknown' }));
  for (const field of fields) {
    const raw = given.get(field.key);
    const mayWrite = writable === undefined || writable.has(field.key);
    if (raw === undefined && (!isNew || !mayWrite)) continue;
    if (!mayWrite) {
      faults.push({ key: field.key, why: 'right' });
      continue;
    }
    const value = tidyValue(field, raw ?? '');
    const why = isEmpty(value) ? (field.isRequired ? 'required' : undefined) : faultOf(field, value);
    if (why !== undefined) faults.push({ key: field.key, why });
  }
  return faults;
}

/** What is kept of values that have no faults: what is filled. */
export function keptValues(fields: readonly FieldDefinition[], given: ReadonlyMap<string, Value>): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = tidyValue(field, given.get(field.key) ?? '');
      return isEmpty(value) ? [] : [[field.key, value]];
    }),
  );
}

export interface FieldChange {
  readonly key: string;
  readonly before: Value;
  readonly value: Value;
}

export const isSame = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What changes make of stored values: the next ones, and the keys of fields that somebody else has changed to something else. */
export function mergeChanges(
  fields: readonly FieldDefinition[],
  stored: Values,
  changes: readonly FieldChange[],
): { readonly values: Values; readonly conflicts: readonly string[]; readonly isChanged: boolean } {
  const next = new Map(Object.entries(stored));
  const conflicts = new Set<string>();
  for (const { key, before, value } of changes) {
    const field = fields.find((one) => one.key === key);
    if (field === undefined) continue;
    const now = tidyValue(field, valueOf(field, stored));
    const wanted = tidyValue(field, value);
    if (isSame(now, wanted) || isSame(now, tidyValue(field, before))) next.set(key, wanted);
    else conflicts.add(key);
  }
  for (const [key, value] of next) if (isEmpty(value)) next.delete(key);
  const values = Object.fromEntries(next);
  const isChanged = fields.some((field) => !isSame(valueOf(field, stored), valueOf(field, values)));
  return { values, conflicts: [...conflicts], isChanged };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const cut = (text: string): string => text.slice(0, MAX_TITLE).toWellFormed();

/** What fields call somebody: by those of the title, else by the first text that is filled; by nothing that not everybody reads. */
export function nameIn(fields: readonly FieldDefinition[], values: Values): string {
  const filled = (some: readonly FieldDefinition[]) =>
    some.map((field) => oneLine(textOf(valueOf(field, values)))).filter((text) => text !== '');
  const open = openFields(fields);
  const title = filled(open.filter((field) => field.isTitle)).join(' ');
  const texts = open.filter(({ kind }) => kind === 'textField' || kind === 'textarea');
  return cut(title || (filled(texts)[0] ?? ''));
}

/** Returns the title of a record; its kind and number if its fields give none. */
export const titleOf = ({ name, fields }: Kind, recordId: number, values: Values): string =>
  nameIn(ownFields(fields), values) || `${name} ${recordId}`;

const TELLING = ['city', 'company', 'number', 'email'];

/** What tells a record from others of its name; empty where nothing does that everybody reads. */
export function subtitleOf({ fields }: Pick<Kind, 'fields'>, values: Values): string {
  const open = openFields(ownFields(fields));
  const said = TELLING.flatMap((key) => {
    const field = open.find((one) => one.key === key && one.kind !== 'reference');
    return field === undefined ? [] : oneLine(textOf(valueOf(field, values)));
  });
  return cut(said.find((text) => text !== '') ?? '');
}

/** A record's name with what tells it from others of it. */
export const displayNameOf = (title: string, subtitle: string): string =>
  subtitle === '' ? title : `${title}, ${subtitle}`;

export interface FoundAddress {
  readonly personId: number;
  /** As it is compared. */
  readonly address: string;
  readonly name: string;
}
export interface FoundPhone extends Dialled {
  readonly personId: number;
}

/** A record and its contact persons, each with the fields of theirs that everybody reads, and what they are called. */
export const membersOf = (kind: Kind, title: string, values: Values, persons: readonly Person[]) => [
  { personId: 0, fields: openFields(ownFields(kind.fields)), values, name: title },
  ...persons.map((person) => ({
    ...person,
    fields: openFields(kind.fields.contactPerson),
    name: nameIn(kind.fields.contactPerson, person.values) || title,
  })),
];
export type Member = ReturnType<typeof membersOf>[number];

/** The addresses of a record and its contact persons, each once for each of them. */
export const addressesOf = (members: readonly Member[]): readonly FoundAddress[] =>
  members.flatMap(({ personId, fields, values, name }) => {
    const texts = fields.filter((field) => hasIcon(field, 'mail')).map((field) => textOf(valueOf(field, values)));
    const found = texts.flatMap(addressesIn).filter(isMailAddress).map(addressKey);
    return [...new Set(found)].map((address) => ({ personId, address, name }));
  });

/** Their phone numbers, each once for each of them; those without a code are of the country. */
export const phonesOf = (members: readonly Member[], country: string): readonly FoundPhone[] =>
  members.flatMap(({ personId, fields, values }) => {
    const texts = fields.filter((field) => hasIcon(field, 'phone')).map((field) => textOf(valueOf(field, values)));
    const found = texts.flatMap((text) => numbersIn(text, country).slice(0, MAX_IN_FIELD));
    return [...new Map(found.map((one) => [one.number, { personId, ...one }])).values()];
  });

/** How the days of a field are read; undefined where it holds none. */
export function dayFormatOf(field: FieldDefinition): string | undefined {
  if (field.kind === 'datefield') return field.format;
  return field.kind === 'computed' && field.result === 'date' ? 'DD.MM.YYYY' : undefined;
}

/** A value as it is read: dates in the form that their field has, numbers with a comma; what is referred to is named elsewhere. */
export function shownValue(field: FieldDefinition, values: Values): string {
  if (field.kind === 'reference') return '';
  const text = textOf(valueOf(field, values));
  if (isNumber(field) || (field.kind === 'computed' && field.result === 'number')) return text.replace('.', ',');
  const format = dayFormatOf(field);
  return format === undefined ? text : saidDay(text, format);
}
