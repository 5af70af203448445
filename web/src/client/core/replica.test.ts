import { accountEvents } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { memoryStorage } from '../testing/queue.ts';
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
