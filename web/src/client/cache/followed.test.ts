import 'fake-indexeddb/auto';
import { activityQueries, type EntryRow } from '@kontor/contract/activity';
import { formatAggregateId, itemKeyOf } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import type { Ahead, AheadDeps, AheadFollowed } from '../ahead-port.ts';
import type { Cache } from '../cache-port.ts';
import type { User } from '@kontor/contract/account';
import { EntityStore } from '../core/entity-store.ts';
import { ListStore } from '../core/list-store.ts';
import { aRow } from '../testing/rows.ts';
import { createValue } from '../value.ts';
import { fetchAhead } from './ahead.ts';
import { DeviceCache } from './cache.ts';

const NOW = 1_795_219_200_000;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const row = (entryId: number, daysAgo: number, said = 'Moin'): EntryRow =>
  aRow(entryId, { moduleName: 'message', boxId: 0, timestamp: NOW / 1000 - daysAgo * 86_400, extras: { said } });
const idOf = (entryId: number): string => formatAggregateId({ module: 'message', entryId, userId: 0 });
const keyOf = (entryId: number): string => `thread ${idOf(entryId)}`;

async function setUp(name: string, rows: readonly EntryRow[], given: Partial<AheadFollowed> = {}) {
  let now = NOW;
  let listed = rows;
  const cache = await DeviceCache.open('anna', { now: () => now, later: () => () => undefined }, name);
  const store = new EntityStore();
  const requests: string[] = [];
  const followed: AheadFollowed = {
    module: 'message',
    max: 100,
    maxBytes: 1_000_000,
    stampOf: ({ extras }) => String(extras['said']),
    key: (aggregateId) => `thread ${aggregateId}`,
    fetch: async (aggregateId) => {
      requests.push(itemKeyOf(aggregateId));
      return [{ key: `thread ${aggregateId}`, data: { about: itemKeyOf(aggregateId) }, keys: ['people'] }];
    },
    ...given,
  };
  const part: Ahead = {
    lists: [{ id: 'messages', definition: activityQueries.inboxItems, params: {}, keep: () => true }],
    followed: [followed],
  };
  const transport = { query: async () => ({ results: listed, totalCount: listed.length, keys: [] }) };
  const client = {
    cache: createValue<Cache | undefined>(cache),
    transport: transport as never,
    store,
    lists: new ListStore(store),
    user: createValue<User | undefined>(undefined),
  };
  const round = async (deps: Partial<AheadDeps> = {}): Promise<string[]> => {
    requests.length = 0;
    const defaultDeps: AheadDeps = {
      now: () => now,
      idle: async () => undefined,
      goesOn: () => true,
      isShown: () => true,
    };
    await fetchAhead(client, [part], { ...defaultDeps, ...deps }).catch(() => undefined);
    await cache.flush();
    return [...requests];
  };
  return {
    cache,
    store,
    round,
    /** The server lists other rows from now on, and it is so much later. */
    next: (ms: number, other: readonly EntryRow[]): void => {
      now += ms;
      listed = other;
    },
    has: async (entryId: number): Promise<boolean> => (await cache.answer(keyOf(entryId))) !== undefined,
  };
}

test('threads of thirty days are fetched, the latest first, and again where their row says something else', async () => {
  const { cache, store, round, next, has } = await setUp('kontor-followed-1', [row(1, 2), row(2, 1), row(3, 31)]);
  expect(await round()).toEqual(['message:2', 'message:1']);
  expect((await cache.answer(keyOf(2)))?.keys).toEqual(['people']);
  expect(await has(3)).toBe(false);
  expect(await round()).toEqual([]);
  next(5 * HOUR, [row(1, 0, 'Und?'), row(2, 1)]);
  expect(await round()).toEqual(['message:1']);
  // What a list that is shown has heard since.
  store.put([row(2, 0, 'Doch.')], 0);
  expect(await round()).toEqual(['message:2']);
  cache.close();
});

test('what is older than thirty days is forgotten, unless somebody has opened it since', async () => {
  const { cache, round, next, has } = await setUp('kontor-followed-2', [row(1, 25), row(2, 25), row(3, 1)]);
  await round();
  next(DAY, [row(1, 25), row(2, 25), row(3, 1)]);
  cache.keepAnswer(keyOf(2), { about: 'opened' }, []);
  await cache.flush();
  next(5 * DAY, [row(1, 25), row(2, 25), row(3, 1)]);
  expect(await round()).toEqual([]);
  expect([await has(1), await has(2), await has(3)]).toEqual([false, true, true]);
  cache.close();
});

test('no more are kept than are to be, by number or by bytes', async () => {
  const rows = [row(1, 3), row(2, 2), row(3, 1)];
  const few = await setUp('kontor-followed-3', rows, { max: 2 });
  expect(await few.round()).toEqual(['message:3', 'message:2']);
  few.next(5 * HOUR, [...rows, row(4, 0)]);
  expect(await few.round()).toEqual(['message:4']);
  expect([await few.has(4), await few.has(3), await few.has(2)]).toEqual([true, true, false]);
  few.cache.close();
  const small = await setUp('kontor-followed-4', rows, { maxBytes: 30 });
  expect(await small.round()).toEqual(['message:3', 'message:2']);
  expect(await small.round()).toEqual([]);
  small.cache.close();
});

test('nothing is fetched for a page that nobody sees, and a round that breaks off goes on where it has ended', async () => {
  let isBroken = true;
  const { cache, round } = await setUp('kontor-followed-5', [row(1, 3), row(2, 2), row(3, 1)], {
    fetch: async (aggregateId) => {
      if (itemKeyOf(aggregateId) === 'message:2' && isBroken) throw new Error('no network');
      return itemKeyOf(aggregateId) === 'message:1' ? [] : [{ key: `thread ${aggregateId}`, data: 'kept', keys: [] }];
    },
  });
  await round({ isShown: () => false });
  expect(await cache.missing([keyOf(3)])).toHaveLength(1);
  await round();
  expect(await cache.missing([keyOf(1), keyOf(2), keyOf(3)])).toEqual([keyOf(1), keyOf(2)]);
  isBroken = false;
  await round();
  // The first one the person may not see.
  expect(await cache.missing([keyOf(1), keyOf(2), keyOf(3)])).toEqual([keyOf(1)]);
  cache.close();
});
