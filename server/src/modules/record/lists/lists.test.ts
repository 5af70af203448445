import { placeInRow, type ListColumn, type RecordInstance } from '@kontor/contract/record';
import { RIGHTS } from '@kontor/contract/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { makeRecords } from '../index.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let dora: TestClient;
let kinds: readonly RecordInstance[];

interface Items {
  readonly instance: string;
  readonly instanceId: number;
  readonly totalCount: number;
  readonly results: (string | number | null)[][];
}
interface Counts {
  readonly instance: string;
  readonly totalCount: number;
}
type Params = Readonly<Record<string, unknown>>;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('listen');
  await server.person(instance, 'anna');
  await server.person(instance, 'dora', { rights: RIGHTS.filter((right) => right !== 'idoList') });
  anna = await server.client(instance, 'anna');
  dora = await server.client(instance, 'dora');
  kinds = await anna.query<RecordInstance[]>('record.instances');
  await server.change(instance, async ({ db }) => {
    const at = (index: number) => Date.parse('2026-03-01T08:00:00Z') + index * 3_600_000;
    const make = (kind: string, all: readonly Record<string, string>[]) =>
      makeRecords(
        db,
        instance.id,
        kind,
        all.map((values) => ({ values })),
        { userId: 0, at },
      );
    await make('Kunden', [
      {
        name: 'Zander',
        city: 'Kiel',
        status: 'Aktiv',
        number: 'K-2',
        notes: `${'Lange Notiz. '.repeat(40)}Ende mit Zebra`,
      },
      { name: 'ährens', city: 'Lübeck', status: 'Aktiv', number: 'K-10' },
      { name: 'Müller & Söhne', status: 'Ruhend', number: 'K-1' },
      { name: 'Ahrens AG', city: 'Kiel', status: 'Ruhend' },
      { name: 'Muller', city: 'KIEL', status: 'Interessent' },
      { name: 'Straßenbau', city: 'Kiel-Gaarden' },
    ]);
    await make('Projekte', [
      { name: 'Umbau Kiel', begin: '2026-01-15', status: 'Geplant' },
      { name: 'Neubau', begin: '2025-06-01', status: 'In Arbeit' },
      { name: 'Abriss', status: 'Angebot' },
    ]);
  });
});
afterAll(() => server?.close());

const kindId = (name: string) => kinds.find((kind) => kind.Name === name)?.ID ?? 0;
const items = (params: Params = {}, kind = 'Kunden') =>
  anna.query<Items>('record.items', { idoInstanceId: kind === '' ? 0 : kindId(kind), ...params });
const columns = async (kind: string): Promise<readonly ListColumn[]> => {
  const { columnDefinitionJSON } = await anna.query<{ columnDefinitionJSON: string }>('record.listView', {
    idoInstanceId: kind === '' ? 0 : kindId(kind),
  });
  return JSON.parse(columnDefinitionJSON) as ListColumn[];
};
const shown = async (key: string, params: Params = {}, kind = 'Kunden') => {
  const index = placeInRow(await columns(kind), key);
  return (await items(params, kind)).results.map((row) => row[index]);
};
const sort = (property: string, direction = 'ASC') => ({ sort: [{ property, direction }] });
const where = (...conditions: readonly object[]) => ({ detailsSearch: JSON.stringify(conditions) });
const refused = async (params: Params, kind = 'Kunden') => {
  const { status, body } = await anna.tryQuery('record.items', {
    idoInstanceId: kind === '' ? 0 : kindId(kind),
    ...params,
  });
  return [status, body.code, (body as { data?: { faults?: unknown } }).data?.faults];
};

test('a list has the columns of its kind, its number first, and all kinds have what they have in common', async () => {
  expect((await columns('Projekte')).map(({ key, sort: of }) => `${key}:${of}`)).toEqual([
    'ID:number',
    'name:text',
    'number:text',
    'status:one',
    'customer:text',
    'end:date',
    'manager:text',
    'begin:date',
    'email:text',
    'budget:text',
    'notes:text',
    'title:text',
    'created:moment',
    'changed:moment',
  ]);
  expect((await columns('Projekte')).find(({ key }) => key === 'end')?.format).toBe('DD.MM.YYYY');
  expect((await columns('')).map(({ key }) => key)).toEqual(['ID', 'title', 'kind', 'subtitle', 'changed']);
  const row = (await items()).results[0] ?? [];
  expect(row.length).toBe((await columns('Kunden')).length);
});

test('rows are in the order of their numbers, twenty a page, where nothing is said', async () => {
  const { results, ...about } = await items();
  expect(about).toEqual({ instance: 'Kunden', instanceColor: '#2f6f4f', instanceId: kindId('Kunden'), totalCount: 6 });
  const ids = results.map(([id]) => Number(id));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect((await items({ page: 2, limit: 4 })).results.map(([id]) => id)).toEqual(ids.slice(4));
  expect((await items({}, 'Maschinen')).results).toEqual([]);
});

test.each([
  ['name', 'ASC', ['ährens', 'Ahrens AG', 'Muller', 'Müller & Söhne', 'Straßenbau', 'Zander']],
  ['name', 'DESC', ['Zander', 'Straßenbau', 'Müller & Söhne', 'Muller', 'Ahrens AG', 'ährens']],
  ['city', 'ASC', ['Zander', 'Ahrens AG', 'Muller', 'Straßenbau', 'ährens', 'Müller & Söhne']],
  ['city', 'DESC', ['ährens', 'Straßenbau', 'Muller', 'Ahrens AG', 'Zander', 'Müller & Söhne']],
  ['created', 'DESC', ['Straßenbau', 'Muller', 'Ahrens AG', 'Müller & Söhne', 'ährens', 'Zander']],
  ['title', 'ASC', ['ährens', 'Ahrens AG', 'Muller', 'Müller & Söhne', 'Straßenbau', 'Zander']],
])('sorted by %s %s, whatever is empty comes last; in pages and behind them', async (key, direction, names) => {
  expect(await shown('name', sort(key, direction))).toEqual(names);
  for (const limit of [1, 2, 4, 5]) {
    const pages = [];
    for (let page = 1; page <= Math.ceil(6 / limit); page += 1)
      pages.push(...(await shown('name', { ...sort(key, direction), page, limit })));
    expect(pages).toEqual(names);
  }
  // Nobody led up to it.
  expect(await shown('name', { ...sort(key, direction), page: 2, limit: 3 })).toEqual(names.slice(3));
  expect(await shown('name', { ...sort(key, direction), page: 3, limit: 3 })).toEqual([]);
});

test('all kinds in one list, by what they have in common', async () => {
  const all = await items(sort('title'), '');
  expect(all.totalCount).toBe(9);
  expect(all.results.map((row) => row[1])).toEqual([
    'Abriss',
    'ährens',
    'Ahrens AG',
    'Muller',
    'Müller & Söhne',
    'Neubau',
    'Straßenbau',
    'Umbau Kiel',
    'Zander',
  ]);
  const byKind = (await items(sort('kind'), '')).results.map((row) => row[2]);
  expect(byKind).toEqual([...Array<number>(6).fill(kindId('Kunden')), ...Array<number>(3).fill(kindId('Projekte'))]);
  expect((await items({ ...sort('kind', 'DESC'), page: 2, limit: 4 }, '')).results.map((row) => row[1])).toEqual([
    'Muller',
    'Ahrens AG',
    'Müller & Söhne',
    'ährens',
  ]);
  expect((await items({ fulltextSearch: 'kiel', ...sort('title') }, '')).results.map((row) => row[1])).toEqual([
    'Ahrens AG',
    'Muller',
    'Straßenbau',
    'Umbau Kiel',
    'Zander',
  ]);
});

test.each<[string, object[], string[]]>([
  ['Kunden', [{ key: 'city', operator: 'is', value: 'kiel' }], ['Ahrens AG', 'Muller', 'Zander']],
  ['Kunden', [{ key: 'city', operator: 'isNot', value: 'Kiel' }], ['ährens', 'Müller & Söhne', 'Straßenbau']],
  ['Kunden', [{ key: 'city', operator: 'begins', value: 'KIE' }], ['Ahrens AG', 'Muller', 'Straßenbau', 'Zander']],
  ['Kunden', [{ key: 'city', operator: 'contains', value: 'gaard' }], ['Straßenbau']],
  ['Kunden', [{ key: 'city', operator: 'isEmpty' }], ['Müller & Söhne']],
  [
    'Kunden',
    [
      { key: 'city', operator: 'isFilled' },
      { key: 'status', operator: 'isEmpty' },
    ],
    ['Straßenbau'],
  ],
  [
    'Kunden',
    [{ key: 'status', operator: 'anyOf', value: ['Ruhend', 'Interessent'] }],
    ['Ahrens AG', 'Muller', 'Müller & Söhne'],
  ],
  [
    'Kunden',
    [
      { key: 'status', operator: 'is', value: 'Ruhend' },
      { key: 'city', operator: 'is', value: 'Kiel' },
    ],
    ['Ahrens AG'],
  ],
  ['Kunden', [{ key: 'notes', operator: 'contains', value: 'zebra' }], ['Zander']],
  ['Kunden', [{ key: 'name', operator: 'is', value: 'strassenbau' }], ['Straßenbau']],
  ['Kunden', [{ key: 'name', operator: 'contains', value: '%' }], []],
  ['Kunden', [{ key: 'title', operator: 'begins', value: 'mu' }], ['Muller', 'Müller & Söhne']],
  [
    'Kunden',
    [{ key: 'created', operator: 'is', value: '2026-03-01' }],
    ['ährens', 'Ahrens AG', 'Muller', 'Müller & Söhne', 'Straßenbau', 'Zander'],
  ],
  ['Kunden', [{ key: 'created', operator: 'before', value: '2026-03-01' }], []],
  [
    'Kunden',
    [
      { key: 'created', operator: 'after', value: '2026-02-28' },
      { key: 'city', operator: 'is', value: 'Lübeck' },
    ],
    ['ährens'],
  ],
  ['Projekte', [{ key: 'begin', operator: 'before', value: '2026-01-01' }], ['Neubau']],
  ['Projekte', [{ key: 'begin', operator: 'after', value: '2025-06-01' }], ['Umbau Kiel']],
  ['Projekte', [{ key: 'begin', operator: 'is', value: '2025-06-01' }], ['Neubau']],
  ['Projekte', [{ key: 'begin', operator: 'isEmpty' }], ['Abriss']],
])('in %s %j finds %j', async (kind, conditions, names) => {
  expect(await shown('name', { ...where(...conditions), ...sort('name') }, kind)).toEqual(names);
  // In short pages, which are read in another way than what fills none.
  for (const limit of [1, 2]) {
    const pages = [];
    for (let page = 1; page <= names.length; page += 1)
      pages.push(...(await shown('name', { ...where(...conditions), ...sort('name'), limit, page }, kind)));
    expect(pages).toEqual(names);
  }
  expect(await shown('name', { ...where(...conditions), ...sort('name', 'DESC'), limit: 2 }, kind)).toEqual(
    names.toReversed().slice(0, 2),
  );
  expect((await items(where(...conditions), kind)).totalCount).toBe(names.length);
  const counts = await anna.query<Counts[]>('record.counts', where(...conditions));
  expect(counts.find((one) => one.instance === kind)?.totalCount).toBe(names.length);
});

test('words and conditions hold together, and the number of a record can be asked for', async () => {
  expect(await shown('name', { fulltextSearch: 'kiel', ...sort('name') })).toEqual([
    'Ahrens AG',
    'Muller',
    'Straßenbau',
    'Zander',
  ]);
  const both = { fulltextSearch: 'kiel', ...where({ key: 'status', operator: 'isFilled' }), ...sort('status') };
  expect(await shown('name', both)).toEqual(['Zander', 'Muller', 'Ahrens AG']);
  expect(await shown('name', { fulltextSearch: '---' })).toEqual([]);
  const [[first]] = (await items()).results as [[number]];
  expect(await shown('name', where({ key: 'ID', operator: 'is', value: String(first) }))).toEqual(['Zander']);
  expect(await shown('name', where({ key: 'ID', operator: 'less', value: String(first) }))).toEqual([]);
  expect(
    await shown('title', where({ key: 'kind', operator: 'is', value: String(kindId('Projekte')) }), ''),
  ).toHaveLength(3);
  // Kinds that have no such field have nothing of it.
  expect(
    await shown('title', { ...where({ key: 'city', operator: 'is', value: 'Kiel' }), ...sort('title') }, ''),
  ).toEqual(['Ahrens AG', 'Muller', 'Zander']);
});

test('counts are those of each kind, and follow what happens', async () => {
  const counts = async (params: Params = {}) =>
    Object.fromEntries(
      (await anna.query<Counts[]>('record.counts', params)).map((one) => [one.instance, one.totalCount]),
    );
  expect(await counts()).toEqual({ Kunden: 6, Kontakte: 0, Projekte: 3, Maschinen: 0 });
  expect(await counts({ fulltextSearch: 'kiel' })).toEqual({ Kunden: 4, Kontakte: 0, Projekte: 1, Maschinen: 0 });
  expect(await counts(where({ key: 'city', operator: 'is', value: 'Kiel' }))).toEqual({
    Kunden: 3,
    Kontakte: 0,
    Projekte: 0,
    Maschinen: 0,
  });
  const { idoId } = await anna.command<{ idoId: number }>('record.create', {
    idoInstanceId: kindId('Kontakte'),
    jsonPayload: { values: { lastName: 'Neu' } },
  });
  expect(await counts()).toMatchObject({ Kontakte: 1 });
  expect((await items({}, 'Kontakte')).results.map(([id]) => id)).toEqual([idoId]);
  const { jsonModel } = await anna.query<{ jsonModel: { lastKnownChangeTimestamp: number } }>('record.model', {
    idoId,
    idoInstanceId: kindId('Kontakte'),
  });
  await anna.command('record.delete', {
    idoId,
    idoInstanceId: kindId('Kontakte'),
    lastKnownChangeTimestamp: jsonModel.lastKnownChangeTimestamp,
  });
  expect(await counts()).toMatchObject({ Kontakte: 0 });
  expect((await items({}, 'Kontakte')).results).toEqual([]);
});

test('a search that cannot be is refused, with its place', async () => {
  const at = (index: number, why: string) => [422, 'SEARCH_INVALID', [{ place: index, why }]];
  const good = { key: 'city', operator: 'is', value: 'Kiel' };
  expect(await refused({ detailsSearch: '{' })).toEqual(at(-1, 'form'));
  expect(await refused({ detailsSearch: '{}' })).toEqual(at(-1, 'form'));
  expect(await refused({ detailsSearch: JSON.stringify(Array.from({ length: 21 }, () => good)) })).toEqual(
    at(-1, 'form'),
  );
  expect(await refused(where(good, { ...good, more: 1 }))).toEqual(at(1, 'form'));
  expect(await refused(where(good, { ...good, operator: 'like' }))).toEqual(at(1, 'operator'));
  expect(await refused(where(good, { ...good, operator: 'before' }))).toEqual(at(1, 'operator'));
  expect(await refused(where({ ...good, key: 'nothing' }))).toEqual(at(0, 'key'));
  expect(await refused(where({ ...good, key: 'constructor' }))).toEqual(at(0, 'key'));
  expect(await refused(where({ ...good, value: 4 }))).toEqual(at(0, 'value'));
  expect(await refused(where({ ...good, value: '  ' }))).toEqual(at(0, 'value'));
  expect(await refused(where({ ...good, value: ['Kiel'] }))).toEqual(at(0, 'value'));
  expect(await refused(where({ key: 'city', operator: 'is' }))).toEqual(at(0, 'value'));
  expect(await refused(where({ key: 'city', operator: 'isEmpty', value: 'x' }))).toEqual(at(0, 'value'));
  expect(await refused(where({ key: 'status', operator: 'anyOf', value: 'x' }))).toEqual(at(0, 'value'));
  expect(await refused(where({ key: 'begin', operator: 'after', value: '2026-02-31x' }), 'Projekte')).toEqual(
    at(0, 'value'),
  );
  expect(await refused(where({ key: 'created', operator: 'after', value: '2026-02-31' }))).toEqual(at(0, 'value'));
  expect(await refused(where({ key: 'ID', operator: 'is', value: '1e3' }))).toEqual(at(0, 'value'));
  expect(await refused(sort('nothing'))).toEqual(at(-1, 'sort'));
  expect(await refused(sort('city'), '')).toEqual(at(-1, 'sort'));
  for (const odd of [{ page: 0 }, { limit: 1001 }, { page: 1.5 }, { sort: [{ property: 'ID', direction: 'UP' }] }])
    expect((await refused(odd))[1]).toBe('PARAMETERS_INVALID');
});

test('who has not the right sees nothing, and another instance’s kinds are not there', async () => {
  for (const [name, params] of [
    ['record.listView', { idoInstanceId: 0 }],
    ['record.items', { idoInstanceId: 0 }],
    ['record.counts', {}],
  ] as const)
    expect((await dora.tryQuery(name, params)).body.code).toBe('RIGHT_MISSING');
  const other = await server.instance('fremd');
  await server.person(other, 'anna');
  const there = await server.client(other, 'anna');
  for (const name of ['record.listView', 'record.items'])
    expect((await there.tryQuery(name, { idoInstanceId: kindId('Kunden') })).body.code).toBe('NOT_FOUND');
  expect((await there.query<Items>('record.items', { idoInstanceId: 0 })).totalCount).toBe(0);
});
