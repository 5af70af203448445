import { formatAggregateId, itemKey } from '@kontor/contract/kernel';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeContext, Instance } from '../../platform/operation/context.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { seedBox, seedItem } from './factory.ts';
import { addViewers, endShared, insertItem, moveItem, removeItemViewers, removeViewers, showShared } from './index.ts';

let server: TestServer;
let instance: Instance;
let ids: readonly number[];

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('ways');
  const names = ['anna', 'ben', 'carla', 'dora'];
  const found: number[] = [];
  for (const name of names) found.push(await server.person(instance, name));
  ids = found;
});
afterAll(() => server?.close());

const change = <T>(work: (ctx: ChangeContext) => Promise<T>) => server.change(instance, work);

/** How an item stands with whom, and who finds it. */
async function standing(activityId: number) {
  return change(async ({ db }) => {
    const { rows } = await sql<{ user_id: number; ways: number; box_id: number; mine: boolean; status: number }>`
      select user_id, ways, box_id, mine, status from activity_user
      where instance_id = ${instance.id} and activity_id = ${activityId} order by user_id`.execute(db);
    return rows;
  });
}

async function finders(word: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of ['anna', 'ben', 'carla', 'dora']) {
    const client = await server.client(instance, name);
    const entries = await client.query<unknown[]>('filter.items', { view: 'all', searchTerm: word });
    if (entries.length > 0) found.push(ids[['anna', 'ben', 'carla', 'dora'].indexOf(name)] ?? 0);
  }
  return found;
}

/** What happens to somebody's sight of an item; `home`: in the box that it lies in now. */
const stepOf = fc.record({
  kind: fc.constantFrom('joins', 'leavesBox', 'loses', 'moved', 'shared', 'unshared'),
  person: fc.nat(3),
  box: fc.nat(1),
  mine: fc.boolean(),
});

test('a person sees an item exactly as long as one way stands, whatever ends when', async () => {
  const boxes = [await seedBox(server.change, instance, []), await seedBox(server.change, instance, [])];
  let count = 0;
  const property = fc.asyncProperty(fc.array(stepOf, { minLength: 1, maxLength: 24 }), async (steps) => {
    const word = `zqwege${(count += 1)}`;
    let home = boxes[0] ?? 0;
    const entryId = await seedItem(server.change, instance, {
      module: 'document',
      boxId: home,
      userIds: [],
      information: word,
    });
    const item = { module: 'document', entryId } as const;
    const right = new Map<number, number>();
    const shared = new Set<number>();
    for (const { kind, person, box, mine } of steps) {
      const userId = ids[person] ?? 0;
      const other = boxes[box] ?? 0;
      const viewerOf = (boxId: number) => ({ userId, boxId, status: 2 as const, mine });
      await change(async (ctx) => {
        if (kind === 'joins') {
          await addViewers(ctx, 'document', entryId, [viewerOf(home)]);
          if (!right.has(userId)) right.set(userId, home);
        } else if (kind === 'leavesBox') {
          await removeViewers(ctx, 'document', other, [userId]);
          if (right.get(userId) === other) right.delete(userId);
        } else if (kind === 'loses') {
          await removeItemViewers(ctx, 'document', entryId, [userId]);
          right.delete(userId);
        } else if (kind === 'moved') {
          await moveItem(ctx, 'document', entryId, { boxId: other, channel: '', viewers: [viewerOf(other)] });
          home = other;
          right.clear();
          right.set(userId, other);
        } else if (kind === 'shared') {
          await showShared(ctx, [item], { byUserId: 0, userIds: [userId] });
          shared.add(userId);
        } else {
          await endShared(ctx, [item], [{ activityIds: [entryId], userIds: [userId] }], { others: [], unshared: [] });
          shared.delete(userId);
        }
      });
      const rows = await standing(entryId);
      expect(rows.map(({ user_id: id, ways, box_id: boxId }) => [id, ways, boxId])).toEqual(
        ids.flatMap((id) => {
          const ways = (right.has(id) ? 1 : 0) + (shared.has(id) ? 2 : 0);
          return ways === 0 ? [] : [[id, ways, right.get(id) ?? 0]];
        }),
      );
      // Nothing that is only shared with somebody is their own.
      expect(rows.filter(({ ways, mine: isMine }) => ways === 2 && isMine)).toEqual([]);
    }
    expect(await finders(word)).toEqual(ids.filter((id) => right.has(id) || shared.has(id)));
  });
  await fc.assert(property, { numRuns: 15 });
});

test('what becomes of it: a state of one’s own, kept where the right comes to an end, as the right says where it comes', async () => {
  const [annaId = 0, benId = 0] = ids;
  const boxId = await seedBox(server.change, instance, [annaId]);
  const entryId = await seedItem(server.change, instance, { module: 'task', boxId, userIds: [annaId], status: 2 });
  const item = { module: 'task', entryId } as const;
  const ben = async () => (await standing(entryId)).find((row) => row.user_id === benId);
  await change((ctx) => showShared(ctx, [item], { byUserId: annaId, userIds: [annaId, benId] }));
  expect(await ben()).toMatchObject({ ways: 2, box_id: 0, mine: false, status: 1 });
  // Who has it already keeps it as it stands.
  expect((await standing(entryId))[0]).toMatchObject({ ways: 3, box_id: boxId, status: 2 });
  const added = await change((ctx) =>
    addViewers(ctx, 'task', entryId, [{ userId: benId, boxId, status: 3, mine: true }]),
  );
  expect(added).toEqual([benId]);
  expect(await ben()).toMatchObject({ ways: 3, box_id: boxId, mine: true, status: 3 });
  expect(
    await change((ctx) => addViewers(ctx, 'task', entryId, [{ userId: benId, boxId, status: 1, mine: false }])),
  ).toEqual([]);
  await change((ctx) => removeViewers(ctx, 'task', boxId, [benId]));
  expect(await ben()).toMatchObject({ ways: 2, box_id: 0, mine: false, status: 3 });
});

test('people are told of what comes to them and goes from them, and of nothing that stays', async () => {
  const [annaId = 0, benId = 0] = ids;
  const boxId = await seedBox(server.change, instance, [annaId]);
  const entryId = await seedItem(server.change, instance, { boxId, userIds: [annaId] });
  const item = { module: 'email', entryId } as const;
  const [annaEnd, benEnd] = await Promise.all([
    StompPeer.as(await server.client(instance, 'anna')),
    StompPeer.as(await server.client(instance, 'ben')),
  ]);
  const keys = expect.arrayContaining(['list', 'list:email', itemKey(item)]);
  const event = (type: string) => ({ type, payload: { keys } });
  await change((ctx) => showShared(ctx, [item], { byUserId: annaId, userIds: [benId] }));
  expect(await annaEnd.event()).toMatchObject(event('activity.changed'));
  expect(await benEnd.event()).toMatchObject(event('activity.added'));
  await change((ctx) => addViewers(ctx, 'email', entryId, [{ userId: benId, boxId, status: 2, mine: false }]));
  // It stays with him when the share ends.
  await change((ctx) =>
    endShared(ctx, [item], [{ activityIds: [entryId], userIds: [benId] }], { others: [], unshared: [entryId] }),
  );
  for (const end of [annaEnd, benEnd])
    for (let n = 0; n < 2; n += 1) expect(await end.event()).toMatchObject(event('activity.changed'));
  await change((ctx) => removeViewers(ctx, 'email', boxId, [benId]));
  expect(await annaEnd.event()).toMatchObject(event('activity.changed'));
  expect(await benEnd.event()).toMatchObject(event('activity.removed'));
  for (const end of [annaEnd, benEnd]) end.close();
});

test('what is shared counts, is found and is put off as any item', async () => {
  const [annaId = 0, , carlaId = 0] = ids;
  const carla = await server.client(instance, 'carla');
  const counted = async () =>
    (await carla.query<{ module: string; count: number }[]>('session.unfinishedCounts', {})).find(
      ({ module }) => module === 'email',
    )?.count ?? 0;
  const before = await counted();
  const entryId = await change((ctx) =>
    insertItem(ctx, {
      module: 'email',
      ts: new Date(),
      boxId: 0,
      direction: 'incoming',
      contact: 'Paul',
      information: 'Zqgeteilt',
      channel: '',
      extras: {},
      viewers: [{ userId: annaId, boxId: 0, status: 1, mine: false }],
      search: { title: 'Zqgeteilt', senders: 'Paul', receivers: '', body: '' },
    }),
  );
  const item = { module: 'email', entryId } as const;
  await change((ctx) => showShared(ctx, [item], { byUserId: annaId, userIds: [carlaId] }));
  expect(await counted()).toBe(before + 1);
  const found = () => carla.query<unknown[]>('filter.items', { view: 'all', searchTerm: 'zqgeteilt is:shared' });
  expect(await found()).toHaveLength(1);
  const hidden = { view: 'all', searchTerm: 'zqgeteilt', globalized: false };
  expect(await carla.query<unknown[]>('filter.items', hidden)).toEqual([]);
  await change((ctx) =>
    endShared(ctx, [item], [{ activityIds: [entryId], userIds: [carlaId] }], { others: [], unshared: [entryId] }),
  );
  expect(await counted()).toBe(before);
  expect(await found()).toEqual([]);
});

test('of many items and people those lose what they saw by the share alone, but for what somebody else shares, and hear of it once', async () => {
  const [annaId = 0, benId = 0, carlaId = 0, doraId = 0] = ids;
  const boxId = await seedBox(server.change, instance, [annaId]);
  const entryIds: number[] = [];
  for (let n = 0; n < 4; n += 1)
    entryIds.push(await seedItem(server.change, instance, { module: 'task', boxId, userIds: [annaId] }));
  const [first = 0, second = 0, third = 0, last = 0] = entryIds;
  const items = entryIds.map((entryId) => ({ module: 'task', entryId }) as const);
  await change((ctx) => showShared(ctx, items, { byUserId: annaId, userIds: [benId, carlaId, doraId] }));
  await change((ctx) => addViewers(ctx, 'task', first, [{ userId: benId, boxId, status: 2, mine: false }]));
  const carlaEnd = await StompPeer.as(await server.client(instance, 'carla'));
  const ended = [
    { activityIds: [first, second, third], userIds: [benId, carlaId] },
    // The same pair twice, as by two shares of it.
    { activityIds: [second], userIds: [carlaId] },
  ];
  const others = [{ activity_id: third, user_id: carlaId, by_user: annaId }];
  await change((ctx) => endShared(ctx, items, ended, { others, unshared: [] }));
  const waysOf = async (entryId: number) =>
    Object.fromEntries((await standing(entryId)).map(({ user_id: id, ways }) => [id, ways]));
  expect(await waysOf(first)).toEqual({ [annaId]: 1, [benId]: 1, [doraId]: 2 });
  expect(await waysOf(second)).toEqual({ [annaId]: 1, [doraId]: 2 });
  expect(await waysOf(third)).toEqual({ [annaId]: 1, [carlaId]: 2, [doraId]: 2 });
  expect(await waysOf(last)).toEqual({ [annaId]: 1, [benId]: 2, [carlaId]: 2, [doraId]: 2 });
  const heard = [await carlaEnd.event(), await carlaEnd.event()];
  const own = [first, second].map((entryId) => formatAggregateId({ module: 'task', entryId, userId: carlaId }));
  expect(heard.map(({ type }) => type)).toEqual(['activity.changed', 'activity.removed']);
  expect(heard[1]?.payload.aggregateIds.toSorted()).toEqual(own.toSorted());
  expect(heard[1]?.payload.keys).toEqual(
    expect.arrayContaining(['list', 'list:task', `task:${first}`, `task:${second}`]),
  );
  carlaEnd.close();
});
