import type { FieldDefinition, RecordInstance } from '@kontor/contract/record';

/** A field that columns may go into, by the name that imports have for it. */
export interface Target {
  readonly target: string;
  readonly field: FieldDefinition;
  readonly isPerson: boolean;
}

/** The fields of a kind that may be written, those of its contact persons behind them. */
export const targetsOf = ({ fields }: RecordInstance): readonly Target[] =>
  [
    ...[...fields.leftColumn, ...fields.rightColumn].map((field) => ({ target: field.key, field, isPerson: false })),
    ...fields.contactPerson.map((field) => ({ target: `person.${field.key}`, field, isPerson: true })),
  ].filter(({ field }) => field.kind !== 'computed' && field.isReadOnly !== true);

/** What a field is called; its name where it is not there any more. */
export function labelOf(targets: readonly Target[], person: string, target: string): string {
  const found = targets.find((one) => one.target === target);
  if (found === undefined) return target;
  return found.isPerson ? `${person}: ${found.field.label}` : found.field.label;
}
