import type { Access, FieldDefinition } from '@kontor/contract/record';
import type { Person } from '../../../platform/operation/context.ts';

/** Who asks, with the groups that they are in. */
export interface Asker extends Pick<Person, 'id' | 'isAdministrator'> {
  readonly groupIds: ReadonlySet<number>;
}

const RANK: Readonly<Record<Access, number>> = { none: 0, read: 1, write: 2 };

/** Returns the fields that a formula may read: all whose key is anywhere in its text, so that none is missed. */
export function fieldsIn(formula: string, all: readonly FieldDefinition[]): readonly FieldDefinition[] {
  const words = new Set(formula.match(/[A-Za-z_$][A-Za-z0-9_$]*/g));
  return all.filter(({ key }) => words.has(key));
}

/** A field with all that its value is made of. */
function sources(field: FieldDefinition, all: readonly FieldDefinition[]): readonly FieldDefinition[] {
  const found = new Set([field]);
  for (const one of found)
    if (one.kind === 'computed') for (const source of fieldsIn(one.formula, all)) found.add(source);
  return [...found];
}

/** Whether everybody who sees records reads a field: its values may stand where nobody asks who reads. */
const isOpen = (field: FieldDefinition, all: readonly FieldDefinition[]): boolean =>
  sources(field, all).every(
    ({ rights }) =>
      rights === undefined || (rights.others !== 'none' && rights.groups.every(({ access }) => access !== 'none')),
  );

/** Those of a kind's fields, or of its contact persons', that everybody who sees records reads. */
export const openFields = (fields: readonly FieldDefinition[]): readonly FieldDefinition[] =>
  fields.filter((field) => isOpen(field, fields));

function ownAccess({ rights }: FieldDefinition, { isAdministrator, groupIds }: Asker): Access {
  if (rights === undefined || isAdministrator) return 'write';
  const given = rights.groups.filter(({ groupId }) => groupIds.has(groupId)).map(({ access }) => access);
  return given.toSorted((a, b) => RANK[b] - RANK[a])[0] ?? rights.others;
}

/** What somebody may do with a field. What is computed is read by who reads everything that it is made of, and written by nobody. */
export function accessOf(field: FieldDefinition, all: readonly FieldDefinition[], asker: Asker): Access {
  if (sources(field, all).some((source) => ownAccess(source, asker) === 'none')) return 'none';
  return field.kind === 'computed' ? 'read' : ownAccess(field, asker);
}
