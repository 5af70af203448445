import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { DeviceCache } from './cache.ts';
import { SealedStore, type KeptRecord } from './sealed-store.ts';
import { WriteBehind } from './write-behind.ts';

const deps = { now: () => 1000, later: () => () => undefined };

/** A person's part of a device that counts its transactions, and refuses what is kept under one of these keys. */
async function openDevice(name: string, refused: readonly string[] = []) {
  const store = await SealedStore.open('anna', name);
  const written: string[][] = [];
  const own = store.putAll.bind(store);
  store.putAll = async (records: readonly KeptRecord[], now) => {
    const keys = records.map(({ key }) => key);
    if (keys.some((key) => refused.includes(key))) throw new DOMException('full', 'QuotaExceededError');
    written.push(keys);
    return own(records, now);
  };
  return { store, written, writes: new WriteBehind(store, deps) };
}

test('what has changed together is written together, however much it is', async () => {
  const { store, written, writes } = await openDevice('write-together');
  const keys = Array.from({ length: 30 }, (_, index) => `key ${index}`);
  for (const key of keys) writes.put(key, () => ({ at: 1, value: key }));
  writes.put('nothing', () => undefined);
  await writes.flush();
  expect(written).toEqual([keys]);
  expect((await store.get('key 29'))?.value).toBe('key 29');
});

test('what the device refuses keeps nothing else back, and why is known', async () => {
  const { store, writes } = await openDevice('write-refused', ['large']);
  for (const key of ['before', 'large', 'after']) writes.put(key, () => ({ at: 1, value: key }));
  await writes.flush();
  expect(await store.missing(['before', 'large', 'after'])).toEqual(['large']);
  writes.put('large', () => ({ at: 1, value: 'large' }));
  await writes.flush();
  expect(writes.trouble).toBe('QuotaExceededError');
});

test('what is to be forgotten while it is being written does not come after it', async () => {
  const cache = await DeviceCache.open('anna', deps, 'write-forget');
  cache.keepAnswer('detail', 'x', [], 'email:1');
  const written = cache.flush();
  await cache.forget(['email:1']);
  await written;
  expect(await cache.missing(['detail'])).toEqual(['detail']);
});
