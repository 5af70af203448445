import { expect, test } from 'vitest';
import { overAt, sayDue } from './due-words.ts';

const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-11-23T09:00:00+01:00');

test.each<[string, string, string]>([
  ['2026-11-23', 'heute', 'today'],
  ['2026-11-24', 'morgen', 'tomorrow'],
  ['2026-11-22', 'gestern', 'yesterday'],
  ['2026-11-27', 'Freitag', 'Friday'],
  ['2026-11-30', 'Mo., 30. Nov.', 'Mon, Nov 30'],
  ['2026-11-16', 'Mo., 16. Nov.', 'Mon, Nov 16'],
  ['2027-01-04', '4. Jan. 2027', 'Jan 4, 2027'],
  ['2026-11-24T08:00:00Z', 'morgen, 09:00', 'tomorrow, 9:00 AM'],
  // Late in the evening of one zone it is the next day in another.
  ['2026-11-23T23:30:00Z', 'morgen, 00:30', 'tomorrow, 12:30 AM'],
])('%s is said as %s', (due, german, english) => {
  expect(sayDue(due, ZONE, NOW, 'de')).toBe(german);
  expect(sayDue(due, ZONE, NOW, 'en').replace(/\s/g, ' ')).toBe(english);
});

test('a day is over when it has ended in its zone', () => {
  expect(new Date(overAt('2026-11-23', ZONE)).toISOString()).toBe('2026-11-23T23:00:00.000Z');
  expect(new Date(overAt('2026-06-23', ZONE)).toISOString()).toBe('2026-06-23T22:00:00.000Z');
  expect(overAt('2026-11-23T08:00:00Z', ZONE)).toBe(Date.parse('2026-11-23T08:00:00Z'));
});
