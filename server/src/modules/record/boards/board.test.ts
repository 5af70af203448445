import { RIGHTS } from '@kontor/contract/account';
import { CARDS_AT_ONCE, type Board, type BoardAnswer, type Card, type RecordInstance } from '@kontor/contract/record';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { makeRecords } from '../index.ts';
import { designer, field, newKind } from '../kinds/testing/designer.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let carla: TestClient;
let dora: TestClient;
let kinds: readonly RecordInstance[];
let kindId = 0;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
/** Each begins with no cards. */
beforeEach(async () => {
  instance = await server.instance(`werft${(count += 1)}`);
  const without = (right: string) => RIGHTS.filter((one) => one !== right);
  await server.person(instance, 'anna');
  await server.person(instance, 'ben');
  await server.person(instance, 'carla', { rights: without('createIdo') });
  await server.person(instance, 'dora', { rights: without('idoList') });
  [anna, ben, carla, dora] = (await Promise.all(
    ['anna', 'ben', 'carla', 'dora'].map((name) => server.client(instance, name)),
  )) as [TestClient, TestClient, TestClient, TestClient];
  kinds = await anna.query<RecordInstance[]>('record.instances');
  kindId = kinds.find(({ Name }) => Name === 'Kunden')?.ID ?? 0;
});

const seed = (records: readonly Record<string, string>[]): Promise<readonly number[]> =>
  server.change(instance, ({ db, now }) =>
    makeRecords(
      db,
      instance.id,
      'Kunden',
      records.map((values) => ({ values })),
      { userId: 0, at: now },
    ),
  );
const named = (...names: string[]) => seed(names.map((name) => ({ name, status: 'Aktiv' })));
async function boardOf(part: Partial<Board> = {}, more: object = {}, by = anna): Promise<string> {
  const id = randomUUID();
  await by.command('record.saveQuery', {
    id,
    parentId: null,
    name: 'Brett',
    isFolder: false,
    idoInstanceId: kindId,
    fulltextSearch: '',
    serializedIdoIdoListToolbarHiddenDetailsSearchString: '',
    serializedFilterMemento: '',
    board: { columnKey: 'status', laneKey: null, cardKeys: ['city'], sumKeys: [], hidden: [], ...part },
    sharedWith: { everybody: true, userIds: [], groupIds: [] },
    ...more,
  });
  return id;
}
const read = (queryId: string, more: object = {}, by = anna) =>
  by.query<BoardAnswer>('record.board', { queryId, ...more });
/** Cards of a column as they stand. */
async function pile(queryId: string, column = 'Aktiv', lane: string | null = null, by = anna): Promise<string[]> {
  const found = (await read(queryId, {}, by)).piles.find((one) => one.column === column && one.lane === lane);
  return (found?.cards ?? []).map(({ title }) => title);
}
const tryMove = (idoId: number | undefined, part: object, by = anna) =>
  by.tryCommand<object>('record.moveCard', {
    idoId: idoId ?? 0,
    idoInstanceId: kindId,
    key: 'status',
    from: 'Aktiv',
    to: 'Aktiv',
    ...part,
  });
const move = async (idoId: number | undefined, part: object, by = anna): Promise<void> => {
  const { status, body } = await tryMove(idoId, part, by);
  expect([status, body.code]).toEqual([200, undefined]);
};
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.code ?? ''}`.trim();
};
const statusOf = async (idoId: number | undefined) => {
  const { jsonModel } = await anna.query<{
    jsonModel: { model: { leftColumn: readonly { key: string; selectedValue?: string | null }[] } };
  }>('record.model', { idoId, idoInstanceId: kindId });
  return jsonModel.model.leftColumn.find(({ key }) => key === 'status')?.selectedValue;
};

test('columns are the choices, with their counts, and what is no choice', async () => {
  await seed([
    { name: 'A', status: 'Aktiv', city: 'Kiel' },
    { name: 'B', status: 'Aktiv' },
    { name: 'C', status: 'Interessent' },
    { name: 'D' },
  ]);
  const board = await read(await boardOf());
  expect(board).toMatchObject({
    instance: 'Kunden',
    column: { key: 'status', label: 'Status', mayMove: true },
    lane: null,
    newKey: 'name',
    cardFields: [{ key: 'city', label: 'Ort' }],
    totalCount: 4,
  });
  expect(board.columns.map(({ value }) => value)).toEqual(expect.arrayContaining(['', 'Aktiv', 'Interessent']));
  expect(board.columns[0]).toEqual({ value: '', isGone: false });
  const counts = Object.fromEntries(board.piles.map((one) => [one.column, one.count]));
  expect(counts).toEqual({ '': 1, Aktiv: 2, Interessent: 1 });
  const [first] = board.piles.find(({ column }) => column === 'Aktiv')?.cards ?? [];
  expect(first).toMatchObject({ title: 'A', values: ['Kiel'] });
  const hiding = await read(await boardOf({ hidden: ['Aktiv', ''] }));
  for (const [column, hiddenCount] of [
    ['Aktiv', 2],
    ['', 1],
  ] as const)
    expect(hiding.piles.find((one) => one.column === column)).toMatchObject({ count: hiddenCount, cards: [] });
  expect((await read(await boardOf(), {}, carla)).column.mayMove).toBe(false);
});

test('a card says what the records are called that it refers to, with the first cards as with further ones', async () => {
  await server.person(instance, 'emil', { isAdministrator: true });
  const make = designer(await server.client(instance, 'emil'));
  const client = field('client', { kind: 'reference', idoInstanceId: kindId, isMany: true });
  const state = field('state', { kind: 'singleChoiceSelect', choices: ['Offen', 'Fertig'] });
  const orders = await make.save(newKind('Aufträge', [client, state]));
  const [ahrens, zander] = (await named('Ahrens AG', 'Zander')).map(String);
  const create = (name: string, clients: readonly (string | undefined)[]) =>
    anna.command('record.create', {
      idoInstanceId: orders,
      jsonPayload: { values: { name, state: 'Offen', client: clients } },
    });
  await create('Ausbau', [zander, ahrens]);
  await create('Umbau', []);
  const board = { columnKey: 'state', cardKeys: ['client', 'state'] };
  const id = await boardOf(board, { idoInstanceId: orders });
  const first = (await read(id)).piles.find(({ column }) => column === 'Offen')?.cards;
  const further = { queryId: id, column: 'Offen', lane: null, skip: 0 };
  const { cards } = await anna.query<{ cards: readonly Card[] }>('record.boardCards', further);
  for (const some of [first, cards])
    expect(some?.map(({ values }) => values)).toEqual([
      ['Zander; Ahrens AG', 'Offen'],
      ['', 'Offen'],
    ]);
});

test('lanes part the columns, and words narrow the board', async () => {
  await seed([
    { name: 'Werft Nord', status: 'Aktiv', industry: 'Handel' },
    { name: 'Werft Süd', status: 'Aktiv', industry: 'Handwerk' },
    { name: 'Mühle', status: 'Interessent', industry: 'Handel' },
    { name: 'Hof', status: 'Aktiv' },
  ]);
  const industries = await anna.query<RecordInstance[]>('record.instances');
  const field = industries.flatMap(({ fields }) => fields.leftColumn).find(({ key }) => key === 'industry');
  expect(field?.kind).toBe('singleChoiceSelect');
  const id = await boardOf({ laneKey: 'industry' });
  const board = await read(id);
  expect(board.lane).toMatchObject({ key: 'industry', mayMove: true });
  expect(await pile(id, 'Aktiv', 'Handel')).toEqual(['Werft Nord']);
  expect(await pile(id, 'Aktiv', '')).toEqual(['Hof']);
  expect((await read(id, { search: 'werft' })).totalCount).toBe(2);
  expect((await read(id, { search: 'nichts' })).piles).toEqual([]);
  const narrow = await boardOf({}, { fulltextSearch: 'Werft' });
  expect((await read(narrow)).totalCount).toBe(2);
  expect((await read(narrow, { search: 'süd' })).totalCount).toBe(1);
  const searchBy = (key: string) => ({
    serializedIdoIdoListToolbarHiddenDetailsSearchString: JSON.stringify([{ key, operator: 'is', value: 'Handel' }]),
  });
  expect((await read(await boardOf({}, searchBy('industry')))).totalCount).toBe(2);
  expect((await read(await boardOf({}, searchBy('industry')), { search: 'werft' })).totalCount).toBe(1);
  expect((await read(await boardOf({}, searchBy('nichts')))).totalCount).toBe(0);
});

test('cards stand where they were put, for everybody, and new ones come behind', async () => {
  const [a, b, c, d] = await named('A', 'B', 'C', 'D');
  const id = await boardOf();
  await move(d, { before: a });
  expect(await pile(id, 'Aktiv', null, ben)).toEqual(['D', 'A', 'B', 'C']);
  await move(a, { before: c });
  expect(await pile(id)).toEqual(['D', 'B', 'A', 'C']);
  await move(b, { after: c });
  expect(await pile(id)).toEqual(['D', 'A', 'C', 'B']);
  await move(d, {});
  expect(await pile(id)).toEqual(['A', 'C', 'B', 'D']);
  await move(c, { before: c });
  expect(await pile(id)).toEqual(['A', 'B', 'D', 'C']);
  await named('E');
  expect(await pile(id)).toEqual(['A', 'B', 'D', 'C', 'E']);
  // To another column and back: where it was is forgotten, but for the order of that column.
  await move(b, { to: 'Interessent' });
  await move(a, { to: 'Interessent', before: b });
  expect([await pile(id), await pile(id, 'Interessent')]).toEqual([
    ['D', 'C', 'E'],
    ['A', 'B'],
  ]);
  await move(a, { from: 'Interessent', to: 'Aktiv', before: 999_999, after: d });
  expect(await pile(id)).toEqual(['D', 'A', 'C', 'E']);
  // Changed in the editor it goes to where its number puts it.
  const jsonPayload = { changes: [{ key: 'status', before: 'Interessent', value: 'Aktiv' }] };
  await anna.command('record.save', { idoId: b, idoInstanceId: kindId, jsonPayload, lastKnownChangeTimestamp: 1 });
  expect((await pile(id)).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E']);
});

test('a long column is read in pages, moved cards among the others, none twice and none left out', async () => {
  const names = Array.from({ length: 130 }, (_, n) => `Karte ${String(n).padStart(3, '0')}`);
  const ids = await named(...names);
  const id = await boardOf();
  await move(ids[129], { before: ids[0] });
  await move(ids[0], { before: ids[100] });
  await move(ids[70], {});
  const all: string[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const { cards } = await anna.query<{ cards: readonly Card[] }>('record.boardCards', {
      queryId: id,
      column: 'Aktiv',
      lane: null,
      skip: (page - 1) * CARDS_AT_ONCE,
    });
    expect(cards.length).toBe(page < 3 ? CARDS_AT_ONCE : 30);
    all.push(...cards.map(({ title }) => title));
  }
  const wanted = names.filter((_, n) => n !== 129 && n !== 0 && n !== 70);
  wanted.unshift(names[129] ?? '');
  wanted.splice(wanted.indexOf(names[100] ?? ''), 0, names[0] ?? '');
  wanted.push(names[70] ?? '');
  expect(all).toEqual(wanted);
  expect((await read(id)).piles[0]?.cards.map(({ title }) => title)).toEqual(wanted.slice(0, CARDS_AT_ONCE));
});

describe('two who move the same card', () => {
  test('agree: who comes later is told where it is, and nothing is lost', async () => {
    const [a] = await named('A');
    const id = await boardOf();
    await move(a, { to: 'Interessent' }, ben);
    const late = await tryMove(a, { to: 'Ehemalig' });
    expect([late.status, late.body.code]).toEqual([409, 'RECORD_CONFLICT']);
    expect((late.body as unknown as { data: object }).data).toMatchObject({
      fields: [{ key: 'status', value: 'Interessent' }],
    });
    // Where both mean the same there is nothing to tell.
    await move(a, { to: 'Interessent' });
    expect(await codeOf(tryMove(a, {}))).toBe('409 RECORD_CONFLICT');
    expect(await pile(id, 'Interessent')).toEqual(['A']);
  });

  test('at once, again and again: each card is in one column, one of them has moved it', async () => {
    const ids = await named(...Array.from({ length: 12 }, (_, n) => `K${n}`));
    const id = await boardOf();
    const answers = await Promise.all(
      ids.flatMap((one) => [
        tryMove(one, { to: 'Interessent', before: ids[0] }),
        tryMove(one, { to: 'Ehemalig', before: ids[1] }, ben),
      ]),
    );
    const statuses = answers.map(({ status }) => status);
    for (let n = 0; n < ids.length; n += 1)
      expect(statuses.slice(2 * n, 2 * n + 2).toSorted((x, y) => x - y)).toEqual([200, 409]);
    const { piles, totalCount } = await read(id);
    expect(totalCount).toBe(12);
    expect(piles.flatMap(({ cards }) => cards.map(({ idoId }) => idoId)).toSorted((x, y) => x - y)).toEqual(ids);
    for (const [n, one] of ids.entries())
      expect(await statusOf(one)).toBe(answers[2 * n]?.status === 200 ? 'Interessent' : 'Ehemalig');
  });

  test('the same move sent twice moves it once, and all are told', async () => {
    const [a] = await named('A');
    const peer = await StompPeer.as(ben);
    const processId = randomUUID();
    const params = { idoId: a, idoInstanceId: kindId, key: 'status', from: 'Aktiv', to: 'Interessent' };
    for (let n = 0; n < 2; n += 1)
      expect((await anna.tryCommand('record.moveCard', params, { processId })).status).toBe(200);
    const types = [await peer.event(), await peer.event()].map(({ type }) => type);
    expect(types.toSorted()).toEqual(['record.boardChanged', 'record.changed']);
    peer.close();
  });
});

test('what cannot be is refused, and changes nothing', async () => {
  const [a] = await named('A');
  const id = await boardOf();
  const before = await read(id);
  const cases: readonly [object, string][] = [
    [{ to: 'Nirgends' }, '422 RECORD_INVALID'],
    [{ key: 'name' }, '404 NOT_FOUND'],
    [{ key: 'nichts' }, '404 NOT_FOUND'],
    [{ idoInstanceId: 99_999 }, '404 NOT_FOUND'],
    [{ idoId: 999_999 }, '404 NOT_FOUND'],
    [{ lane: { key: 'industry', from: 'Handel', to: 'Handwerk' } }, '409 RECORD_CONFLICT'],
    [{ lane: { key: 'city', from: '', to: 'Kiel' } }, '404 NOT_FOUND'],
    [{ before: 'x' }, '422 PARAMETERS_INVALID'],
  ];
  for (const [part, code] of cases) expect(await codeOf(tryMove(a, part)), JSON.stringify(part)).toBe(code);
  expect(await codeOf(tryMove(a, { to: 'Interessent' }, carla))).toBe('403 RIGHT_MISSING');
  expect(await codeOf(tryMove(a, {}, dora))).toBe('403 RIGHT_MISSING');
  expect(await read(id)).toEqual(before);
  const ask = (queryId: string, by = anna) => codeOf(by.tryQuery('record.board', { queryId }));
  expect(await ask(id, dora)).toBe('403 RIGHT_MISSING');
  expect(await ask(randomUUID())).toBe('404 NOT_FOUND');
  const nobody = { everybody: false, userIds: [], groupIds: [] };
  const own = await boardOf({}, { sharedWith: nobody });
  expect(await ask(own, ben)).toBe('404 NOT_FOUND');
  expect(await ask(await boardOf({}, { board: null }))).toBe('422 QUERY_INVALID');
});
