import { formatAggregateId } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import type { Pushed } from '../../device/device.ts';
import { accountOfPush, addressOfPush, testOfPush } from './pushed-address.ts';

const taskOf = (userId: number): string => formatAggregateId({ module: 'task', entryId: 17, userId });
const aPush = (more: Partial<Pushed> = {}): Pushed => ({
  account: undefined,
  instanceName: 'demo',
  aggregateId: taskOf(2),
  kind: 'item',
  tag: 'item:task:17',
  ...more,
});
const accounts = [
  { key: 'other/anna', account: { name: 'other' }, userId: 2 },
  { key: 'demo/anna', account: { name: 'demo' }, userId: 1 },
  { key: 'demo/ben', account: { name: 'demo' }, userId: 2 },
  { key: 'late/anna', account: { name: 'late' }, userId: undefined },
];

test.each<[string, Partial<Pushed>, string | undefined]>([
  ['of whose person the item is', {}, 'demo/ben'],
  ['of the other person', { aggregateId: taskOf(1) }, 'demo/anna'],
  ['the first, where no item says so', { aggregateId: null }, 'demo/anna'],
  ['of another instance', { instanceName: 'other', aggregateId: taskOf(9) }, 'other/anna'],
  ['of one that is not open yet', { instanceName: 'late' }, 'late/anna'],
  ['that it was sealed for', { account: 'demo/anna' }, 'demo/anna'],
  ['none, where nobody is signed in', { instanceName: 'gone' }, undefined],
  ['none, where that one has signed out', { account: 'demo/chris' }, undefined],
])('the account of a push: %s', (_, more, wanted) => expect(accountOfPush(aPush(more), accounts)).toBe(wanted));

test.each<[string, Partial<Pushed>, RegExp]>([
  ['an item', {}, /^\/task\/[^/]+\/inbox\/view$/],
  ['a call', { kind: 'call' }, /^\/task\//],
  ['an alarm', { kind: 'alarm', tag: 'alarm:task:17' }, /^\/task\/.*\?of=demo%2Fben&alarm=open&type=task&id=17$/],
  ['several alarms', { kind: 'alarm', tag: 'alarms', aggregateId: null }, /^\/\?of=demo%2Fben&alarm=list$/],
  ['somebody who is there', { kind: 'person', aggregateId: null }, /^\/userOnline$/],
  ['a count', { kind: 'count', aggregateId: null }, /^\/$/],
])('where %s is shown', (_, more, wanted) => expect(addressOfPush(aPush(more), 'demo/ben')).toMatch(wanted));

test('a test is told by its number', () => {
  expect(testOfPush({ kind: 'test', tag: 'test:6f1c' })).toBe('6f1c');
  expect(testOfPush({ kind: 'item', tag: 'test:6f1c' })).toBeUndefined();
});
