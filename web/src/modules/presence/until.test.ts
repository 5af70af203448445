import { expect, test } from 'vitest';
import { endOf, sayMoment } from './until.ts';

const ZONE = 'Europe/Berlin';
/** Thursday, 9:41 in Berlin. */
const NOW = Date.parse('2026-11-26T08:41:00Z');
const say = (instant: string, language: 'de' | 'en', isEnd = true) =>
  sayMoment(instant, NOW, { language, zone: ZONE }, isEnd).replaceAll('\u202f', ' ');

test.each([
  ['2026-11-26T16:00:00Z', '17:00', '5:00 PM'],
  // Midnight ends the day before it.
  ['2026-11-26T23:00:00Z', 'heute', 'today'],
  ['2026-11-27T08:00:00Z', 'morgen 09:00', 'tomorrow 9:00 AM'],
  ['2026-11-27T23:00:00Z', 'morgen', 'tomorrow'],
  ['2026-12-01T08:00:00Z', 'Di 09:00', 'Tue 9:00 AM'],
  ['2026-11-30T23:00:00Z', 'Mo', 'Mon'],
  ['2026-12-24T08:00:00Z', '24.12.', 'Dec 24'],
  ['2027-01-02T08:00:00Z', '2.1.2027', 'Jan 2, 2027'],
])('%s is %s, %s', (instant, de, en) => {
  expect(say(instant, 'de')).toBe(de);
  expect(say(instant, 'en')).toBe(en);
});

test('a moment that begins something at midnight is of the day that begins', () => {
  expect(say('2026-11-26T23:00:00Z', 'de', false)).toBe('morgen 00:00');
});

test('a choice ends after a while, tonight, tomorrow night, or not by itself', () => {
  const now = Temporal.Instant.fromEpochMilliseconds(NOW).toZonedDateTimeISO(ZONE);
  expect(endOf('halfHour', now)).toBe('2026-11-26T09:11:00.000Z');
  expect(endOf('hour', now)).toBe('2026-11-26T09:41:00.000Z');
  expect(endOf('tomorrow', now)).toBe('2026-11-27T23:00:00.000Z');
  // Tonight is what the server takes by itself.
  expect(endOf('today', now)).toBeUndefined();
  expect(endOf('none', now)).toBeUndefined();
  // The night in which clocks go forward.
  const spring = Temporal.ZonedDateTime.from('2026-03-28T12:00[Europe/Berlin]');
  expect(endOf('tomorrow', spring)).toBe('2026-03-29T22:00:00.000Z');
});
