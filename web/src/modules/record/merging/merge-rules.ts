import type { FieldDefinition, MergePreview, Value } from '@kontor/contract/record';
import { emptyOf, isEmpty, isMany, isSame } from '../fields/values.ts';

/** Whose value of a field is to stand: the number of its record, or that of all. */
export type Choice = number | 'all';
export type Choices = ReadonlyMap<string, Choice>;
export type Side = MergePreview['records'][number];

/** How records stand to each other in a field: of several minds, known to some of them alone, or of one mind. */
export type Standing = 'odds' | 'fills' | 'same';

export interface MergeRow {
  readonly field: FieldDefinition;
  readonly standing: Standing;
  /** Whether anything is to be chosen. */
  readonly isOpen: boolean;
}

export const valueIn = (field: FieldDefinition, { values }: Pick<Side, 'values'>): Value =>
  values[field.key] ?? emptyOf(field);

const said = (value: Value): Value => (typeof value === 'string' ? value.trim() : value);

/** What is said in a field, each thing once. */
function heard(field: FieldDefinition, records: readonly Side[]): readonly Value[] {
  const values = records.map((record) => said(valueIn(field, record))).filter((value) => !isEmpty(value));
  return values.filter((value, at) => values.findIndex((other) => isSame(other, value)) === at);
}

/** The fields that say anything, but for those that are worked out anew. */
export const rowsOf = ({ fields, records }: Pick<MergePreview, 'fields' | 'records'>): readonly MergeRow[] =>
  fields.flatMap((field) => {
    const values = heard(field, records);
    if (values.length === 0 || field.kind === 'computed') return [];
    const isKnownToAll = records.every((record) => !isEmpty(said(valueIn(field, record))));
    const standing = values.length > 1 ? 'odds' : isKnownToAll ? 'same' : 'fills';
    return { field, standing, isOpen: standing !== 'same' && field.isReadOnly !== true };
  });

/** Whether what all of them say fits into one field: lists become longer, texts of many lines stand below each other. */
export const mayTakeAll = (field: FieldDefinition): boolean => isMany(field) || field.kind === 'textarea';

const filled = (fields: readonly FieldDefinition[], { values }: Side): number =>
  fields.filter(({ key }) => !isEmpty(values[key] ?? '')).length;

/** The record that is kept unless somebody says otherwise: with the most linked items, then the most that is filled in, then the eldest. */
export function firstKept({ fields, records }: Pick<MergePreview, 'fields' | 'records'>): number {
  const [first] = records.toSorted(
    (a, b) =>
      b.links - a.links || filled(fields, b) - filled(fields, a) || a.createdAt - b.createdAt || a.idoId - b.idoId,
  );
  return first?.idoId ?? 0;
}

/**
 * What is chosen in each open field before anybody chooses: what all say where that fits, else what was written last, as records stand in
 * the order of their changes.
 */
export function firstChoices(preview: Pick<MergePreview, 'fields' | 'records'>): Choices {
  return new Map(
    rowsOf(preview).flatMap(({ field, standing, isOpen }): [string, Choice][] => {
      if (!isOpen) return [];
      if (standing === 'odds' && mayTakeAll(field)) return [[field.key, 'all']];
      const newest = preview.records.find((record) => !isEmpty(said(valueIn(field, record))));
      return newest === undefined ? [] : [[field.key, newest.idoId]];
    }),
  );
}

/** What was chosen, where that is still to be chosen in a newer state of the records; all else is chosen anew. */
export function choicesAfter(before: Choices, preview: Pick<MergePreview, 'fields' | 'records'>): Choices {
  const known = new Set(preview.records.map(({ idoId }) => idoId));
  return new Map(
    [...firstChoices(preview)].map(([key, first]) => {
      const was = before.get(key);
      return [key, was === 'all' || (was !== undefined && known.has(was)) ? was : first];
    }),
  );
}

/** What stands in a field that nobody chooses: what the kept one says, else the first that says anything. */
export function standingValue(field: FieldDefinition, records: readonly Side[], kept: number): Value {
  const first = records.find(({ idoId }) => idoId === kept);
  const values = [...(first === undefined ? [] : [first]), ...records].map((record) => valueIn(field, record));
  return values.find((value) => !isEmpty(said(value))) ?? emptyOf(field);
}

/** The records that were changed since they were looked at, and those that are gone, by name. */
export function changedSince(shown: MergePreview, now: MergePreview): readonly string[] {
  const stamps = new Map(now.records.map((record) => [record.idoId, record.lastKnownChangeTimestamp]));
  return shown.records
    .filter(({ idoId, lastKnownChangeTimestamp }) => stamps.get(idoId) !== lastKnownChangeTimestamp)
    .map(({ displayName }) => displayName);
}

/** What is sent: the kept record, the others in their order, and what was chosen. */
export const mergeParams = (idoInstanceId: number, { records }: MergePreview, kept: number, choices: Choices) => {
  const looked = records.map(({ idoId, lastKnownChangeTimestamp }) => ({ idoId, lastKnownChangeTimestamp }));
  const keep = looked.find(({ idoId }) => idoId === kept);
  if (keep === undefined) throw new Error('The kept record is not among them');
  return {
    idoInstanceId,
    keep,
    others: looked.filter((one) => one !== keep),
    values: Object.fromEntries(choices) as Record<string, Choice>,
  };
};

/** What all of them say together, as it will stand in one field. */
export function allOf(field: FieldDefinition, records: readonly Side[]): Value {
  const values = heard(field, records);
  if (isMany(field)) return [...new Set(values.flatMap((value) => value))];
  return values.join('\n\n');
}
