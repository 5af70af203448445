import type { Db } from '../../../platform/db/database.ts';
import { isSame } from '../rules.ts';
import type { HeldKind } from '../store/kinds.ts';
import { putPersons, readPersons, type RecordRow } from '../store/records.ts';
import type { FieldDifference, Values } from '../tables.ts';
import { differencesOf } from '../history/changes.ts';
import { convertValues } from './converting.ts';
import { referencesIn } from './references.ts';

type Row = Pick<RecordRow, 'record_id' | 'fields' | 'kind_version'>;

const pendingOf = ({ conversions }: HeldKind, { kind_version: version }: Pick<RecordRow, 'kind_version'>) =>
  conversions.filter((one) => one.version > version);

/** Whether a record was last written by fields that have become others since. */
export const isBehind = (kind: HeldKind, row: Row): boolean => pendingOf(kind, row).length > 0;

/** What a record that was behind is to have, in the fields as they are now. What differs from what it had was written by these already. */
export async function ownAsNow(db: Db, kind: HeldKind, row: Row, values: Values): Promise<Values> {
  const pending = pendingOf(kind, row).filter(({ ofPersons }) => !ofPersons);
  if (pending.length === 0) return values;
  const written = pending.map(({ key }) => key).filter((key) => !isSame(values[key] ?? '', row.fields[key] ?? ''));
  const names = await referencesIn(
    db,
    kind.instance_id,
    pending.map(({ from }) => from),
    [values],
  );
  return convertValues(pending, values, { names, written: new Set(written) });
}

/** A record as its fields are now. */
export async function asNow(db: Db, kind: HeldKind, row: RecordRow): Promise<RecordRow> {
  if (!isBehind(kind, row)) return row;
  return { ...row, fields: await ownAsNow(db, kind, row, row.fields) };
}

/** Writes the contact persons of records, which are held and were behind, as their fields are now. Returns what that changed. */
export async function personsAsNow(
  db: Db,
  kind: HeldKind,
  records: readonly Row[],
): Promise<ReadonlyMap<number, readonly FieldDifference[]>> {
  const pending = new Map(
    records.map((row) => [row.record_id, pendingOf(kind, row).filter(({ ofPersons }) => ofPersons)]),
  );
  const behind = [...pending].flatMap(([id, some]) => (some.length === 0 ? [] : id));
  if (behind.length === 0) return new Map();
  const rows = [...(await readPersons(db, kind.instance_id, behind)).values()].flat();
  const changed = rows.flatMap(({ person_id: personId, record_id: recordId, place: position, fields }) => {
    const values = convertValues(pending.get(recordId) ?? [], fields, { names: new Map() });
    const differences = differencesOf(fields, values, personId);
    return differences.length === 0 ? [] : { personId, recordId, place: position, values, differences };
  });
  await putPersons(db, kind.instance_id, changed);
  return new Map(
    [...Map.groupBy(changed, ({ recordId }) => recordId)].map(([id, some]) => [
      id,
      some.flatMap(({ differences }) => differences),
    ]),
  );
}
