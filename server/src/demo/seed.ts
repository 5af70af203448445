import { addPerson, createInstance, generatePassword } from '../modules/account/index.ts';
import type { Platform } from '../platform/operation/context.ts';
import { beginFilling, hasInstances } from './store.ts';

export const DEMO_DOMAIN = 'brookmann.example';

const DEMO_PEOPLE = [
  { userName: 'anna', firstName: 'Anna', lastName: 'Berger', isAdministrator: true },
  { userName: 'ben', firstName: 'Ben', lastName: 'Krüger', isAdministrator: false },
  { userName: 'chris', firstName: 'Chris', lastName: 'Okafor', isAdministrator: false },
] as const;

export interface SeededPerson {
  readonly userName: string;
  readonly password: string;
}

/**
 * Creates the instance `demo` with its three people on a database that has no instance at all, in one transaction.
 * Answers who they are, or undefined where there is an instance already.
 */
export async function seedDemo(
  platform: Platform,
  password: string | undefined,
): Promise<readonly SeededPerson[] | undefined> {
  const { owner } = platform.database;
  if (await hasInstances(owner)) return undefined;
  return owner.transaction().execute(async (db) => {
    const instanceId = await createInstance(db, { name: 'demo', title: 'Brookmann Fülltechnik' });
    await beginFilling(db, instanceId, new Date(platform.now()));
    const people: SeededPerson[] = [];
    for (const person of DEMO_PEOPLE) {
      const chosen = password ?? generatePassword();
      await addPerson(db, instanceId, { ...person, email: `${person.userName}@${DEMO_DOMAIN}`, password: chosen });
      people.push({ userName: person.userName, password: chosen });
    }
    return people;
  });
}
