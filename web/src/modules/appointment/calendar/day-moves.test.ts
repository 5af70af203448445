import { expect, test } from 'vitest';
import { dayStep, daysOfTimes, movedByDays, paramsOf, stretchedByDays, type DayKeys } from './day-moves.ts';
import type { Times } from './pending.ts';

const ZONE = 'Europe/Berlin';
const days = (start: string, end: string): Times => ({ start, end, timeMode: 'allDay' });
/** From noon to noon over the night in which the clock goes back. */
const LONG: Times = { start: '2026-10-24T10:00:00Z', end: '2026-10-25T11:00:00Z', timeMode: 'fixedTime' };

test.each([
  [days('2026-11-30', '2026-12-02'), 1, days('2026-12-01', '2026-12-03')],
  [days('2026-12-31', '2026-12-31'), -31, days('2026-11-30', '2026-11-30')],
  // The clock says the same, though the day is an hour longer or shorter.
  [LONG, -1, { ...LONG, start: '2026-10-23T10:00:00Z', end: '2026-10-24T10:00:00Z' }],
  [LONG, 1, { ...LONG, start: '2026-10-25T11:00:00Z', end: '2026-10-26T11:00:00Z' }],
])('moved by days: %j by %i', (times, by, moved) => expect(movedByDays(times, by, ZONE)).toEqual(moved));

test.each([
  [days('2026-11-30', '2026-12-01'), 'end', 2, days('2026-11-30', '2026-12-03')],
  [days('2026-11-30', '2026-12-01'), 'end', -1, days('2026-11-30', '2026-11-30')],
  [days('2026-11-30', '2026-12-01'), 'end', -2, undefined],
  [days('2026-11-30', '2026-12-01'), 'begin', 1, days('2026-12-01', '2026-12-01')],
  [days('2026-11-30', '2026-12-01'), 'begin', 2, undefined],
  [LONG, 'end', 1, { ...LONG, end: '2026-10-26T11:00:00Z' }],
  [LONG, 'end', -1, undefined],
] as const)('stretched: %j at its %s by %i', (times, edge, by, to) =>
  expect(stretchedByDays(times, edge, by, ZONE)).toEqual(to),
);

test('days, and what commands take', () => {
  expect(daysOfTimes(LONG, ZONE)).toEqual({ first: '2026-10-24', last: '2026-10-25' });
  expect(daysOfTimes({ ...LONG, end: '2026-10-24T22:00:00Z' }, ZONE)).toEqual({
    first: '2026-10-24',
    last: '2026-10-24',
  });
  expect(paramsOf(LONG, ZONE)).toEqual({ startDate: '2026-10-24T12:00:00', endDate: '2026-10-25T12:00:00' });
  expect(paramsOf(days('2026-11-30', '2026-12-01'), ZONE)).toEqual({ startDate: '2026-11-30', endDate: '2026-12-01' });
});

const MONTH: DayKeys = { aside: 1, down: 7 };
const PEOPLE: DayKeys = { aside: 1, down: 'calendar' };
test.each([
  ['ArrowRight', true, false, MONTH, { kind: 'move', days: 1, calendars: 0 }],
  ['ArrowUp', true, false, MONTH, { kind: 'move', days: -7, calendars: 0 }],
  ['ArrowDown', true, false, PEOPLE, { kind: 'move', days: 0, calendars: 1 }],
  ['ArrowLeft', true, true, MONTH, { kind: 'end', days: -1, calendars: 0 }],
  ['ArrowDown', true, true, MONTH, undefined],
  ['ArrowDown', true, false, { aside: 1, down: 0 }, undefined],
  ['ArrowRight', false, false, MONTH, undefined],
  ['Delete', false, false, MONTH, { kind: 'remove', days: 0, calendars: 0 }],
] as const)('the key %s (Ctrl %s, Shift %s)', (key, ctrlKey, shiftKey, keys, step) =>
  expect(dayStep({ key, ctrlKey, shiftKey }, keys)).toEqual(step),
);
