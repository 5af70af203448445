import { RIGHTS, type Rights } from '@kontor/contract/account';
import { exampleConditions, type Conditions, type SavedList } from '@kontor/contract/activity';
import { expect, test } from 'vitest';
import type { Person } from '../../../platform/operation/context.ts';
import { mayChangeSaved, pinnedOf, pinnedThen, savedListFilter, seesSaved } from './rules.ts';

const OWNER = 1;
const row = (everybody: boolean, ...viewers: number[]) => ({
  owner_id: OWNER,
  everybody,
  viewers,
  is_through_group: false,
});
const throughGroup = { ...row(false, 3), is_through_group: true };
const who = (id: number, isAdministrator = false) => ({ id, isAdministrator });

test.each<[string, ReturnType<typeof who>, ReturnType<typeof row>, boolean, boolean]>([
  ['the owner', who(OWNER), row(false), true, true],
  ['somebody else', who(2), row(false), false, false],
  ['who it is shared with', who(2), row(false, 2, 3), true, false],
  ['somebody it is not shared with', who(4), row(false, 2, 3), false, false],
  ['anybody where it is everybody’s', who(4), row(true), true, false],
  ['an administrator who does not see it', who(9, true), row(false, 2), false, false],
  ['who is in a group that it is shared with', who(4), throughGroup, true, false],
  ['an administrator who is', who(9, true), throughGroup, true, true],
  ['an administrator who does', who(9, true), row(true), true, true],
])('%s sees and changes a filter: %#', (_, person, filter, sees, changes) => {
  expect([seesSaved(person, filter), mayChangeSaved(person, filter)]).toEqual([sees, changes]);
});

test.each<[readonly string[], readonly string[], readonly string[]]>([
  [['a', 'b', 'c'], [], ['a', 'b', 'c']],
  [
    ['a', 'b', 'c'],
    ['c', 'a'],
    ['c', 'a', 'b'],
  ],
  [
    ['a', 'b'],
    ['b', 'x', 'b', 'a'],
    ['b', 'a'],
  ],
  [[], ['a'], []],
])('of %j put as %j comes %j', (pinned, requested, then) => {
  expect(pinnedThen(pinned, requested)).toEqual(then);
});

test('pins are told in their order, and those of the same place always in the same one', () => {
  const rows = [
    { filter_id: 'c', place: 2 },
    { filter_id: 'b', place: 2 },
    { filter_id: 'x', place: null },
    { filter_id: 'a', place: 7 },
  ];
  expect(pinnedOf(rows)).toEqual(['b', 'c', 'a']);
});

const allRights = Object.fromEntries(RIGHTS.map((right) => [right, true])) as unknown as Rights;
const person = (rights: Partial<Rights> = {}) => ({ rights: { ...allRights, ...rights } }) as unknown as Person;
const there = { boxIds: [3], userIds: [1, 2], groupIds: [4] };

test.each<[string, SavedList, Partial<Conditions>, Partial<Rights>, object | undefined]>([
  ['search is of all kinds', 'filter', {}, {}, { modules: [], trash: false }],
  ['of those that are named', 'filter', { moduleIds: ['email', 'task'] }, {}, { modules: ['email', 'task'] }],
  ['of those that one may see', 'filter', { moduleIds: ['email', 'task'] }, { mailList: false }, { modules: ['task'] }],
  ['and nothing where that is none', 'filter', { moduleIds: ['email'] }, { mailList: false }, undefined],
  ['a module has its own alone', 'email', { moduleIds: ['task'] }, {}, { modules: ['email'], trash: false }],
  ['that one must be allowed to see', 'email', {}, { mailList: false }, undefined],
  [
    'the trash has all',
    'trash',
    { archived: false, shared: false },
    {},
    { trash: true, archived: true, globalized: true },
  ],
  ['others leave out', 'filter', { archived: false, shared: false }, {}, { archived: false, globalized: false }],
  ['boxes that are gone are left out', 'filter', { boxIds: [3, 4] }, {}, { boxIds: [3] }],
  ['people too', 'filter', { userIds: [2, 5] }, {}, { userFilter: [2] }],
  ['groups too', 'filter', { groupIds: [4, 5] }, {}, { groupFilter: [4], userFilter: [] }],
  ['words are trimmed', 'filter', { text: ' a ', hidden: ' b' }, {}, { searchTerm: 'a', hiddenSearchTerm: 'b' }],
  [
    'presets are in the zone',
    'filter',
    { date: 'today' },
    {},
    { dateFilter: { preset: 'today', timeZone: 'Asia/Tokyo' } },
  ],
  [
    'days too',
    'filter',
    { date: { to: '2026-01-31' } },
    {},
    { dateFilter: { to: '2026-01-31', timeZone: 'Asia/Tokyo' } },
  ],
])('%s', (_, list, part, rights, filter) => {
  const conditions = { ...exampleConditions, ...part };
  const made = savedListFilter(person(rights), { list, conditions }, there, 'Asia/Tokyo');
  if (filter === undefined) expect(made).toBeUndefined();
  else expect(made).toMatchObject(filter);
});
