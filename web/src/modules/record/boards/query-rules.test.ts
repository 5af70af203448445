import type { SharedQuery } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { dropped, inTree, sideOf, stepped, withQueries } from './query-rules.ts';

const me = { userId: 1, fullName: 'Anna Berger' };
const NOBODY = { everybody: false, userIds: [], groupIds: [] };
const query = (id: string, parentId: string | null = null, isFolder = false): SharedQuery => ({
  id,
  parentId,
  isFolder,
  aggregateVersion: 1,
  place: 0,
  name: id.toUpperCase(),
  label: '',
  value: id,
  isShared: false,
  isMine: true,
  mayChange: true,
  owner: me,
  sharedWith: NOBODY,
  idoInstanceId: 1,
  fulltextSearch: '',
  serializedIdoIdoListToolbarHiddenDetailsSearchString: '',
  serializedFilterMemento: '',
  desktopApplicationItemId: 0,
  board: null,
});
const tree = [query('f', null, true), query('a', 'f'), query('b', 'f'), query('c')];
const labelsIn = (queries: readonly SharedQuery[]) => queries.map(({ label, place }) => `${label} ${place}`).join(', ');
const save = (id: string, part: object = {}) => ({ name: 'record.saveQuery', params: { ...query(id), ...part } });
const remove = (id: string) => ({ name: 'record.deleteQuery', params: { id } });
const order = (id: string, parentId: string | null, before: string | null) => ({
  name: 'record.orderQueries',
  params: { id, parentId, before },
});

test.each([
  ['nothing', [], 'F 1, F / A 1, F / B 2, C 2'],
  ['a new one, behind the others', [save('d', { parentId: 'f' })], 'F 1, F / A 1, F / B 2, F / D 3, C 2'],
  ['another name, in its place', [save('a', { name: 'Neu', parentId: null })], 'F 1, F / Neu 1, F / B 2, C 2'],
  ['gone', [remove('c')], 'F 1, F / A 1, F / B 2'],
  ['a folder gone', [remove('f')], 'A 1, B 2, C 3'],
  ['out of its folder', [order('b', null, 'c')], 'F 1, F / A 1, B 2, C 3'],
  ['behind all', [order('f', null, null)], 'C 1, F 2, F / A 1, F / B 2'],
  ['what is not there', [order('x', null, null), remove('x')], 'F 1, F / A 1, F / B 2, C 2'],
  ['what the server has said', [{ ...remove('c'), answer: [query('z')] }], 'Z 1'],
])('%s', (_, commands, then) => {
  expect(labelsIn(withQueries(tree, commands, me))).toBe(then);
});

test('a step up or down stays beside its neighbours', () => {
  const all = inTree(tree);
  expect(stepped(all, 'b', -1)).toEqual({ parentId: 'f', before: 'a' });
  expect(stepped(all, 'a', 1)).toEqual({ parentId: 'f', before: null });
  expect(stepped(all, 'a', -1)).toBeUndefined();
  expect(stepped(all, 'x', 1)).toBeUndefined();
});

test.each([
  ['in front of another', 'c', 'a', 'before', { parentId: 'f', before: 'a' }],
  ['behind one that is the last', 'c', 'b', 'behind', { parentId: 'f', before: null }],
  ['behind one that others are behind', 'c', 'a', 'behind', { parentId: 'f', before: 'b' }],
  ['into a folder', 'c', 'f', 'within', { parentId: 'f', before: null }],
  ['out of its folder', 'a', 'c', 'before', { parentId: null, before: 'c' }],
  ['where it stands', 'a', 'b', 'before', undefined],
  ['at itself', 'a', 'a', 'behind', undefined],
  ['a folder into what lies in it', 'f', 'a', 'behind', undefined],
  ['into its own folder, as the last', 'a', 'f', 'within', { parentId: 'f', before: null }],
  ['the last of its folder into that', 'b', 'f', 'within', undefined],
  ['what is not there', 'x', 'a', 'before', undefined],
] as const)('what is laid down stands: %s', (_, id, over, side, to) => {
  expect(dropped(inTree(tree), id, over, side)).toEqual(to);
});

test('folders go no deeper than they may, with what is in them', () => {
  const deep = inTree([
    query('1', null, true),
    query('2', '1', true),
    query('3', '2', true),
    query('4', '3', true),
    query('o', null, true),
    query('p', 'o'),
    query('q'),
  ]);
  expect(dropped(deep, 'q', '4', 'within')).toEqual({ parentId: '4', before: null });
  expect(dropped(deep, 'o', '4', 'within')).toBeUndefined();
  expect(dropped(deep, 'o', '4', 'behind')).toEqual({ parentId: '3', before: null });
});

test('a folder has a middle, a query none', () => {
  const sides = (isFolder: boolean) => [0.1, 0.4, 0.6, 0.9].map((at) => sideOf({ isFolder }, at));
  expect(sides(true)).toEqual(['before', 'within', 'within', 'behind']);
  expect(sides(false)).toEqual(['before', 'before', 'behind', 'behind']);
});
