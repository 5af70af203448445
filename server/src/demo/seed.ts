import { sql } from 'kysely';
import { addPerson, createInstance, generatePassword } from '../modules/account/index.ts';
import type { Db } from '../platform/db/database.ts';
import type { Instance, Platform } from '../platform/operation/context.ts';

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
  const known = await owner.selectFrom('instance').select('instance_id').limit(1).executeTakeFirst();
  if (known !== undefined) return undefined;
  return owner.transaction().execute(async (db) => {
    const instanceId = await createInstance(db, { name: 'demo', title: 'Brookmann Fülltechnik' });
    await sql`select set_config('app.instance', ${String(instanceId)}, true)`.execute(db);
    await sql`update instance set settings = ${JSON.stringify({ demoSince: new Date(platform.now()).toISOString() })}::jsonb
      where instance_id = ${instanceId}`.execute(db);
    const people: SeededPerson[] = [];
    for (const person of DEMO_PEOPLE) {
      const chosen = password ?? generatePassword();
      await addPerson(db, instanceId, { ...person, email: `${person.userName}@${DEMO_DOMAIN}`, password: chosen });
      people.push({ userName: person.userName, password: chosen });
    }
    return people;
  });
}

/** The demo whose mails are still to come, and the moment that they lead up to. */
export async function fillingSince(owner: Db): Promise<{ instance: Instance; since: Date } | undefined> {
  const row = await owner
    .selectFrom('instance')
    .selectAll()
    .where(sql<boolean>`settings ? 'demoSince'`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const instance = { id: row.instance_id, name: row.name, title: row.title, settings: row.settings };
  return { instance, since: new Date(String(row.settings['demoSince'])) };
}

/** Says that the demo has all its mails. */
export async function finishFilling(owner: Db, instanceId: number): Promise<void> {
  await sql`update instance set settings = settings - 'demoSince' where instance_id = ${instanceId}`.execute(owner);
}
