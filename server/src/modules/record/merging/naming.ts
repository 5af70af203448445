import type { InstanceContext, QueryContext } from '../../../platform/operation/context.ts';
import { allKinds } from '../kinds/readable.ts';
import { nameIn } from '../rules.ts';
import type { KindRow } from '../store/kinds.ts';
import { membersById, ownersOfE164, type MemberRow } from './store/numbers.ts';

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

/** What records and contact persons are called, by their ids, with the records of those persons. */
export interface NamedMembers {
  readonly records: ReadonlyMap<number, NamedRecord>;
  readonly persons: ReadonlyMap<number, NamedPerson>;
}

type Caller = Pick<InstanceContext, 'db' | 'instance'> & Partial<Pick<QueryContext, 'remembered'>>;

/** Who has a number in the fields of records. */
export interface NumberOwner {
  readonly e164: string;
  readonly record_id: number;
  /** 0: the record itself. */
  readonly person_id: number;
  /** Milliseconds since 1970 when the record was changed last. */
  readonly changed_at: number;
}

function namesIn(members: readonly MemberRow[], kinds: readonly KindRow[]): NamedMembers {
  const byId = new Map(kinds.map((kind) => [kind.kind_id, kind]));
  const records = new Map<number, NamedRecord>();
  const persons = new Map<number, NamedPerson>();
  for (const { record_id: recordId, kind_id: kindId, title, person_id: personId, fields } of members) {
    const kind = byId.get(kindId);
    records.set(recordId, { kindId, title, kindName: kind?.name ?? '', color: kind?.color ?? '' });
    if (personId === 0 || fields === null) continue;
    persons.set(personId, { recordId, name: kind === undefined ? '' : nameIn(kind.fields.contactPerson, fields) });
  }
  return { records, persons };
}

/**
 * Returns what records and contact persons are called; those that are not there, or in the trash, are left out. In one way to the database. For people who
 * see records alone.
 */
export async function namesOfMembers(
  { db, instance, remembered }: Caller,
  recordIds: readonly number[],
  personIds: readonly number[],
): Promise<NamedMembers> {
  if (recordIds.length === 0 && personIds.length === 0) return namesIn([], []);
  const [members, kinds] = await Promise.all([
    membersById(db, instance.id, recordIds, personIds),
    allKinds({ db, instance, ...(remembered && { remembered }) }),
  ]);
  return namesIn(members, kinds);
}

/**
 * Returns whose numbers are (`+49431123456`), each with at most 50 owners, the record that was changed last first; and what these are called. In one way to
 * the database. For people who see records alone.
 */
export async function namedOwners(
  { db, instance, remembered }: Caller,
  e164: readonly string[],
): Promise<{ readonly owners: readonly NumberOwner[]; readonly names: NamedMembers }> {
  if (e164.length === 0) return { owners: [], names: namesIn([], []) };
  const [owners, kinds] = await Promise.all([
    ownersOfE164(db, instance.id, e164),
    allKinds({ db, instance, ...(remembered && { remembered }) }),
  ]);
  return { owners, names: namesIn(owners, kinds) };
}
