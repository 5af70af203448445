import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { UNSTORED_ORDER } from './core/command.ts';
import { CommandQueue } from './core/queue.ts';
import { createQueueStorage } from './queue-storage.ts';
import { memoryVault } from './testing/vault.ts';
import { Vault, openVault, type VaultStore } from './vault.ts';

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

describe('a vault that is used before it has opened', () => {
  function setUp() {
    const timers: (() => void)[] = [];
    const opening = Promise.withResolvers<VaultStore>();
    const vault = openVault(
      (_ms, then) => {
        timers.push(then);
        return () => void timers.splice(timers.indexOf(then), 1);
      },
      () => opening.promise,
    );
    const storage = createQueueStorage(vault, 'demo/anna');
    const queue = new CommandQueue(
      {
        storage,
        now: () => 0,
        random: () => 0.5,
        online: () => false,
        send: () => Promise.reject(new Error('not sent here')),
        ask: () => Promise.reject(new Error('not asked here')),
        later: () => () => undefined,
        post: () => undefined,
      },
      {
        onAdded: () => undefined,
        onReordered: () => undefined,
        onApplied: () => undefined,
        onRefused: () => undefined,
        onDiscarded: () => undefined,
        onLost: () => undefined,
        onChange: () => undefined,
      },
    );
    const enqueue = (processId: string) =>
      queue.add({ processId, name: 'activity.archive', params: {}, keys: ['email:1'], patches: [] });
    const states = () => queue.all().map(({ processId, kept, order }) => [processId, kept, order >= UNSTORED_ORDER]);
    return { opening, vault, queue, enqueue, states, pass: () => timers.splice(0).forEach((run) => run()) };
  }
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

  test('waits for one that opens in time', async () => {
    const { opening, vault, enqueue, states, pass } = setUp();
    const enqueued = enqueue('a');
    await settle();
    expect(states()).toEqual([['a', 'storing', true]]);
    opening.resolve(memoryVault());
    expect((await enqueued).kept).toBe('stored');
    pass();
    expect(vault.silent.get()).toBe(false);
  });

  test('says of one that opens late that nothing is stored, and stores it then, behind what was there, in its order', async () => {
    const { opening, vault, queue, enqueue, states, pass } = setUp();
    const heard: boolean[] = [];
    vault.silent.subscribe(() => heard.push(vault.silent.get()));
    const enqueued = [enqueue('a'), enqueue('b')];
    pass();
    await Promise.all([...enqueued, enqueue('c')]);
    expect(states()).toEqual(['a', 'b', 'c'].map((id) => [id, 'memory', true]));
    await expect(vault.get('draft')).rejects.toThrow('does not answer');
    const device = memoryVault();
    await device.append('queue-order/demo/anna', [['queue/demo/anna/z', { processId: 'z', name: 'activity.archive' }]]);
    opening.resolve(device);
    await settle();
    expect(heard).toEqual([true, false]);
    queue.wake();
    await queue.refresh();
    await settle();
    expect(states()).toEqual(['z', 'a', 'b', 'c'].map((id) => [id, 'stored', false]));
  });

  test('never stores anything where it never opens, and hides nothing', async () => {
    const { vault, queue, enqueue, states, pass } = setUp();
    pass();
    await enqueue('a');
    await queue.refresh();
    expect([vault.silent.get(), states()]).toEqual([true, [['a', 'memory', true]]]);
  });

  test('knows of one that cannot be opened that there is nothing in it', async () => {
    const { opening, vault, enqueue, states } = setUp();
    opening.reject(new Error('a private window'));
    await enqueue('a');
    expect(states()).toEqual([['a', 'memory', true]]);
    expect([await vault.numbered('queue/'), await vault.get('draft'), vault.silent.get()]).toEqual([
      [],
      undefined,
      false,
    ]);
  });
});

test('another page may delete or upgrade the storage', async () => {
  const vault = await Vault.open('kontor-blocking');
  const deleted = Promise.withResolvers<string>();
  const request = indexedDB.deleteDatabase('kontor-blocking');
  request.onsuccess = () => deleted.resolve('deleted');
  request.onblocked = () => deleted.resolve('blocked');
  expect(await deleted.promise).toBe('deleted');
  await expect(vault.put('a', 1)).rejects.toThrow();
});
