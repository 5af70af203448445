import {
  COUNT_CAP,
  MAX_FILTERS,
  MAX_PINNED,
  exampleConditions,
  savedCommands,
  type Conditions,
  type SavedFilter,
} from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { seedBox, seedItem, type ItemSeed } from '../factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let chief: TestClient;
let emil: TestClient;
const ids: Record<string, number> = {};
const idOf = (name: string): number => ids[name] ?? 0;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('first');
  for (const name of ['anna', 'ben']) ids[name] = await server.person(instance, name);
  ids['chief'] = await server.person(instance, 'chief', { isAdministrator: true });
  ids['emil'] = await server.person(instance, 'emil', { rights: [] });
  [anna, ben, chief, emil] = (await Promise.all(
    ['anna', 'ben', 'chief', 'emil'].map((name) => server.client(instance, name)),
  )) as [TestClient, TestClient, TestClient, TestClient];
});
afterAll(() => server?.close());

const defaultValue = savedCommands.save.example.params;
const NOTHING: Conditions = { ...exampleConditions, view: 'all', direction: 'bidirectional', text: '' };
let fresh = 0;
const save = (client: TestClient, given: object = {}) =>
  client.tryCommand<SavedFilter>('filter.save', {
    ...defaultValue,
    filterId: randomUUID(),
    name: `Filter ${(fresh += 1)}`,
    ...given,
  });
const made = async (client: TestClient, given: object = {}): Promise<SavedFilter> => {
  const { status, body } = await save(client, given);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data;
};
const asSaved = ({ filterId, name, list, conditions, sort, sharedWith }: SavedFilter) => ({
  filterId,
  name,
  list,
  conditions,
  sort,
  sharedWith,
});
const saved = (client: TestClient) => client.query<SavedFilter[]>('filter.saved');
const one = async (client: TestClient, { filterId }: SavedFilter) =>
  (await saved(client)).find((filter) => filter.filterId === filterId);
const remove = (client: TestClient, { filterId }: SavedFilter) => client.tryCommand('filter.delete', { filterId });
const pin = (client: TestClient, { filterId }: SavedFilter, pinned = true) =>
  client.tryCommand<{ filterIds: string[] }>('filter.pin', { filterId, pinned });
const counts = async (client: TestClient, ...filters: readonly SavedFilter[]): Promise<(number | undefined)[]> => {
  const filterIds = filters.map(({ filterId }) => filterId);
  const found = await client.query<{ filterId: string; count: number }[]>('filter.savedCounts', { filterIds });
  return filterIds.map((id) => found.find(({ filterId }) => filterId === id)?.count);
};
const seed = (item: Partial<ItemSeed> = {}) => seedItem(server.change, instance, { userIds: [idOf('anna')], ...item });

test('a filter is made, changed by its version, deleted, and comes back as it was', async () => {
  const filter = await made(anna, { name: '  Offene\r\nRechnungen\u200b ' });
  expect(filter).toMatchObject({ name: 'Offene Rechnungen', aggregateVersion: 1, changeable: true, pinned: null });
  expect(await one(anna, filter)).toEqual(filter);
  expect(await one(ben, filter)).toBeUndefined();

  const next = { ...asSaved(filter), name: 'Rechnungen', conditions: { ...NOTHING, date: { from: '2026-11-01' } } };
  const changed = await made(anna, { ...next, aggregateVersion: 1 });
  expect(changed).toMatchObject({ ...next, aggregateVersion: 2 });
  const late = await save(anna, { ...asSaved(filter), aggregateVersion: 1 });
  expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  expect((late.body as unknown as { data: SavedFilter }).data).toEqual(changed);
  const again = await save(anna, asSaved(filter));
  expect([again.status, again.body.code]).toEqual([409, 'VERSION_CONFLICT']);

  await pin(anna, filter);
  expect((await remove(anna, filter)).status).toBe(200);
  expect(await one(anna, filter)).toBeUndefined();
  expect((await remove(anna, filter)).body.code).toBe('NOT_FOUND');
  expect((await save(anna, { ...asSaved(filter), aggregateVersion: 2 })).body.code).toBe('NOT_FOUND');
  expect(await made(anna, asSaved(changed))).toEqual({ ...changed, aggregateVersion: 3, pinned: 1 });
});

test('the same command sent twice makes one filter, and two devices that make one of a name make one', async () => {
  const params = { ...defaultValue, filterId: randomUUID(), name: 'Einmal' };
  const processId = randomUUID();
  for (let n = 0; n < 2; n += 1) expect((await anna.tryCommand('filter.save', params, { processId })).status).toBe(200);
  const answers = await Promise.all(['Zwei', 'zwei', 'ZWEI'].map((name) => save(anna, { name })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  expect(answers.filter(({ status }) => status === 422).map(({ body }) => body.code)).toEqual([
    'NAME_TAKEN',
    'NAME_TAKEN',
  ]);
  expect((await save(ben, { name: 'Zwei' })).status).toBe(200);
});

describe('what is shared', () => {
  test('is seen and pinned by whom it is shared with, changed by its owner alone, and not there for others', async () => {
    const filter = await made(anna, {
      sharedWith: { everybody: false, userIds: [idOf('ben'), idOf('anna'), 999_999] },
    });
    expect(filter.sharedWith.userIds).toEqual([idOf('ben')]);
    expect(await one(ben, filter)).toMatchObject({
      changeable: false,
      owner: { userId: idOf('anna') },
      sharedWith: { everybody: false, userIds: [] },
    });
    for (const client of [chief, emil]) {
      expect(await one(client, filter)).toBeUndefined();
      const change = { ...asSaved(filter), aggregateVersion: 1 };
      for (const answer of [await save(client, change), await remove(client, filter), await pin(client, filter)])
        expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
      expect((await save(client, asSaved(filter))).body.code).toBe('NOT_FOUND');
      expect(await counts(client, filter)).toEqual([undefined]);
    }
    expect((await save(ben, { ...asSaved(filter), aggregateVersion: 1 })).body.code).toBe('RIGHT_MISSING');
    expect((await remove(ben, filter)).body.code).toBe('RIGHT_MISSING');
    expect((await pin(ben, filter)).body.data).toEqual({ filterIds: [filter.filterId] });
    expect((await one(ben, filter))?.pinned).toBe(1);
    expect((await one(anna, filter))?.pinned).toBe(null);

    const mine = await made(anna, {
      ...asSaved(filter),
      sharedWith: { everybody: false, userIds: [] },
      aggregateVersion: 1,
    });
    expect(await one(ben, filter)).toBeUndefined();
    expect((await pin(ben, filter, false)).body.code).toBe('NOT_FOUND');
    await made(anna, { ...asSaved(mine), sharedWith: { everybody: true, userIds: [] }, aggregateVersion: 2 });
    expect((await one(ben, filter))?.pinned).toBe(1);
  });

  test('with everybody is changed by administrators too, who bring it back as well', async () => {
    const filter = await made(anna, { sharedWith: { everybody: true, userIds: [] } });
    expect(await one(chief, filter)).toMatchObject({ changeable: true });
    expect((await made(chief, { ...asSaved(filter), name: 'Des Hauses', aggregateVersion: 1 })).owner.userId).toBe(
      idOf('anna'),
    );
    expect((await remove(chief, filter)).status).toBe(200);
    expect(await one(anna, filter)).toBeUndefined();
    expect((await made(chief, asSaved(filter))).owner.userId).toBe(idOf('anna'));
  });

  test('is told to those who saw it or see it now, and to nobody else', async () => {
    const [annas, bens, chiefs] = await Promise.all([anna, ben, chief].map((client) => StompPeer.as(client)));
    const expected = { type: 'filter.changed', payload: { keys: ['filters'] } };
    const filter = await made(anna, { sharedWith: { everybody: false, userIds: [idOf('ben')] } });
    for (const peer of [annas, bens]) expect(await peer?.event()).toMatchObject(expected);
    await made(anna, { ...asSaved(filter), sharedWith: { everybody: false, userIds: [] }, aggregateVersion: 1 });
    for (const peer of [annas, bens]) expect(await peer?.event()).toMatchObject(expected);
    await pin(anna, filter);
    expect(await annas?.event()).toMatchObject(expected);
    await remove(anna, filter);
    expect(await annas?.event()).toMatchObject(expected);
    const common = await made(anna, { sharedWith: { everybody: true, userIds: [] } });
    for (const peer of [annas, bens, chiefs]) expect(await peer?.event()).toMatchObject(expected);
    await remove(anna, common);
    for (const peer of [annas, bens, chiefs]) expect(await peer?.event()).toMatchObject(expected);
    for (const peer of [annas, bens, chiefs]) peer?.close();
  });

  test('of a list that one may not see is not there, and cannot be saved', async () => {
    const filter = await made(anna, { list: 'email', sharedWith: { everybody: true, userIds: [] } });
    expect(await one(ben, filter)).toBeDefined();
    expect(await one(emil, filter)).toBeUndefined();
    expect((await save(emil, { list: 'email' })).body.code).toBe('RIGHT_MISSING');
    expect((await save(emil, { list: 'trash' })).status).toBe(200);
  });
});

describe('the menu', () => {
  test('has them in the order in which they were pinned, or were put, each person their own', async () => {
    const three = [await made(chief), await made(chief), await made(chief)];
    const [a, b, c] = three.map(({ filterId }) => filterId) as [string, string, string];
    for (const filter of three) await pin(chief, filter);
    await pin(chief, three[0] as SavedFilter);
    const order = async (filterIds: readonly string[]) =>
      (await chief.command<{ filterIds: string[] }>('filter.order', { filterIds })).filterIds;
    expect(await order([])).toEqual([a, b, c]);
    expect(await order([c, randomUUID(), a])).toEqual([c, a, b]);
    expect((await pin(chief, three[0] as SavedFilter, false)).body.data.filterIds).toEqual([c, b]);
    expect(
      (await saved(chief))
        .filter(({ pinned }) => pinned !== null)
        .map(({ filterId, pinned }) => [filterId, pinned])
        .toSorted((x, y) => Number(x[1]) - Number(y[1])),
    ).toEqual([
      [c, 1],
      [b, 2],
    ]);
  });

  test('has no more than so many, and a person has no more than so many', async () => {
    const second = await server.instance('second');
    await server.person(second, 'anna');
    const there = await server.client(second, 'anna');
    const all: SavedFilter[] = [];
    for (let n = 0; n < MAX_FILTERS; n += 1) all.push(await made(there));
    expect((await save(there)).body.code).toBe('TOO_MANY_FILTERS');
    for (const filter of all.slice(0, MAX_PINNED)) expect((await pin(there, filter)).status).toBe(200);
    const more = await pin(there, all[MAX_PINNED] as SavedFilter);
    expect([more.status, more.body.code]).toEqual([422, 'TOO_MANY_PINNED']);
    await remove(there, all[0] as SavedFilter);
    expect((await pin(there, all[MAX_PINNED] as SavedFilter)).status).toBe(200);
    expect((await save(there)).status).toBe(200);
    expect((await save(there, asSaved(all[0] as SavedFilter))).body.code).toBe('TOO_MANY_FILTERS');
    // Another instance knows nothing of all that.
    for (const answer of [await remove(anna, all[1] as SavedFilter), await pin(anna, all[1] as SavedFilter)])
      expect(answer.body.code).toBe('NOT_FOUND');
    const copy = await made(anna, { ...asSaved(all[1] as SavedFilter), name: 'Dieselbe Nummer' });
    expect((await one(there, copy))?.name).not.toBe('Dieselbe Nummer');
  });
});

test('each counts what is theirs, as the list of the filter shows it, and no further than to the cap', async () => {
  const box = await seedBox(server.change, instance, [idOf('anna'), idOf('ben')]);
  const strange = await seedBox(server.change, instance, [idOf('chief')]);
  const within = { boxId: box, ts: new Date('2020-03-03T10:00:00Z') };
  const both = [idOf('anna'), idOf('ben')];
  const first = await seed({ ...within, userIds: both, information: 'Zählwerk kaputt' });
  await seed({ ...within, information: 'Zählwerk geliefert', status: 3 });
  await seed({ ...within, direction: 'outgoing', information: 'Antwort' });
  const shared = { sharedWith: { everybody: true, userIds: [] } };
  const of = (conditions: Partial<Conditions>, list = 'filter') =>
    made(anna, { ...shared, list, conditions: { ...NOTHING, boxIds: [box], ...conditions } });
  const filters = await Promise.all([
    of({}),
    of({ view: 'open' }),
    of({ direction: 'outgoing' }, 'email'),
    of({ text: 'zählwerk' }),
    of({ text: 'zählwerk ist:erledigt', hidden: 'geliefert' }, 'email'),
    of({ date: { from: '2020-03-03', to: '2020-03-03' } }),
    of({ date: 'today' }),
    of({ moduleIds: ['task'] }),
    of({}, 'trash'),
    // What is not there for who counts is left out, as in the list.
    of({ boxIds: [box, strange] }),
    of({ userIds: [idOf('ben')] }),
    of({ userIds: [idOf('ben'), 123_456_789_012] }),
  ]);
  const annas = [3, 2, 1, 2, 1, 3, 0, 0, 0, 3, 1, 1];
  expect(await counts(anna, ...filters)).toEqual(annas);
  expect(await counts(ben, ...filters)).toEqual([1, 1, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1]);
  expect(await counts(chief, ...filters)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(await counts(emil, ...filters)).toEqual([0, 0, undefined, 0, undefined, 0, 0, 0, 0, 0, 0, 0]);

  // Moved by what is told of items, and of filters.
  const id = formatAggregateId({ module: 'email', entryId: first, userId: idOf('ben') });
  await ben.command('activity.delete', { aggregateIds: [id] });
  expect(await counts(ben, ...filters.slice(0, 9))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1]);
  const [, open] = filters;
  await made(anna, {
    ...asSaved(open),
    conditions: { ...NOTHING, boxIds: [box], direction: 'outgoing' },
    aggregateVersion: 1,
  });
  expect(await counts(anna, open)).toEqual([1]);

  const many = await seedBox(server.change, instance, [idOf('anna')]);
  for (let n = 0; n < COUNT_CAP + 3; n += 1) await seed({ boxId: many });
  expect(await counts(anna, await of({ boxIds: [many] }), await of({ boxIds: [many], text: 'Lieferschein' }))).toEqual([
    COUNT_CAP,
    COUNT_CAP,
  ]);
});

describe('refused is', () => {
  const cut = (part: object) => ({ conditions: { ...exampleConditions, ...part } });
  test.each<[string, object, string]>([
    ['no name', { name: '' }, 'NAME_REQUIRED'],
    ['a name of blanks', { name: ' \n\t ' }, 'NAME_REQUIRED'],
    ['a name of what nobody sees', { name: '\u200b\u2066' }, 'NAME_REQUIRED'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'PARAMETERS_INVALID'],
    ['a name that cannot be stored', { name: 'a\0b' }, 'PARAMETERS_INVALID'],
    ['half a sign', { name: '\ud800' }, 'PARAMETERS_INVALID'],
    ['a list that there is not', { list: 'inbox' }, 'PARAMETERS_INVALID'],
    ['a number that is none', { filterId: '1; drop table saved_filter' }, 'PARAMETERS_INVALID'],
    ['conditions as a text', { conditions: '{}' }, 'PARAMETERS_INVALID'],
    ['no conditions', { conditions: {} }, 'PARAMETERS_INVALID'],
    ['a condition too many', cut({ sql: '1=1' }), 'PARAMETERS_INVALID'],
    ['a prototype', cut(JSON.parse('{"__proto__":{"view":"all"}}') as object), 'BAD_JSON'],
    ['a view that there is not', cut({ view: 'everything' }), 'PARAMETERS_INVALID'],
    ['a preset that there is not', cut({ date: 'someday' }), 'PARAMETERS_INVALID'],
    ['a day that there is not', cut({ date: { from: '2026-02-30' } }), 'PARAMETERS_INVALID'],
    ['no days', cut({ date: {} }), 'PARAMETERS_INVALID'],
    ['days from behind', cut({ date: { from: '2026-02-03', to: '2026-02-01' } }), 'PARAMETERS_INVALID'],
    ['a box that is none', cut({ boxIds: [-1] }), 'PARAMETERS_INVALID'],
    ['a box as a text', cut({ boxIds: ['3'] }), 'PARAMETERS_INVALID'],
    ['more boxes than there are', cut({ boxIds: Array.from({ length: 1001 }, (_, n) => n + 1) }), 'PARAMETERS_INVALID'],
    ['a kind that there is not', cut({ moduleIds: ['fax'] }), 'PARAMETERS_INVALID'],
    ['a search that is too long', cut({ text: 'x'.repeat(501) }), 'PARAMETERS_INVALID'],
    ['an order that there is not', { sort: { property: 'colour', direction: 'ASC' } }, 'PARAMETERS_INVALID'],
    ['a version that is none', { aggregateVersion: 0 }, 'PARAMETERS_INVALID'],
    ['a version of what is not there', { aggregateVersion: 1 }, 'NOT_FOUND'],
    ['somebody who is no number', { sharedWith: { everybody: false, userIds: ['ben'] } }, 'PARAMETERS_INVALID'],
  ])('%s', async (_, given, code) => {
    const before = await saved(anna);
    const answer = await save(anna, given);
    expect(answer.body.code).toBe(code);
    expect(await saved(anna)).toEqual(before);
  });

  test('more than so many counts at once, and a zone that there is not', async () => {
    const ask = (params: object) => anna.tryQuery('filter.savedCounts', params);
    const filterIds = Array.from({ length: MAX_PINNED + 1 }, () => randomUUID());
    expect((await ask({ filterIds })).body.code).toBe('PARAMETERS_INVALID');
    expect((await ask({ filterIds: [], timeZone: 'Mars/Olympus' })).body.code).toBe('PARAMETERS_INVALID');
    expect((await ask({ filterIds: filterIds.slice(1), timeZone: 'Asia/Tokyo' })).body.results).toEqual([]);
  });
});
