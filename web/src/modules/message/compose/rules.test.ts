import type { FilterUser } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { beginningOf, newMessageHref } from './address.ts';
import { addresseesOf, availableOf, chosenOf, countOf } from './rules.ts';

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

test('a message goes neither to oneself, nor to who is gone, nor to a group of nobody else', () => {
  expect(available.users.map(({ displayName }) => displayName)).toEqual(['Ben Kurz', 'Cem']);
  expect(available.groups).toEqual([{ groupId: 4, displayName: 'Vertrieb', userIds: [2, 3] }]);
});

test('somebody who was chosen and is in a group as well is one person', () => {
  const [sales] = available.groups;
  if (sales === undefined) throw new Error('no group');
  const chosen = [...chosenOf(available, [2, 77]), { kind: 'group' as const, ...sales }];
  expect(countOf(chosen)).toBe(2);
  expect(addresseesOf(chosen)).toEqual([2, { groupId: 4 }]);
});

test('what a message begins with stands in its address', () => {
  const beginning = {
    to: [2, 3],
    origin: 'module_email-17-1-3',
    title: 'Rechnung 60440 & mehr',
    record: { idoId: 7, idoInstanceId: 1 },
  };
  const address = newMessageHref('d1', beginning);
  expect(address.split('?')[0]).toBe('/message/new/module/edit');
  expect(beginningOf(address.split('?')[1] ?? '')).toEqual({ draft: 'd1', ...beginning });
});

test.each(['', 'draft=d1&to=x,-1,0', 'draft=d1&record=nonsense'])(
  'of %j what makes no sense is passed over',
  (query) => {
    expect(beginningOf(query)).toMatchObject({ to: [] });
    expect(beginningOf(query)).not.toHaveProperty('record');
  },
);
