import { expect, test } from 'vitest';
import { pullAt } from '../../../ui/hand.ts';
import { mayLie, stepped } from './carry-rules.ts';

const GRID = [
  ['a1', 'b1', 'c1'],
  ['a2', 'b2', 'c2'],
  ['a3', 'b3', 'c3'],
];
const ROOM: Readonly<Record<string, number>> = { a1: 3, b1: 1, c1: 4, a2: 0, c2: 0, a3: 2, b3: 0, c3: 1 };

test.each([
  ['ArrowDown', 'a1', 0, 'a1 1'],
  ['ArrowUp', 'a1', 1, 'a1 0'],
  ['ArrowUp', 'a1', 0, 'a1 0'],
  ['ArrowDown', 'a1', 2, 'a3 0'],
  ['ArrowUp', 'a3', 0, 'a1 2'],
  ['ArrowDown', 'a3', 1, 'a3 1'],
  ['ArrowRight', 'a1', 2, 'b1 0'],
  ['ArrowLeft', 'c1', 3, 'b1 0'],
  ['ArrowLeft', 'a1', 1, 'a1 1'],
  ['ArrowRight', 'a3', 1, 'c3 0'],
  ['PageDown', 'c1', 2, 'c3 0'],
  ['PageUp', 'c3', 0, 'c1 0'],
  ['PageUp', 'c1', 2, 'c1 2'],
  ['Home', 'c1', 2, 'c1 0'],
  ['End', 'c1', 2, 'c1 3'],
  ['x', 'c1', 2, 'c1 2'],
])('%s leads from %s %i to %s', (pressed, key, index, then) => {
  const to = stepped(pressed, { key, index }, GRID, (one) => ROOM[one] ?? 0);
  expect(`${to.key} ${to.index}`).toBe(then);
});

test.each([
  [100, 0],
  [0, -1],
  [-20, -1],
  [24, -0.5],
  [376, 0.5],
  [500, 1],
])('at %i of 400 it is pulled by %d', (at, pull) => expect(pullAt(at, 0, 400)).toBeCloseTo(pull));

test('of what is small a quarter at each end pulls', () => {
  expect(pullAt(11, 0, 40)).toBe(0);
  expect(pullAt(5, 0, 40)).toBe(-0.5);
});

test('a card may lie where a choice is that the person may write', () => {
  const choices = (...values: string[]) => values.map((value) => ({ value, isGone: value === 'gone' }));
  const board = (column: boolean, lane: boolean) => ({
    column: { key: 'c', label: '', mayMove: column },
    lane: { key: 'l', label: '', mayMove: lane },
    columns: choices('', 'A', 'gone'),
    lanes: choices('', 'X', 'gone'),
  });
  const lies = (column: boolean, lane: boolean, to: { column?: string; lane?: string }) =>
    mayLie(board(column, lane), { column: 'A', lane: 'X' }, { column: 'A', lane: 'X', ...to });
  expect(lies(true, true, { column: '', lane: '' })).toBe(true);
  expect(lies(true, true, { column: 'gone' })).toBe(false);
  expect(lies(true, true, { lane: 'gone' })).toBe(false);
  expect([lies(true, false, {}), lies(true, false, { column: '' }), lies(true, false, { lane: '' })]).toEqual([
    true,
    true,
    false,
  ]);
  expect([lies(false, true, {}), lies(false, true, { column: '' }), lies(false, true, { lane: '' })]).toEqual([
    false,
    false,
    true,
  ]);
});
