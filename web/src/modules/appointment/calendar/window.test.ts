import { expect, test } from 'vitest';
import { keptRanges, windowOf, windowRange } from './window.ts';

test.each([
  ['2026-11-30', 'a Monday'],
  ['2026-12-02', 'a Wednesday'],
  ['2026-12-06', 'a Sunday'],
])('two weeks before, this one and eight after it are fetched ahead on %s, %s', (day) => {
  expect(windowOf(day)).toEqual({ first: '2026-11-16', last: '2027-01-31' });
});

test('what is meant in any zone is within what is asked for', () => {
  expect(windowRange(3, { first: '2026-11-16', last: '2027-01-31' })).toEqual({
    calendars: [3],
    from: '2026-11-15T00:00:00.000Z',
    to: '2027-02-02T00:00:00.000Z',
    zone: null,
  });
});

test.each([
  ['this week', '2026-11-30', '2026-12-06', 4],
  ['the first week of the window, which last week’s held, too', '2026-11-16', '2026-11-22', 4],
  ['a week that only last week’s window held', '2026-11-09', '2026-11-15', 2],
  ['the last week of the window, which last week’s did not hold', '2027-01-25', '2027-01-31', 2],
  ['a week after it', '2027-02-01', '2027-02-07', 0],
  ['a month of six weeks', '2026-11-30', '2027-01-10', 4],
])('of two calendars in %s there are so many answers to look for', (_name, first, last, count) => {
  expect(keptRanges([3, 5], '2026-12-02', { first, last })).toHaveLength(count);
});
