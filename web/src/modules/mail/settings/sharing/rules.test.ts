import type { FilterUser } from '@kontor/contract/account';
import { describe, expect, test } from 'vitest';
import { isChanged, lossesOf, numbersOf, offersFor, rightsOf, rowsOf, withTick, type SharingRow } from './rules.ts';

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
  ...person(0, ''),
  groupId,
  userIds,
  groupName,
});
const known = [
  group(4, 'Service', [2, 3]),
  person(1, 'Anna'),
  person(2, 'Ben'),
  person(3, 'Chris'),
  person(5, 'Weg', false),
];
const ben: SharingRow = {
  subject: 'person',
  subjectId: 2,
  name: 'Ben',
  people: 1,
  sees: true,
  sends: true,
  manages: true,
};
const service: SharingRow = {
  subject: 'group',
  subjectId: 4,
  name: 'Service',
  people: 2,
  sees: true,
  sends: false,
  manages: false,
};

test.each([
  ['sees', false, { sees: false, sends: false, manages: false }],
  ['sends', false, { sees: true, sends: false, manages: true }],
  ['manages', false, { sees: true, sends: true, manages: false }],
] as const)('taking %s from %s', (tick, isOn, left) => {
  expect(withTick(ben, tick, isOn)).toMatchObject(left);
});
test('who sends or manages sees', () => {
  const nobody = withTick(ben, 'sees', false);
  expect(withTick(nobody, 'manages', true)).toMatchObject({ sees: true, sends: false, manages: true });
});

test('who sees no more is not saved, and coming back as they were is no change', () => {
  const rows = [ben, withTick(service, 'sees', false)];
  expect(rightsOf(rows)).toEqual([{ subject: 'person', subjectId: 2, sends: true, manages: true }]);
  expect(isChanged([ben, service], rows)).toBe(true);
  expect(isChanged([ben, service], [ben, withTick(rows[1] ?? service, 'sees', true)])).toBe(false);
  const rights = { owner: { userId: 1, name: 'Anna' }, rights: [], version: 1 };
  expect(rowsOf(rights)).toEqual([]);
});

test('people count once, the owner always', () => {
  expect(numbersOf(1, [ben, service], known)).toEqual({ sees: 3, sends: 2, manages: 2 });
  expect(numbersOf(2, [ben], known)).toEqual({ sees: 1, sends: 1, manages: 1 });
  expect(numbersOf(1, [], known)).toEqual({ sees: 1, sends: 1, manages: 1 });
});

describe('what is taken away', () => {
  const lost = (after: readonly SharingRow[]) =>
    lossesOf([ben, service], after, known).map(({ name, tick, through }) => [name, tick, through]);
  test('is nothing where nothing is', () => expect(lost([ben, service])).toEqual([]));
  test('is all of it where somebody sees no more, unless a group lets them', () => {
    expect(lost([withTick(ben, 'sees', false), service])).toEqual([['Ben', 'sees', 'Service']]);
    expect(lost([withTick(ben, 'sees', false), withTick(service, 'sees', false)])).toEqual([
      ['Ben', 'sees', undefined],
      ['Service', 'sees', undefined],
    ]);
    expect(lost([])).toHaveLength(2);
  });
  test('is what they may do otherwise', () => {
    expect(lost([withTick(withTick(ben, 'sends', false), 'manages', false), service])).toEqual([
      ['Ben', 'sends', undefined],
      ['Ben', 'manages', undefined],
    ]);
  });
});

test('only who is there and not named yet is offered, groups first', () => {
  expect(offersFor(1, [ben], known).map(({ name }) => name)).toEqual(['Service', 'Chris']);
  expect(offersFor(1, [service], known).map(({ name }) => name)).toEqual(['Ben', 'Chris']);
});
