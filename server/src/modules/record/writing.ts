import type { ChangeCause, FieldFault } from '@kontor/contract/record';
import type { Db } from '../../platform/db/database.ts';
import { fail } from '../../platform/operation/problem.ts';
import { phoneCountryOf } from '../account/index.ts';
import { searchWords, titleKey } from './finding.ts';
import { computeValues } from './kinds/computing.ts';
import { ownAsNow, personsAsNow } from './kinds/converted.ts';
import { takeUnique } from './kinds/unique.ts';
import { differencesOf, noteRecordChange, type WrittenBy } from './history/changes.ts';
import { insertCells, putCells } from './lists/store/cells.ts';
import {
  addressesOf,
  faultsOf,
  keptValues,
  membersOf,
  ownFields,
  phonesOf,
  subtitleOf,
  titleOf,
  type Person,
} from './rules.ts';
import { holdKinds, readKinds, type HeldKind, type KindRow } from './store/kinds.ts';
import {
  holdRecordsAfter,
  insertRecords,
  nextPersonIds,
  nextRecordIds,
  putPersons,
  readPersons,
  updateRecords,
  type RecordRow,
} from './store/records.ts';
import { insertFindables, putFindables, type Findable } from './store/search.ts';
import type { Values } from './tables.ts';

/** A record that is to be made, of values that have no faults. */
export interface NewRecord {
  readonly values: Values;
  readonly persons?: readonly Values[];
}

/** What a record is found by, made from what stands in its fields. */
export function findableOf(
  kind: KindRow,
  record: { readonly recordId: number; readonly changedAt: number; readonly title: string; readonly values: Values },
  persons: readonly Person[],
  country: string,
): Findable {
  const { recordId, changedAt, title, values } = record;
  const members = membersOf(kind, title, values, persons);
  const [addresses, phones] = [addressesOf(members), phonesOf(members, country)];
  const words = searchWords(title, members, addresses, phones);
  return { recordId, changedAt, titleKey: titleKey(title), words, addresses, phones };
}

/**
 * What some records behind a number are found by, made anew; with `withCells` what they are sorted by in lists, too. Returns the number
 * of the last one; undefined where there are no more.
 */
export async function renewFindables(
  db: Db,
  instanceId: number,
  after: number,
  most: number,
  { withCells = false } = {},
): Promise<number | undefined> {
  const records = await holdRecordsAfter(db, instanceId, after, most);
  const kinds = new Map((await readKinds(db, instanceId)).map((kind) => [kind.kind_id, kind]));
  const ids = records.map((record) => record.record_id);
  const persons = await readPersons(db, instanceId, ids);
  const country = await phoneCountryOf(db, instanceId);
  const found = records.flatMap(({ record_id: recordId, kind_id: kindId, changed_at: changedAt, title, fields }) => {
    const kind = kinds.get(kindId);
    const own = (persons.get(recordId) ?? []).map(({ person_id: personId, fields: values }) => ({ personId, values }));
    return kind === undefined ? [] : findableOf(kind, { recordId, changedAt, title, values: fields }, own, country);
  });
  await putFindables(db, instanceId, found);
  for (const [kindId, some] of withCells ? Map.groupBy(records, (record) => record.kind_id) : []) {
    const kind = kinds.get(kindId);
    const rows = some.map(({ record_id: recordId, title, subtitle, fields: values }) => ({
      recordId,
      title,
      subtitle,
      values,
    }));
    if (kind !== undefined) await putCells(db, kind, rows);
  }
  return ids.at(-1);
}

/** Who makes records, and when each of them was made. */
export interface MadeBy {
  readonly userId: number;
  /** Why they are made; left out: because somebody made them. */
  readonly cause?: ChangeCause;
  /** Milliseconds since 1970. */
  readonly at: (index: number) => number;
}

/** Records made in a few statements; more of them would be a statement of any length. */
const AT_ONCE = 300;

/**
 * Makes records of the kind of a name, and returns their numbers in the order given. Throws NOT_FOUND if there is no such kind, and
 * RECORD_INVALID if one of the records has faults.
 */
export async function makeRecords(
  db: Db,
  instanceId: number,
  kindName: string,
  records: readonly NewRecord[],
  by: MadeBy,
): Promise<readonly number[]> {
  const named = (await readKinds(db, instanceId)).find((one) => one.name === kindName) ?? fail('NOT_FOUND');
  const kind = (await holdKinds(db, instanceId, [named.kind_id]))[0] ?? fail('NOT_FOUND');
  const tidy = (fields: ReturnType<typeof ownFields>, values: Values): Values => {
    const given = new Map(Object.entries(values));
    const faults = faultsOf(fields, given, true);
    return faults.length === 0 ? keptValues(fields, given) : fail('RECORD_INVALID', { data: { faults } });
  };
  const good = records.map(({ values, persons = [] }) => ({
    values: tidy(ownFields(kind.fields), values),
    persons: persons.map((person) => tidy(kind.fields.contactPerson, person)),
  }));
  const ids: number[] = [];
  for (let from = 0; from < good.length; from += AT_ONCE) {
    const at = (index: number) => by.at(from + index);
    ids.push(...(await insertWhole(db, kind, good.slice(from, from + AT_ONCE), { ...by, at })));
  }
  return ids;
}

/**
 * Makes records of a kind, all of them in a few statements. Returns their ids in the order given. A record whose unique value another record
 * has is not made: its id is 0, and `refuse` is called with its index and faults. Without `refuse` that throws RECORD_INVALID.
 */
export async function insertWhole(
  db: Db,
  kind: HeldKind,
  records: readonly NewRecord[],
  by: MadeBy,
  refuse: (index: number, faults: readonly FieldFault[]) => void = (_index, faults) =>
    fail('RECORD_INVALID', { data: { faults } }),
): Promise<readonly number[]> {
  const { instance_id: instanceId } = kind;
  const recordIds = await nextRecordIds(db, records.length);
  const personIds = await nextPersonIds(
    db,
    records.reduce((sum, { persons = [] }) => sum + persons.length, 0),
  );
  let used = 0;
  const all = records.map(({ values: written, persons = [] }, index) => {
    const recordId = recordIds[index] ?? 0;
    const values = computeValues(ownFields(kind.fields), written);
    const numbered = persons.map((person) => ({ personId: personIds[used++] ?? 0, values: person }));
    const [title, subtitle] = [titleOf(kind, recordId, values), subtitleOf(kind, values)];
    return { recordId, values, persons: numbered, title, subtitle, at: by.at(index) };
  });
  const faulty = await takeUnique(db, kind, all);
  all.forEach(({ recordId }, index) => {
    const faults = faulty.get(recordId);
    if (faults !== undefined) refuse(index, faults);
  });
  const made = all.filter(({ recordId }) => !faulty.has(recordId));
  await insertRecords(
    db,
    instanceId,
    made.map((record) => ({
      ...record,
      kindId: kind.kind_id,
      kindVersion: kind.version,
      createdBy: by.userId,
    })),
  );
  await putPersons(
    db,
    instanceId,
    made.flatMap(({ recordId, persons }) =>
      persons.map((person, index) => ({ ...person, recordId, place: index + 1 })),
    ),
  );
  const country = await phoneCountryOf(db, instanceId);
  await insertFindables(
    db,
    instanceId,
    made.map((record) => findableOf(kind, { ...record, changedAt: record.at }, record.persons, country)),
  );
  const { userId, cause = 'created' } = by;
  await noteRecordChange(
    db,
    instanceId,
    made.map(({ recordId, at }) => ({ recordId, userId, at, cause, differences: [] })),
  );
  await insertCells(db, kind, made);
  return recordIds.map((id) => (faulty.has(id) ? 0 : id));
}

/**
 * Writes what a record, which is held, is now, with all that is made from it, and what that changes. Its contact persons have been written.
 * Returns when that was. Throws RECORD_INVALID if another record has alone what this one is to have.
 */
export async function rewriteWhole(
  db: Db,
  kind: HeldKind,
  row: RecordRow,
  written: Values,
  by: WrittenBy,
): Promise<number> {
  const faults = (await rewriteMany(db, kind, [{ row, written }], by)).get(row.record_id);
  if (faults !== undefined) fail('RECORD_INVALID', { data: { faults } });
  return momentOf(row, by.at);
}

/** Two changes of a record are never of the same moment: the moment tells them apart. */
const momentOf = ({ changed_at: before }: RecordRow, at: number): number => Math.max(at, before + 1);

/**
 * Does the same for many records of one kind, in a few statements. A record whose unique value another record has is not changed: its
 * faults are returned by its id.
 */
export async function rewriteMany(
  db: Db,
  kind: HeldKind,
  records: readonly { readonly row: RecordRow; readonly written: Values }[],
  { userId, at, cause = 'hand', ofPersons = [] }: WrittenBy,
): Promise<ReadonlyMap<number, readonly FieldFault[]>> {
  const { instance_id: instanceId } = kind;
  const all = [];
  for (const { row, written } of records) {
    const values = computeValues(ownFields(kind.fields), await ownAsNow(db, kind, row, written));
    all.push({ row, recordId: row.record_id, values, before: row.fields, changedAt: momentOf(row, at) });
  }
  const faulty = await takeUnique(db, kind, all);
  const good = all
    .filter(({ recordId }) => !faulty.has(recordId))
    .map((one) => ({
      ...one,
      title: titleOf(kind, one.recordId, one.values),
      subtitle: subtitleOf(kind, one.values),
    }));
  if (good.length === 0) return faulty;
  const kept = await personsAsNow(
    db,
    kind,
    good.map(({ row }) => row),
  );
  const persons = await readPersons(
    db,
    instanceId,
    good.map(({ recordId }) => recordId),
  );
  await updateRecords(db, instanceId, kind.version, good);
  const country = await phoneCountryOf(db, instanceId);
  await putFindables(
    db,
    instanceId,
    good.map((record) => {
      const own = (persons.get(record.recordId) ?? []).map((one) => ({ personId: one.person_id, values: one.fields }));
      return findableOf(kind, record, own, country);
    }),
  );
  await putCells(db, kind, good);
  await noteRecordChange(
    db,
    instanceId,
    good.map(({ recordId, before, values, changedAt }) => ({
      recordId,
      userId,
      at: changedAt,
      cause,
      differences: [...differencesOf(before, values), ...ofPersons, ...(kept.get(recordId) ?? [])],
    })),
  );
  return faulty;
}
