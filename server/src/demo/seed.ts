import { addPerson, createInstance, generatePassword, insertGroup, setGroupMembers } from '../modules/account/index.ts';
import { insertChoice } from '../modules/presence/index.ts';
import { writeChoices } from '../modules/settings/index.ts';
import type { Platform } from '../platform/operation/context.ts';
import { beginFilling, hasInstances } from './store.ts';

export const DEMO_DOMAIN = 'brookmann.example';

/** Who administers it, and reads what its customers get. */
export const DEMO_ADMINISTRATOR = 'anna';

const DEMO_PEOPLE = [
  { userName: DEMO_ADMINISTRATOR, firstName: 'Anna', lastName: 'Berger', isAdministrator: true },
  { userName: 'ben', firstName: 'Ben', lastName: 'Krüger', isAdministrator: false },
  { userName: 'chris', firstName: 'Chris', lastName: 'Okafor', isAdministrator: false },
] as const;

/** What its people have chosen: what is due and meant for them stands above what merely came. Older than anything they choose themselves. */
const DEMO_CHOICES = [{ key: 'grouping', value: 'reason', version: 1 }];

/** What its people say of themselves, by the numbers of the states that every instance begins with. */
const DEMO_STATES: Readonly<Record<string, { readonly stateId: number; readonly text: string | null }>> = {
  anna: { stateId: 1, text: null },
  ben: { stateId: 5, text: null },
  chris: { stateId: 8, text: 'Fachpack in Nürnberg' },
};

/** Who answers for what, by the names of people. */
const DEMO_GROUPS: Readonly<Record<string, readonly string[]>> = {
  Service: ['anna', 'ben'],
  Vertrieb: ['anna', 'chris'],
};

export interface SeededPerson {
  readonly userName: string;
  readonly password: string;
}

/**
 * Creates the instance `demo` with its three people and two groups on a database that has no instance at all, in one transaction.
 * Returns who they are, or undefined where there is an instance already.
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
    const ids = new Map<string, number>();
    for (const person of DEMO_PEOPLE) {
      const chosen = password ?? generatePassword();
      const email = `${person.userName}@${DEMO_DOMAIN}`;
      const id = await addPerson(db, instanceId, { ...person, email, password: chosen });
      ids.set(person.userName, id);
      await writeChoices(db, instanceId, id, DEMO_CHOICES);
      const said = DEMO_STATES[person.userName];
      if (said !== undefined) await insertChoice(db, instanceId, id, { ...said, chosenAt: new Date(platform.now()) });
      people.push({ userName: person.userName, password: chosen });
    }
    for (const [name, userNames] of Object.entries(DEMO_GROUPS)) {
      const groupId = await insertGroup(db, instanceId, name);
      const members = userNames.flatMap((userName) => ids.get(userName) ?? []);
      await setGroupMembers(db, instanceId, groupId, members);
    }
    return people;
  });
}
