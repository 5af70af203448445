import type { Difference, ItemChangeEntry } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandContext, Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedBox, seedItem } from './factory.ts';
import { JOINED_MS, noteChange } from './history.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let carla: TestClient;
let annaId: number;
let benId: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('history');
  annaId = await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben');
  await server.person(instance, 'carla');
  [anna, ben, carla] = [
    await server.client(instance, 'anna'),
    await server.client(instance, 'ben'),
    await server.client(instance, 'carla'),
  ];
});
afterAll(() => server?.close());

const idOf = (entryId: number) => formatAggregateId({ module: 'email', entryId, userId: annaId });
const historyOf = (client: TestClient, entryId: number, before: number | null = null) =>
  client.query<ItemChangeEntry[]>('activity.history', { aggregateId: idOf(entryId), before });
const saysOf = async (client: TestClient, entryId: number) =>
  (await historyOf(client, entryId)).map(({ userId, differences: [one] }) => [
    userId,
    one?.field,
    one?.before,
    one?.after,
  ]);
const change = (entryId: number, userId: number, differences: readonly Omit<Difference, 'isHtml'>[]) =>
  server.change(instance, (ctx) =>
    noteChange(
      { ...ctx, person: { id: userId } as CommandContext['person'] },
      entryId,
      differences.map((one) => ({ ...one, isHtml: false })),
    ),
  );
const inbox = (userIds: readonly number[]) => seedItem(server.change, instance, { userIds });

test('states are in it, whoever set them, with what they were before', async () => {
  const entryId = await inbox([annaId, benId]);
  await anna.command('activity.setState', { aggregateIds: [idOf(entryId)], state: 'seen' });
  await anna.command('activity.setState', { aggregateIds: [idOf(entryId)], state: 'ready' });
  await anna.command('activity.setState', { aggregateIds: [idOf(entryId)], state: 'ready' });
  await ben.command('activity.setState', { aggregateIds: [idOf(entryId)], state: 'ready' });
  const expected = [
    [benId, 'state', 'unseen', 'ready'],
    [annaId, 'state', 'seen', 'ready'],
    [annaId, 'state', 'unseen', 'seen'],
  ];
  expect(await saysOf(anna, entryId)).toEqual(expected);
  expect(await saysOf(ben, entryId)).toEqual(expected);
  expect((await historyOf(ben, entryId))[1]).toMatchObject({ name: 'anna Test', at: expect.any(Number) });
});

test('where an item lies with one person is nobody else’s business, and that of a shared box is everybody’s', async () => {
  const own = await inbox([annaId, benId]);
  await anna.command('activity.archive', { aggregateIds: [idOf(own)] });
  await anna.command('activity.delete', { aggregateIds: [idOf(own)] });
  await anna.command('activity.restore', { aggregateIds: [idOf(own)] });
  expect(await saysOf(ben, own)).toEqual([]);
  expect(await saysOf(anna, own)).toEqual([
    [annaId, 'trashed', true, false],
    [annaId, 'trashed', false, true],
    [annaId, 'archived', false, true],
  ]);
  const boxId = await seedBox(server.change, instance, [annaId, benId]);
  const shared = await seedItem(server.change, instance, { boxId, userIds: [annaId, benId] });
  await anna.command('activity.delete', { aggregateIds: [idOf(shared)] });
  expect(await saysOf(ben, shared)).toEqual([[annaId, 'trashed', false, true]]);
});

test('what is edited of many at once is in the history of each', async () => {
  const ids = [await inbox([annaId]), await inbox([annaId]), await inbox([annaId])];
  await anna.command('activity.setState', { aggregateIds: [idOf(ids[0] ?? 0)], state: 'seen' });
  await anna.command('activity.setState', { aggregateIds: ids.map(idOf), state: 'ready' });
  expect((await saysOf(anna, ids[0] ?? 0))[0]).toEqual([annaId, 'state', 'seen', 'ready']);
  for (const id of ids.slice(1)) expect(await saysOf(anna, id)).toEqual([[annaId, 'state', 'unseen', 'ready']]);
});

test('what one person writes in a while is one change, and nothing where it is taken back', async () => {
  const entryId = await inbox([annaId, benId]);
  await change(entryId, annaId, [{ field: 'title', before: '', after: 'A' }]);
  await change(entryId, annaId, [{ field: 'title', before: 'A', after: 'An' }]);
  expect(await saysOf(ben, entryId)).toEqual([[annaId, 'title', '', 'An']]);
  await change(entryId, annaId, [{ field: 'title', before: 'An', after: '' }]);
  expect(await saysOf(ben, entryId)).toEqual([]);
  await change(entryId, annaId, [{ field: 'title', before: '', after: 'Anna' }]);
  await change(entryId, benId, [{ field: 'title', before: 'Anna', after: 'Ben' }]);
  await change(entryId, annaId, [{ field: 'title', before: 'Ben', after: 'Anna' }]);
  server.advance(JOINED_MS + 1000);
  await change(entryId, annaId, [{ field: 'title', before: 'Anna', after: 'Carla' }]);
  expect(await saysOf(anna, entryId)).toEqual([
    [annaId, 'title', 'Anna', 'Carla'],
    [annaId, 'title', 'Ben', 'Anna'],
    [benId, 'title', 'Anna', 'Ben'],
    [annaId, 'title', '', 'Anna'],
  ]);
});

test('it is read in pages', async () => {
  const entryId = await inbox([annaId]);
  for (let index = 0; index < 120; index += 1)
    await change(entryId, index % 2 === 0 ? annaId : benId, [{ field: 'title', before: index, after: index + 1 }]);
  const first = await historyOf(anna, entryId);
  expect(first).toHaveLength(100);
  const rest = await historyOf(anna, entryId, first.at(-1)?.changeId ?? 0);
  expect(rest.map(({ differences: [one] }) => one?.before)).toEqual(Array.from({ length: 20 }, (_, at) => 19 - at));
});

test('it is nothing for who does not see the item', async () => {
  const entryId = await inbox([annaId]);
  await anna.command('activity.setState', { aggregateIds: [idOf(entryId)], state: 'ready' });
  for (const itemId of [entryId, 999_999])
    expect((await carla.tryQuery('activity.history', { aggregateId: idOf(itemId) })).status).toBe(404);
  expect((await anna.tryQuery('activity.history', { aggregateId: idOf(entryId), before: 0 })).status).toBe(422);
});
