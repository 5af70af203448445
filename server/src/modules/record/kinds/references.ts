import type { FieldDefinition, FieldFault, Reference, Value } from '@kontor/contract/record';
import type { Db } from '../../../platform/db/database.ts';
import { displayNameOf, tidyValue, valueOf } from '../rules.ts';
import { readKinds } from '../store/kinds.ts';
import { readRecords } from '../store/records.ts';
import type { Values } from '../tables.ts';

type ReferenceField = Extract<FieldDefinition, { kind: 'reference' }>;
export const isReference = (field: FieldDefinition): field is ReferenceField => field.kind === 'reference';
const numbersIn = (value: Value): readonly number[] =>
  (typeof value === 'string' ? [value] : value).filter((one) => one !== '').map(Number);

/** Records that are referred to, by their numbers. */
export type References = ReadonlyMap<number, Reference>;

/** The records that values refer to in fields, as far as they are there. */
export async function referencesIn(
  db: Db,
  instanceId: number,
  fields: readonly FieldDefinition[],
  stored: readonly Values[],
): Promise<References> {
  const referenceFields = fields.filter(isReference);
  const ids = stored.flatMap((values) => referenceFields.flatMap((field) => numbersIn(valueOf(field, values))));
  if (ids.length === 0) return new Map();
  const records = await readRecords(db, instanceId, [...new Set(ids)]);
  const colors = new Map((await readKinds(db, instanceId)).map((kind) => [kind.kind_id, kind.color]));
  return new Map(
    [...records.values()].map((record) => [
      record.record_id,
      {
        idoId: record.record_id,
        idoInstanceId: record.kind_id,
        displayName: displayNameOf(record.title, record.subtitle),
        instanceColor: colors.get(record.kind_id) ?? '',
      },
    ]),
  );
}

/** Which of the fields that are written refer to what is not there, or of another kind. The values have no other faults. */
export async function referenceFaults(
  db: Db,
  instanceId: number,
  fields: readonly FieldDefinition[],
  given: ReadonlyMap<string, Value>,
): Promise<readonly FieldFault[]> {
  const written = fields.filter(isReference).filter(({ key }) => given.has(key));
  if (written.length === 0) return [];
  const wanted = (field: ReferenceField) => numbersIn(tidyValue(field, given.get(field.key) ?? ''));
  const records = await readRecords(db, instanceId, written.flatMap(wanted));
  return written
    .filter((field) => wanted(field).some((id) => records.get(id)?.kind_id !== field.idoInstanceId))
    .map(({ key }) => ({ key, why: 'reference' }));
}

/** Tells of each of some values of a field whether it refers to what is not there, or of another kind. */
export async function referenceFaultsOf(
  db: Db,
  instanceId: number,
  field: FieldDefinition,
  values: readonly Value[],
): Promise<(value: Value) => FieldFault | undefined> {
  if (!isReference(field)) return () => undefined;
  const records = await readRecords(db, instanceId, [...new Set(values.flatMap(numbersIn))]);
  return (value) =>
    numbersIn(value).some((id) => records.get(id)?.kind_id !== field.idoInstanceId)
      ? { key: field.key, why: 'reference' }
      : undefined;
}

/** What a field says of the records that it refers to. */
export const referenceText = (field: FieldDefinition, values: Values, references: References): string =>
  numbersIn(valueOf(field, values))
    .flatMap((id) => references.get(id)?.displayName ?? [])
    .join('; ');
