import { expect, test } from 'vitest';
import { isQuiet, quietUntil } from './quiet.ts';

const EVERY = [true, true, true, true, true, true, true];
const only = (day: number) => EVERY.map((_, index) => index === day);

// 23 November 2026 is a Monday; the same cases as the server's.
test.each<[string, string, string, boolean[], string, boolean]>([
  ['in the evening', '20:00', '07:00', EVERY, '2026-11-23T20:00', true],
  ['before it', '20:00', '07:00', EVERY, '2026-11-23T19:59', false],
  ['after midnight', '20:00', '07:00', EVERY, '2026-11-24T06:59', true],
  ['at their end', '20:00', '07:00', EVERY, '2026-11-24T07:00', false],
  ['at noon', '12:00', '13:00', EVERY, '2026-11-23T12:30', true],
  ['of Mondays, on Tuesday morning', '20:00', '07:00', only(0), '2026-11-24T03:00', true],
  ['of Mondays, on Tuesday evening', '20:00', '07:00', only(0), '2026-11-24T21:00', false],
  ['of Mondays, on Monday morning', '20:00', '07:00', only(0), '2026-11-23T03:00', false],
  ['of Sundays, on Monday morning', '20:00', '07:00', only(6), '2026-11-23T03:00', true],
  ['all day on Sundays', '00:00', '00:00', only(6), '2026-11-29T15:00', true],
  ['all day from noon', '12:00', '12:00', only(0), '2026-11-24T11:59', true],
])('%s', (_, from, to, days, clock, quiet) => {
  const now = Temporal.PlainDateTime.from(clock).toZonedDateTime('Europe/Berlin').epochMilliseconds;
  expect(isQuiet({ isOn: true, from, to, days }, 'Europe/Berlin', now)).toBe(quiet);
  expect(isQuiet({ isOn: false, from, to, days }, 'Europe/Berlin', now)).toBe(false);
});

test.each([
  ['2026-11-23T12:00', '2026-11-23T12:00'],
  ['2026-11-23T23:30', '2026-11-24T07:00'],
  ['2026-11-24T06:59', '2026-11-24T07:00'],
  ['2026-11-24T07:00', '2026-11-24T07:00'],
])('what comes at %s is told at %s', (from, to) => {
  const hours = { isOn: true, from: '22:00', to: '07:00', days: [true, true, true, true, true, true, true] };
  const zone = 'Europe/Berlin';
  const at = (text: string): number => Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
  expect(quietUntil(hours, zone, at(from))).toBe(at(to));
});
