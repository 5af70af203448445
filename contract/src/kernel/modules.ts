import * as v from 'valibot';

/** The kinds of item, by the short name that list entries and counts use. The order is the number kept in the database, from 1. */
export const MODULE_NAMES = [
  'email',
  'phonecall',
  'document',
  'note',
  'task',
  'message',
  'appointment',
  'activity',
] as const;

export type ModuleName = (typeof MODULE_NAMES)[number];
export const ModuleNameSchema = v.picklist(MODULE_NAMES);

/** Number of a module as the database keeps it, from 1. */
export const moduleNumber = (name: ModuleName): number => MODULE_NAMES.indexOf(name) + 1;

/** Module of a number from the database. Throws RangeError for a number that is none. */
export function moduleOfNumber(number: number): ModuleName {
  const name = MODULE_NAMES[number - 1];
  if (name === undefined) throw new RangeError(`No module has the number ${number}`);
  return name;
}
