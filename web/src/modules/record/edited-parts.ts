import type { FieldDefinition, FieldFault, ModelField, Value } from '@kontor/contract/record';
import type { Failure } from '../../client/failure.ts';
import {
  NO_EDITS,
  fieldsOf,
  isDirty,
  valueOf,
  withEdit,
  withoutEdit,
  type Edits,
  type Model,
  type Values,
} from './fields/values.ts';

/** Where something is written: in the record itself, in a contact person by their number, or in one who is to come. */
export type EditTarget = 'record' | `person ${number}` | `new ${number}`;

/** What is written in one place, and what stands in its way. */
export interface Part {
  readonly edits: Edits;
  readonly faults: Readonly<Record<string, FieldFault>>;
  /** Fields that somebody else has changed, with what they stored. */
  readonly conflicts: Readonly<Record<string, Value>>;
}
export const NOTHING: Part = { edits: NO_EDITS, faults: {}, conflicts: {} };
export type Parts = Readonly<Record<string, Part>>;

/** A contact person who is to come; with their number once they are stored. */
export interface NewPerson {
  readonly target: `new ${number}`;
  readonly storedAs: number | undefined;
}

/** What stands in the way of saving. */
export type Trouble =
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'invalid' | 'conflict' };

/** A record with one entry less. */
export const without = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> => {
  const { [key]: _known, ...others } = record;
  return others;
};

/** Whether a contact person is stored in the record. */
export const isIn = (model: Model, personId: number | undefined): boolean =>
  model.model.contactPersons.some(({ contactPersonId }) => contactPersonId === personId);

/** Fields of a place as they are stored; none of one who is to come. */
export const fieldsAt = (model: Model, target: EditTarget): readonly ModelField[] =>
  target === 'record'
    ? fieldsOf(model)
    : (model.model.contactPersons.find((one) => `person ${one.contactPersonId}` === target)?.fields ?? []);

/** What is stored in a field of a place; undefined where there is no such field. */
export function storedAt(model: Model, target: EditTarget, key: string): Value | undefined {
  const field = fieldsAt(model, target).find((one) => one.key === key);
  return field === undefined ? undefined : valueOf(field);
}

/** What stands in the fields of a place, with what is written there; undefined where nothing is. */
export function valuesAt(model: Model, target: EditTarget, { edits }: Part): Values | undefined {
  if (!isDirty(edits)) return undefined;
  const stored = fieldsAt(model, target).map((field): [string, Value] => [field.key, valueOf(field)]);
  const typed = Object.entries(edits).map(([key, { value }]): [string, Value] => [key, value]);
  return Object.fromEntries([...stored, ...typed]);
}

/** The part with something else written in a field: what was said of that is of no matter then. */
export const withWritten = (part: Part, key: string, stored: Value, value: Value): Part => ({
  ...part,
  edits: withEdit(part.edits, key, stored, value),
  faults: without(part.faults, key),
});

/** The part in which a field that somebody else has changed is as it is written here. */
export function withMine(part: Part, key: string): Part {
  const edit = part.edits[key];
  const theirs = part.conflicts[key];
  const conflicts = without(part.conflicts, key);
  if (edit === undefined || theirs === undefined) return { ...part, conflicts };
  return { ...part, conflicts, edits: { ...part.edits, [key]: { before: theirs, value: edit.value } } };
}

/** The part in which a field that somebody else has changed is as they stored it. */
export function withTheirs(part: Part, key: string): Part {
  const theirs = part.conflicts[key];
  const edits = withoutEdit(part.edits, key);
  return {
    ...part,
    conflicts: without(part.conflicts, key),
    // Until the record is read anew.
    edits: theirs === undefined ? edits : { ...edits, [key]: { before: theirs, value: theirs } },
  };
}

/** The part with what is wrong in it. */
export const withFaults = (part: Part, faults: readonly FieldFault[]): Part => ({
  ...part,
  faults: Object.fromEntries(faults.map((fault) => [fault.key, fault])),
});

/** Fields that are demanded in a place. */
export type DemandedFields = (target: EditTarget) => readonly FieldDefinition[];
