import { expect, test } from 'vitest';
import { addedPerson } from './draft.ts';
import { peopleOf, resourcesLeft, standingOf, withoutPerson, withoutPresent } from './people-rules.ts';

const anna = { ...addedPerson({ userId: 1, address: '', name: 'Anna' }), isStored: true };
const ben = addedPerson({ userId: 2, address: '', name: 'Ben' });
const guest = addedPerson({ userId: null, address: 'ute@werft.de', name: '' });
const user = (userId: number, displayName: string) => ({ userId, displayName, userAvatar: null });

test('offered are those who do not take part yet, also within groups', () => {
  const available = {
    users: [user(1, 'Anna'), user(2, 'Ben')],
    groups: [
      { groupId: 4, displayName: 'Service', userIds: [1, 2] },
      { groupId: 5, displayName: 'Büro', userIds: [1] },
    ],
  };
  expect(withoutPresent(available, [anna, guest])).toEqual({
    users: [user(2, 'Ben')],
    groups: [{ groupId: 4, displayName: 'Service', userIds: [2] }],
  });
});

test('a group that was chosen is its people, and an address stands for itself', () => {
  const chosen = [
    { kind: 'group' as const, groupId: 4, displayName: 'Service', userIds: [2, 3] },
    { kind: 'address' as const, address: 'ute@werft.de', name: 'Ute', displayName: 'Ute' },
  ];
  const people = peopleOf(chosen, (id) => `Nr. ${id}`);
  expect(people.map(({ userId, address, name }) => [userId, address, name])).toEqual([
    [2, '', 'Nr. 2'],
    [3, '', 'Nr. 3'],
    [null, 'ute@werft.de', 'Ute'],
  ]);
});

test('who is taken out hears of it where they knew, and is forgotten else', () => {
  expect(withoutPerson([anna, ben], anna)).toEqual([{ ...anna, active: false }, ben]);
  expect(withoutPerson([anna, ben], ben)).toEqual([anna]);
});

test.each([
  [{ ...ben, state: 'declined' as const }, false, 'declined'],
  [ben, false, undefined],
  [ben, true, 'none'],
  [{ ...ben, accept: false }, false, 'none'],
  [guest, false, 'invitation'],
  [{ ...guest, isStored: true }, false, 'none'],
])('at %j, where it needs to be confirmed (%s), stands %s', (person, needsConfirmation, standing) => {
  expect(standingOf(person, needsConfirmation)).toBe(standing);
});

test('a resource is offered once, is nobody who answers, and is told apart from a person of the same number', () => {
  const hall = addedPerson({ userId: null, resourceId: 2, address: '', name: 'Halle 2' });
  const one = { calendarId: 1_000_000_002, name: 'Halle 2', kind: 'room' as const, capacity: 8, description: '' };
  const resources = [
    { ...one, id: 2, isHard: true },
    { ...one, id: 3, isHard: false },
  ];
  expect(resourcesLeft(resources, [ben, hall]).map(({ id }) => id)).toEqual([3]);
  expect(resourcesLeft(resources, [{ ...hall, active: false }]).map(({ id }) => id)).toEqual([2, 3]);
  expect(standingOf(hall, true)).toBeUndefined();
  expect(withoutPerson([ben, hall], ben)).toEqual([hall]);
  expect(withoutPresent({ users: [user(2, 'Ben')], groups: [] }, [hall]).users).toHaveLength(1);
});
