import { RIGHTS } from '@kontor/contract/account';
import { MAX_DEPTH, MAX_QUERIES, type RecordInstance, type SharedQuery } from '@kontor/contract/record';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { StompPeer } from '../../../testing/stomp.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let chief: TestClient;
let dora: TestClient;
let kindId = 0;
const ids = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  const add = async (name: string, more: object = {}) => {
    ids.set(name, await server.person(instance, name, more));
    return server.client(instance, name);
  };
  anna = await add('anna');
  ben = await add('ben');
  chief = await add('chief', { isAdministrator: true });
  dora = await add('dora', { rights: RIGHTS.filter((right) => right !== 'idoList') });
  const kinds = await anna.query<RecordInstance[]>('record.instances');
  kindId = kinds.find(({ Name }) => Name === 'Kunden')?.ID ?? 0;
});
afterAll(() => server?.close());

const idOf = (name: string) => ids.get(name) ?? 0;
const NOBODY = { everybody: false, userIds: [], groupIds: [] };
const EVERYBODY = { ...NOBODY, everybody: true };
const board = { columnKey: 'status', laneKey: null, cardKeys: ['city'], sumKeys: [], hidden: [] };
const defaultValue = () => ({
  parentId: null,
  name: 'Frage',
  isFolder: false,
  idoInstanceId: kindId,
  fulltextSearch: '',
  serializedIdoIdoListToolbarHiddenDetailsSearchString: '',
  serializedFilterMemento: '',
  board: null,
  sharedWith: NOBODY,
});
const trySave = (given: object = {}, by = anna) =>
  by.tryCommand<SharedQuery[]>('record.saveQuery', { ...defaultValue(), id: randomUUID(), ...given });
async function save(given: object = {}, by = anna): Promise<SharedQuery> {
  const id = (given as { id?: string }).id ?? randomUUID();
  const { status, body } = await trySave({ ...given, id }, by);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data.find((query) => query.id === id) ?? expect.fail('It is not there');
}
const folder = (name: string, given: object = {}, by = anna) =>
  save({ name, isFolder: true, idoInstanceId: 0, ...given }, by);
const remove = (id: string, by = anna) => by.tryCommand('record.deleteQuery', { id });
const order = (id: string, parentId: string | null, before: string | null, by = anna) =>
  by.tryCommand<SharedQuery[]>('record.orderQueries', { id, parentId, before });
const all = (by = anna) => by.query<SharedQuery[]>('record.sharedQueries');
const labels = async (by = anna) => (await all(by)).map(({ label }) => label);
const one = async (id: string, by = anna) => (await all(by)).find((query) => query.id === id);
/** What is saved again of a query that is there. */
const again = (query: SharedQuery, part: object = {}) => ({
  ...defaultValue(),
  id: query.id,
  aggregateVersion: query.aggregateVersion,
  parentId: query.parentId,
  name: query.name,
  isFolder: query.isFolder,
  idoInstanceId: query.idoInstanceId,
  board: query.board,
  sharedWith: query.sharedWith,
  ...part,
});
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.code ?? ''}`.trim();
};

test('a query is kept with all that it is, changed by its version, deleted, and comes back', async () => {
  const details = JSON.stringify([{ key: 'city', operator: 'is', value: 'Kiel' }]);
  const made = await save({
    name: '  Offene\nKunden ',
    fulltextSearch: ' werft ',
    serializedIdoIdoListToolbarHiddenDetailsSearchString: details,
    serializedFilterMemento: '{"sort":[]}',
    board,
  });
  expect(made).toMatchObject({
    name: 'Offene Kunden',
    label: 'Offene Kunden',
    value: made.id,
    fulltextSearch: 'werft',
    serializedIdoIdoListToolbarHiddenDetailsSearchString: details,
    serializedFilterMemento: '{"sort":[]}',
    board,
    isMine: true,
    isShared: false,
    mayChange: true,
    aggregateVersion: 1,
    desktopApplicationItemId: 0,
    owner: { userId: idOf('anna') },
  });
  expect(await one(made.id, ben)).toBeUndefined();
  const changed = await save(again(made, { name: 'Kunden', board: null }));
  expect(changed).toMatchObject({ name: 'Kunden', board: null, aggregateVersion: 2, place: made.place });
  const late = await trySave(again(made));
  expect([late.status, late.body.code]).toEqual([409, 'QUERY_CONFLICT']);
  expect((late.body as unknown as { data: SharedQuery }).data).toEqual(changed);
  expect((await remove(made.id)).status).toBe(200);
  expect(await one(made.id)).toBeUndefined();
  expect(await codeOf(remove(made.id))).toBe('404 NOT_FOUND');
  const { aggregateVersion: _, ...back } = again(changed);
  expect(await save(back)).toEqual({ ...changed, aggregateVersion: 3 });
  await remove(made.id);
});

test('the same command sent twice makes one, and folders hold each other in an order that all see', async () => {
  const params = { ...defaultValue(), id: randomUUID(), name: 'Einmal' };
  const processId = randomUUID();
  for (let n = 0; n < 2; n += 1)
    expect((await anna.tryCommand('record.saveQuery', params, { processId })).status).toBe(200);
  expect(await labels()).toEqual(['Einmal']);

  const sales = await folder('Vertrieb');
  const north = await folder('Nord', { parentId: sales.id });
  const open = await save({ name: 'Offen', parentId: north.id, sharedWith: EVERYBODY });
  const won = await save({ name: 'Gewonnen', parentId: north.id });
  expect(await labels()).toEqual([
    'Einmal',
    'Vertrieb',
    'Vertrieb / Nord',
    'Vertrieb / Nord / Offen',
    'Vertrieb / Nord / Gewonnen',
  ]);
  // Who sees something in a folder sees the folder, and no more of it than that.
  expect(await labels(ben)).toEqual(['Vertrieb', 'Vertrieb / Nord', 'Vertrieb / Nord / Offen']);
  expect((await one(sales.id, ben))?.mayChange).toBe(false);
  expect((await one(sales.id))?.isShared).toBe(true);

  await order(won.id, north.id, open.id);
  await order(sales.id, null, params.id);
  expect(await labels()).toEqual([
    'Vertrieb',
    'Vertrieb / Nord',
    'Vertrieb / Nord / Gewonnen',
    'Vertrieb / Nord / Offen',
    'Einmal',
  ]);
  expect((await order(params.id, north.id, open.id)).body.data.map(({ name, place }) => `${name} ${place}`)).toEqual([
    'Vertrieb 1',
    'Nord 1',
    'Gewonnen 1',
    'Einmal 2',
    'Offen 3',
  ]);
  // Ben puts one of his own where he sees the folder, and keeps it when the folder goes.
  const bens = await save({ name: 'Meine', parentId: north.id }, ben);
  expect(await labels(ben)).toEqual([
    'Vertrieb',
    'Vertrieb / Nord',
    'Vertrieb / Nord / Offen',
    'Vertrieb / Nord / Meine',
  ]);
  await remove(north.id);
  expect(await labels(ben)).toEqual(['Vertrieb', 'Vertrieb / Offen', 'Vertrieb / Meine']);
  const { aggregateVersion: _, ...back } = again(north);
  await save(back);
  expect(await labels(ben)).toContain('Vertrieb / Nord / Meine');
  for (const id of [params.id, won.id, open.id, north.id, sales.id]) await remove(id);
  expect(await labels(ben)).toEqual(['Meine']);
  await remove(bens.id, ben);
});

describe('what is shared', () => {
  test('is seen by whom it is shared with, and changed by who made it and administrators', async () => {
    const query = await save({ sharedWith: { ...NOBODY, userIds: [idOf('ben'), idOf('anna'), 999_999] } });
    expect(query.sharedWith.userIds).toEqual([idOf('ben')]);
    expect(await one(query.id, ben)).toMatchObject({
      isMine: false,
      isShared: true,
      mayChange: false,
      sharedWith: NOBODY,
    });
    expect(await codeOf(trySave(again(query), ben))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(remove(query.id, ben))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(order(query.id, null, null, ben))).toBe('403 RIGHT_MISSING');
    for (const answer of [
      trySave(again(query), chief),
      remove(query.id, chief),
      order(query.id, null, null, chief),
      trySave(again(query, { aggregateVersion: undefined }), chief),
    ])
      expect(await codeOf(answer)).toBe('404 NOT_FOUND');
    const group = (
      await chief.command<{ groupId: number }>('account.createGroup', {
        name: 'Vertrieb',
        userIds: [idOf('chief')],
      })
    ).groupId;
    const mine = await save(again(query, { sharedWith: { ...NOBODY, groupIds: [group, 999] } }));
    expect([await one(query.id, ben), (await one(query.id, chief))?.mayChange]).toEqual([undefined, true]);
    const theirs = await save(again(mine, { name: 'Der Gruppe', sharedWith: EVERYBODY }), chief);
    expect(theirs.owner.userId).toBe(idOf('anna'));
    expect((await one(query.id, ben))?.name).toBe('Der Gruppe');
    expect((await remove(query.id, chief)).status).toBe(200);
    expect(await one(query.id)).toBeUndefined();
  });

  test('is told to those who saw it or see it now, and to nobody else', async () => {
    const [bens, chiefs] = await Promise.all([ben, chief].map((client) => StompPeer.as(client)));
    const expected = { type: 'record.queriesChanged', payload: { keys: ['recordQueries'] } };
    const query = await save({ sharedWith: { ...NOBODY, userIds: [idOf('ben')] } });
    expect(await bens?.event()).toMatchObject(expected);
    const mine = await save(again(query, { sharedWith: NOBODY }));
    expect(await bens?.event()).toMatchObject(expected);
    const common = await save(again(mine, { sharedWith: EVERYBODY }));
    for (const peer of [bens, chiefs]) expect(await peer?.event()).toMatchObject(expected);
    const parent = await folder('Ordner');
    await order(common.id, parent.id, null);
    for (const peer of [bens, chiefs]) expect(await peer?.event()).toMatchObject(expected);
    await save(again(parent, { name: 'Anderer Ordner' }));
    for (const peer of [bens, chiefs]) expect(await peer?.event()).toMatchObject(expected);
    await remove(common.id);
    for (const peer of [bens, chiefs]) expect(await peer?.event()).toMatchObject(expected);
    for (const peer of [bens, chiefs]) {
      expect(peer?.frames.filter(({ command }) => command === 'MESSAGE')).toEqual([]);
      peer?.close();
    }
    await remove(parent.id);
  });

  test('moves of many at once leave each of them in one place', async () => {
    const queries: SharedQuery[] = [];
    for (const name of ['A', 'B', 'C', 'D']) queries.push(await save({ name, sharedWith: EVERYBODY }));
    const [a, b, c, d] = queries.map(({ id }) => id) as [string, string, string, string];
    await Promise.all([order(d, null, a), order(c, null, a, chief), order(b, null, a), order(d, null, b, chief)]);
    const after = await all(ben);
    expect(after.map(({ name }) => name).toSorted()).toEqual(['A', 'B', 'C', 'D']);
    expect(after.map(({ place }) => place)).toEqual([1, 2, 3, 4]);
    for (const { id } of queries) await remove(id);
  });
});

describe('refused is', () => {
  test.each<[string, () => object, string, (readonly string[])?]>([
    ['no name', () => ({ name: ' \u200b' }), 'QUERY_INVALID', ['name']],
    ['a name that is too long', () => ({ name: 'x'.repeat(101) }), 'PARAMETERS_INVALID'],
    ['a kind that there is not', () => ({ idoInstanceId: 99_999 }), 'QUERY_INVALID', ['kind']],
    [
      'a search that is none',
      () => ({ serializedIdoIdoListToolbarHiddenDetailsSearchString: '{}' }),
      'QUERY_INVALID',
      ['search'],
    ],
    [
      'half a search',
      () => ({ serializedIdoIdoListToolbarHiddenDetailsSearchString: '[{' }),
      'QUERY_INVALID',
      ['search'],
    ],
    ['a memento that is none', () => ({ serializedFilterMemento: '{' }), 'QUERY_INVALID', ['search']],
    ['a board of no kind', () => ({ idoInstanceId: 0, board }), 'QUERY_INVALID', ['board']],
    ['a board by a text', () => ({ board: { ...board, columnKey: 'name' } }), 'QUERY_INVALID', ['board']],
    ['lanes that are the columns', () => ({ board: { ...board, laneKey: 'status' } }), 'QUERY_INVALID', ['board']],
    ['cards of what is not there', () => ({ board: { ...board, cardKeys: ['x'] } }), 'QUERY_INVALID', ['board']],
    [
      'all of it at once',
      () => ({ name: '', idoInstanceId: 99_999, board }),
      'QUERY_INVALID',
      ['name', 'kind', 'board'],
    ],
    ['a folder that there is not', () => ({ parentId: randomUUID() }), 'QUERY_INVALID', ['folder']],
    ['a version of what is not there', () => ({ aggregateVersion: 1 }), 'NOT_FOUND'],
    ['a number that is none', () => ({ id: 'x' }), 'PARAMETERS_INVALID'],
  ])('%s', async (_, given, code, faults) => {
    const before = await all();
    const { body } = await trySave(given());
    expect(body.code).toBe(code);
    if (faults !== undefined) expect((body as unknown as { data: object }).data).toEqual({ faults });
    expect(await all()).toEqual(before);
  });

  test('a folder in itself, in what lies in it, in a query, and too deep', async () => {
    let parentId: string | null = null;
    const path: string[] = [];
    for (let depth = 1; depth <= MAX_DEPTH; depth += 1)
      path.push((parentId = (await folder(`${depth}`, { parentId })).id));
    const [first = '', second = ''] = path;
    const query = await save({ name: 'Oben' });
    const faultOf = async (answer: ReturnType<typeof order>) =>
      ((await answer).body as unknown as { data: { faults: string[] } }).data.faults;
    expect(await faultOf(order(first, first, null))).toEqual(['folder']);
    expect(await faultOf(order(first, second, null))).toEqual(['folder']);
    expect(await faultOf(order(second, query.id, null))).toEqual(['folder']);
    expect(await faultOf(order(query.id, parentId, null))).toEqual(['depth']);
    const other = await folder('Andere');
    expect(await faultOf(order(first, other.id, null))).toEqual(['depth']);
    expect(await codeOf(order(randomUUID(), null, null))).toBe('404 NOT_FOUND');
    for (const id of [...path, query.id, other.id]) await remove(id);
  });

  test('who sees no records, and what belongs to another instance', async () => {
    for (const answer of [
      dora.tryQuery('record.sharedQueries'),
      trySave({}, dora),
      remove(randomUUID(), dora),
      order(randomUUID(), null, null, dora),
    ])
      expect(await codeOf(answer)).toBe('403 RIGHT_MISSING');
    const second = await server.instance('zweite');
    await server.person(second, 'anna', { isAdministrator: true });
    const there = await server.client(second, 'anna');
    const query = await save({ sharedWith: EVERYBODY });
    expect(await all(there)).toEqual([]);
    expect(await codeOf(remove(query.id, there))).toBe('404 NOT_FOUND');
    expect(await codeOf(trySave({ idoInstanceId: 0, parentId: query.id }, there))).toBe('422 QUERY_INVALID');
    await remove(query.id);
  });

  test('more than so many', async () => {
    const third = await server.instance('dritte');
    await server.person(third, 'anna');
    const there = await server.client(third, 'anna');
    const mine = { idoInstanceId: 0 };
    for (let n = 0; n < MAX_QUERIES; n += 1) await save(mine, there);
    const { body } = await trySave(mine, there);
    expect((body as unknown as { data: object }).data).toEqual({ faults: ['tooMany'] });
  });
});
