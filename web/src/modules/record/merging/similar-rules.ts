import type { FieldDefinition, SimilarRecord } from '@kontor/contract/record';
import { isEmpty, type Values } from '../fields/values.ts';

/** Fields that say nothing of which record it is, or more than a question can hold. */
const SILENT: readonly FieldDefinition['kind'][] = [
  'textarea',
  'computed',
  'multiplechoice',
  'checkboxgroup',
  'multiplechoiceTag',
];

/** What is asked with of what stands in fields; nothing where no text stands anywhere. */
export function searchValues(fields: readonly FieldDefinition[], values: Values): Values | undefined {
  const searched = Object.fromEntries(
    fields.flatMap(({ key, kind }) => {
      const value = values[key] ?? '';
      const said = typeof value === 'string' ? value.trim() : value;
      return SILENT.includes(kind) || isEmpty(said) ? [] : [[key, said]];
    }),
  );
  const hasText = fields.some(({ key, kind }) => kind === 'textField' && key in searched);
  return hasText ? searched : undefined;
}

/** Records by the field that says that they may be the same, but for those that were called others. */
export const byField = (
  found: readonly SimilarRecord[],
  others: ReadonlySet<number>,
): ReadonlyMap<string, readonly SimilarRecord[]> =>
  Map.groupBy(
    found.filter(({ idoId }) => !others.has(idoId)),
    ({ key }) => key,
  );
