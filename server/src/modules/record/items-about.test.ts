import type { ListEntry } from '@kontor/contract/activity';
import { RIGHTS } from '@kontor/contract/account';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedItem } from '../activity/factory.ts';
import { seedRecord } from './factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let dora: TestClient;
const items: Record<string, number> = {};
const records: Record<string, { idoId: number; idoInstanceId: number }> = {};

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  const annaId = await server.person(instance, 'anna');
  const doraId = await server.person(instance, 'dora', { rights: RIGHTS.filter((right) => right !== 'idoList') });
  [anna, dora] = [await server.client(instance, 'anna'), await server.client(instance, 'dora')];
  for (const name of ['Werft Müller', 'Werft Hansen', 'Reederei Ost'])
    records[name] = await seedRecord(server.change, instance, { values: { name, notes: 'Kran' } });
  const linked: readonly (readonly [string, readonly string[]])[] = [
    ['offer', ['Werft Müller']],
    ['bill', ['Werft Hansen', 'Reederei Ost']],
    ['bare', []],
  ];
  for (const [item, names] of linked) {
    const entryId = await seedItem(server.change, instance, { userIds: [annaId, doraId], information: item });
    items[item] = entryId;
    const aggregateId = formatAggregateId({ module: 'email', entryId, userId: annaId });
    for (const name of names) await anna.command('record.link', { aggregateId, ...records[name] });
  }
});
afterAll(() => server?.close());

const found = async (searchTerm: string, by = anna): Promise<string[]> => {
  const entries = await by.query<ListEntry[]>('filter.items', { view: 'all', searchTerm });
  const ids = entries.map(({ aggregateId }) => (JSON.parse(aggregateId) as { entryId: number }).entryId);
  return Object.keys(items).filter((name) => ids.includes(items[name] ?? 0));
};

test.each<[string, readonly string[]]>([
  ['record:werft', ['offer', 'bill']],
  ['datensatz:WERFT', ['offer', 'bill']],
  ['record:"werft mul"', ['offer']],
  ['record:Müller', ['offer']],
  ['record:werft record:reederei', ['bill']],
  ['record:reed bill', ['bill']],
  ['record:reed offer', []],
  ['-record:werft', ['bare']],
  ['has:record', ['offer', 'bill']],
  ['-hat:datensatz', ['bare']],
  // Other fields than the name are no names.
  ['record:kran', []],
  ['record:erft', []],
  ["record:'x'&|!:*", []],
  ['record:--', []],
])('%s finds %j', async (searchTerm, names) => {
  expect(await found(searchTerm)).toEqual(names);
});

test('by its number a record is found, too', async () => {
  const { idoId = 0 } = records['Reederei Ost'] ?? {};
  expect(await found(`record:${idoId}`)).toEqual(['bill']);
  expect(await found('record:999999')).toEqual([]);
});

test('for who sees no records they are words as all others', async () => {
  expect(await found('record:werft', dora)).toEqual([]);
  expect(await found('has:record', dora)).toEqual([]);
  expect(await found('offer', dora)).toEqual(['offer']);
});

test('another instance finds nothing by it', async () => {
  const other = await server.instance('andere');
  await server.person(other, 'olga');
  expect(await found('record:werft', await server.client(other, 'olga'))).toEqual([]);
});
