import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { SealedStore, wipeSealed } from './sealed-store.ts';

let next = 0;
const newName = (): string => `kontor-cache-test-${(next += 1)}`;
const DAY = 86_400_000;

/** Everything that lies in a database, as one text in which a word would be found. */
async function rawOf(name: string): Promise<string> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
  });
  const parts: string[] = [];
  for (const store of db.objectStoreNames) {
    const all = db.transaction(store).objectStore(store);
    for (const request of [all.getAll(), all.getAllKeys()]) {
      const values = await new Promise<unknown[]>((resolve) => {
        request.onsuccess = () => resolve(request.result as unknown[]);
      });
      for (const value of values) {
        parts.push(JSON.stringify(value));
        for (const part of Object.values(Object(value) as object))
          if (part instanceof ArrayBuffer || part instanceof Uint8Array)
            parts.push(Buffer.from(part as ArrayBuffer).toString('latin1'));
      }
    }
  }
  db.close();
  return parts.join('\n');
}

test('keeps values and bytes, neither of which nor their names can be read in the database', async () => {
  const name = newName();
  const store = await SealedStore.open('anna', name);
  const bytes = new TextEncoder().encode('Kanarienvogel');
  await store.put('list Kanarienvogel', { at: 5, value: { word: 'Kanarienvogel' }, bytes }, 10, 'Kanarienvogel');
  expect(await store.get('list Kanarienvogel')).toEqual({ at: 5, value: { word: 'Kanarienvogel' }, bytes });
  expect(await rawOf(name)).toContain('anna');
  expect(await rawOf(name)).not.toContain('Kanarienvogel');
  store.close();
  const again = await SealedStore.open('anna', name);
  expect((await again.get('list Kanarienvogel'))?.at).toBe(5);
  expect(await again.missing(['list Kanarienvogel', 'other'])).toEqual(['other']);
  again.close();
});

test('an older answer does not replace a newer one; an equally old one does', async () => {
  const store = await SealedStore.open('anna', newName());
  for (const [at, value] of [
    [5, 'a'],
    [4, 'b'],
    [5, 'c'],
  ] as const)
    await store.put('key', { at, value }, 10);
  expect((await store.get('key'))?.value).toBe('c');
  store.close();
});

test('another person finds nothing, and what the first one writes afterwards is not stored', async () => {
  const name = newName();
  const annas = await SealedStore.open('anna', name);
  await annas.put('key', { at: 1, value: 'hers' }, 1);
  const bens = await SealedStore.open('ben', name);
  expect(await bens.get('key')).toBeUndefined();
  expect(await annas.put('key', { at: 2, value: 'hers' }, 2)).toBe(false);
  expect((await bens.trim(3)).records).toBe(0);
  annas.close();
  bens.close();
});

test('after a wipe nothing is left, not even by a page that was about to write', async () => {
  const name = newName();
  const store = await SealedStore.open('anna', name);
  await store.put('key', { at: 1, value: 'x' }, 1);
  const late = store.put('late', { at: 1, value: 'y' }, 1);
  await wipeSealed(name);
  await late;
  await store.put('later', { at: 2, value: 'z' }, 2);
  expect(await store.trim(3)).toEqual({ records: 0, bytes: 0 });
  expect(await rawOf(name)).toBe('');
  store.close();
});

test('two pages that open at once have the same keys', async () => {
  const name = newName();
  const [one, other] = await Promise.all([SealedStore.open('anna', name), SealedStore.open('anna', name)]);
  await one.put('key', { at: 1, value: 'x' }, 1);
  expect((await other.get('key'))?.value).toBe('x');
  one.close();
  other.close();
});

test('what was of no use for too long goes, and of too much what was used least lately', async () => {
  const store = await SealedStore.open('anna', newName(), { bytes: 40_000, ageMs: 30 * DAY });
  const value = 'x'.repeat(10_000);
  await store.put('old', { at: 0, value: 'old' }, 0);
  for (const [index, key] of ['a', 'b', 'c'].entries()) await store.put(key, { at: 0, value }, (18 + index) * DAY);
  await store.use(['a'], 21 * DAY);
  expect((await store.trim(31 * DAY)).records).toBe(3);
  expect(await store.missing(['old', 'a', 'b', 'c'])).toEqual(['old']);
  await store.put('d', { at: 0, value }, 22 * DAY);
  expect((await store.trim(31 * DAY)).bytes).toBeLessThanOrEqual(36_000);
  expect(await store.missing(['a', 'b', 'c', 'd'])).toEqual(['b']);
  store.close();
});

test('an item is forgotten with all that belongs to it', async () => {
  const store = await SealedStore.open('anna', newName());
  await store.put('detail', { at: 1, value: 1 }, 1, 'email:1');
  await store.put('file', { at: 1, value: 1 }, 1, 'email:1');
  await store.put('other', { at: 1, value: 1 }, 1, 'email:2');
  await store.forget(['email:1']);
  expect(await store.missing(['detail', 'file', 'other'])).toEqual(['detail', 'file']);
  store.close();
});
