import {
  MAX_GROUPS,
  MAX_GROUP_NAME,
  MAX_MEMBERS,
  type AuditEntry,
  type FilterUser,
  type Group,
} from '@kontor/contract/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { groupsOfPerson, knownGroupIds, membersOf } from './store/groups.ts';
import { sweepInstance } from './store/sweep.ts';
import { setActive, setUnlocked } from './people.ts';

let server: TestServer;
let instance: Instance;
let second: Instance;
let chief: TestClient;
let anna: TestClient;
let there: TestClient;
const ids: Record<string, number> = {};
const idOf = (name: string): number => ids[name] ?? 0;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('first');
  second = await server.instance('second');
  for (const name of ['anna', 'ben', 'carla']) ids[name] = await server.person(instance, name);
  ids['emil'] = await server.person(instance, 'emil', { rights: [] });
  ids['chief'] = await server.person(instance, 'chief', { isAdministrator: true });
  ids['stranger'] = await server.person(second, 'chief', { isAdministrator: true });
  [chief, anna] = [await server.client(instance, 'chief'), await server.client(instance, 'anna')];
  there = await server.client(second, 'chief');
});
afterAll(() => server?.close());
beforeEach(async () => {
  await sql`delete from person_group`.execute(server.platform.database.owner);
});

const db = () => server.platform.database.forInstance(instance.id);
const create = (about: object = {}, by = chief) =>
  by.tryCommand<Group>('account.createGroup', { name: 'Service', userIds: [idOf('anna'), idOf('ben')], ...about });
const made = async (about: object = {}, by = chief): Promise<Group> => {
  const { body } = await create(about, by);
  expect(body).toMatchObject({ success: true });
  return body.data;
};
const change = ({ groupId, aggregateVersion, name, userIds }: Group, about: object = {}, by = chief) =>
  by.tryCommand<Group>('account.changeGroup', { groupId, aggregateVersion, name, userIds, ...about });
const remove = ({ groupId }: Group, by = chief) => by.tryCommand('account.deleteGroup', { groupId });
const restore = ({ groupId }: Group, by = chief) => by.tryCommand<Group>('account.restoreGroup', { groupId });
const groups = (by = chief) => by.query<Group[]>('account.groups');
const offered = async (by = anna, query = 'module.users', params: object = { module: 'email' }) => {
  const answer = await by.query<FilterUser[] | { users: FilterUser[] }>(query, params);
  return (Array.isArray(answer) ? answer : answer.users).filter(({ groupId }) => groupId !== undefined);
};

describe('a group', () => {
  test('is made, changed by its version, deleted, and comes back as it was', async () => {
    const group = await made({ name: '  Service\r\n Nord\u200b', userIds: [idOf('ben'), idOf('anna'), idOf('ben')] });
    expect(group).toEqual({
      groupId: expect.any(Number),
      aggregateVersion: 1,
      name: 'Service Nord',
      userIds: [idOf('anna'), idOf('ben')],
    });
    expect(await groups()).toEqual([group]);
    const changed = (await change(group, { name: 'Service', userIds: [idOf('carla')] })).body.data;
    expect(changed).toEqual({ ...group, aggregateVersion: 2, name: 'Service', userIds: [idOf('carla')] });
    const late = await change(group, { name: 'Zu spät' });
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((late.body as unknown as { data: Group }).data).toEqual(changed);
    expect((await remove(group)).status).toBe(200);
    expect(await groups()).toEqual([]);
    for (const answer of [await remove(group), await change(changed)])
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    const back = (await restore(group)).body.data;
    expect(back).toEqual({ ...changed, aggregateVersion: 4 });
    expect((await restore(group)).body.code).toBe('NOT_FOUND');
  });

  test('may be empty, and groups come by name', async () => {
    for (const name of ['zuletzt', 'Äpfel', 'Birnen']) await made({ name, userIds: [] });
    expect((await groups()).map(({ name, userIds }) => [name, userIds])).toEqual([
      ['Äpfel', []],
      ['Birnen', []],
      ['zuletzt', []],
    ]);
  });

  test('bears a name that no other has, whatever the case, until it is deleted', async () => {
    const first = await made({ name: 'Büro' });
    const other = await made({ name: 'Lager' });
    for (const answer of [await create({ name: ' BÜRO ' }), await change(other, { name: 'büro' })])
      expect([answer.status, answer.body.code]).toEqual([422, 'NAME_TAKEN']);
    expect((await change(first, { name: 'BÜRO' })).status).toBe(200);
    await remove(first);
    const next = await made({ name: 'Büro' });
    expect((await restore(first)).body.code).toBe('NAME_TAKEN');
    await remove(next);
    expect((await restore(first)).status).toBe(200);
    // Of some that are made at once, one is.
    const answers = await Promise.all(['Zwei', 'zwei', 'ZWEI'].map((name) => create({ name })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  });

  test('is one of no more than so many, also where one comes back', async () => {
    const all: Group[] = [];
    for (let n = 0; n < MAX_GROUPS; n += 1) all.push(await made({ name: `Gruppe ${n}`, userIds: [] }));
    const more = await create({ name: 'Noch eine' });
    expect([more.status, more.body.code]).toEqual([422, 'TOO_MANY_GROUPS']);
    await remove(all[0] as Group);
    await made({ name: 'Noch eine' });
    expect((await restore(all[0] as Group)).body.code).toBe('TOO_MANY_GROUPS');
    expect((await create({ name: 'Anderswo', userIds: [] }, there)).status).toBe(200);
  });

  test('is swept thirty days after it was deleted, and not before', async () => {
    const group = await made();
    await remove(group);
    const day = 24 * 3_600_000;
    await sweepInstance(db(), instance.id, Date.now() + 29 * day);
    expect((await restore(group)).status).toBe(200);
    await remove(group);
    await sweepInstance(db(), instance.id, Date.now() + 31 * day);
    expect((await restore(group)).body.code).toBe('NOT_FOUND');
    const left = await sql`select from person_group_member where group_id = ${group.groupId}`.execute(db());
    expect(left.rows).toHaveLength(0);
  });

  test('that is made twice by one command is one', async () => {
    const processId = server.platform.newId();
    const params = { name: 'Einmal', userIds: [] };
    for (let n = 0; n < 2; n += 1)
      expect((await chief.tryCommand('account.createGroup', params, { processId })).status).toBe(200);
    expect(await groups()).toHaveLength(1);
  });
});

describe('refused is', () => {
  test.each<[string, object, number, string]>([
    ['no name', { name: '' }, 422, 'NAME_REQUIRED'],
    ['a name of blanks', { name: ' \n ' }, 422, 'NAME_REQUIRED'],
    ['a name of what nobody sees', { name: '\u200b\u2066' }, 422, 'NAME_REQUIRED'],
    ['a name that is too long', { name: 'x'.repeat(MAX_GROUP_NAME + 1) }, 422, 'PARAMETERS_INVALID'],
    ['a name that cannot be stored', { name: 'a\0b' }, 422, 'PARAMETERS_INVALID'],
    ['half a sign', { name: '\ud800' }, 422, 'PARAMETERS_INVALID'],
    ['no people', { userIds: undefined }, 422, 'PARAMETERS_INVALID'],
    ['somebody who is no number', { userIds: ['ben'] }, 422, 'PARAMETERS_INVALID'],
    ['nobody', { userIds: [0] }, 422, 'PARAMETERS_INVALID'],
    ['somebody who is not there', { userIds: [999_999] }, 404, 'NOT_FOUND'],
    ['a number beyond all people', { userIds: [2 ** 52] }, 404, 'NOT_FOUND'],
    [
      'more people than may be in one',
      { userIds: Array.from({ length: MAX_MEMBERS + 1 }, (_, n) => n + 1) },
      422,
      'PARAMETERS_INVALID',
    ],
    ['a field too many', { color: 'red' }, 422, 'PARAMETERS_INVALID'],
  ])('%s', async (_, about, status, code) => {
    const answer = await create(about);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    const group = await made({ name: 'Bleibt' });
    const changed = await change(group, about);
    expect([changed.status, changed.body.code]).toEqual([status, code]);
    expect(await groups()).toEqual([group]);
  });

  test('a group that is not there, whatever its number', async () => {
    const group = await made();
    for (const groupId of [group.groupId + 1, 2 ** 52]) {
      const none = { ...group, groupId };
      for (const answer of [await change(none), await remove(none), await restore(none)])
        expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('somebody of another instance, and another instance’s group', async () => {
    const stranger = idOf('stranger');
    // Numbers are given anew in no instance, so this one is nobody's here.
    expect((await create({ userIds: [stranger] })).body.code).toBe('NOT_FOUND');
    const group = await made();
    for (const answer of [await change(group, {}, there), await remove(group, there), await restore(group, there)])
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    expect(await groups(there)).toEqual([]);
    expect(await offered(there, 'trash.users', {})).toEqual([]);
    expect((await create({ userIds: [stranger] }, there)).status).toBe(200);
    expect((await groups())[0]).toEqual(group);
  });
});

describe('who a group means', () => {
  test('is told to all as a filter user, with the members who may see the module', async () => {
    const group = await made({ userIds: [idOf('anna'), idOf('emil')] });
    const user = {
      userId: 0,
      groupId: group.groupId,
      fullName: '',
      groupName: 'Service',
      active: true,
      UserAvatar: null,
      UserDisplayname: 'Service',
    };
    expect(await offered()).toEqual([{ ...user, userIds: [idOf('anna')] }]);
    expect(await offered(anna, 'module.boxes')).toEqual([{ ...user, userIds: [idOf('anna')] }]);
    const all = [{ ...user, userIds: [idOf('anna'), idOf('emil')] }];
    expect(await offered(anna, 'trash.users', {})).toEqual(all);
    expect(await offered(anna, 'mail.boxes', {})).toEqual(all);
    // People are what they were.
    const people = (await anna.query<FilterUser[]>('module.users', { module: 'email' })).filter(
      ({ userId }) => userId > 0,
    );
    expect(people.map(({ userIds, groupName }) => [userIds.length, groupName])).toEqual(people.map(() => [1, '']));
    expect(people).toHaveLength(4);
  });

  test('is nobody where no member may see the module, where it is empty, and where it is deleted', async () => {
    await made({ name: 'Ohne Recht', userIds: [idOf('emil')] });
    await made({ name: 'Leer', userIds: [] });
    const gone = await made({ name: 'Gelöscht' });
    await remove(gone);
    expect(await offered()).toEqual([]);
    expect((await offered(anna, 'trash.users', {})).map(({ groupName }) => groupName)).toEqual(['Ohne Recht']);
  });

  test('leaves out who is locked or has left, who stays a member and counts again once back', async () => {
    const group = await made({ userIds: [idOf('anna'), idOf('ben'), idOf('carla')] });
    const meant = async () => (await offered())[0]?.userIds;
    await server.change(instance, (ctx) => setUnlocked(ctx, idOf('ben'), false));
    await server.change(instance, (ctx) => setActive(ctx, idOf('carla'), false));
    expect(await meant()).toEqual([idOf('anna')]);
    expect((await groups())[0]?.userIds).toEqual(group.userIds);
    // Who has left can stay, but not come.
    expect((await change(group, { name: 'Umbenannt' })).status).toBe(200);
    expect((await create({ name: 'Neu', userIds: [idOf('carla')] })).body.code).toBe('NOT_FOUND');
    expect(await membersOf(db(), instance.id, [group.groupId])).toEqual([idOf('anna')]);
    expect(await groupsOfPerson(db(), instance.id, idOf('ben'))).toEqual([]);
    await server.change(instance, (ctx) => setUnlocked(ctx, idOf('ben'), true));
    await server.change(instance, (ctx) => setActive(ctx, idOf('carla'), true));
    expect(await meant()).toEqual(group.userIds);
  });

  test('is told to other modules by the door, and of one’s own instance alone', async () => {
    const one = await made();
    const two = await made({ name: 'Büro', userIds: [idOf('carla'), idOf('anna')] });
    const strange = await made({ userIds: [idOf('stranger')] }, there);
    const both = [one.groupId, two.groupId, strange.groupId, 2 ** 40];
    expect(await membersOf(db(), instance.id, both)).toEqual([idOf('anna'), idOf('ben'), idOf('carla')]);
    expect(await membersOf(db(), instance.id, [])).toEqual([]);
    expect(await groupsOfPerson(db(), instance.id, idOf('anna'))).toEqual([one.groupId, two.groupId]);
    expect(await knownGroupIds(db(), instance.id, both)).toEqual([one.groupId, two.groupId]);
    await remove(one);
    expect(await knownGroupIds(db(), instance.id, both)).toEqual([two.groupId]);
    expect(await groupsOfPerson(db(), instance.id, idOf('anna'))).toEqual([two.groupId]);
  });
});

test('each change is told to all of the instance, and to nobody else', async () => {
  await server.person(second, 'paula');
  const paula = await server.client(second, 'paula');
  const [here, elsewhere] = await Promise.all([StompPeer.as(anna), StompPeer.as(paula)]);
  const expected = { type: 'account.groupsChanged', payload: { keys: ['groups'] } };
  const group = await made();
  expect(await here.event()).toMatchObject(expected);
  await change(group, { userIds: [] });
  expect(await here.event()).toMatchObject(expected);
  await remove(group);
  expect(await here.event()).toMatchObject(expected);
  await restore(group);
  expect(await here.event()).toMatchObject(expected);
  // Of somebody who is in none nothing is told; of who is in one, that the group means others.
  await server.change(instance, (ctx) => setUnlocked(ctx, idOf('ben'), false));
  await server.change(instance, (ctx) => setUnlocked(ctx, idOf('ben'), true));
  await change((await groups())[0] as Group, { userIds: [idOf('ben')] });
  expect(await here.event()).toMatchObject({ ...expected, payload: { processIds: [expect.any(String)] } });
  for (const isUnlocked of [false, true]) {
    await server.change(instance, (ctx) => setUnlocked(ctx, idOf('ben'), isUnlocked));
    expect(await here.event()).toMatchObject({ ...expected, payload: { processIds: [] } });
  }
  // What is heard there is their own, and no more than that.
  const own = await made({ name: 'Drüben', userIds: [] }, there);
  await remove(own, there);
  const heard = [await elsewhere.event(), await elsewhere.event()];
  expect(heard).toMatchObject([expected, expected]);
  expect(elsewhere.frames.filter(({ command }) => command === 'MESSAGE')).toEqual([]);
  here.close();
  elsewhere.close();
});

test('each change is written down, with who came and who went', async () => {
  const group = await made({ name: 'Service', userIds: [idOf('anna'), idOf('ben')] });
  await change(group, { name: 'Dienst', userIds: [idOf('ben'), idOf('carla')] });
  await remove(group);
  await restore(group);
  expect((await create({}, anna)).body.code).toBe('RIGHT_MISSING');
  const { entries } = await chief.query<{ entries: AuditEntry[] }>('account.auditLog', { kinds: ['group.changed'] });
  expect(entries.slice(0, 4).map(({ subject, details }) => [subject, details])).toEqual([
    ['Dienst', { change: 'restored', name: '', joined: '', departed: '' }],
    ['Dienst', { change: 'removed', name: '', joined: '', departed: '' }],
    ['Dienst', { change: 'changed', name: 'Service -> Dienst', joined: 'carla', departed: 'anna' }],
    ['Service', { change: 'added', name: '', joined: 'anna, ben', departed: '' }],
  ]);
});
