import type { BoardAnswer } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { moveTo, pagesFor, stackKey, stacksOf, withMoves, type Move } from './board-rules.ts';

const card = (idoId: number) => ({ idoId, title: `Nr ${idoId}`, values: [] });
const board = (piles: Readonly<Record<string, readonly number[]>>, counts: Readonly<Record<string, number>> = {}) =>
  ({
    idoInstanceId: 1,
    column: { key: 'status', label: 'Status', mayMove: true },
    lane: null,
    lanes: [],
    sumFields: [],
    columns: ['A', 'B', 'C'].map((value) => ({ value, isGone: false })),
    piles: Object.entries(piles).map(([column, ids]) => ({
      column,
      lane: null,
      count: counts[column] ?? ids.length,
      sums: [],
      cards: ids.map(card),
    })),
  }) as unknown as BoardAnswer;
const key = (column: string) => stackKey({ column, lane: null });
const none = new Map();
const idsIn = (stacks: ReturnType<typeof stacksOf>) =>
  Object.fromEntries([...stacks.values()].map(({ column, cards }) => [column, cards.map((one) => one?.idoId)]));
const move = (idoId: number, from: string, to: string, part: Partial<Move> = {}) => ({
  params: { idoId, idoInstanceId: 1, key: 'status', from, to, lane: null, before: null, after: null, ...part },
});

test('a board has all its columns, and holes where cards are not loaded', () => {
  const pages = new Map([[key('A'), new Map([[2, [card(9)]]])]]);
  expect(idsIn(stacksOf(board({ A: [1] }, { A: 4 }), pages))).toEqual({
    A: [1, undefined, 9, undefined],
    B: [],
    C: [],
  });
});

describe('moves that wait', () => {
  test.each([
    ['to an empty column', [move(1, 'A', 'B')], { A: [2, 3], B: [1], C: [] }],
    ['in front of one', [move(1, 'A', 'A', { before: 3 })], { A: [2, 1, 3], B: [], C: [] }],
    [
      'behind one, where that in front is gone',
      [move(3, 'A', 'A', { before: 99, after: 1 })],
      { A: [1, 3, 2], B: [], C: [] },
    ],
    ['one after the other', [move(1, 'A', 'B'), move(2, 'A', 'B', { before: 1 })], { A: [3], B: [2, 1], C: [] }],
    ['of what is not loaded', [move(99, 'A', 'B')], { A: [1, 2, 3], B: [], C: [] }],
    ['to what is not there', [move(1, 'A', 'X')], { A: [1, 2, 3], B: [], C: [] }],
    ['that was carried out already', [move(1, 'Z', 'A')], { A: [2, 3, 1], B: [], C: [] }],
  ])('%s', (_, moves, then) => {
    expect(idsIn(withMoves(stacksOf(board({ A: [1, 2, 3] }), none), moves))).toEqual(then);
  });
});

test('a place is told by the cards around it, and the way back by those around where it was', () => {
  const it = board({ A: [1, 2, 3], B: [4, 5] });
  const stacks = stacksOf(it, none);
  const moved = moveTo(it, stacks, 2, { key: key('B'), index: 1 });
  expect(moved?.move).toMatchObject({ from: 'A', to: 'B', before: 5, after: 4, lane: null });
  expect(moved?.back).toMatchObject({ from: 'B', to: 'A', before: 3, after: 1 });
  const then = withMoves(stacks, [{ params: moved?.move }]);
  expect(idsIn(then)).toEqual({ A: [1, 3], B: [4, 2, 5], C: [] });
  expect(idsIn(withMoves(then, [{ params: moved?.back }]))).toEqual(idsIn(stacks));
  expect(moveTo(it, stacks, 2, { key: key('A'), index: 1 })).toBeUndefined();
  expect(moveTo(it, stacks, 1, { key: key('A'), index: 2 })?.move).toMatchObject({ before: null, after: 3 });
});

test.each([
  [0, 20, 500, []],
  [0, 60, 500, [50]],
  [140, 160, 500, [100, 150]],
  [480, 520, 500, [450]],
])('cards %i to %i of %i need the pages %j', (from, to, count, pages) => {
  expect(pagesFor(from, to, count, 50)).toEqual(pages);
});
