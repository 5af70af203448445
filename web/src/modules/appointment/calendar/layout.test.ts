import { appointmentQueries, readSpan } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { firstMinute, lanesIn, lastMinute, placeBars, placePieces } from './layout.ts';
import type { Piece } from './pieces.ts';

const [row = []] = appointmentQueries.range.example.result.rows;
const piece = (from: number, to: number): Piece => ({ span: readSpan(row), day: '2026-11-26', from, to });
const laid = (...times: readonly (readonly [number, number])[]) => {
  const { placed, more } = placePieces(times.map(([from, to]) => piece(from, to)));
  return [
    placed.map(({ piece: { from }, column, columns }) => [from, column, columns]),
    more.map((one) => one.pieces.length),
  ];
};

test.each([
  [
    'after each other',
    [
      [540, 600],
      [600, 660],
    ],
    [
      [540, 0, 1],
      [600, 0, 1],
    ],
    [],
  ],
  [
    'over each other',
    [
      [540, 600],
      [570, 660],
    ],
    [
      [540, 0, 2],
      [570, 1, 2],
    ],
    [],
  ],
  [
    'one beside two',
    [
      [540, 700],
      [550, 600],
      [610, 690],
    ],
    [
      [540, 0, 2],
      [550, 1, 2],
      [610, 1, 2],
    ],
    [],
  ],
  [
    'the longer one first',
    [
      [540, 560],
      [540, 700],
    ],
    [
      [540, 0, 2],
      [540, 1, 2],
    ],
    [],
  ],
  [
    'too short to be drawn one after the other',
    [
      [540, 545],
      [550, 600],
    ],
    [
      [540, 0, 2],
      [550, 1, 2],
    ],
    [],
  ],
  [
    'four',
    [
      [0, 60],
      [0, 60],
      [0, 60],
      [0, 60],
    ],
    [
      [0, 0, 4],
      [0, 1, 4],
      [0, 2, 4],
      [0, 3, 4],
    ],
    [],
  ],
  [
    'more than there is room for',
    [
      [0, 60],
      [0, 60],
      [0, 60],
      [0, 60],
      [0, 60],
    ],
    [
      [0, 0, 3],
      [0, 1, 3],
      [0, 2, 3],
    ],
    [2],
  ],
] as const)('pieces %s', (_name, times, placed, more) => expect(laid(...times)).toEqual([placed, more]));

test.each([
  [40, 1, 1, 0, 0],
  [112, 2, 1, 1, 0],
  [123, 2, 1, 1, 1],
  [142, 2, 2, 1, 1],
  [176, 3, 2, 2, 1],
  [330, 4, 3, 3, 2],
  [900, 4, 3, 4, 4],
])(
  'a column of %i pixels has room for %i lanes, for %i beside a number, for %i with more than titles and for %i with answers',
  (width, all, some, wide, answering) => expect(lanesIn(width)).toEqual({ all, some, wide, answering }),
);

test('where lanes would be too narrow to be read, a number says how many more there are', () => {
  const pieces = [0, 0, 0].map((from) => piece(from, 60));
  expect(placePieces(pieces, lanesIn(123)).placed).toMatchObject([{ column: 0, columns: 1, hasMore: true }]);
  expect(placePieces(pieces, lanesIn(123)).more).toMatchObject([{ from: 0, to: 60, pieces: { length: 2 } }]);
  expect(placePieces(pieces.slice(1), lanesIn(123)).more).toEqual([]);
  expect(placePieces(pieces.slice(1), lanesIn(123)).placed).toMatchObject([{ columns: 2 }, { columns: 2 }]);
});

test('no two pieces that overlap are in one place, and none is lost', () => {
  let seed = 7;
  const random = (most: number): number => (seed = (seed * 16_807) % 2_147_483_647) % most;
  for (let round = 0; round < 200; round += 1) {
    const pieces = Array.from({ length: random(14) }, () => {
      const from = random(1300);
      return piece(from, from + 5 + random(130));
    });
    const { placed, more } = placePieces(pieces, lanesIn(random(300)));
    expect(placed.length + more.flatMap((one) => one.pieces).length).toBe(pieces.length);
    for (const one of placed)
      for (const other of placed) {
        if (one === other || one.column !== other.column) continue;
        expect(one.piece.to <= other.piece.from || other.piece.to <= one.piece.from).toBe(true);
      }
  }
});

test('bars take the first lane that is free, and say where they go beyond the period', () => {
  const bar = (first: string, last: string) => ({
    span: readSpan(row),
    first: `2026-11-${first}`,
    last: `2026-11-${last}`,
  });
  const placed = placeBars([bar('25', '25'), bar('20', '24'), bar('23', '26'), bar('27', '30')], {
    first: '2026-11-23',
    last: '2026-11-29',
  });
  expect(
    placed.map(({ lane, from, to, beginsBefore, endsAfter }) => [lane, from, to, beginsBefore, endsAfter]),
  ).toEqual([
    [0, 0, 1, true, false],
    [1, 0, 3, false, false],
    [0, 2, 2, false, false],
    [0, 4, 6, false, true],
  ]);
});

test.each([
  [[], 420],
  [[piece(540, 600)], 420],
  [[piece(370, 400)], 300],
  [[piece(10, 40)], 0],
])('a day with %j is shown from minute %i', (pieces, first) => expect(firstMinute(pieces)).toBe(first));

test.each([
  [[], 1140],
  [[piece(540, 600)], 1140],
  [[piece(540, 600), piece(1200, 1290)], 1320],
  [[piece(1380, 1440)], 1440],
])('a day with %j is printed until minute %i', (pieces, last) => expect(lastMinute(pieces)).toBe(last));
