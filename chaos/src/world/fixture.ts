import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_RIGHTS } from '@kontor/contract/account';
import { sql } from 'kysely';
import { openPlatform } from '../../../server/src/open-platform.ts';
import { addPerson, changeRights, createInstance } from '../../../server/src/modules/account/index.ts';
import { seedBox, seedItem } from '../../../server/src/modules/activity/factory.ts';
import { openAddress } from '../../../server/src/modules/mail/index.ts';
import { makeMessage } from '../../../server/src/modules/message/index.ts';
import { loadConfig } from '../../../server/src/platform/config/config.ts';
import { openDatabase, type Database } from '../../../server/src/platform/db/database.ts';
import { createLogger } from '../../../server/src/platform/log/logger.ts';
import { createChange, type Change } from '../../../server/src/platform/operation/change.ts';
import type { Instance } from '../../../server/src/platform/operation/context.ts';
import { wordOf, type Words } from '../clients/words.ts';

export const INSTANCES = ['nord', 'west'] as const;
/** The same in every instance. `dora` loses a right now and then. */
export const PEOPLE = ['anna', 'ben', 'carl', 'dora'] as const;
export const PASSWORD = 'correct horse battery';

const OWN_ITEMS = 20;
/** Scripts of each person, and how many of the person's items each has for itself. */
const SCRIPTS = 3;
const ITEMS_OF_SCRIPT = 4;
const TEAM_ITEMS = 36;
const PAIR_ITEMS = 24;
const TEAM = ['anna', 'ben', 'carl', 'dora'] as const;
const PAIR = ['ben', 'carl'] as const;
/** Messages, each by the first of its people to the others. `dora`, who may see nothing of any item now and then, has none. */
const MESSAGES: readonly (readonly (typeof PEOPLE)[number][])[] = [
  ['anna', 'ben'],
  ['ben', 'carl'],
  ['carl', 'anna'],
  ['anna', 'ben', 'carl'],
];

/** A message, all of whose people read the same. */
export interface Talk {
  readonly id: number;
  /** Whose segment it is; 0 where everybody reads everything. */
  readonly segment: number;
  readonly readers: readonly string[];
}

export interface Member {
  readonly instance: string;
  readonly person: string;
  readonly userId: number;
  /** For each script of this person the items that it alone changes. */
  readonly scripted: readonly (readonly number[])[];
  /** Items of boxes. */
  readonly shared: readonly number[];
  readonly talks: readonly Talk[];
}

export interface Fixture {
  readonly members: readonly Member[];
  /** Addresses that mail may be sent to, and who reads it. */
  readonly addresses: readonly {
    readonly address: string;
    readonly instance: string;
    readonly readers: readonly string[];
  }[];
  /** Does something as an administrator, however often it takes. */
  setMailRight(instance: string, person: string, has: boolean): Promise<void>;
}

/** Fills an empty database with two instances in which everything has the same names and numbers, and plants the words. */
export async function buildFixture(options: {
  /** Connection string of the database at this moment: it may come back at another port. */
  readonly url: () => Promise<string>;
  readonly dataFolder: string;
  /** Settings of the servers, as far as the fixture needs them. */
  readonly env?: Readonly<Record<string, string>>;
  readonly words: Words;
}): Promise<Fixture> {
  const { words } = options;
  const members: Member[] = [];
  const addresses: Fixture['addresses'][number][] = [];
  const instances = new Map<string, Instance>();
  await asAdministrator(options, async (database, change) => {
    for (const name of INSTANCES) {
      await beginAnew(database);
      const id = await createInstance(database.owner, { name, title: name });
      const instance: Instance = { id, name, title: name, settings: {} };
      instances.set(name, instance);
      members.push(...(await settle({ database, change, instance, words, addresses })));
    }
  });
  return {
    members,
    addresses,
    async setMailRight(instanceName, person, has) {
      const instance = instances.get(instanceName);
      const member = members.find((one) => one.instance === instanceName && one.person === person);
      if (instance === undefined || member === undefined) throw new Error(`There is no ${person} in ${instanceName}`);
      const rights = DEFAULT_RIGHTS.filter((right) => has || right !== 'mailList');
      for (;;) {
        try {
          return await asAdministrator(options, (_, change) =>
            change(instance, (ctx) => changeRights(ctx, member.userId, { rights, isAdministrator: false })),
          );
        } catch {
          await sleep(100);
        }
      }
    },
  };
}

/** Works beside the server on its database, as the command line does. */
async function asAdministrator(
  {
    url,
    dataFolder,
    env = {},
  }: {
    readonly url: () => Promise<string>;
    readonly dataFolder: string;
    readonly env?: Readonly<Record<string, string>>;
  },
  work: (database: Database, change: Change) => Promise<void>,
): Promise<void> {
  const log = createLogger('fatal');
  const address = await url();
  const database = await openDatabase({ url: address, poolSize: 2, log });
  try {
    const config = loadConfig({ env: { ...env, KONTOR_DATA: dataFolder, DATABASE_URL: address }, cwd: dataFolder });
    const platform = await openPlatform({ config, database, log });
    await work(
      database,
      createChange(platform, () => undefined),
    );
  } finally {
    await database.close();
  }
}

/** Lets numbers begin at one again, so that both instances have the same ones. */
async function beginAnew(database: Database): Promise<void> {
  await sql`alter table activity alter column activity_id restart with 1`.execute(database.owner);
  await sql`alter table app_user alter column user_id restart with 1`.execute(database.owner);
  await sql`alter table box alter column box_id restart with 1`.execute(database.owner);
}

async function settle(parts: {
  readonly database: Database;
  readonly change: Change;
  readonly instance: Instance;
  readonly words: Words;
  readonly addresses: Fixture['addresses'][number][];
}): Promise<Member[]> {
  const { database, change, instance, words, addresses } = parts;
  const { name } = instance;
  const ids = new Map<string, number>();
  for (const person of PEOPLE) {
    const lastName = wordOf(`${name} ${person}`);
    words.plant(lastName, { instance: name, people: undefined });
    const id = await addPerson(database.forInstance(instance.id), instance.id, {
      userName: person,
      firstName: person,
      lastName,
      password: PASSWORD,
    });
    ids.set(person, id);
  }
  const idOf = (person: string): number => ids.get(person) ?? 0;
  let at = Date.now() - 7 * 24 * 3_600_000;
  const seed = async (box: number, readers: readonly string[], count: number): Promise<number[]> => {
    const made: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const word = wordOf(`${name} ${readers.join('+')} ${box} ${n} ${at}`);
      at += 60_000;
      const userIds = readers.map(idOf);
      const id = await seedItem(change, instance, {
        userIds,
        boxId: box,
        ts: new Date(at),
        information: `Vorgang ${word}`,
      });
      const allowed = { instance: name, people: new Set(readers) };
      words.plant(word, allowed);
      words.plantItem(name, id, allowed);
      made.push(id);
    }
    return made;
  };
  const own = new Map<string, number[]>();
  for (const person of PEOPLE) own.set(person, await seed(0, [person], OWN_ITEMS));
  const team = await seed(await seedBox(change, instance, TEAM.map(idOf), true), TEAM, TEAM_ITEMS);
  const pair = await seed(await seedBox(change, instance, PAIR.map(idOf), false), PAIR, PAIR_ITEMS);
  for (const [local, readers, sharedState] of [
    ['team', TEAM, true],
    ['pair', PAIR, false],
  ] as const) {
    const address = `${local}@${name}.example`;
    const memberIds = readers.map(idOf);
    await change(instance, (ctx) =>
      openAddress(ctx, memberIds[0] ?? 0, { name: local, email: address, memberIds, sharedState }),
    );
    addresses.push({ address, instance: name, readers });
  }
  const talks: Talk[] = [];
  for (const readers of MESSAGES) {
    at += 60_000;
    talks.push(await seedMessage(change, instance, readers, { words, idOf, at }));
  }
  return PEOPLE.map((person) => ({
    instance: name,
    talks: talks.filter(({ readers }) => readers.includes(person)),
    person,
    userId: idOf(person),
    scripted: Array.from({ length: SCRIPTS }, (_, n) =>
      (own.get(person) ?? []).slice(n * ITEMS_OF_SCRIPT, (n + 1) * ITEMS_OF_SCRIPT),
    ),
    shared: [...team, ...((PAIR as readonly string[]).includes(person) ? pair : [])],
  }));
}

/** Has the first of some people begin a message to the others, with a word that is for them alone. */
async function seedMessage(
  change: Change,
  instance: Instance,
  readers: readonly string[],
  { words, idOf, at }: { readonly words: Words; readonly idOf: (person: string) => number; readonly at: number },
): Promise<Talk> {
  const [begunBy = 0, ...receivers] = readers.map(idOf);
  const [only = 0] = receivers;
  const isOpen = receivers.length > 1;
  const word = wordOf(`${instance.name} message ${readers.join('+')}`);
  const allowed = { instance: instance.name, people: new Set(readers) };
  words.plant(word, allowed);
  const id = await change(instance, (ctx) =>
    makeMessage(ctx, {
      begunBy,
      receivers,
      addressee: receivers,
      groupName: null,
      isOpen,
      confirms: false,
      texts: [{ by: begunBy, at, content: `<p>Frage ${word}</p>`, partner: only, replyTo: null, reactions: [] }],
      standings: [begunBy, ...receivers].map((userId) => ({
        userId,
        status: 2 as const,
        readAt: at,
        unread: 0,
        confirmedAt: null,
      })),
    }),
  );
  words.plantItem(instance.name, id, allowed);
  return { id, segment: isOpen ? 0 : only, readers };
}
