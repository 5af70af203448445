import { expect, test } from 'vitest';
import {
  addDays,
  clockOf,
  daysOf,
  hourOf,
  periodName,
  periodOf,
  stepDay,
  weekNumberOf,
  weekOf,
  weekStartIn,
} from './period.ts';

test.each([
  ['day', '2026-11-26', 1, '2026-11-26', '2026-11-26'],
  ['week', '2026-11-26', 1, '2026-11-23', '2026-11-29'],
  ['week', '2026-11-29', 7, '2026-11-29', '2026-12-05'],
  ['month', '2026-11-26', 1, '2026-10-26', '2026-12-06'],
  ['month', '2027-02-10', 1, '2027-02-01', '2027-03-14'],
  ['year', '2028-03-01', 1, '2028-01-01', '2028-12-31'],
  ['agenda', '2026-12-28', 1, '2026-12-28', '2027-01-24'],
] as const)('%s of %s, weeks from day %i: %s to %s', (view, day, weekStart, first, last) =>
  expect(periodOf(view, day, weekStart)).toEqual({ first, last }),
);

test.each([
  ['day', '2026-12-31', 1, '2027-01-01'],
  ['week', '2026-11-26', -1, '2026-11-19'],
  ['month', '2027-01-31', 1, '2027-02-28'],
  ['year', '2028-02-29', 1, '2029-02-28'],
  ['agenda', '2026-11-26', 1, '2026-12-24'],
] as const)('from %s of %s by %i: %s', (view, day, by, next) => expect(stepDay(view, day, by)).toBe(next));

test.each([
  ['day', 'de', 'Donnerstag, 26. November'],
  ['week', 'de', '23.–29. Nov. 2026'],
  ['month', 'de', 'November 2026'],
  ['year', 'de', '2026'],
  ['day', 'en', 'Thursday, November 26'],
  ['month', 'en', 'November 2026'],
] as const)('%s is called in %s: %s', (view, language, name) =>
  expect(periodName(view, '2026-11-26', { weekStart: 1, language, today: '2026-01-01' })).toBe(name),
);

test('a day of another year says so, and one where there is little room is short', () => {
  const given = { weekStart: 1, language: 'de', today: '2027-01-01' } as const;
  expect(periodName('day', '2026-11-26', given)).toBe('Donnerstag, 26. November 2026');
  expect(periodName('day', '2026-11-26', { ...given, isShort: true })).toBe('Do., 26. Nov.');
  expect(periodName('month', '2026-11-26', { ...given, isShort: true })).toBe('Nov. 2026');
});

test('a full hour is short where the clock says morning and afternoon', () => {
  expect([hourOf(540, 'de'), hourOf(540, 'en'), hourOf(780, 'en')]).toEqual(['9:00', '9 AM', '1 PM']);
});

test('weeks begin on Monday in German and on Sunday in English', () => {
  expect([weekStartIn('de'), weekStartIn('en')]).toEqual([1, 7]);
  expect([weekOf('2026-11-29', 1), weekOf('2026-11-29', 7)]).toEqual(['2026-11-23', '2026-11-29']);
});

test('the last days of a year are of the first week of the next', () =>
  expect(['2026-11-26', '2026-12-31', '2027-01-01', '2027-01-04'].map(weekNumberOf)).toEqual([48, 53, 53, 1]));

test('days follow each other over the change of clocks', () => {
  expect(daysOf({ first: '2026-10-24', last: '2026-10-26' })).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  expect(addDays('2027-03-01', -1)).toBe('2027-02-28');
});

test.each([
  [0, 'de', '0:00'],
  [555, 'de', '9:15'],
  [1439, 'en', '11:59 PM'],
] as const)('minute %i is %s in %s', (minutes, language, time) =>
  expect(clockOf(minutes, language).replaceAll('\u202f', ' ')).toBe(time),
);
