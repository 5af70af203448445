import { RIGHTS, bitsToRights, type Right } from '@kontor/contract/account';
import { readInstances, readPeople, type PersonRow } from '../modules/account/index.ts';
import type { Instance } from '../platform/operation/context.ts';
import { CliError } from './cli-error.ts';
import type { Work } from './work.ts';

/** The instance of a name, as typed. */
export async function findInstance({ store }: Work, name: string): Promise<Instance> {
  const instances = await readInstances(store.database.owner);
  const found = instances.find((instance) => instance.name === name.trim().toLowerCase());
  if (found !== undefined) return found;
  const known = instances.map((instance) => instance.name).join(', ');
  throw new CliError(`There is no instance "${name}"; ${known === '' ? 'there is none yet' : `there are: ${known}`}.`);
}

/** The people of an instance by the names on the command line. */
export async function findPerson(work: Work, instance: Instance, userName: string): Promise<PersonRow> {
  const people = await readPeople(work.store.database.forInstance(instance.id), instance.id);
  const found = people.find((person) => person.user_name === userName.trim().toLowerCase());
  return found ?? unknownPerson(instance, userName);
}

function unknownPerson(instance: Instance, userName: string): never {
  throw new CliError(
    `There is no person "${userName}" in "${instance.name}"; \`kontor person list ${instance.name}\` shows who is there.`,
  );
}

/** A person as scripts get it. */
export const toPersonAnswer = (person: PersonRow) => ({
  id: person.user_id,
  userName: person.user_name,
  firstName: person.first_name,
  lastName: person.last_name,
  email: person.email,
  isAdministrator: person.is_administrator,
  isUnlocked: person.is_unlocked,
  isActive: person.is_active,
  rights: rightsOf(person),
  openSessions: person.open_sessions,
  lastSeen: person.last_used_at?.toISOString() ?? null,
});

export function rightsOf(person: PersonRow): readonly Right[] {
  const flags = bitsToRights(person.rights);
  return RIGHTS.filter((right) => flags[right]);
}

/** Rights by their names as typed; their case does not matter. */
export function parseRights(names: readonly string[]): readonly Right[] {
  return names
    .flatMap((name) => name.split(','))
    .filter(Boolean)
    .map((name) => {
      const right = RIGHTS.find((known) => known.toLowerCase() === name.trim().toLowerCase());
      if (right === undefined) throw new CliError(`There is no right "${name}"; the rights are ${RIGHTS.join(', ')}.`);
      return right;
    });
}
