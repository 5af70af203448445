import 'fake-indexeddb/auto';
import { activityQueries, type EntryRow } from '@kontor/contract/activity';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import type { Ahead } from '../ahead-port.ts';
import type { Cache } from '../cache-port.ts';
import type { User } from '@kontor/contract/account';
import { EntityStore } from '../core/entity-store.ts';
import { ListStore } from '../core/list-store.ts';
import { aRow } from '../testing/rows.ts';
import { createValue } from '../value.ts';
import type { AheadDeps } from '../ahead-port.ts';
import { fetchAhead } from './ahead.ts';
import { DeviceCache } from './cache.ts';

const NOW = 1_795_219_200_000;
const HOUR = 3_600_000;
const row = (entryId: number, daysAgo: number): EntryRow => aRow(entryId, { timestamp: NOW / 1000 - daysAgo * 86_400 });

async function setUp(name: string, rows: readonly EntryRow[]) {
  let now = NOW;
  const later = () => () => undefined;
  const cache = await DeviceCache.open('anna', { now: () => now, later }, name);
  const store = new EntityStore();
  const requests: string[] = [];
  const transport = {
    query: async (_definition: unknown, _params: unknown, { page = 1, limit = 100 }) => {
      requests.push(`page ${page}`);
      return { results: rows.slice((page - 1) * limit, page * limit), totalCount: rows.length, keys: [] };
    },
  };
  const part: Ahead = {
    lists: [{ id: 'inbox', definition: activityQueries.inboxItems, params: {}, keep: () => true }],
    details: [
      {
        module: 'email',
        key: (id) => `details ${id}`,
        atOnce: 50,
        fetch: async (ids) => {
          requests.push(`details of ${ids.length}`);
          const keys = ids.map((id) => itemKey(parseAggregateId(id) ?? { module: 'email', entryId: 0 }));
          return new Map(keys.filter((key) => key !== 'email:2').map((key) => [key, { about: key }]));
        },
      },
    ],
  };
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
    await fetchAhead(client, [part], { ...defaultDeps, ...deps });
    await cache.flush();
    return [...requests];
  };
  return { cache, round, pass: (ms: number) => (now += ms) };
}

test('lists are fetched as far as 30 days back, and the details in them that are not here yet', async () => {
  const rows = Array.from({ length: 350 }, (_, index) => row(350 - index, index / 5));
  const { cache, round, pass } = await setUp('kontor-ahead-1', rows);
  expect(await round()).toEqual([
    'page 1',
    'page 2',
    'details of 50',
    'details of 50',
    'details of 50',
    'details of 1',
  ]);
  expect((await cache.far('inbox'))?.rows).toHaveLength(200);
  // Again at once: nothing. Some hours later: the lists, and no details.
  expect(await round()).toEqual([]);
  pass(5 * HOUR);
  expect(await round()).toEqual(['page 1', 'page 2']);
  cache.close();
});

test('what the server leaves out is not kept, and nothing is fetched once nobody wants it', async () => {
  const { cache, round } = await setUp('kontor-ahead-2', [row(1, 1), row(2, 2)]);
  expect(await round({ goesOn: () => false })).toEqual([]);
  expect(await round()).toEqual(['page 1', 'details of 2']);
  expect(await round()).toEqual(['details of 1']);
  cache.close();
});
