import type { ChangeCause, FieldDefinition, RecordChange, RecordDifference, Value } from '@kontor/contract/record';
import type { Db } from '../../../platform/db/database.ts';
import { namesOf } from '../../account/index.ts';
import { ownFields, tidyValue } from '../rules.ts';
import { causeOf, insertChanges, type ChangeRow, type NewChange } from '../store/changes.ts';
import type { KindRow } from '../store/kinds.ts';
import type { FieldDifference, Values } from '../tables.ts';

/** Who writes a record, when, and why. */
export interface WrittenBy {
  /** 0: nobody. */
  readonly userId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Left out: by hand. */
  readonly cause?: ChangeCause;
  /** What was changed of its contact persons in the same transaction. */
  readonly ofPersons?: readonly FieldDifference[];
}

/**
 * Writes down what was changed of records, in the transaction that writes them. Of a record that was made there are no differences: what stood in
 * its fields at first is what later changes found there.
 */
export const noteRecordChange = (db: Db, instanceId: number, changes: readonly NewChange[]): Promise<void> =>
  insertChanges(
    db,
    instanceId,
    changes.filter(({ cause, differences }) => differences.length > 0 || cause !== 'hand'),
  );

const isSame = (one: Value, other: Value): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? one === other
    : JSON.stringify([one].flat()) === JSON.stringify([other].flat());

/** What two sets of values differ in, by their keys: those of fields that were taken out, too. An empty field has an empty text. */
export function differencesOf(before: Values, after: Values, personId = 0): readonly FieldDifference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .map((key) => ({ key, personId, before: before[key] ?? '', after: after[key] ?? '' }))
    .filter((one) => !isSame(one.before, one.after));
}

/** A difference as it is told: values as the field has them today. */
const toDifference = (field: FieldDefinition, { key, personId, before, after }: FieldDifference): RecordDifference => ({
  key,
  label: field.label,
  personId,
  before: tidyValue(field, before),
  after: tidyValue(field, after),
});

/** Changes as a person reads them: without what their kind does not show them. One of which nothing is left is left out. */
export async function toChanges(
  db: Db,
  instanceId: number,
  kind: Pick<KindRow, 'fields'>,
  rows: readonly ChangeRow[],
): Promise<readonly RecordChange[]> {
  const [own, ofPersons] = [ownFields(kind.fields), kind.fields.contactPerson].map(
    (fields) => new Map(fields.map((field) => [field.key, field])),
  );
  const names = await namesOf(db, instanceId, [...new Set(rows.map((row) => row.by_user))]);
  return rows.flatMap((row) => {
    const differences = row.differences.flatMap((one) => {
      const field = (one.personId === 0 ? own : ofPersons)?.get(one.key);
      return field === undefined ? [] : toDifference(field, one);
    });
    if (differences.length === 0 && row.differences.length > 0) return [];
    const userId = row.by_user === 0 ? null : row.by_user;
    const name = userId === null ? '' : (names.get(userId) ?? '');
    return { changeId: row.change_id, at: row.at, userId, name, cause: causeOf(row.cause), differences };
  });
}
