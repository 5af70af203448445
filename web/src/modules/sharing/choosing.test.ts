import type { FilterUser } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { addressesIn, availableOf } from './choosing.ts';

const person = (userId: number, fullName: string, active = true): FilterUser => ({
  userId,
  userIds: [userId],
  fullName,
  groupName: '',
  active,
  UserAvatar: null,
  UserDisplayname: fullName,
});
const group = (groupId: number, groupName: string, userIds: number[]): FilterUser => ({
  userId: 0,
  groupId,
  userIds,
  fullName: '',
  groupName,
  active: true,
  UserAvatar: null,
  UserDisplayname: groupName,
});
const available = availableOf(
  [
    group(4, 'Vertrieb', [1, 2, 3]),
    group(5, 'Ich', [1]),
    person(1, 'Anna Berger'),
    person(2, 'Ben Kurz'),
    person(3, 'Cem'),
    person(9, 'Fort', false),
  ],
  1,
);

test('neither oneself can be chosen, nor who is gone, nor a group of nobody else', () => {
  expect(available.users.map(({ displayName }) => displayName)).toEqual(['Ben Kurz', 'Cem']);
  expect(available.groups).toEqual([{ groupId: 4, displayName: 'Vertrieb', userIds: [2, 3] }]);
});

test.each([
  ['ute@werft.de', ['ute@werft.de']],
  ['Ute Nissen <ute@werft.de>; jan@werft.de', ['ute@werft.de', 'jan@werft.de']],
  ['ute@werft.de, Ute', []],
])('%j is made of the addresses %j', (text, addresses) => {
  expect(addressesIn(text).map(({ address }) => address)).toEqual(addresses);
});
