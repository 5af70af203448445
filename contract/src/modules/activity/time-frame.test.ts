import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { DATE_PRESETS, DateFilterSchema, resolveDateFilter } from './date-filter.ts';
import { timeFrameBounds, timeFrameOf } from './time-frame.ts';

const ZONE = 'Europe/Berlin';
// A Saturday.
const NOW = Date.parse('2026-11-21T12:00:00+01:00');
const at = (iso: string) => Date.parse(iso) / 1000;
const day = (seconds: number | null) =>
  seconds === null
    ? null
    : Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
        .toZonedDateTimeISO(ZONE)
        .toPlainDate()
        .toString();

test.each([
  ['2026-11-22T00:00:00+01:00', 'future'],
  ['2026-11-21T00:00:00+01:00', 'today'],
  ['2026-11-20T23:59:59+01:00', 'yesterday'],
  ['2026-11-16T00:00:00+01:00', 'thisWeek'],
  ['2026-11-15T23:59:59+01:00', 'lastWeek'],
  ['2026-11-08T12:00:00+01:00', 'thisMonth'],
  ['2026-10-31T23:59:59+01:00', 'lastMonth'],
  ['2026-09-30T23:59:59+02:00', 'older'],
])('%s is %s', (iso, frame) => {
  expect(timeFrameOf(at(iso), timeFrameBounds(NOW, ZONE))).toBe(frame);
});

test('frames that would be empty are left out: on a Monday yesterday was last week', () => {
  const bounds = timeFrameBounds(Date.parse('2026-06-01T12:00:00+02:00'), ZONE);
  expect(bounds.map(({ frame }) => frame)).toEqual(['future', 'today', 'yesterday', 'lastWeek', 'lastMonth', 'older']);
});

describe('date presets', () => {
  test.each([
    ['all', null, null],
    ['today', '2026-11-21', '2026-11-22'],
    ['yesterday', '2026-11-20', '2026-11-21'],
    ['tomorrow', '2026-11-22', '2026-11-23'],
    ['thisWeek', '2026-11-16', '2026-11-23'],
    ['lastWeek', '2026-11-09', '2026-11-16'],
    ['nextWeek', '2026-11-23', '2026-11-30'],
    ['thisMonth', '2026-11-01', '2026-12-01'],
    ['lastMonth', '2026-10-01', '2026-11-01'],
    ['nextMonth', '2026-12-01', '2027-01-01'],
    ['thisYear', '2026-01-01', '2027-01-01'],
    ['lastYear', '2025-01-01', '2026-01-01'],
    ['nextYear', '2027-01-01', '2028-01-01'],
    ['endOfTomorrow', null, '2026-11-23'],
    ['endOfNextMonth', null, '2027-01-01'],
    ['olderThanAMonth', null, '2026-10-21'],
    ['lastFourWeeks', '2026-10-25', '2026-11-22'],
  ] as const)('%s', (preset, from, before) => {
    const range = resolveDateFilter(preset, NOW, ZONE);
    expect([day(range.from), day(range.before)]).toEqual([from, before]);
  });

  test('are all resolved', () => {
    for (const preset of DATE_PRESETS) expect(resolveDateFilter({ preset }, NOW, ZONE)).toBeDefined();
  });

  test('a day over a change of the clocks has the hours that it has', () => {
    const spring = resolveDateFilter('2026-03-29', NOW, ZONE);
    expect(((spring.before ?? 0) - (spring.from ?? 0)) / 3600).toBe(23);
    expect(
      resolveDateFilter({ from: '2026-03-29', to: '2026-03-30', timeZone: 'America/New_York' }, NOW, ZONE),
    ).toEqual({
      from: at('2026-03-29T00:00:00-04:00'),
      before: at('2026-03-31T00:00:00-04:00'),
    });
  });

  test.each([
    'someday',
    '2026-13-01',
    '2026-02-31',
    { from: '2026-02-31T10:00:00Z' },
    { preset: 'never' },
    { from: 'x' },
    { from: '2026-01-01', timeZone: 'Mars/Base' },
    5,
  ])('%j is none', (filter) => {
    expect(v.safeParse(DateFilterSchema, filter).success).toBe(false);
  });
});
