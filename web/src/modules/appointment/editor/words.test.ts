import { AppointmentRepetitionSchema, type AppointmentRepetitionInput } from '@kontor/contract/appointment';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { timesOf } from './times.ts';
import { alertWords, lengthWords, repetitionWords, whenWords } from './words.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

test.each([
  [15, '15 min', '15 min'],
  [90, '90 min', '90 min'],
  [150, '2 h 30 min', '2 h 30 min'],
  [180, '3 h', '3 h'],
  [1440, '1 Tag', '1 day'],
  [4320, '3 Tage', '3 days'],
])('%s minutes are said as %s and %s', (minutes, de, en) => {
  expect([plain(lengthWords(minutes, 'de')), plain(lengthWords(minutes, 'en'))]).toEqual([de, en]);
});

test.each([
  ['none', 'Keine Erinnerung', 'No reminder'],
  [{ unit: 'minutes', value: 0 }, 'Zu Beginn', 'When it begins'],
  [{ unit: 'minutes', value: 15 }, '15 Minuten vorher', '15 minutes before'],
  [{ unit: 'hours', value: 1 }, '1 Stunde vorher', '1 hour before'],
  [{ unit: 'days', value: 2 }, '2 Tage vorher', '2 days before'],
] as const)('the reminder %j is said as %s and %s', (alert, de, en) => {
  expect([plain(alertWords(alert, 'de')), plain(alertWords(alert, 'en'))]).toEqual([de, en]);
});

const FRIDAY = '2026-11-27';
test.each<[AppointmentRepetitionInput, string, string]>([
  [{ repetitionType: 'daily' }, 'Täglich', 'Daily'],
  [{ repetitionType: 'daily', tact: 3 }, 'Alle 3 Tage', 'Every 3 days'],
  [{ repetitionType: 'weekly' }, 'Jeden Freitag', 'Every Friday'],
  [
    { repetitionType: 'weekly', tact: 2, hasAnEnd: true, durationEnd: '2027-01-29' },
    'Jeden zweiten Freitag, bis 29. Januar 2027',
    'Every second Friday, until January 29, 2027',
  ],
  [{ repetitionType: 'weekly', tact: 3 }, 'Alle 3 Wochen am Freitag', 'Every 3 weeks on Friday'],
  [
    { repetitionType: 'weekly', weekdays: ['friday', 'monday'] },
    'Jede Woche am Montag und Freitag',
    'Every week on Monday and Friday',
  ],
  [
    { repetitionType: 'weekly', weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] },
    'Jeden Werktag',
    'Every working day',
  ],
  [
    { repetitionType: 'monthly', hasAnEnd: true, nTimes: 6 },
    'Jeden Monat am 27., 6-mal',
    'Every month on day 27, 6 times',
  ],
  [{ repetitionType: 'monthly', tact: 2, monthDate: 15 }, 'Alle 2 Monate am 15.', 'Every 2 months on day 15'],
  [
    { repetitionType: 'monthly', monthDate: 'weekdayOfMonth' },
    'Jeden Monat am vierten Freitag',
    'Every month on the fourth Friday',
  ],
  [
    { repetitionType: 'monthly', monthDate: 'weekdayFromEnd' },
    'Jeden Monat am letzten Freitag',
    'Every month on the last Friday',
  ],
  [
    { repetitionType: 'monthly', monthDate: 'lastWorkday' },
    'Jeden Monat am letzten Werktag',
    'Every month on the last working day',
  ],
  [{ repetitionType: 'yearly' }, 'Jedes Jahr am 27. November', 'Every year on November 27'],
  [
    { repetitionType: 'yearly', monthDate: 'firstWorkday' },
    'Jedes Jahr am ersten Werktag im November',
    'Every year on the first working day of November',
  ],
  [
    { repetitionType: 'custom', rule: 'FREQ=DAILY;BYHOUR=9' },
    'Nach einer Regel von außerhalb',
    'By a rule from outside',
  ],
])('%j from Friday, 27 November on is said as %s and %s', (given, de, en) => {
  const repetition = v.parse(AppointmentRepetitionSchema, given);
  expect([repetitionWords(repetition, FRIDAY, 'de'), repetitionWords(repetition, FRIDAY, 'en')]).toEqual([de, en]);
});

test.each([
  [
    'fixedTime',
    '2026-11-27T13:30:00',
    '2026-11-27T15:00:00',
    'Fr., 27. Nov., 13:30 – 15:00',
    'Fri, Nov 27, 1:30 PM – 3:00 PM',
  ],
  [
    'fixedTime',
    '2026-11-27T23:00:00',
    '2026-11-28T01:00:00',
    'Fr., 27. Nov., 23:00 – Sa., 28. Nov., 01:00',
    'Fri, Nov 27, 11:00 PM – Sat, Nov 28, 1:00 AM',
  ],
  [
    'allDay',
    '2026-11-27',
    '2026-11-28',
    'Fr., 27. Nov. – Sa., 28. Nov., ganztägig',
    'Fri, Nov 27 – Sat, Nov 28, all day',
  ],
  ['timeIndependent', '2027-01-04', '2027-01-04', 'Mo., 4. Jan. 2027', 'Mon, Jan 4, 2027'],
] as const)('%s from %s to %s is said as %s and %s', (timeMode, startDate, endDate, de, en) => {
  const times = timesOf({ timeMode, startDate, endDate });
  expect([plain(whenWords(times, FRIDAY, 'de')), plain(whenWords(times, FRIDAY, 'en'))]).toEqual([de, en]);
});
