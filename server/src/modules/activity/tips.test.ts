import type { ListEntry, Tip } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedBox, seedItem } from './factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;
let benId: number;
let box: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('tips');
  annaId = await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
  ben = await server.client(instance, 'ben');
  box = await seedBox(server.change, instance, [annaId, benId]);
});
afterAll(() => server?.close());

const tipOf = (client: TestClient, entryId: number, module: 'email' | 'task' = 'email') =>
  client.query<Tip>('activity.tips', { aggregateId: formatAggregateId({ module, entryId, userId: annaId }) });

test('a tip says in full what a row has no room for', async () => {
  const information = `Lieferschein ${'zur Wartung der Pumpe '.repeat(20)}`.trim();
  const entryId = await seedItem(server.change, instance, { boxId: box, userIds: [annaId, benId], information });
  const tip = await tipOf(anna, entryId);
  expect(tip).toMatchObject({ moduleName: 'email', information, status: 1, archived: false, trashed: false });
  expect(tip.states.map(({ userId, isOwn, status }) => [userId, isOwn, status])).toEqual([
    [annaId, true, 1],
    [benId, false, 1],
  ]);
  expect(tip.mailbox.name).not.toBe('');
  const [entry] = await anna.query<ListEntry[]>('filter.items', { view: 'all', boxIds: [box] });
  await ben.command('activity.setState', { aggregateIds: [entry?.aggregateId ?? ''], state: 'ready' });
  expect((await tipOf(anna, entryId)).states.find(({ userId }) => userId === benId)?.status).toBe(3);
});

test('what is not there, not the person’s, of another kind or of another instance is not found', async () => {
  const own = await seedItem(server.change, instance, { boxId: box, userIds: [benId] });
  const elsewhere = await server.instance('tips2');
  const otherId = await server.person(elsewhere, 'anna');
  const other = await server.client(elsewhere, 'anna');
  const otherBox = await seedBox(server.change, elsewhere, [otherId]);
  const theirs = await seedItem(server.change, elsewhere, { boxId: otherBox, userIds: [otherId] });
  const missing = /404.*NOT_FOUND/;
  await expect(tipOf(anna, own)).rejects.toThrow(missing);
  await expect(tipOf(anna, 999_999)).rejects.toThrow(missing);
  await expect(tipOf(ben, own, 'task')).rejects.toThrow(missing);
  await expect(tipOf(ben, own)).resolves.toMatchObject({ moduleName: 'email' });
  // Numbers are given anew in each instance: the same one is another item there, or none.
  const seen = await tipOf(other, theirs);
  expect(seen.states).toEqual([expect.objectContaining({ userId: otherId, isOwn: true })]);
});
