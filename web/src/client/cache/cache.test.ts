import 'fake-indexeddb/auto';
import { activityQueries, type EntryRow } from '@kontor/contract/activity';
import { expect, test } from 'vitest';
import { createAsk } from '../ask.ts';
import { createStaleLists } from '../core/stale-lists.ts';
import { EntityStore, rowKey } from '../core/entity-store.ts';
import { ListStore, newestFirst } from '../core/list-store.ts';
import { furtherKept, loadTop, restoreList, type ListClient, type ListSource } from '../list-loader.ts';
import { aRow } from '../testing/rows.ts';
import { createValue } from '../value.ts';
import type { Cache } from '../cache-port.ts';
import { DeviceCache } from './cache.ts';

let next = 0;
const isOpen = (row: EntryRow): boolean => row.status !== 3;
const source: ListSource = {
  id: 'inbox',
  definition: activityQueries.inboxItems,
  params: { statusRed: 'unseen', statusYellow: 'seen' },
  keep: isOpen,
};

/** A page of one person on a device: `name` is the device, so that a second page finds what the first has kept. */
async function openPage(name: string, answer: () => readonly EntryRow[], now = () => 1000) {
  const later = () => () => undefined;
  const cache = await DeviceCache.open('anna', { now, later }, name);
  const store = new EntityStore();
  const lists = new ListStore(store);
  cache.watch(store, lists);
  const transport = {
    query: async () => ({ results: answer(), totalCount: answer().length, keys: ['list:email'] }),
  } as unknown as ListClient['transport'];
  const client: ListClient = {
    store,
    lists,
    transport,
    ask: createAsk(transport as never, { now, later }),
    staleLists: createStaleLists({ isBusy: () => false, reload: () => undefined, later }),
    cache: createValue<Cache | undefined>(cache),
  };
  const seen = () => lists.snapshot('inbox');
  return { cache, client, store, lists, seen };
}
const rows = (count: number): EntryRow[] => Array.from({ length: count }, (_, index) => aRow(count - index));
const device = (): string => `kontor-cache-page-${(next += 1)}`;

test('what waits for the server is known on the next start, though it has left every list, and no longer once it is done', async () => {
  const name = device();
  const first = await openPage(name, () => rows(5));
  await loadTop(first.client, source);
  first.store.applyOptimistic('waiting', [['email:3', { status: 3 }]]);
  await first.cache.flush();
  first.cache.close();
  const second = await openPage(name, () => []);
  await expect.poll(() => second.store.onServer('email:3')?.status).toBe(1);
  second.store.applyOptimistic('waiting', [['email:3', { status: 3 }]]);
  second.store.fold('waiting');
  await second.cache.flush();
  second.cache.close();
  const third = await openPage(name, () => []);
  await third.cache.flush();
  await expect.poll(() => third.cache.missing(['waiting'])).toEqual([]);
  expect(third.store.onServer('email:3')).toBeUndefined();
});

test('a list is there on the next start as it was left, with its age', async () => {
  const name = device();
  const first = await openPage(name, () => rows(5));
  await loadTop(first.client, source);
  first.store.report([{ key: 'email:3', aggregateVersion: 2, status: 3 }]);
  await first.cache.flush();
  first.cache.close();
  const second = await openPage(name, () => []);
  expect(await restoreList(second.client, source)).toEqual({ data: 4, at: 1000 });
  expect(second.seen()).toMatchObject({
    ids: ['email:5', 'email:4', 'email:2', 'email:1'],
    total: 4,
    complete: true,
    loaded: true,
  });
  second.cache.close();
});

test('a server that is faster than the device is not overruled', async () => {
  const name = device();
  const first = await openPage(name, () => rows(5));
  await loadTop(first.client, source);
  await first.cache.flush();
  first.cache.close();
  const second = await openPage(name, () => [aRow(9)]);
  await loadTop(second.client, source);
  expect(await restoreList(second.client, source)).toBeUndefined();
  expect(second.seen().ids).toEqual(['email:9']);
  second.cache.close();
});

test('changes that wait for the server are laid over what was kept', async () => {
  const name = device();
  const first = await openPage(name, () => rows(3));
  await loadTop(first.client, source);
  await first.cache.flush();
  first.cache.close();
  const second = await openPage(name, () => rows(3));
  second.store.applyOptimistic('p1', [['email:2', { status: 3 }]]);
  await restoreList(second.client, source);
  expect(second.seen()).toMatchObject({ ids: ['email:3', 'email:1'], total: 2 });
  second.cache.close();
});

test('a list that was fetched ahead is shown where it never was before, and goes on where the network ends', async () => {
  const page = await openPage(device(), () => rows(300).slice(0, 100));
  page.cache.keepFar('inbox', rows(300), 400, false);
  await page.cache.flush();
  page.lists.open({ id: 'inbox', keep: isOpen, compare: newestFirst });
  page.store.put(rows(300).slice(0, 100), 0);
  page.lists.putTop('inbox', rows(300).slice(0, 100).map(rowKey), 400, 100);
  await furtherKept(page.client, source);
  expect(page.seen()).toMatchObject({ total: 400, complete: false });
  expect(page.seen().ids).toHaveLength(300);
  page.cache.close();
});

test('an answer and a file come back, and go with their item', async () => {
  const page = await openPage(device(), () => []);
  page.cache.keepAnswer('details', { text: 'x' }, ['email:1'], 'email:1');
  await page.cache.keepFile('file', new Blob(['abc'], { type: 'image/png' }), 'email:1');
  await page.cache.flush();
  expect(await page.cache.answer('details')).toEqual({ data: { text: 'x' }, keys: ['email:1'], at: 1000 });
  const file = await page.cache.file('file');
  expect([file?.type, await file?.text()]).toEqual(['image/png', 'abc']);
  await page.cache.forget(['email:1']);
  expect([await page.cache.answer('details'), await page.cache.file('file')]).toEqual([undefined, undefined]);
  page.cache.close();
});

test('a record of another form is as if there were none', async () => {
  const page = await openPage(device(), () => []);
  page.cache.keepAnswer('list inbox', { rows: 'none' }, []);
  await page.cache.flush();
  expect(await page.cache.list('inbox')).toBeUndefined();
  page.cache.close();
});

test('what somebody has opened is written at once, though the lists never rest', async () => {
  let now = 1000;
  let timer: { readonly at: number; readonly run: () => void } | undefined;
  const later = (ms: number, run: () => void) => {
    const mine = { at: now + ms, run };
    timer = mine;
    return () => {
      if (timer === mine) timer = undefined;
    };
  };
  const name = device();
  const cache = await DeviceCache.open('anna', { now: () => now, later }, name);
  cache.keepFar('inbox', rows(1), 1, true);
  cache.keepAnswer('mail', { subject: 'Angebot' }, []);
  for (let n = 0; n < 12; n += 1) {
    now += 10;
    if (timer !== undefined && timer.at <= now) timer.run();
    cache.keepFar('inbox', rows(1), 1, true);
  }
  await expect.poll(() => cache.answer('mail')).toMatchObject({ data: { subject: 'Angebot' } });
});
