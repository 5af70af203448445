import { appointmentQueries, readSpan, type Span } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { endedAt, keyStep, movedTo, slotAt, slotBetween, steppedSlot, takenMinutes, type Slot } from './grid-rules.ts';
import type { Piece } from './pieces.ts';

const [row = []] = appointmentQueries.range.example.result.rows;
const piece = (from: number, to: number, part: Partial<Span> = {}): Piece => ({
  span: { ...readSpan(row), ...part },
  day: '2026-11-26',
  from,
  to,
});

test.each([
  ['a click', slotAt(1, 575), [1, 570, 630]],
  ['a click at the end of the day', slotAt(0, 1439), [0, 1380, 1440]],
  ['from one point down to another', slotBetween(0, 547, 601), [0, 540, 615]],
  ['and up', slotBetween(0, 601, 547), [0, 540, 615]],
  ['nothing but a point', slotBetween(0, 545, 546), [0, 540, 555]],
  ['moved', movedTo(2, 547, 60), [2, 540, 600]],
  ['moved above the day', movedTo(2, -40, 60), [2, 0, 60]],
  ['moved below it', movedTo(2, 1500, 60), [2, 1425, 1485]],
  ['made longer', endedAt(0, 540, 622), [0, 540, 615]],
  ['made shorter than can be', endedAt(0, 540, 500), [0, 540, 555]],
])('%s', (_name, { column, from, to }, slot) => expect([column, from, to]).toEqual(slot));

test.each([
  ['ArrowDown', false, [1, 630, 690]],
  ['ArrowUp', false, [1, 570, 630]],
  ['ArrowDown', true, [1, 600, 690]],
  ['ArrowUp', true, [1, 600, 630]],
  ['ArrowLeft', false, [0, 600, 660]],
  ['ArrowRight', false, undefined],
  ['Enter', false, undefined],
])('the cursor goes by %s, longer %s', (key, isLonger, slot) => {
  const next = steppedSlot({ column: 1, from: 600, to: 660 }, key, { isLonger, columns: 2 });
  expect(next && [next.column, next.from, next.to]).toEqual(slot);
});

test('times that are taken are put together, without what leaves one free and what is moved', () => {
  const pieces = [
    piece(600, 640, { appointmentId: 1 }),
    piece(620, 700, { appointmentId: 2 }),
    piece(630, 650, { appointmentId: 3, kind: 'free' }),
    piece(500, 590, { appointmentId: 4 }),
  ];
  const slot = { column: 0, from: 590, to: 660 };
  expect(takenMinutes(pieces, slot)).toEqual([{ from: 600, to: 660 }]);
  expect(takenMinutes(pieces, slot, pieces[1]?.span)).toEqual([{ from: 600, to: 640 }]);
});

const [ctrl, both] = [
  { ctrlKey: true, shiftKey: false },
  { ctrlKey: true, shiftKey: true },
];
test.each([
  ['ArrowDown', ctrl, [1, 615, 675]],
  ['ArrowUp', ctrl, [1, 585, 645]],
  ['ArrowDown', both, [1, 600, 675]],
  ['ArrowUp', both, [1, 600, 645]],
  ['ArrowLeft', ctrl, [0, 600, 660]],
  ['ArrowRight', ctrl, [2, 600, 660]],
  ['Enter', ctrl, undefined],
  ['ArrowDown', { ctrlKey: false, shiftKey: false }, undefined],
])('%s moves an appointment, with %j', (key, held, slot) => {
  const next = keyStep({ key, ...held }, { column: 1, from: 600, to: 660 });
  expect(typeof next === 'object' ? [next.column, next.from, next.to] : next).toEqual(slot);
});

test('what is at the first minute goes above the hours, and by Delete it goes', () => {
  const [at, first] = [600, 0].map((from) => ({ column: 0, from, to: from + 60 })) as [Slot, Slot];
  expect([
    keyStep({ key: 'Home', ...ctrl }, at),
    keyStep({ key: 'ArrowUp', ...ctrl }, first),
    keyStep({ key: 'Delete', ctrlKey: false, shiftKey: false }, at),
  ]).toEqual(['wholeDay', 'wholeDay', 'remove']);
  expect(keyStep({ key: 'ArrowUp', ...both }, first)).toEqual({ column: 0, from: 0, to: 45 });
});
