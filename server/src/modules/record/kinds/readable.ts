import type { FieldDefinition, KindColumn } from '@kontor/contract/record';
import { RECORD_COLUMNS } from '@kontor/contract/record';
import type { Db } from '../../../platform/db/database.ts';
import type { Instance, Person, QueryContext } from '../../../platform/operation/context.ts';
import { groupsOfPerson } from '../../account/index.ts';
import { ownFields } from '../rules.ts';
import { readKinds, type KindRow } from '../store/kinds.ts';
import { accessOf, type Asker } from './rights.ts';

/**
 * A kind as somebody may read it: `fields` and `columns` hold nothing else, and nothing of what was taken out. It has no version, so that
 * nobody writes a record by it: that takes the whole kind.
 */
export interface ReadableKind extends Omit<KindRow, 'version' | 'deleted_at'> {
  /** Keys of the fields of the record that the person may write. */
  readonly writable: ReadonlySet<string>;
  /** The same of those of its contact persons. */
  readonly writableOfPersons: ReadonlySet<string>;
}

interface Caller {
  readonly db: Db;
  readonly instance: Pick<Instance, 'id'>;
  readonly person: Pick<Person, 'id' | 'isAdministrator'>;
  readonly remembered?: QueryContext['remembered'];
}

/** Under this number the changes of kinds are counted, by triggers. */
const KINDS = -1;

/** All kinds of an instance in their order; in a query from memory, where none of them has changed since. */
export const allKinds = ({ db, instance, remembered }: Omit<Caller, 'person'>): Promise<readonly KindRow[]> => {
  const read = () => readKinds(db, instance.id);
  return remembered === undefined ? read() : remembered(KINDS, read);
};

/**
 * The kinds of an instance in their order, or some of them, as a person may read them: the one door to what stands in records, for people
 * who see records.
 */
export async function readableKinds(caller: Caller, kindIds?: readonly number[]): Promise<readonly ReadableKind[]> {
  if (caller.remembered === undefined)
    return asReadable(caller, await readKinds(caller.db, caller.instance.id, kindIds));
  const kinds = await allKinds(caller);
  return asReadable(caller, kindIds === undefined ? kinds : kinds.filter(({ kind_id }) => kindIds.includes(kind_id)));
}

/** The same of kinds that were read. */
export async function asReadable(
  { db, instance, person }: Caller,
  kinds: readonly KindRow[],
): Promise<readonly ReadableKind[]> {
  const isRestricted =
    !person.isAdministrator && kinds.some(({ fields }) => JSON.stringify(fields).includes('"rights"'));
  const groupIds = new Set(isRestricted ? await groupsOfPerson(db, instance.id, person.id) : []);
  return kinds.map((kind) => toReadable(kind, { ...person, groupIds }));
}

function toReadable(kind: KindRow, asker: Asker): ReadableKind {
  const { leftColumn, rightColumn, contactPerson } = kind.fields;
  const own = new Map(
    ownFields(kind.fields).map((field) => [field.key, accessOf(field, ownFields(kind.fields), asker)]),
  );
  const ofPersons = new Map(contactPerson.map((field) => [field.key, accessOf(field, contactPerson, asker)]));
  const writable = (access: typeof own) => new Set([...access].flatMap(([key, can]) => (can === 'write' ? key : [])));
  const shown = (fields: readonly FieldDefinition[], access: typeof own): FieldDefinition[] =>
    fields.flatMap(({ rights: _rights, ...field }) => {
      const can = access.get(field.key) ?? 'none';
      return can === 'none' ? [] : { ...field, ...(can === 'write' ? {} : { isReadOnly: true }) };
    });
  const fields = {
    leftColumn: shown(leftColumn, own),
    rightColumn: shown(rightColumn, own),
    contactPerson: shown(contactPerson, ofPersons),
  };
  const { version: _version, deleted_at: _deleted, ...about } = kind;
  return {
    ...about,
    fields,
    columns: shownColumns(kind.columns, ownFields(fields)),
    writable: writable(own),
    writableOfPersons: writable(ofPersons),
  };
}

/** The columns of fields that are read, called as these are, and those that are of no field. */
function shownColumns(columns: readonly KindColumn[], fields: readonly FieldDefinition[]): readonly KindColumn[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return columns.flatMap((column) => {
    const field = byKey.get(column.key);
    if (field !== undefined) return { ...column, label: field.label, kind: field.kind };
    return (RECORD_COLUMNS as readonly string[]).includes(column.key) ? { ...column, kind: column.key } : [];
  });
}
