import { expect, test } from 'vitest';
import { byDay, dateOf } from './history-rules.ts';

/** A Tuesday, shortly after midnight in Berlin, and still Monday in Greenwich. */
const NOW = Date.UTC(2026, 10, 23, 23, 30);
const ZONE = 'Europe/Berlin';

test.each([
  ['all', 'all'],
  ['weeks', { preset: 'lastFourWeeks', timeZone: ZONE }],
  ['days', { from: '2026-11-18', timeZone: ZONE }],
  ['day', { preset: 'today', timeZone: ZONE }],
] as const)('the range %s is asked for as %j', (range, date) => {
  expect(dateOf(range, NOW, ZONE)).toEqual(date);
});

test('items stand under the day of the reader, in the order given', () => {
  const at = (hoursAgo: number) => NOW / 1000 - hoursAgo * 3600;
  const days = byDay([at(0), at(0.4), at(1), at(25)], (seconds) => seconds, ZONE);
  expect(days.map(({ day, items }) => [day, items.length])).toEqual([
    ['2026-11-24', 2],
    ['2026-11-23', 1],
    ['2026-11-22', 1],
  ]);
  expect(byDay([], Number, ZONE)).toEqual([]);
});
