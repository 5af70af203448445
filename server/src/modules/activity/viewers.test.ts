import type { ListEntry } from '@kontor/contract/activity';
import { itemKey } from '@kontor/contract/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { seedBox, seedItem } from './factory.ts';
import { addViewers, insertItem, removeViewers } from './index.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;
let benId: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('viewers');
  annaId = await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

/** The entry as Anna sees it: its version, and who else sees it. */
async function seen(boxId: number) {
  const [entry] = await anna.query<ListEntry[]>('filter.items', { view: 'all', boxIds: [boxId] });
  return { version: entry?.aggregateVersion, people: entry?.groupedStatus.userList.map(({ userId }) => userId) };
}

const showTo = (entryId: number, boxId: number, userId: number) =>
  server.change(instance, (ctx) => addViewers(ctx, 'email', entryId, [{ userId, boxId, status: 3, mine: false }]));

test('who sees an item hears who else begins to see it, and who ceases to, by a new version', async () => {
  const boxId = await seedBox(server.change, instance, [annaId, benId]);
  const entryId = await seedItem(server.change, instance, { boxId, userIds: [annaId] });
  const [annaEnd, benEnd] = await Promise.all([StompPeer.as(anna), StompPeer.as(await server.client(instance, 'ben'))]);
  const keys = expect.arrayContaining(['list', 'list:email', itemKey({ module: 'email', entryId })]);
  expect(await seen(boxId)).toEqual({ version: 1, people: [annaId] });

  await showTo(entryId, boxId, benId);
  const changes = (aggregateVersion: number) => [expect.objectContaining({ entryId, aggregateVersion, status: 1 })];
  expect(await annaEnd.event()).toMatchObject({ type: 'activity.changed', payload: { keys, changes: changes(2) } });
  expect(await benEnd.event()).toMatchObject({ type: 'activity.added', payload: { keys } });
  expect(await seen(boxId)).toEqual({ version: 2, people: [annaId, benId] });

  await server.change(instance, (ctx) => removeViewers(ctx, 'email', boxId, [benId]));
  expect(await annaEnd.event()).toMatchObject({ type: 'activity.changed', payload: { keys, changes: changes(3) } });
  expect(await benEnd.event()).toMatchObject({ type: 'activity.removed', payload: { keys } });
  expect(await seen(boxId)).toEqual({ version: 3, people: [annaId] });
  // Nothing was told twice, nor to whom it is no business of.
  await showTo(entryId, boxId, annaId);
  await seedItem(server.change, instance, { boxId, userIds: [annaId, benId] });
  for (const end of [annaEnd, benEnd]) {
    expect((await end.event()).type).toBe('activity.added');
    end.close();
  }
});

test('of very many items the lists as a whole are told to be others', async () => {
  const boxId = await seedBox(server.change, instance, [annaId, benId]);
  const viewers = [annaId, benId].map((userId) => ({ userId, boxId, status: 1, mine: false }) as const);
  const common = { module: 'email', direction: 'incoming', channel: 'info', boxId, viewers } as const;
  const content = { ts: new Date(), contact: '', information: '', extras: {} };
  await server.change(instance, async (ctx) => {
    for (let n = 0; n < 1001; n += 1)
      await insertItem(ctx, { ...common, ...content, search: { title: '', senders: '', receivers: '', body: '' } });
  });
  const end = await StompPeer.as(anna);
  await server.change(instance, (ctx) => removeViewers(ctx, 'email', boxId, [benId]));
  let event = await end.event();
  // Of the items that have just come.
  while (event.type === 'activity.added') event = await end.event();
  const { type, payload } = event;
  expect([type, payload.keys]).toEqual(['activity.changed', ['list', 'list:email']]);
  expect((await seen(boxId)).people).toEqual([annaId]);
  end.close();
});
