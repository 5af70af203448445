import { expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../client/client.ts';
import type { AccountEntry } from '../../client/page-accounts.ts';
import { createValue } from '../../client/value.ts';
import type { Device } from '../../device/device.ts';
import { replaceDevice } from '../../device/index.ts';
import { followBadge } from '../background/badge.ts';
import { createUnfinished, sumOf } from './unfinished.ts';

const account = { name: 'demo', title: 'Demo', url: 'http://localhost', user: 'anna', kind: 'cookie' } as const;
const accountEntryOf = (key: string, client: Client | undefined): AccountEntry => ({
  key,
  account,
  client,
  state: 'in',
});
const aClient = (): Client => ({}) as Client;

test('the numbers of all accounts that are signed in are kept, and their sum is the badge, up to 99', async () => {
  const [anna, ben] = [aClient(), aClient()];
  const numbers = new Map([
    [anna, createValue(3)],
    [ben, createValue(4)],
  ]);
  const accountEntries = createValue<readonly AccountEntry[]>([
    accountEntryOf('a', anna),
    accountEntryOf('out', undefined),
  ]);
  const badge: number[] = [];
  onTestFinished(replaceDevice({ badge: { show: async (count) => void badge.push(count) } } as Device));
  const counts = createUnfinished(accountEntries, (client) => numbers.get(client) ?? createValue(0));
  const stop = followBadge(counts);
  expect([...counts.get()]).toEqual([['a', 3]]);
  accountEntries.set([accountEntryOf('a', anna), accountEntryOf('b', ben)]);
  expect(sumOf(counts.get())).toBe(7);
  numbers.get(ben)?.set(200);
  expect(sumOf(counts.get())).toBe(203);
  await expect.poll(() => badge.at(-1)).toBe(99);
  accountEntries.set([accountEntryOf('a', anna)]);
  numbers.get(ben)?.set(1);
  expect([...counts.get()]).toEqual([['a', 3]]);
  accountEntries.set([]);
  await expect.poll(() => badge.at(-1)).toBe(0);
  stop();
});
