import type { Group, PersonInfo } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { MAX_OFFERED, isChanged, membersOf, nameFault, offersFor, peopleById, searchGroups } from './rules.ts';

const person = (id: number, firstName: string, lastName: string, more: Partial<PersonInfo> = {}): PersonInfo => ({
  id,
  userName: firstName.toLowerCase(),
  firstName,
  lastName,
  initial: '',
  avatar: null,
  email: null,
  rights: [],
  isAdministrator: false,
  isActive: true,
  isUnlocked: true,
  hasPassword: true,
  hasTwoFactor: false,
  passkeys: 0,
  openSessions: 0,
  lastUsedAt: null,
  linkUntil: null,
  ...more,
});
const people = peopleById([
  person(1, 'Anna', 'Berger'),
  person(2, 'Ben', 'Krüger'),
  person(3, 'Chris', 'Ankermann', { isUnlocked: false }),
  person(4, 'Doris', 'Anker', { isActive: false }),
]);
const group = (groupId: number, name: string, ...userIds: number[]): Group => ({
  groupId,
  aggregateVersion: 1,
  name,
  userIds,
});
const groups = [group(4, 'Service', 2, 1), group(7, 'Büro', 3, 4), group(9, 'Leer')];

test('members are told by name, whatever has become of them, without those who are nobody', () => {
  expect(membersOf(group(1, 'x', 4, 2, 1, 99), people).map(({ id }) => id)).toEqual([1, 2, 4]);
});

test.each<[string, readonly number[]]>([
  ['', [4, 7, 9]],
  ['  ', [4, 7, 9]],
  ['SERV', [4]],
  ['buro', [7]],
  ['bü\u00adro', [7]],
  ['krüger', [4]],
  ['service berger', [4]],
  ['service chris', []],
])('%j finds %j', (text, found) => {
  expect(searchGroups(groups, people, text).map(({ groupId }) => groupId)).toEqual(found);
});

test.each<[string, readonly number[], readonly number[]]>([
  ['nothing is typed', [], []],
  ['a', [], [1, 3]],
  ['an', [], [1, 3]],
  ['an', [1], [3]],
  ['krug', [], [2]],
  ['ben k', [], [2]],
  ['doris', [], []],
  ['xyz', [], []],
])('for %j beside %j are offered %j', (text, memberIds, found) => {
  const typed = text === 'nothing is typed' ? ' ' : text;
  expect(offersFor(people, memberIds, typed).map(({ id }) => id)).toEqual(found);
});

test('no more are offered than can be overseen', () => {
  const many = peopleById(Array.from({ length: 30 }, (_, n) => person(n + 1, 'Anna', `Nr${n}`)));
  expect(offersFor(many, [], 'anna')).toHaveLength(MAX_OFFERED);
});

test.each<[string, number | undefined, ReturnType<typeof nameFault>]>([
  ['', undefined, 'required'],
  [' \u200b ', undefined, 'required'],
  ['Einkauf', undefined, undefined],
  [' service ', undefined, 'taken'],
  ['SERVICE', 4, undefined],
  ['Büro', 4, 'taken'],
])('the name %j of %j is %j', (name, groupId, fault) => {
  expect(nameFault({ name, userIds: [] }, groups, groupId)).toBe(fault);
});

test.each<[string, readonly number[], boolean]>([
  ['Service', [1, 2], false],
  [' Service', [2, 1], false],
  ['Dienst', [1, 2], true],
  ['Service', [1], true],
])('%j with %j is changed: %j', (name, userIds, is) => {
  expect(isChanged({ name: 'Service', userIds: [2, 1] }, { name, userIds })).toBe(is);
});
