import { expect, test } from 'vitest';
import { instantOf, momentOf, secondsOf } from './moments.ts';

test('a moment is an instant of the zone, and read back', () => {
  expect(instantOf('2026-11-26T12:00', 'Europe/Berlin')).toBe('2026-11-26T11:00:00.000Z');
  expect(momentOf('2026-11-26T11:00:00.000Z', 'Europe/Berlin')).toBe('2026-11-26T12:00');
  expect(instantOf('', 'Europe/Berlin')).toBeNull();
});

test.each([
  ['', 0],
  ['4', 240],
  ['4:12', 252],
  ['1:04:12', 3852],
  ['4:60', undefined],
  ['lange', undefined],
  ['25:00:00', undefined],
])('%j is a length of %s seconds', (written, seconds) => {
  expect(secondsOf(written)).toBe(seconds);
});
