import {
  MANY_CHOICES,
  ONE_CHOICE,
  type ContactPerson,
  type FieldDefinition,
  type FieldFault,
  type ModelField,
  type RecordInstance,
  type RecordModel,
  type Value,
} from '@kontor/contract/record';

export type Model = NonNullable<RecordModel['jsonModel']>;
export type Values = Readonly<Record<string, Value>>;

/** A field that was changed: from what, as the person saw it, to what. */
export interface Edit {
  readonly before: Value;
  readonly value: Value;
}
/** Changed fields by their keys. */
export type Edits = Readonly<Record<string, Edit>>;
export const NO_EDITS: Edits = {};

const isOneOf = (kinds: readonly string[], kind: string): boolean => kinds.includes(kind);
export const isMany = (field: {
  readonly kind: FieldDefinition['kind'];
  readonly isMany?: boolean | undefined;
}): boolean => isOneOf(MANY_CHOICES, field.kind) || (field.kind === 'reference' && field.isMany === true);

/** What stands in a field. */
export function valueOf(field: ModelField): Value {
  if (isMany(field)) return field.selectedValues ?? [];
  return (isOneOf(ONE_CHOICE, field.kind) ? field.selectedValue : field.value) ?? '';
}

/** Nothing, as a field of this kind has it. */
export const emptyOf = (field: FieldDefinition): Value => (isMany(field) ? [] : '');

export const isEmpty = (value: Value): boolean => value.length === 0;

/** Whether two values say the same; the order of what is chosen says nothing. */
export function isSame(one: Value, other: Value): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((choice) => other.includes(choice));
}

/** Whether there is anything to save. What has been saved stands as an edit from itself to itself until the server tells of it. */
export const isDirty = (edits: Edits): boolean =>
  Object.values(edits).some(({ before, value }) => !isSame(before, value));

/** Edits with a field set to a value. Set to what it was it is no edit any more. */
export function withEdit(edits: Edits, key: string, stored: Value, value: Value): Edits {
  const before = edits[key]?.before ?? stored;
  const { [key]: _known, ...others } = edits;
  return isSame(before, value) ? others : { ...others, [key]: { before, value } };
}

export const withoutEdit = (edits: Edits, key: string): Edits => {
  const { [key]: _known, ...others } = edits;
  return others;
};

const sent = (value: Value): Value => (typeof value === 'string' ? value.trim() : [...value]);

/** What is sent: texts without blanks around them, each change with what it was before. */
export const changesOf = (edits: Edits): { readonly key: string; readonly before: Value; readonly value: Value }[] =>
  Object.entries(edits)
    .filter(([, { before, value }]) => !isSame(before, value))
    .map(([key, { before, value }]) => ({ key, before, value: sent(value) }));

/** The edits once these have been saved: what was written meanwhile goes on from what is stored now. */
export const afterSaving = (now: Edits, saved: Edits): Edits =>
  Object.fromEntries(
    Object.entries(now).map(([key, edit]): [string, Edit] => {
      const known = saved[key];
      if (known === undefined) return [key, edit];
      const stored = sent(known.value);
      return [key, { before: stored, value: isSame(known.value, edit.value) ? stored : edit.value }];
    }),
  );

/** The edits once the server has told of what is stored. */
export const afterNews = (edits: Edits): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([, { before, value }]) => !isSame(before, value)));

/** Whether the person writes a field: what is computed nobody does. */
export const mayBeWritten = ({ kind, isReadOnly }: FieldDefinition): boolean =>
  isReadOnly !== true && kind !== 'computed';

/** Required fields that are left empty, and what else can be seen without the server. */
export const faultsOf = (fields: readonly FieldDefinition[], value: (key: string) => Value): readonly FieldFault[] =>
  fields.flatMap((field) => {
    const own = value(field.key);
    const isLeft = typeof own === 'string' ? own.trim() === '' : own.length === 0;
    return mayBeWritten(field) && field.isRequired && isLeft ? [{ key: field.key, why: 'required' as const }] : [];
  });

/** What a record or a contact person is called by what stands in their fields; empty where nothing does. */
export function titleOf(fields: readonly FieldDefinition[], value: (key: string) => Value): string {
  const said = (some: readonly FieldDefinition[]): string[] =>
    some.flatMap(({ key }) => {
      const own = value(key);
      return typeof own === 'string' && own.trim() !== '' ? [own.trim()] : [];
    });
  const titles = said(fields.filter(({ isTitle }) => isTitle));
  return titles.length > 0 ? titles.join(' ') : (said(fields.filter(({ kind }) => kind === 'textField'))[0] ?? '');
}

export const fieldsOf = ({ model }: Model): readonly ModelField[] => [...model.leftColumn, ...model.rightColumn];

export const valuesOf = (fields: readonly ModelField[]): Values =>
  Object.fromEntries(fields.map((field) => [field.key, valueOf(field)]));

export const personName = ({ fields }: ContactPerson): string => {
  const values = valuesOf(fields);
  return titleOf(fields, (key) => values[key] ?? '');
};

/** Addresses that stand in a field, which may hold several. */
export const addressesIn = (text: string): readonly string[] =>
  text
    .split(/[,;\s]+/)
    .map((one) => one.trim())
    .filter((one) => one.includes('@'));

/** An address that may be opened; undefined for all others. */
export function openable(text: string): string | undefined {
  const parsed = URL.parse(text.trim());
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : undefined;
}

/** The kind that a new record is probably of. */
export const defaultKind = (kinds: readonly RecordInstance[]): RecordInstance | undefined =>
  kinds.find((one) => one.IsTheInstanceWhereAuthenticatedUserCreatedTheLastIdo) ?? kinds[0];

/** Whom or what a new record is about, as far as is known. */
export interface About {
  readonly name: string;
  readonly email: string;
}

/** First and last name of what somebody is called: the last word is the last name, unless a comma says otherwise. */
export function partsOfName(name: string): { readonly firstName: string; readonly lastName: string } {
  const [before = '', after] = name.split(',').map((part) => part.trim());
  if (after !== undefined && after !== '') return { firstName: after, lastName: before };
  const words = before.split(/\s+/);
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

/** What the fields of a new record begin with: what was typed and, where it is about somebody, their name and address. */
export function prefilled(fields: readonly FieldDefinition[], typed: string, about: About | undefined): Values {
  const isAddress = /^\S+@\S+$/.test(typed);
  const name = (isAddress ? '' : typed) || about?.name || '';
  const email = isAddress ? typed : (about?.email ?? '');
  const has = (key: string): boolean => fields.some((field) => field.key === key && field.kind === 'textField');
  const isPerson = !has('name') && has('lastName');
  const known: Record<string, string> = { ...(isPerson ? partsOfName(name) : { name }), email };
  return Object.fromEntries(Object.entries(known).filter(([key, value]) => value !== '' && has(key)));
}
