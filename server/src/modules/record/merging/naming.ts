import type { InstanceContext } from '../../../platform/operation/context.ts';
import { readKinds } from '../store/kinds.ts';
import { readRecords } from '../store/records.ts';
import { nameIn } from '../rules.ts';
import { personsById } from './store/numbers.ts';

export { ownersOfE164, type NumberOwner } from './store/numbers.ts';

/** What a record that is there is called. */
export interface NamedRecord {
  readonly kindId: number;
  readonly title: string;
  readonly kindName: string;
  readonly color: string;
}

/** What a contact person of a record that is there is called; an empty name where the fields give none. */
export interface NamedPerson {
  readonly recordId: number;
  readonly name: string;
}

/**
 * Returns what records and contact persons are called, by their ids, with the records of those persons; those that are not there, or in the trash, are
 * left out. For people who see records alone.
 */
export async function namesOfMembers(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  recordIds: readonly number[],
  personIds: readonly number[],
): Promise<{
  readonly records: ReadonlyMap<number, NamedRecord>;
  readonly persons: ReadonlyMap<number, NamedPerson>;
}> {
  if (recordIds.length === 0 && personIds.length === 0) return { records: new Map(), persons: new Map() };
  const persons = personIds.length === 0 ? [] : await personsById(db, instance.id, personIds);
  const ids = [...new Set([...recordIds, ...persons.map((row) => row.record_id)])];
  const records = await readRecords(db, instance.id, ids);
  const kinds = new Map((await readKinds(db, instance.id)).map((kind) => [kind.kind_id, kind]));
  return {
    records: new Map(
      [...records].map(([id, { kind_id: kindId, title }]) => [
        id,
        { kindId, title, kindName: kinds.get(kindId)?.name ?? '', color: kinds.get(kindId)?.color ?? '' },
      ]),
    ),
    persons: new Map(
      persons.flatMap(({ person_id: id, record_id: recordId, fields }) => {
        const record = records.get(recordId);
        if (record === undefined) return [];
        const kind = kinds.get(record.kind_id);
        return [[id, { recordId, name: kind === undefined ? '' : nameIn(kind.fields.contactPerson, fields) }] as const];
      }),
    ),
  };
}
