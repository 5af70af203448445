import { expect, test } from 'vitest';
import { beginningOf, newMessageHref } from './address.ts';
import { addresseesOf, chosenOf, countOf } from './rules.ts';

const available = {
  users: [
    { userId: 2, displayName: 'Ben Kurz', userAvatar: null },
    { userId: 3, displayName: 'Cem', userAvatar: null },
  ],
  groups: [{ groupId: 4, displayName: 'Vertrieb', userIds: [2, 3] }],
};

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
