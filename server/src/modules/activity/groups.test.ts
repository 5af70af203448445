import type { Group } from '@kontor/contract/account';
import { exampleConditions, savedCommands, type Conditions, type SavedFilter } from '@kontor/contract/activity';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { setUnlocked } from '../account/people.ts';
import { seedBox, seedItem } from './factory.ts';

let server: TestServer;
let instance: Instance;
let second: Instance;
let chief: TestClient;
let anna: TestClient;
let ben: TestClient;
let there: TestClient;
const ids: Record<string, number> = {};
const idOf = (name: string): number => ids[name] ?? 0;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('first');
  second = await server.instance('second');
  for (const name of ['anna', 'ben', 'carla', 'dora']) ids[name] = await server.person(instance, name);
  ids['chief'] = await server.person(instance, 'chief', { isAdministrator: true });
  await server.person(second, 'chief', { isAdministrator: true });
  [chief, anna, ben] = (await Promise.all(['chief', 'anna', 'ben'].map((name) => server.client(instance, name)))) as [
    TestClient,
    TestClient,
    TestClient,
  ];
  there = await server.client(second, 'chief');
  const box = await seedBox(server.change, instance, ['anna', 'ben', 'carla', 'dora'].map(idOf));
  const seed = (information: string, ...people: string[]) =>
    seedItem(server.change, instance, { boxId: box, information, userIds: people.map(idOf) });
  await seed('Pumpe allein', 'anna');
  await seed('Pumpe mit Ben', 'anna', 'ben');
  await seed('Pumpe mit Carla', 'anna', 'carla');
  await seed('Pumpe mit Kollegen', 'anna', 'ben', 'carla');
  await seed('Pumpe ohne Anna', 'ben', 'carla');
});
afterAll(() => server?.close());

let fresh = 0;
const group = (names: readonly string[], by = chief) =>
  by.command<Group>('account.createGroup', { name: `Gruppe ${(fresh += 1)}`, userIds: names.map(idOf) });
const change = async (before: Group, names: readonly string[]): Promise<Group> =>
  chief.command<Group>('account.changeGroup', { ...before, userIds: names.map(idOf) });

const titles = async (query: string, params: object, by = anna) =>
  (await by.query<{ information: string }[]>(query, params)).map(({ information }) => information).toSorted();
const found = (params: object, by = anna) => titles('filter.items', { view: 'all', ...params }, by);

const ALL = ['Pumpe allein', 'Pumpe mit Ben', 'Pumpe mit Carla', 'Pumpe mit Kollegen'];
const BENS = ['Pumpe mit Ben', 'Pumpe mit Kollegen'];
const CARLAS = ['Pumpe mit Carla', 'Pumpe mit Kollegen'];
const EITHERS = ['Pumpe mit Ben', 'Pumpe mit Carla', 'Pumpe mit Kollegen'];

describe('a list with a group', () => {
  test('shows what concerns one of its members, beside the people that are named', async () => {
    const [bens, carlas] = [await group(['ben']), await group(['carla'])];
    const [b, c] = [bens.groupId, carlas.groupId];
    expect(await found({})).toEqual(ALL);
    expect(await found({ groupFilter: [b] })).toEqual(BENS);
    expect(await found({ groupFilter: [b, c] })).toEqual(EITHERS);
    expect(await found({ groupFilter: [b], userFilter: [idOf('carla')] })).toEqual(EITHERS);
    expect(await found({ userFilter: [idOf('carla')] })).toEqual(CARLAS);
    expect(await found({ groupFilter: [b], searchTerm: 'kollegen' })).toEqual(['Pumpe mit Kollegen']);
    expect(await titles('mail.items', { view: 'all', groupFilter: [c] })).toEqual(CARLAS);
    expect(await titles('trash.items', { groupFilter: [c] })).toEqual([]);
  });

  test('follows the group as its members change, on the next page too', async () => {
    let one = await group(['ben']);
    const params = { groupFilter: [one.groupId] };
    expect(await found(params)).toEqual(BENS);
    one = await change(one, ['carla']);
    expect(await found(params)).toEqual(CARLAS);
    const page = async (number: number) =>
      (
        await anna.query<{ information: string }[]>(
          'filter.items',
          { view: 'all', ...params },
          { page: number, limit: 1 },
        )
      ).map(({ information }) => information);
    const first = await page(1);
    await change(one, ['carla', 'ben']);
    expect(new Set([...first, ...(await page(1)), ...(await page(2)), ...(await page(3))])).toEqual(new Set(EITHERS));
  });

  test('shows nobody what is not theirs', async () => {
    const { groupId } = await group(['anna', 'ben', 'carla']);
    expect(await found({ groupFilter: [groupId] })).toEqual(ALL);
    expect(await found({ groupFilter: [groupId] }, chief)).toEqual([]);
    expect(await found({ groupFilter: [groupId] }, ben)).toEqual([
      'Pumpe mit Ben',
      'Pumpe mit Kollegen',
      'Pumpe ohne Anna',
    ]);
  });

  test('is as without it where it is gone, empty or another instance’s, and where all are locked', async () => {
    const [gone, empty, strange, locked] = [
      await group(['ben']),
      await group([]),
      await group([], there),
      await group(['dora']),
    ];
    await chief.command('account.deleteGroup', { groupId: gone.groupId });
    await server.change(instance, (ctx) => setUnlocked(ctx, idOf('dora'), false));
    for (const groupId of [gone.groupId, empty.groupId, strange.groupId, locked.groupId, 2 ** 50])
      expect(await found({ groupFilter: [groupId] }), String(groupId)).toEqual(ALL);
    const others = [gone, empty, strange].map(({ groupId }) => groupId);
    expect(await found({ groupFilter: others, userFilter: [idOf('ben')] })).toEqual(BENS);
    await chief.command('account.restoreGroup', { groupId: gone.groupId });
    expect(await found({ groupFilter: others })).toEqual(BENS);
    await server.change(instance, (ctx) => setUnlocked(ctx, idOf('dora'), true));
  });

  test.each<[string, unknown]>([
    ['a name', ['Service']],
    ['no number', [0]],
    ['one number', 4],
    ['too many', Array.from({ length: 1001 }, (_, n) => n + 1)],
  ])('is refused by %s', async (_, groupFilter) => {
    for (const query of ['filter.items', 'mail.items', 'trash.items']) {
      const answer = await anna.tryQuery(query, { groupFilter });
      expect([answer.status, answer.body.code]).toEqual([422, 'PARAMETERS_INVALID']);
    }
  });
});

const defaultValue = savedCommands.save.example.params;
const NOTHING: Conditions = { ...exampleConditions, view: 'all', direction: 'bidirectional', text: '' };
const save = (given: object, by = anna) =>
  by.command<SavedFilter>('filter.save', {
    ...defaultValue,
    filterId: randomUUID(),
    name: `Filter ${(fresh += 1)}`,
    conditions: NOTHING,
    ...given,
  });
const sharedWith = (...groups: readonly Group[]) => ({
  sharedWith: { everybody: false, userIds: [], groupIds: groups.map(({ groupId }) => groupId) },
});
const one = async (by: TestClient, { filterId }: SavedFilter) =>
  (await by.query<SavedFilter[]>('filter.saved')).find((filter) => filter.filterId === filterId);

describe('a saved filter', () => {
  test('of a group counts what its list shows, and follows the group', async () => {
    let bens = await group(['ben']);
    const filter = await save({ conditions: { ...NOTHING, groupIds: [bens.groupId] } });
    expect((await one(anna, filter))?.conditions.groupIds).toEqual([bens.groupId]);
    const count = async () => {
      const params = { filterIds: [filter.filterId] };
      return (await anna.query<{ count: number }[]>('filter.savedCounts', params))[0]?.count;
    };
    expect(await count()).toBe(BENS.length);
    bens = await change(bens, ['ben', 'carla']);
    expect(await count()).toBe(EITHERS.length);
    await chief.command('account.deleteGroup', { groupId: bens.groupId });
    expect(await count()).toBe(ALL.length);
  });

  test('that was saved by who knows no groups has none', async () => {
    const { groupIds: _, ...conditions } = NOTHING;
    const filter = await save({ conditions, sharedWith: { everybody: false, userIds: [idOf('ben')] } });
    expect(filter.conditions).toEqual(NOTHING);
    expect(filter.sharedWith).toEqual({ everybody: false, userIds: [idOf('ben')], groupIds: [] });
    await server.platform.database
      .forInstance(instance.id)
      .updateTable('saved_filter')
      .set({ conditions: JSON.stringify(conditions) })
      .where('filter_id', '=', filter.filterId)
      .execute();
    expect((await one(ben, filter))?.conditions).toEqual(NOTHING);
  });

  test('shared with a group is seen by who is in it, for as long as they are', async () => {
    let bens = await group(['ben', 'anna']);
    const filter = await save(sharedWith(bens));
    expect(filter.sharedWith.groupIds).toEqual([bens.groupId]);
    expect(await one(ben, filter)).toMatchObject({
      changeable: false,
      sharedWith: { everybody: false, userIds: [], groupIds: [] },
    });
    const carla = await server.client(instance, 'carla');
    expect(await one(carla, filter)).toBeUndefined();
    expect(await one(chief, filter)).toBeUndefined();
    expect((await ben.tryCommand('filter.pin', { filterId: filter.filterId, pinned: true })).status).toBe(200);
    for (const code of [
      (await ben.tryCommand('filter.delete', { filterId: filter.filterId })).body.code,
      (await ben.tryCommand('filter.save', cut(filter))).body.code,
    ])
      expect(code).toBe('RIGHT_MISSING');

    bens = await change(bens, ['carla', 'chief']);
    expect(await one(ben, filter)).toBeUndefined();
    expect((await ben.tryCommand('filter.pin', { filterId: filter.filterId, pinned: false })).body.code).toBe(
      'NOT_FOUND',
    );
    expect(await one(carla, filter)).toBeDefined();
    expect(await one(anna, filter)).toBeDefined();
    // An administrator who sees it by the group changes it.
    expect(await one(chief, filter)).toMatchObject({
      changeable: true,
      sharedWith: { groupIds: [bens.groupId] },
    });
    bens = await change(bens, ['ben']);
    expect((await one(ben, filter))?.pinned).toBe(1);
  });

  test('loses a group that is deleted, gets it back with it, and not once it was saved without it', async () => {
    const [bens, carlas] = [await group(['ben']), await group(['carla'])];
    const filter = await save(sharedWith(bens, carlas));
    await chief.command('account.deleteGroup', { groupId: bens.groupId });
    expect(await one(ben, filter)).toBeUndefined();
    expect((await one(anna, filter))?.sharedWith.groupIds).toEqual([carlas.groupId]);
    await chief.command('account.restoreGroup', { groupId: bens.groupId });
    expect(await one(ben, filter)).toBeDefined();
    await chief.command('account.deleteGroup', { groupId: bens.groupId });
    const again = await save({ ...cut(filter), ...sharedWith(bens, carlas), aggregateVersion: 1 });
    expect(again.sharedWith.groupIds).toEqual([carlas.groupId]);
    await chief.command('account.restoreGroup', { groupId: bens.groupId });
    expect(await one(ben, filter)).toBeUndefined();
  });

  test('is not shared with groups that are nobody’s here', async () => {
    const strange = await group([], there);
    const filter = await save({
      sharedWith: { everybody: false, userIds: [], groupIds: [strange.groupId, 999_999, 2 ** 50] },
    });
    expect(filter.sharedWith.groupIds).toEqual([]);
    for (const groupIds of [['Service'], [0], 4]) {
      const params = { ...defaultValue, sharedWith: { everybody: false, userIds: [], groupIds } };
      expect((await anna.tryCommand('filter.save', params)).body.code).toBe('PARAMETERS_INVALID');
    }
  });

  test('is told to the members of its groups, and a change of these to all', async () => {
    const bens = await group(['ben']);
    const [bensPeer, chiefs] = await Promise.all([StompPeer.as(ben), StompPeer.as(chief)]);
    const filter = await save(sharedWith(bens));
    const ofFilters = { type: 'filter.changed', payload: { keys: ['filters'] } };
    const ofGroups = { type: 'account.groupsChanged', payload: { keys: ['groups'] } };
    expect(await bensPeer.event()).toMatchObject(ofFilters);
    await save({ ...cut(filter), ...sharedWith(), aggregateVersion: 1 });
    expect(await bensPeer.event()).toMatchObject(ofFilters);
    await change(bens, ['anna']);
    expect(await bensPeer.event()).toMatchObject(ofGroups);
    // The administrator has heard nothing of the filter.
    expect(await chiefs.event()).toMatchObject(ofGroups);
    bensPeer.close();
    chiefs.close();
  });
});

/** What a filter is saved by. */
function cut({ filterId, aggregateVersion, name, list, conditions, sort, sharedWith }: SavedFilter) {
  return { filterId, aggregateVersion, name, list, conditions, sort, sharedWith };
}
