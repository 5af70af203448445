import { describe, expect, test } from 'vitest';
import { aRow } from '../../client/testing/rows.ts';
import { anchorIn, firstAt, layoutOf, unseenAbove } from '../../ui/virtual-layout.ts';
import { hueOf, initials } from '../../ui/avatar.tsx';
import { cpuTime } from '../../testing/cpu-time.ts';
import { inverseOf } from './actions/actions.ts';
import { otherStates } from './rows/other-states.ts';
import { NO_SELECTION, extend, move, settle, toggle } from './list/selection.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];

describe('selection', () => {
  test('x, then a range with Shift', () => {
    const one = toggle(NO_SELECTION, 'b');
    const range = extend(one, 'd', ids);
    expect([...range.selected]).toEqual(['b', 'c', 'd']);
    expect([...toggle(range, 'c').selected]).toEqual(['b', 'd']);
  });
  test('keys move and stop at the ends', () => {
    expect(move(NO_SELECTION, 1, ids)).toBe('a');
    expect(move({ ...NO_SELECTION, active: 'e' }, 1, ids)).toBe('e');
    expect(move({ ...NO_SELECTION, active: 'c' }, -Infinity, ids)).toBe('a');
    expect(move(NO_SELECTION, -Infinity, ids)).toBe('a');
    expect(move(NO_SELECTION, -1, ids)).toBe('e');
    expect(move(NO_SELECTION, 1, [])).toBeUndefined();
  });
  test('what leaves the list hands the keys to the next, at the end to the one before', () => {
    expect(settle({ ...NO_SELECTION, active: 'c' }, ids, ['a', 'b', 'd', 'e']).active).toBe('d');
    expect(settle({ ...NO_SELECTION, active: 'e' }, ids, ['a', 'b']).active).toBe('b');
    expect(settle({ ...NO_SELECTION, active: 'c' }, ['c'], []).active).toBe('c');
    expect(settle({ ...NO_SELECTION, active: 'c' }, [], ['d', 'e']).active).toBe('d');
    expect([...settle({ selected: new Set(['a', 'c']), anchor: 'a', active: 'c' }, ids, ['b', 'c']).selected]).toEqual([
      'c',
    ]);
  });
});

test.each([
  ['ready', {}, 'unseen'],
  ['ready', { status: 2 }, 'seen'],
  ['archive', {}, 'dearchive'],
  ['delete', {}, 'restore'],
  ['spam', {}, 'restore'],
  ['restore', { trashed: true }, 'delete'],
] as const)('%s of %o is undone by %s', (action, part, inverse) => {
  expect(inverseOf(action, aRow(1, part))).toBe(inverse);
});

test('where things stand in a long list', () => {
  const items = [
    { kind: 'group' as const, key: 'g', label: 'Heute', count: 1, folded: false },
    ...Array.from({ length: 100_000 }, (_, index) => ({ kind: 'row' as const, key: String(index) })),
  ];
  const { starts } = layoutOf(items, 60, 30);
  expect(cpuTime(() => layoutOf(items, 60, 30))).toBeLessThan(500);
  expect([
    firstAt(starts, 0),
    firstAt(starts, 29),
    firstAt(starts, 30),
    firstAt(starts, 89),
    firstAt(starts, 90),
    firstAt(starts, 1e9),
  ]).toEqual([0, 0, 1, 1, 2, 100_000]);
});

test.each([
  [
    'all alike',
    1,
    [
      [1, 1],
      [2, 1],
    ],
    [],
    [],
  ],
  [
    'a colleague has not looked yet',
    2,
    [
      [1, 2],
      [2, 1],
    ],
    [],
    [[2, 1]],
  ],
  [
    'a colleague is done',
    1,
    [
      [1, 1],
      [2, 3],
      [3, 2],
    ],
    [
      [2, 3],
      [3, 2],
    ],
    [
      [2, 3],
      [3, 2],
    ],
  ],
  [
    'a shared state',
    3,
    [
      [1, 3],
      [2, 3],
    ],
    [],
    [],
  ],
] as const)('states of others: %s', (_name, status, userList, inList, inReader) => {
  const row = { status, userList };
  expect(otherStates(row, 1)).toEqual(inList);
  expect(otherStates(row, 1, true)).toEqual(inReader);
});

describe('what has come in above the screen', () => {
  const rows = (keys: string) => keys.split('').map((key) => ({ kind: 'row' as const, key }));
  const known = new Set('abcdefgh');
  const count = (keys: string, top: number, unseen = '') => unseenAbove(new Set(unseen), known, rows(keys), top).size;

  test.each([
    ['nothing has changed', 'abcdefgh', 3, '', 0],
    ['rows above have gone', 'cdefgh', 1, '', 0],
    ['a row above has come back', 'abcdefgh', 4, '', 0],
    ['rows have been loaded below', 'abcdefghijkl', 3, '', 0],
    ['two rows are new above', 'xyabcdefgh', 5, '', 2],
    ['new on the screen itself', 'abcxdefgh', 3, '', 0],
    ['one more, after two', 'zxyabcdefgh', 6, 'xy', 3],
    ['seen by scrolling up to it', 'xyabcdefgh', 1, 'xy', 1],
    ['seen at the top', 'xyabcdefgh', 0, 'xy', 0],
    ['gone before it was seen', 'yabcdefgh', 4, 'xy', 1],
  ])('%s', (_name, keys, top, unseen, expected) => {
    expect(count(keys, top, unseen)).toBe(expected);
  });

  test('the screen holds on to the next row where its first has gone', () => {
    const before = rows('abcd');
    const { indices } = layoutOf(rows('xad'), 60, 30);
    expect(anchorIn({ key: 'a', offset: 7 }, before, 0, indices)).toEqual({ key: 'a', offset: 7 });
    expect(anchorIn({ key: 'b', offset: 7 }, before, 1, indices)).toEqual({ key: 'd', offset: 7 });
    expect(anchorIn({ key: 'd', offset: 7 }, rows('abcd'), 3, layoutOf(rows('a'), 60, 30).indices)).toBeUndefined();
  });
});

test.each([
  ['Paul Neumann', 'PN'],
  ['Stadtwerke', 'ST'],
  ['info@nordwerk.example', 'IN'],
  ['Dr. Friederike von Hohenstein', 'DH'],
  ['  ', '?'],
  ['李雷', '李雷'],
])('initials of %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
  expect(hueOf(name)).toBe(hueOf(name.toUpperCase()));
});
