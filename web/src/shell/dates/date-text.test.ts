import { describe, expect, test } from 'vitest';
import { readDate, sayDate, stepDate, type DateKind } from './date-text.ts';

const TODAY = '2026-11-27';
const de = (kind: DateKind, pattern?: string) => ({ kind, language: 'de' as const, pattern, today: TODAY });
const en = (kind: DateKind, pattern?: string) => ({ kind, language: 'en' as const, pattern, today: TODAY });

describe('is said', () => {
  test.each([
    ['2026-03-05', de('day'), '05.03.2026'],
    ['2026-03-05', en('day'), '03/05/2026'],
    ['2026-03-05', en('day', 'DD.MM.YYYY'), '05.03.2026'],
    ['2026-03-05', de('day', 'YYYY-MM-DD'), '2026-03-05'],
    ['14:05', de('time'), '14:05'],
    ['14:05', en('time'), '2:05 PM'],
    ['00:00', en('time'), '12:00 AM'],
    ['2026-03-05T09:30', de('moment'), '05.03.2026 09:30'],
    ['2026-03-05T09:30', en('moment'), '03/05/2026 9:30 AM'],
    ['', de('day'), ''],
    ['morgen', de('day'), 'morgen'],
  ])('%s as %o: %s', (value, given, said) => {
    expect(sayDate(value, given).replaceAll('\u202f', ' ')).toBe(said);
    // What is said is understood.
    if (value !== 'morgen') expect(readDate(said, given, { isWhole: false })).toBe(value);
  });
});

describe('is read', () => {
  test.each([
    ['5.3.2026', de('day'), '2026-03-05'],
    ['5.3.26', de('day'), '2026-03-05'],
    ['5.3.', de('day'), '2026-03-05'],
    ['5 3', de('day'), '2026-03-05'],
    ['5/3/2026', de('day'), '2026-03-05'],
    ['3/5/2026', en('day'), '2026-03-05'],
    ['3/5', en('day'), '2026-03-05'],
    ['2026-3-5', en('day'), '2026-03-05'],
    ['29.2.2028', de('day'), '2028-02-29'],
    ['31.2.2026', de('day'), undefined],
    ['29.2.', de('day'), undefined],
    ['5.13.2026', de('day'), undefined],
    ['5.3.202', de('day'), undefined],
    ['bald', de('day'), undefined],
    ['  ', de('day'), ''],
    ['9', de('time'), '09:00'],
    ['930', de('time'), '09:30'],
    ['9.30', de('time'), '09:30'],
    ['9 Uhr', de('time'), '09:00'],
    ['2:05 pm', en('time'), '14:05'],
    ['12 am', en('time'), '00:00'],
    ['12:30 p.m.', en('time'), '12:30'],
    ['24:00', de('time'), undefined],
    ['9:75', de('time'), undefined],
    ['13 pm', en('time'), undefined],
    ['5.3. 9', de('moment'), '2026-03-05T09:00'],
    ['2026-03-05T09:30', de('moment'), '2026-03-05T09:30'],
    ['3/5/2026, 9:30 PM', en('moment'), '2026-03-05T21:30'],
    ['5.3.2026', de('moment'), undefined],
  ])('%s as %o: %s', (typed, given, value) => expect(readDate(typed, given, { isWhole: false })).toBe(value));
});

test.each([
  ['5.3.', de('day'), undefined],
  ['5.3.20', de('day'), undefined],
  ['5.3.2026', de('day'), '2026-03-05'],
  ['2026-03-05', de('day'), '2026-03-05'],
  ['9', de('time'), undefined],
  ['09:30', de('time'), '09:30'],
  ['5.3.2026 09:3', de('moment'), undefined],
  ['5.3.2026 09:30', de('moment'), '2026-03-05T09:30'],
  ['', de('day'), ''],
])('while it is typed, %s is %s only when it is whole', (typed, given, value) =>
  expect(readDate(typed, given, { isWhole: true })).toBe(value),
);

test.each([
  ['2026-02-28', 'day', 1, '2026-03-01'],
  ['2026-03-01', 'day', -1, '2026-02-28'],
  ['', 'day', 1, TODAY],
  ['23:50', 'time', 1, '00:05'],
  ['00:00', 'time', -1, '23:45'],
  ['', 'time', 1, '08:00'],
  ['2026-12-31T09:30', 'moment', 1, '2027-01-01T09:30'],
  ['', 'moment', 1, `${TODAY}T08:00`],
] as const)('%s, a %s, by %d is %s', (value, kind, by, next) =>
  expect(stepDate(value, { kind, by, today: TODAY, minutes: 15 })).toBe(next),
);
