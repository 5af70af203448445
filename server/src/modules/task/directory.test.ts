import type { TaskDetail } from '@kontor/contract/task';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { scaleProfile } from '../../testing/scale-profile.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let benId: number;
let aggregateId: string;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('leute');
  await server.person(instance, 'anna', { isAdministrator: true });
  benId = await server.person(instance, 'ben', { firstName: 'Ben', lastName: 'Adler' });
  anna = await server.client(instance, 'anna');
  const note = { moduleLayout: 'note', title: 'Notiz', content: '<p>Eins</p>', inactive: false };
  ({ aggregateId } = await anna.command<{ aggregateId: string }>('task.create', note));
});
afterAll(() => server?.close());

/** As another process does it, of which this one hears nothing. */
const elsewhere = async (text: string): Promise<void> => {
  await sql.raw(text.replaceAll(':ben', `instance_id = ${instance.id} and user_id = ${benId}`)).execute(owner());
};
const owner = () => server.platform.database.owner;

/** Ben among those who can be made responsible for a note; undefined where he is not. */
const benInNote = async () => {
  const { availableUsers } = await anna.query<TaskDetail>('task.details', { aggregateId });
  return availableUsers.find(({ ID }) => ID === benId);
};
const nameInNote = async () => (await benInNote())?.Displayname;
const namesInNote = async () =>
  (await anna.query<TaskDetail>('task.details', { aggregateId })).availableUsers.map(({ Displayname }) => Displayname);

const AS_BEFORE = `update app_user set user_name = 'ben', first_name = 'Ben', last_name = 'Adler', initial = 'BA', avatar = null,
  rights = (select rights from app_user a where a.instance_id = app_user.instance_id and a.user_name = 'anna'), is_active = true where :ben`;
beforeEach(() => elsewhere(AS_BEFORE));

describe('what another process has changed of a person is known with the next question', () => {
  test.each([
    ['first name', `first_name = 'Bernd'`, 'Bernd Adler'],
    ['last name', `last_name = 'Zander'`, 'Ben Zander'],
    ['no name', `first_name = '', last_name = ''`, 'ben'],
    ['sign-in name', `user_name = 'benno', first_name = '', last_name = ''`, 'benno'],
    ['right', `rights = 0`, undefined],
    ['leave', `is_active = false`, undefined],
  ])('%s', async (_what, set, name) => {
    expect(await nameInNote()).toBe('Ben Adler');
    expect(await nameInNote()).toBe('Ben Adler');
    await elsewhere(`update app_user set ${set} where :ben`);
    expect(await nameInNote()).toBe(name);
    await elsewhere(AS_BEFORE);
    expect(await nameInNote()).toBe('Ben Adler');
  });

  test('picture', async () => {
    expect((await benInNote())?.UserAvatar).toBeNull();
    await elsewhere(`update app_user set avatar = repeat('ab', 32) where :ben`);
    expect((await benInNote())?.UserAvatar).toContain('abababab');
  });

  test('letters, as the history of an item has them', async () => {
    const letters = async () => {
      const changes = await anna.query<{ userId: number | null; initial: string; name: string }[]>('activity.history', {
        aggregateId,
        before: null,
      });
      return changes.map(({ initial, name }) => `${initial} ${name}`);
    };
    await sql`insert into item_change (instance_id, activity_id, user_id, at, until, differences)
      select ${instance.id}, task_id, ${benId}, 1, 1, '[{"field":"title","before":"a","after":"b"}]' from task where instance_id = ${instance.id}`.execute(
      owner(),
    );
    expect(await letters()).toContain('BA Ben Adler');
    await elsewhere(`update app_user set initial = 'XY' where :ben`);
    expect(await letters()).toContain('XY Ben Adler');
  });

  test('who comes and who goes, in the order of names', async () => {
    const before = await namesInNote();
    await server.person(instance, 'carla', { firstName: 'Carla', lastName: 'Ärmel' });
    expect(await namesInNote()).toEqual(['Ben Adler', 'Carla Ärmel', ...before.slice(1)]);
    await elsewhere(`delete from app_user where instance_id = ${instance.id} and user_name = 'carla'`);
    expect(await namesInNote()).toEqual(before);
  });
});

test('what is not committed yet is not known, and what was taken back never is', async () => {
  const rename = (name: string, isKept: boolean) =>
    owner()
      .transaction()
      .execute(async (tx) => {
        await sql`update app_user set first_name = ${name} where instance_id = ${instance.id} and user_id = ${benId}`.execute(
          tx,
        );
        expect(await nameInNote()).toBe('Ben Adler');
        if (!isKept) throw new Error('Taken back');
      });
  await expect(rename('Bodo', false)).rejects.toThrow('Taken back');
  expect(await nameInNote()).toBe('Ben Adler');
  await rename('Bodo', true);
  expect(await nameInNote()).toBe('Bodo Adler');
});

test('people of another instance are others, and an instance goes with its people', async () => {
  const other = await server.instance('andere');
  await server.person(other, 'anna', { isAdministrator: true, firstName: 'Anna', lastName: 'Dort' });
  const there = await server.client(other, 'anna');
  const { aggregateId: theirs } = await there.command<{ aggregateId: string }>('task.create', {
    moduleLayout: 'note',
    title: 'Dort',
    content: '',
    inactive: false,
  });
  const { availableUsers } = await there.query<TaskDetail>('task.details', { aggregateId: theirs });
  expect(availableUsers.map(({ Displayname }) => Displayname)).toEqual(['Anna Dort']);
  expect(await nameInNote()).toBe('Ben Adler');
  const gone = await server.instance('weg');
  await server.person(gone, 'emil');
  await sql`delete from instance where instance_id = ${gone.id}`.execute(owner());
  const { rows } = await sql`select from change_stamp where instance_id = ${gone.id}`.execute(owner());
  expect(rows).toEqual([]);
});

// Another process than the one that was asked first may read them for the first time.
test.skipIf(scaleProfile() !== undefined)('a change that nobody counts would be noticed here', async () => {
  expect(await nameInNote()).toBe('Ben Adler');
  await elsewhere('alter table app_user disable trigger people_are_others_by_name');
  try {
    await elsewhere(`update app_user set first_name = 'Unbemerkt' where :ben`);
    expect(await nameInNote()).toBe('Ben Adler');
  } finally {
    await elsewhere('alter table app_user enable trigger people_are_others_by_name');
  }
  await elsewhere(`update app_user set first_name = 'Bemerkt' where :ben`);
  expect(await nameInNote()).toBe('Bemerkt Adler');
});
