import type { FieldDefinition, Value } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { fieldTexts } from '../fields/field-texts.ts';
import { useRecordNames } from '../use-record-names.ts';

type ReferenceField = Extract<FieldDefinition, { kind: 'reference' }>;

const idsIn = (value: Value): readonly number[] =>
  (typeof value === 'string' ? [value] : value).filter((one) => one !== '').map(Number);

/**
 * How what the person has made of cells is shown: a reference by the names of its records, as the server tells them of cells that were not
 * touched. `edited`: what they have made of a field of the rows in sight; undefined where they have not.
 */
export function useEdited<R>(
  rows: readonly R[],
  fields: readonly FieldDefinition[],
  edited: (row: R, key: string) => Value | undefined,
): (row: R, key: string) => Value | undefined {
  const t = useTexts(fieldTexts);
  const references = new Map(
    fields.filter((field): field is ReferenceField => field.kind === 'reference').map((field) => [field.key, field]),
  );
  const { nameOf } = useRecordNames(
    rows.flatMap((row) =>
      [...references.values()].flatMap(({ key, idoInstanceId }) =>
        idsIn(edited(row, key) ?? '').map((idoId) => ({ idoId, idoInstanceId })),
      ),
    ),
  );
  return (row, key) => {
    const value = edited(row, key);
    if (value === undefined || !references.has(key)) return value;
    return idsIn(value)
      .map((id) => {
        const name = nameOf(id);
        return name === null ? t.gone : (name ?? '…');
      })
      .join('; ');
  };
}
