import { expect, test } from 'vitest';
import { nextDates } from './next-dates.ts';

type Rule = Parameters<typeof nextDates>[0];
const rule = (part: Partial<Rule>): Rule => ({
  repetitionType: 'weekly',
  tact: 1,
  weekdays: [],
  monthDate: null,
  hasAnEnd: false,
  durationEnd: null,
  nTimes: null,
  ...part,
});

test.each([
  ['each day', rule({ repetitionType: 'daily' }), '2026-11-27', ['2026-11-28', '2026-11-29', '2026-11-30']],
  ['every second Friday', rule({ tact: 2 }), '2026-11-27', ['2026-12-11', '2026-12-25', '2027-01-08']],
  [
    'Mondays and Fridays',
    rule({ weekdays: ['monday', 'friday'] }),
    '2026-11-27',
    ['2026-11-30', '2026-12-04', '2026-12-07'],
  ],
  ['the 31st', rule({ repetitionType: 'monthly' }), '2026-10-31', ['2026-12-31', '2027-01-31', '2027-03-31']],
  [
    'the 15th',
    rule({ repetitionType: 'monthly', monthDate: 15 }),
    '2026-11-15',
    ['2026-12-15', '2027-01-15', '2027-02-15'],
  ],
  [
    'second Tuesday',
    rule({ repetitionType: 'monthly', monthDate: 'weekdayOfMonth' }),
    '2026-11-10',
    ['2026-12-08', '2027-01-12', '2027-02-09'],
  ],
  [
    'fifth Monday',
    rule({ repetitionType: 'monthly', monthDate: 'weekdayOfMonth' }),
    '2026-11-30',
    ['2027-03-29', '2027-05-31', '2027-08-30'],
  ],
  [
    'last Friday',
    rule({ repetitionType: 'monthly', monthDate: 'weekdayFromEnd' }),
    '2026-11-27',
    ['2026-12-25', '2027-01-29', '2027-02-26'],
  ],
  [
    'last day',
    rule({ repetitionType: 'monthly', monthDate: 'lastDay' }),
    '2026-11-30',
    ['2026-12-31', '2027-01-31', '2027-02-28'],
  ],
  [
    'first working day',
    rule({ repetitionType: 'monthly', monthDate: 'firstWorkday' }),
    '2026-11-02',
    ['2026-12-01', '2027-01-01', '2027-02-01'],
  ],
  [
    'last working day',
    rule({ repetitionType: 'monthly', monthDate: 'lastWorkday' }),
    '2026-11-30',
    ['2026-12-31', '2027-01-29', '2027-02-26'],
  ],
  ['29 February', rule({ repetitionType: 'yearly' }), '2028-02-29', ['2032-02-29', '2036-02-29', '2040-02-29']],
])('after its first day %s comes on the next dates', (_name, given, firstDate, dates) => {
  expect(nextDates(given, { firstDate, after: firstDate })).toEqual(dates);
});

test('it ends on its last day, or after so many times', () => {
  const about = { firstDate: '2026-11-27', after: '2026-11-27' };
  expect(nextDates(rule({ hasAnEnd: true, durationEnd: '2026-12-04' }), about)).toEqual(['2026-12-04']);
  expect(nextDates(rule({ hasAnEnd: true, nTimes: 3 }), about)).toEqual(['2026-12-04', '2026-12-11']);
});

test('what was taken out is passed over, and counts as one of its times', () => {
  const about = { firstDate: '2026-11-27', after: '2026-11-27', leftOut: ['2026-12-04'] };
  expect(nextDates(rule({ hasAnEnd: true, nTimes: 3 }), about)).toEqual(['2026-12-11']);
});

test('after a later occurrence come those behind it, and of a rule from outside nothing is known', () => {
  const about = { firstDate: '2026-11-27', after: '2027-01-08' };
  expect(nextDates(rule({ tact: 2 }), about)[0]).toBe('2027-01-22');
  expect(nextDates(rule({ repetitionType: 'custom' }), about)).toEqual([]);
});
