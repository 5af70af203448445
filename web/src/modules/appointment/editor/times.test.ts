import { expect, test } from 'vitest';
import { begunAt, beginsAt, inMode, minutesOf, newTimes, timesOf, written } from './times.ts';

const meeting = timesOf({ timeMode: 'fixedTime', startDate: '2026-12-01T09:00:00', endDate: '2026-12-01T10:30:00' });
const fair = timesOf({ timeMode: 'allDay', startDate: '2026-12-01', endDate: '2026-12-03' });

test('what is read is written the same', () => {
  expect(written(meeting)).toEqual({ startDate: '2026-12-01T09:00:00', endDate: '2026-12-01T10:30:00' });
  expect(written(fair)).toEqual({ startDate: '2026-12-01', endDate: '2026-12-03' });
});

test('its length is said in minutes, of whole days with the last one', () => {
  expect(minutesOf(meeting)).toBe(90);
  expect(minutesOf(fair)).toBe(3 * 1440);
  expect(minutesOf({ ...meeting, endTime: '08:00' })).toBe(-60);
  expect(minutesOf({ ...fair, endDay: '2026-11-30' })).toBeLessThan(0);
});

test.each([
  ['time', meeting, { startTime: '23:00' }, '2026-12-01T23:00:00', '2026-12-02T00:30:00'],
  ['day', meeting, { startDay: '2026-12-04' }, '2026-12-04T09:00:00', '2026-12-04T10:30:00'],
  ['day of whole days', fair, { startDay: '2026-12-30' }, '2026-12-30', '2027-01-01'],
])('another %s to begin with leaves it as long as it was', (_what, times, start, startDate, endDate) => {
  expect(written(begunAt(times, start))).toEqual({ startDate, endDate });
});

test('one that ended too early takes an hour once it begins elsewhere', () => {
  const wrong = { ...meeting, endTime: '08:00' };
  expect(written(begunAt(wrong, { startTime: '11:00' })).endDate).toBe('2026-12-01T12:00:00');
});

test('whole days that get hours begin at nine and take an hour, and hours come back', () => {
  expect(written(inMode({ ...fair, endDay: fair.startDay }, 'fixedTime'))).toEqual({
    startDate: '2026-12-01T09:00:00',
    endDate: '2026-12-01T10:00:00',
  });
  expect(inMode(inMode(meeting, 'allDay'), 'fixedTime')).toEqual(meeting);
});

test.each([
  [{}, '2026-11-26T10:00:00', '2026-11-26T11:00:00'],
  [{ start: '2026-11-27T13:30' }, '2026-11-27T13:30:00', '2026-11-27T14:30:00'],
  [{ start: '2026-11-27T13:30', end: '2026-11-27T15:00' }, '2026-11-27T13:30:00', '2026-11-27T15:00:00'],
  [{ start: '2026-11-27', end: '2026-11-29' }, '2026-11-27', '2026-11-29'],
  [{ start: '2026-11-27' }, '2026-11-27', '2026-11-27'],
])('a new one begun with %j is from %s to %s', (beginning, startDate, endDate) => {
  const now = Date.parse('2026-11-26T08:41:00Z');
  expect(written(newTimes(beginning, now, 'Europe/Berlin'))).toEqual({ startDate, endDate });
});

test('when it begins is reckoned in the zone of its times', () => {
  expect(beginsAt(meeting, 'Europe/Berlin')).toBe(Date.parse('2026-12-01T08:00:00Z'));
  expect(beginsAt(fair, 'Europe/Berlin')).toBe(Date.parse('2026-11-30T23:00:00Z'));
});
