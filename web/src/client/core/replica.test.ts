import { accountEvents } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { memoryStorage, settle } from '../testing/queue.ts';
import { aRow } from '../testing/rows.ts';
import { rowKey } from './entity-store.ts';
import { newestFirst } from './list-store.ts';
import { createReplica } from './replica.ts';

test('what the person may see is asked anew when it may be another, and not when that of others is', () => {
  const requests: string[] = [];
  const replica = createReplica(
    {
      storage: memoryStorage(),
      now: () => 0,
      random: () => 0.5,
      online: () => true,
      later: () => () => undefined,
      send: () => Promise.reject(new Error('nothing is sent')),
      ask: () => Promise.reject(new Error('nothing is asked')),
      post: () => undefined,
      reload: () => undefined,
      touch: (keys) => requests.push(keys.join()),
      reloadAll: () => requests.push('all'),
    },
    { onApplied: () => undefined, onChange: () => undefined },
  );
  const hear = (keys: readonly string[]): void =>
    replica.receive({
      createdAt: '',
      source: 'kontor',
      type: accountEvents.sessionChanged.type,
      isGlobal: false,
      isLocal: true,
      isPersonal: false,
      payload: { keys: [...keys], processIds: [], aggregateIds: [] },
    });
  hear(['session', 'people']);
  hear(['people']);
  expect(requests).toEqual(['all', 'people']);
  replica.close();
});

test('a list is asked for once more after a command of one’s own has moved an item in it, and only then', async () => {
  const reloaded: string[] = [];
  const timers: (() => void)[] = [];
  const replica = createReplica(
    {
      storage: memoryStorage(),
      now: () => 0,
      random: () => 0.5,
      online: () => true,
      later: (_ms, then) => {
        timers.push(then);
        return () => void timers.splice(timers.indexOf(then), 1);
      },
      send: () => Promise.resolve({}),
      ask: () => Promise.reject(new Error('nothing is asked')),
      post: () => undefined,
      reload: (id) => reloaded.push(id),
      touch: () => undefined,
      reloadAll: () => undefined,
    },
    { onApplied: () => undefined, onChange: () => undefined },
  );
  const [row, other] = [aRow(1), aRow(2)];
  const key = rowKey(row);
  replica.store.put([row, other], 0);
  for (const [id, one] of [
    ['with', row],
    ['without', other],
  ] as const) {
    replica.lists.open({ id, keep: () => true, compare: newestFirst });
    replica.lists.putTop(id, [rowKey(one)], 1, 100);
  }
  await replica.queue.lead(true);
  const say = async (processId: string, moves: boolean): Promise<void> => {
    await replica.enqueue({ processId, name: 'message.send', params: {}, keys: [key], patches: [[key, {}]], moves });
    await settle();
    for (const run of timers.splice(0)) run();
  };
  await say('a', false);
  expect(reloaded).toEqual([]);
  await say('b', true);
  expect(reloaded).toEqual(['with']);
  replica.close();
});
