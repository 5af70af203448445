import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { Vault } from './vault.ts';

test('keeps values by prefix, sealed, across openings', async () => {
  const vault = await Vault.open('kontor-test');
  await vault.put('queue/demo/anna/1', { secret: 'geheim' });
  await vault.put('queue/demo/ben/2', 'other');
  const raw = await new Promise<unknown>((resolve) => {
    const request = indexedDB.open('kontor-test');
    request.onsuccess = () => {
      const get = request.result.transaction('items').objectStore('items').get('queue/demo/anna/1');
      get.onsuccess = () => resolve(get.result);
    };
  });
  expect(Buffer.from((raw as { data: ArrayBuffer }).data).toString('latin1')).not.toContain('geheim');
  vault.close();
  const again = await Vault.open('kontor-test');
  expect(await again.all('queue/demo/anna/')).toEqual([{ secret: 'geheim' }]);
  await again.remove('queue/demo/anna/1');
  expect(await again.get('queue/demo/anna/1')).toBeUndefined();
  again.close();
});
