import { expect, test } from 'vitest';
import { createTimes } from './times.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const times = createTimes('de', 'Europe/Berlin');

test.each([
  ['2026-11-21T12:00:05Z', 'jetzt'],
  ['2026-11-21T11:59:30Z', 'jetzt'],
  ['2026-11-21T11:55:00Z', 'vor 5 Minuten'],
  ['2026-11-21T10:59:00Z', 'vor 1 Stunde'],
  ['2026-11-20T12:30:00Z', 'vor 23 Stunden'],
  ['2026-11-20T11:00:00Z', 'gestern'],
  ['2026-11-19T23:30:00Z', 'gestern'],
  ['2026-11-19T22:30:00Z', 'vorgestern'],
  ['2026-11-11T11:00:00Z', 'vor 10 Tagen'],
  ['2026-10-01T11:00:00Z', '1. Oktober 2026'],
])('%s is %s', (instant, words) => {
  expect(times.relative(instant, NOW)).toBe(words);
});

test('a day is that of the zone', () => {
  expect(times.dayKey(Date.parse('2026-11-20T23:30:00Z'))).toBe('2026-11-21');
});
