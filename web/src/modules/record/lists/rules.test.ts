import type { ListColumn } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { movedTo } from '../../../ui/moved-to.ts';
import { typedNumber } from '../../../ui/typed-number.ts';
import { addressOf, readAddress, type RecordQuery } from './address.ts';
import { isWhole, withOperator } from './conditions.ts';
import { columnsOf, sortAfter, sortOf, storedColumns, withVisible, withWidth } from './shown-columns.ts';
import { markedParts, wordsOf } from './marks.ts';
import { recordQueryOf, hrefOfQuery, isChanged, savedOf, withQuery } from './saved.ts';
import { PAGE, pagesOf, reachable, rowsInSight } from './window.ts';

const column = (key: string, sort: ListColumn['sort'] = 'text', isShown = true): ListColumn => ({
  key,
  label: key,
  isShown,
  sort,
  field: 'textField',
});
const ALL = [column('ID', 'number'), column('name'), column('city'), column('notes', 'text', false)];
const EMPTY: RecordQuery = { instanceId: 0, queryId: '', text: '', conditions: [], isAsSaved: false };

test.each<[string, RecordQuery]>([
  ['/records', EMPTY],
  ['/records/2', { ...EMPTY, instanceId: 2 }],
  ['/records/0/7', { ...EMPTY, queryId: '7', isAsSaved: true }],
  ['/records/0/7?text=&where=%5B%5D', { ...EMPTY, queryId: '7' }],
  ['/records/0/7?text=s%C3%BCd&where=%5B%5D', { ...EMPTY, queryId: '7', text: 'süd' }],
  [
    '/records/2?text=s%C3%BCd+wind&sort=name.DESC',
    { ...EMPTY, instanceId: 2, text: 'süd wind', sort: { property: 'name', direction: 'DESC' } },
  ],
])('%s is an address that says all', (address, recordQuery) => {
  expect(addressOf(recordQuery)).toBe(address);
  const [path = '', query = ''] = address.split('?');
  const [, , instanceId, sharedQueryId] = path.split('/');
  expect(
    readAddress(
      {
        ...(instanceId === undefined ? {} : { instanceId }),
        ...(sharedQueryId === undefined ? {} : { sharedQueryId }),
      },
      query,
    ),
  ).toEqual(recordQuery);
});

test('conditions stand in the address, and what makes no sense there is left out', () => {
  const conditions = [{ key: 'city', operator: 'is', value: 'Kiel & Süd' }] as const;
  const [, query = ''] = addressOf({ ...EMPTY, conditions }).split('?');
  expect(readAddress({}, query).conditions).toEqual(conditions);
  for (const odd of ['where={', 'where=[{"key":1}]', 'sort=name', 'sort=a b.ASC', 'text=', ''])
    expect(readAddress({ instanceId: 'x' }, odd)).toEqual(EMPTY);
});

test('columns stand as they were put here, new ones where the kind has them', () => {
  const shown = columnsOf(ALL, {
    city: { sortOrder: 0, visible: true, width: 90 },
    name: { sortOrder: 2, visible: false },
  });
  expect(shown.map(({ key, isVisible }) => [key, isVisible])).toEqual([
    ['ID', true],
    ['city', true],
    ['name', false],
    ['notes', false],
  ]);
  expect(shown.map(({ at }) => at)).toEqual([0, 2, 1, 3]);
  expect(columnsOf(ALL, storedColumns(shown))).toEqual(shown);
  expect(withWidth(shown, 'city', 5000).find(({ key }) => key === 'city')?.px).toBe(800);
  const [only] = columnsOf([column('name')], undefined);
  expect(withVisible(only === undefined ? [] : [only], 'name', false)).toEqual([only]);
  expect(movedTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
});

test('the number of a record is the first cell wherever the kind has it, and columns after it move by one', () => {
  const late = [column('name'), column('city'), column('ID', 'number'), column('notes')];
  expect(columnsOf(late, undefined).map(({ key, at }) => [key, at])).toEqual([
    ['name', 1],
    ['city', 2],
    ['ID', 0],
    ['notes', 3],
  ]);
  expect(columnsOf(late, { notes: { sortOrder: -1, visible: true } }).map(({ key, at }) => [key, at])).toEqual([
    ['notes', 3],
    ['name', 1],
    ['city', 2],
    ['ID', 0],
  ]);
  expect(columnsOf([column('name')], undefined).map(({ at }) => at)).toEqual([1]);
});

test('a list is sorted by what was wanted first and is there', () => {
  const down = { property: 'name', direction: 'DESC' } as const;
  expect(sortOf(ALL, undefined, down)).toBe(down);
  expect(sortOf(ALL, { property: 'gone', direction: 'ASC' }, undefined)).toEqual({ property: 'ID', direction: 'ASC' });
  expect(sortAfter(down, 'name').direction).toBe('ASC');
  expect(sortAfter(down, 'city')).toEqual({ property: 'city', direction: 'ASC' });
});

test('words are marked where they begin a word, in any spelling', () => {
  const found = (text: string, search: string) =>
    markedParts(text, wordsOf(search))
      .filter(({ isFound }) => isFound)
      .map((part) => part.text);
  expect(found('Segelschule Südwind, Große Straße', 'suedwind grosse')).toEqual(['Südwind', 'Große']);
  expect(found('Müller', 'mul')).toEqual(['Müller']);
  expect(found('Nordwind', 'wind')).toEqual([]);
  expect(found('Wasser\u00adpumpe', 'wasser\u200bpumpe')).toEqual(['Wasser\u00adpumpe']);
  expect(markedParts('a', [])).toEqual([{ text: 'a', isFound: false }]);
});

test('conditions are asked once they say enough', () => {
  expect(isWhole(column('n', 'number'), { key: 'n', operator: 'more', value: '1,5' })).toBe(false);
  expect(isWhole(column('n', 'number'), { key: 'n', operator: 'more', value: typedNumber('1.234,5') })).toBe(true);
  expect(isWhole(column('d', 'date'), { key: 'd', operator: 'before', value: '' })).toBe(false);
  expect(isWhole(column('d', 'date'), { key: 'd', operator: 'isEmpty' })).toBe(true);
  expect(withOperator({ key: 'a', operator: 'is', value: 'x' }, 'anyOf')).toEqual({
    key: 'a',
    operator: 'anyOf',
    value: ['x'],
  });
  expect(withOperator({ key: 'a', operator: 'anyOf', value: ['x', 'y'] }, 'is').value).toBe('x');
  expect(withOperator({ key: 'a', operator: 'is', value: 'x' }, 'isEmpty')).toEqual({ key: 'a', operator: 'isEmpty' });
});

test('what is in sight is known by where it was scrolled to', () => {
  expect(rowsInSight({ top: 0, height: 440 }, 44, 3)).toEqual({ first: 0, last: 2 });
  expect(rowsInSight({ top: 44_000, height: 440 }, 44, 10_000)).toEqual({ first: 992, last: 1018 });
  expect(pagesOf(0, 0)).toEqual([1]);
  expect(pagesOf(PAGE - 1, PAGE)).toEqual([1, 2]);
  expect(reachable(1_000_000, 40)).toBe(300_000);
});

test('what a list shows is saved in a query and read from it again', () => {
  const conditions = [{ key: 'city', operator: 'is', value: 'Kiel' }] as const;
  const sort = { property: 'name', direction: 'DESC' } as const;
  const recordQuery = { ...EMPTY, instanceId: 2, text: 'süd', conditions };
  const query = { id: '7', board: null, ...savedOf(recordQuery, sort) };
  expect(recordQueryOf(query)).toEqual({ ...recordQuery, queryId: '7', sort, isAsSaved: true });
  expect(hrefOfQuery(query)).toBe('/records/2/7');
  const odd = { serializedIdoIdoListToolbarHiddenDetailsSearchString: '{', serializedFilterMemento: '[1]' };
  expect(recordQueryOf({ ...query, ...odd })).toEqual({
    ...recordQuery,
    queryId: '7',
    conditions: [],
    isAsSaved: true,
  });
});

test('an address says what is otherwise than its query says, and nothing more', () => {
  const query = { id: '7', ...savedOf({ ...EMPTY, instanceId: 2, text: 'süd' }, { property: 'ID', direction: 'ASC' }) };
  const given = (address: string): RecordQuery =>
    withQuery(readAddress({ instanceId: '2', sharedQueryId: '7' }, address), query);
  expect(given('')).toMatchObject({ text: 'süd', sort: { property: 'ID' } });
  expect(isChanged(query, given(''))).toBe(false);
  expect(given('sort=name.ASC')).toMatchObject({ text: 'süd', sort: { property: 'name' } });
  expect(isChanged(query, given('sort=name.ASC'))).toBe(true);
  expect(given('text=&where=[]')).toMatchObject({ text: '', isAsSaved: false });
  expect(isChanged(query, given('text=&where=[]'))).toBe(true);
  expect(isChanged(query, given('text=süd&where=[]'))).toBe(false);
});
