import { expect, test } from 'vitest';
import { rightsDraft, savedRights, withRights, withoutRight } from './rights-rules.ts';

const ben = { userId: 2, groupId: null, level: 'write' as const };
const service = { userId: null, groupId: 4, level: 'read' as const };
const everybody = { userId: null, groupId: null, level: 'none' as const };

test('what holds for everybody stands apart, and is by default what a calendar has that nobody has said anything about', () => {
  expect(rightsDraft([ben, everybody, service])).toEqual({ everybody: 'none', rights: [ben, service] });
  expect(rightsDraft([]).everybody).toBe('busy');
  expect(savedRights({ everybody: 'none', rights: [ben] })).toEqual([everybody, ben]);
});

test('who has a right is not offered again, and who gets one may read at first', () => {
  const user = { userId: 3, displayName: 'Chris', userAvatar: null };
  const group = { groupId: 5, displayName: 'Büro', userIds: [3] };
  const available = {
    users: [{ ...user, userId: 2, displayName: 'Ben' }, user],
    groups: [{ ...group, groupId: 4, displayName: 'Service' }, group],
  };
  expect(withoutRight(available, [ben, service])).toEqual({ users: [user], groups: [group] });
  expect(
    withRights(
      [ben],
      [
        { kind: 'group', ...group },
        { kind: 'user', ...user },
      ],
    ),
  ).toEqual([ben, { userId: null, groupId: 5, level: 'read' }, { userId: 3, groupId: null, level: 'read' }]);
});
