import type { LeftRecord, RecordChange, RecordInstance, RecordModel, Value } from '@kontor/contract/record';
import { RIGHTS } from '@kontor/contract/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { designer, field, newKind } from '../kinds/testing/designer.ts';
import { valueOf } from '../rules.ts';
import { makeRecords } from '../writing.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let kindId = 0;
let lots: Lot;

interface Outcome {
  readonly at: number;
  readonly changed: readonly number[];
  readonly left: readonly LeftRecord[];
}
interface Lot {
  readonly one: number;
  readonly two: number;
  readonly three: number;
}

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  await server.person(instance, 'anna', { isAdministrator: true });
  await server.person(instance, 'ben');
  await server.person(instance, 'carla', { rights: RIGHTS.filter((right) => right !== 'createIdo') });
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
  const make = designer(anna);
  kindId = await make.save(
    newKind('Anlagen', [
      field('city'),
      field('no', { isUnique: true }),
      field('state', { kind: 'singleChoiceSelect', choices: ['neu', 'alt'], isRequired: true }),
      field('tags', { kind: 'multiplechoice', choices: ['A', 'B', 'C'], isRequired: true }),
      field('secret', { rights: { others: 'read', groups: [] } }),
      field('double', { kind: 'computed', formula: 'city', result: 'text' }),
      field('part', { kind: 'reference', idoInstanceId: (await anyKind()).ID }),
    ]),
  );
  lots = {
    one: await create({ name: 'Eins', city: 'Kiel', no: '1', state: 'neu', tags: ['A'] }),
    two: await create({ name: 'Zwei', city: 'Ulm', no: '2', state: 'alt', tags: ['A', 'B'] }),
    three: await create({ name: 'Drei', state: 'neu', tags: ['C'] }),
  };
});
afterAll(() => server?.close());

const anyKind = async () =>
  (await anna.query<RecordInstance[]>('record.instances')).find(({ Name }) => Name === 'Kunden') ??
  expect.fail('There are no customers');
const create = async (values: object): Promise<number> => {
  const params = { idoInstanceId: kindId, jsonPayload: { values } };
  return (await anna.command<{ idoId: number }>('record.create', params)).idoId;
};
const all = () => Object.values(lots) as number[];
const tryMany = (params: object, by = ben) =>
  by.tryCommand<Outcome>('record.changeMany', { idoInstanceId: kindId, idoIds: all(), way: 'set', ...params });
const many = async (params: object, by = ben): Promise<Outcome> => {
  const { status, body } = await tryMany(params, by);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data;
};
const back = (key: string, { at, changed }: Outcome, by = ben) =>
  by.command<Outcome>('record.changeManyBack', { idoInstanceId: kindId, idoIds: changed, key, at });
const model = async (idoId: number) =>
  (await anna.query<RecordModel>('record.model', { idoId, idoInstanceId: kindId })).jsonModel ??
  expect.fail('It was deleted');
const values = async (key: string): Promise<Value[]> =>
  Promise.all(
    all().map(async (id) => {
      const one = (await model(id)).model.leftColumn.find((it) => it.key === key) ?? expect.fail('No such field');
      const stored = one.selectedValues ?? one.selectedValue ?? one.value ?? '';
      return valueOf(one, { [key]: stored });
    }),
  );
const save = (idoId: number, key: string, before: Value, value: Value) =>
  anna.command('record.save', {
    idoId,
    idoInstanceId: kindId,
    jsonPayload: { changes: [{ key, before, value }] },
    lastKnownChangeTimestamp: 1,
  });
const log = (idoId: number) => anna.query<RecordChange[]>('record.changes', { idoId, idoInstanceId: kindId });
const found = async (words: string) =>
  (await anna.query<{ results: number[][] }>('record.items', { idoInstanceId: kindId, fulltextSearch: words })).results
    .map(([id]) => Number(id))
    .toSorted((a, b) => a - b);

test('a field of many records is changed at once, with all that follows from it, and back to what each had', async () => {
  const changed = await many({ key: 'city', value: ' Rostock ' });
  expect(changed).toMatchObject({ changed: all(), left: [] });
  expect([await values('city'), await values('double')]).toEqual([Array(3).fill('Rostock'), Array(3).fill('Rostock')]);
  expect(await found('rostock')).toEqual(all());
  for (const id of all()) expect((await model(id)).lastKnownChangeTimestamp).toBe(changed.at);
  expect((await log(lots.two))[0]).toMatchObject({
    cause: 'hand',
    differences: [{ before: 'Ulm', after: 'Rostock' }, {}],
  });
  expect(await many({ key: 'city', value: 'Rostock' })).toMatchObject({ changed: [], left: [] });
  await save(lots.two, 'city', 'Rostock', 'Wismar');
  await save(lots.one, 'state', 'neu', 'alt');
  expect(await back('city', changed, anna)).toMatchObject({ changed: [], left: [{}, {}, {}] });
  expect(await back('city', changed)).toMatchObject({
    changed: [lots.one, lots.three],
    left: [{ idoId: lots.two, displayName: 'Zwei, Wismar', why: 'changed' }],
  });
  expect(await values('city')).toEqual(['Kiel', 'Wismar', '']);
  expect(await found('rostock')).toEqual([]);
  expect((await log(lots.one))[0]).toMatchObject({ cause: 'undo' });
});

test('choices are added and taken away, and one that is required is left', async () => {
  const added = await many({ key: 'tags', way: 'add', value: ['C'] });
  expect(added).toMatchObject({ changed: [lots.one, lots.two], left: [] });
  expect(await values('tags')).toEqual([['A', 'C'], ['A', 'B', 'C'], ['C']]);
  const removed = await many({ key: 'tags', way: 'remove', value: ['C'] });
  expect(removed).toMatchObject({
    changed: [lots.one, lots.two],
    left: [{ idoId: lots.three, displayName: 'Drei', why: 'required' }],
  });
  expect(await back('tags', removed)).toMatchObject({ changed: [lots.one, lots.two] });
  expect(await back('tags', added)).toMatchObject({ changed: [lots.one, lots.two] });
  expect(await values('tags')).toEqual([['A'], ['A', 'B'], ['C']]);
});

test('a value that is to be there once is one record’s, and the others say whose', async () => {
  const { changed, left } = await many({ key: 'no', value: '7' });
  const other = { idoId: lots.one, idoInstanceId: kindId, displayName: 'Eins, Kiel' };
  expect([changed, left.map(({ why, other: it }) => [why, it])]).toEqual([
    [lots.one],
    [
      ['unique', other],
      ['unique', other],
    ],
  ]);
  expect(await values('no')).toEqual(['7', '2', '']);
});

test('what is gone, or another kind’s, is told of', async () => {
  const idoId = await create({ name: 'Fort', state: 'neu', tags: ['A'] });
  const { lastKnownChangeTimestamp } = await model(idoId);
  await anna.command('record.delete', { idoId, idoInstanceId: kindId, lastKnownChangeTimestamp });
  const customers = (await anyKind()).ID;
  const params = { idoInstanceId: customers, jsonPayload: { values: { name: 'Werft' } } };
  const customer = await anna.command<{ idoId: number }>('record.create', params);
  const idoIds = [lots.one, lots.one, idoId, customer.idoId, 99_999_999];
  const gone = { displayName: '', why: 'gone' };
  expect(await many({ key: 'city', value: 'Bonn', idoIds })).toMatchObject({
    changed: [lots.one],
    left: [
      { idoId, ...gone },
      { idoId: customer.idoId, ...gone },
      { idoId: 99_999_999, ...gone },
    ],
  });
});

test.each([
  ['a choice that there is not', { key: 'state', value: 'krumm' }, 'choice'],
  ['nothing in what is required', { key: 'state', value: '' }, 'required'],
  ['what is computed', { key: 'double', value: 'x' }, 'right'],
  ['what one may only read', { key: 'secret', value: 'x' }, 'right'],
  ['a record that is not there', { key: 'part', value: '99999999' }, 'reference'],
  ['no field', { key: 'nirgends', value: 'x' }, 'unknown'],
])('%s changes none of them', async (_what, params, why) => {
  const { status, body } = await tryMany(params);
  expect([status, body.code, body.data]).toMatchObject([422, 'RECORD_INVALID', { faults: [{ key: params.key, why }] }]);
});

test.each([
  ['no records', { idoIds: [] }, '422 PARAMETERS_INVALID'],
  ['more than there may be', { idoIds: Array.from({ length: 10_001 }, (_, at) => at + 1) }, '422 PARAMETERS_INVALID'],
  ['a kind that is not there', { idoInstanceId: 99_999 }, '404 NOT_FOUND'],
  ['another way', { way: 'double' }, '422 PARAMETERS_INVALID'],
])('%s are refused', async (_what, params, expected) => {
  const { status, body } = await tryMany({ key: 'city', value: 'Bonn', ...params });
  expect(`${status} ${body.code}`).toBe(expected);
});

test('who may not change records changes none', async () => {
  const carla = await server.client(instance, 'carla');
  expect((await tryMany({ key: 'city', value: 'Bonn' }, carla)).body.code).toBe('RIGHT_MISSING');
});

test('more than are written in one step are changed, and back', async () => {
  const customers = (await anyKind()).ID;
  const idoIds = await server.change(instance, ({ db, now }) => {
    const records = Array.from({ length: 1100 }, (_, at) => ({ values: { name: `Kunde ${at}`, city: `Ort ${at}` } }));
    return makeRecords(db, instance.id, 'Kunden', records, { userId: 0, at: now });
  });
  const about = { idoInstanceId: customers, key: 'city' };
  let changed: Outcome | undefined;
  // Whoever has just made so many may be told to wait.
  const tryChange = async () => {
    const { status, body } = await tryMany({ ...about, idoIds, value: 'Rostock' });
    changed = body.data;
    return status;
  };
  await expect.poll(tryChange).toBe(200);
  expect([changed?.changed.length, changed?.left]).toEqual([1100, []]);
  const undone = await ben.command<Outcome>('record.changeManyBack', { ...about, idoIds, at: changed?.at ?? 0 });
  expect([undone.changed.length, undone.left]).toEqual([1100, []]);
});
