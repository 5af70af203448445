import type { SharedQuery } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { inTree, stepped, withQueries } from './query-rules.ts';

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
const told = (queries: readonly SharedQuery[]) => queries.map(({ label, place }) => `${label} ${place}`).join(', ');
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
  expect(told(withQueries(tree, commands, me))).toBe(then);
});

test('a step up or down stays beside its neighbours', () => {
  const all = inTree(tree);
  expect(stepped(all, 'b', -1)).toEqual({ parentId: 'f', before: 'a' });
  expect(stepped(all, 'a', 1)).toEqual({ parentId: 'f', before: null });
  expect(stepped(all, 'a', -1)).toBeUndefined();
  expect(stepped(all, 'x', 1)).toBeUndefined();
});
