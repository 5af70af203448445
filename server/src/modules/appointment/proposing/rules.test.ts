import { expect, test } from 'vitest';
import type { ProposalRow } from '../store/proposals.ts';
import type { Slot } from '../times.ts';
import { isDeclinedBy, isThere, slotIn, slotOfCounter } from './rules.ts';

const hours = (start: string, end: string, zone: string | null = 'Europe/Berlin'): Slot => ({
  timeMode: 'fixedTime',
  start: `2030-12-${start}:00`,
  end: `2030-12-${end}:00`,
  zone,
});
const days = (start: string, end: string, timeMode: Slot['timeMode'] = 'allDay'): Slot => ({
  timeMode,
  start: `2030-12-${start}T00:00:00`,
  end: `2030-12-${end}T00:00:00`,
  zone: null,
});
const standing = hours('03T09:00', '03T10:00');

test.each<[string, Slot, Slot, Slot]>([
  ['in its own zone', hours('03T14:00', '03T15:00'), standing, hours('03T14:00', '03T15:00')],
  ['in another zone', hours('03T14:00', '03T15:00', 'UTC'), standing, hours('03T15:00', '03T16:00')],
  ['without a zone', hours('03T14:00', '03T15:00', null), standing, hours('03T14:00', '03T15:00', null)],
  ['of days, for what has hours', days('04', '05'), standing, days('04', '05')],
  [
    'of days, for a day without hours',
    days('04', '04'),
    days('03', '03', 'timeIndependent'),
    days('04', '04', 'timeIndependent'),
  ],
  ['of hours, for days', hours('03T14:00', '03T15:00', 'UTC'), days('03', '03'), hours('03T14:00', '03T15:00', 'UTC')],
])('a time that is proposed %s is by the clock of the appointment', (_what, slot, of, expected) => {
  expect(slotIn(slot, of)).toEqual(expected);
});

test.each<[Parameters<typeof slotOfCounter>[0], Slot, Slot]>([
  [
    { startDate: '2030-12-03T13:00:00.000Z', endDate: '2030-12-03T14:00:00.000Z', allDay: false },
    standing,
    hours('03T14:00', '03T15:00'),
  ],
  [
    { startDate: '2030-12-03T13:00:00.000Z', endDate: '2030-12-03T14:00:00.000Z', allDay: false },
    days('03', '03'),
    hours('03T14:00', '03T15:00'),
  ],
  [{ startDate: '2030-12-04', endDate: '2030-12-06', allDay: true }, days('03', '03'), days('04', '05')],
  [{ startDate: '2030-12-04', endDate: null, allDay: true }, days('03', '03'), days('04', '04')],
])('a time of an event, %j, is a slot', (times, of, expected) => {
  expect(slotOfCounter(times, of, 'Europe/Berlin')).toEqual(expected);
});

test('an appointment is where it is by its clock, whatever else is another', () => {
  expect(isThere(hours('03T09:00', '03T10:00', null), standing)).toBe(true);
  expect(isThere(hours('03T09:00', '03T11:00'), standing)).toBe(false);
  expect(isThere(days('03', '03'), standing)).toBe(false);
  expect(isThere(days('03', '03'), days('03', '03', 'timeIndependent'))).toBe(true);
});

test('a mail declines the proposal that was there when it was written, by a clock that may be behind', () => {
  const at = Date.parse('2030-11-01T10:00:00Z');
  const row = { proposed_at: at, declined_at: null } as ProposalRow;
  expect(isDeclinedBy(row, at + 1000)).toBe(true);
  expect(isDeclinedBy(row, at - 300_000)).toBe(true);
  expect(isDeclinedBy(row, at - 3_600_000)).toBe(false);
  expect(isDeclinedBy({ ...row, declined_at: at }, at + 1000)).toBe(false);
});
