import { exampleConditions, type SavedFilter } from '@kontor/contract/activity';
import { describe, expect, test } from 'vitest';
import { parseFilter, defaultFilter } from '../lists/filter.ts';
import {
  filterQueryOf,
  filterOf,
  inMenu,
  isSame,
  nameFault,
  savedAddress,
  savedIdOf,
  withCommands,
  type FilterCommand,
} from './rules.ts';

const me = { userId: 1, fullName: 'Anna Albers' };
const filter = (filterId: string, more: Partial<SavedFilter> = {}): SavedFilter => ({
  filterId,
  aggregateVersion: 1,
  name: filterId.toUpperCase(),
  list: 'filter',
  conditions: exampleConditions,
  sort: { property: 'timestamp', direction: 'DESC' },
  owner: me,
  changeable: true,
  sharedWith: { everybody: false, userIds: [], groupIds: [] },
  pinned: null,
  ...more,
});
const save = (given: SavedFilter, aggregateVersion?: number): FilterCommand => {
  const { filterId, name, list, conditions, sort, sharedWith } = given;
  return { name: 'filter.save', params: { filterId, aggregateVersion, name, list, conditions, sort, sharedWith } };
};
const remove = (filterId: string): FilterCommand => ({ name: 'filter.delete', params: { filterId } });
const pin = (filterId: string, pinned = true): FilterCommand => ({ name: 'filter.pin', params: { filterId, pinned } });
const order = (...filterIds: string[]): FilterCommand => ({ name: 'filter.order', params: { filterIds } });
const summaryOf = (filters: readonly SavedFilter[]) =>
  filters.map(({ filterId, aggregateVersion, pinned }) => `${filterId}${aggregateVersion}${pinned ?? ''}`).join(' ');

describe('with commands that wait', () => {
  test.each<[string, readonly SavedFilter[], readonly FilterCommand[], string]>([
    ['nothing', [filter('a')], [], 'a1'],
    ['a new one, by name', [filter('b')], [save(filter('a'))], 'a1 b1'],
    ['a change', [filter('a', { aggregateVersion: 4 })], [save(filter('a'), 4)], 'a5'],
    ['two changes', [], [save(filter('a')), save(filter('a'), 1)], 'a2'],
    ['gone', [filter('a'), filter('b')], [remove('a')], 'b1'],
    ['back as it was', [filter('a', { aggregateVersion: 3, pinned: 1 })], [remove('a'), save(filter('a'))], 'a41'],
    ['pinned behind the others', [filter('a'), filter('b', { pinned: 1 })], [pin('a')], 'a12 b11'],
    ['pinned twice', [filter('a', { pinned: 1 })], [pin('a'), pin('a')], 'a11'],
    ['unpinned', [filter('a', { pinned: 1 }), filter('b', { pinned: 2 })], [pin('a', false)], 'a1 b11'],
    ['another order', [filter('a', { pinned: 1 }), filter('b', { pinned: 2 })], [order('b')], 'a12 b11'],
    ['an order of what is not there', [filter('a', { pinned: 1 })], [order('x', 'a')], 'a11'],
    ['something else', [filter('a')], [{ name: 'activity.setState', params: {} }], 'a1'],
  ])('%s', (_, filters, commands, then) => {
    expect(summaryOf(withCommands(filters, commands, me))).toBe(then);
  });

  test('what waits since before there were groups names none', () => {
    const { groupIds: _, ...conditions } = exampleConditions;
    const params = {
      ...(save(filter('a')).params as object),
      conditions,
      sharedWith: { everybody: true, userIds: [2] },
    };
    const [made] = withCommands([], [{ name: 'filter.save', params }], me);
    expect(made?.conditions).toEqual({ ...conditions, groupIds: [] });
    expect(made?.sharedWith).toEqual({ everybody: true, userIds: [2], groupIds: [] });
  });

  test('what the server has answered stands in the place of what was thought', () => {
    const answer = filter('a', { aggregateVersion: 9, pinned: 2 });
    expect(withCommands([], [{ ...save(filter('a')), answer }], me)).toEqual([answer]);
  });

  test('what was deleted here is remembered over answers', () => {
    const gone = new Map<string, SavedFilter>();
    withCommands([filter('a', { aggregateVersion: 3 })], [remove('a')], me, gone);
    expect(summaryOf(withCommands([], [save(filter('a'))], me, gone))).toBe('a4');
  });

  test('the menu has its own order', () => {
    const all = [filter('a', { pinned: 3 }), filter('b'), filter('c', { pinned: 1 })];
    expect(summaryOf(inMenu(all))).toBe('c11 a13');
  });
});

describe('what a list asks for', () => {
  const shown = { archived: false, shared: true };
  const sort = { property: 'contact', direction: 'ASC' } as const;
  const cut = {
    ...defaultFilter({ view: 'all', date: { from: '2026-11-01' } }),
    boxIds: [7, 3, 7],
    text: ' Rechnung ',
  };

  test('is saved, and shown again by its address', () => {
    const filterQuery = filterQueryOf(cut, shown, sort);
    const saved = filter('6b1f0a52-7d0e-4a83-9a5f-2a2f6f0f5b11', { list: 'email', ...filterQuery });
    const address = savedAddress(saved) ?? '';
    expect(address).toBe(
      '/mails/all/2026-11-01../saved-6b1f0a52-7d0e-4a83-9a5f-2a2f6f0f5b11?box=3,7&q=Rechnung&hide=archived&sort=contact.asc',
    );
    const [path = '', query = ''] = address.split('?');
    const [, , view = '', date = '', source = ''] = path.split('/');
    const about = { views: ['open', 'mine', 'all'], default: { view: 'open', date: 'today' }, zone: 'UTC' } as const;
    const read = parseFilter({ view, date }, query, about);
    expect(read).toEqual(filterOf(saved));
    expect(isSame(filterQueryOf(read, read.shown ?? shown, read.sort ?? sort), saved)).toBe(true);
    expect(savedIdOf(source)).toBe(saved.filterId);
    expect(savedIdOf('main')).toBeUndefined();
  });

  test('is the same whatever stands first in it, and another one where anything differs', () => {
    const filterQuery = filterQueryOf(cut, shown, sort);
    const turned = Object.fromEntries(
      Object.entries(filterQuery.conditions).toReversed(),
    ) as typeof filterQuery.conditions;
    expect(isSame(filterQuery, { ...filterQuery, conditions: turned })).toBe(true);
    for (const other of [
      filterQueryOf({ ...cut, view: 'open' }, shown, sort),
      filterQueryOf({ ...cut, date: 'all' }, shown, sort),
      filterQueryOf({ ...cut, boxIds: [3] }, shown, sort),
      filterQueryOf({ ...cut, text: 'rechnung' }, shown, sort),
      filterQueryOf(cut, { archived: true, shared: true }, sort),
      filterQueryOf(cut, shown, { ...sort, direction: 'DESC' }),
    ])
      expect(isSame(filterQuery, other)).toBe(false);
  });

  test('of a list that is not there has no address', () => {
    expect(savedAddress(filter('a', { list: 'activity' }))).toBeUndefined();
  });
});

test.each<[string, 'required' | 'taken' | undefined]>([
  ['', 'required'],
  ['a', 'taken'],
  ['A', 'taken'],
  ['b', undefined],
  ['c', undefined],
])('the name %j is %s', (name, fault) => {
  const others = [filter('a'), filter('b', { owner: { userId: 2, fullName: 'Ben' } }), filter('c')];
  expect(nameFault(name, others, { filterId: 'c', ownerId: 1 })).toBe(fault);
});
