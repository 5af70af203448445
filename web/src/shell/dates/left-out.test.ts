import { expect, test } from 'vitest';
import { sayLeftOut } from './left-out.ts';
import { leftOutTexts } from './left-out-texts.ts';

test.each([
  [
    'monthly',
    1,
    '2027-01-31',
    'Monate ohne einen 31. werden ausgelassen: Februar, April, Juni, September und November.',
  ],
  ['monthly', 1, '2027-01-30', 'Monate ohne einen 30. werden ausgelassen: Februar.'],
  ['monthly', 1, '2027-01-29', 'Monate ohne einen 29. werden ausgelassen: Februar.'],
  ['monthly', 1, '2027-01-28', undefined],
  ['monthly', 3, '2027-01-31', 'Monate ohne einen 31. werden ausgelassen: April.'],
  ['monthly', 12, '2027-01-31', undefined],
  ['monthly', 0, '2027-01-30', 'Monate ohne einen 30. werden ausgelassen: Februar.'],
  ['yearly', 1, '2028-02-29', 'Jahre ohne 29. Februar werden ausgelassen.'],
  ['yearly', 1, '2028-02-28', undefined],
  ['yearly', 1, '2028-01-31', undefined],
] as const)('%s by %d from %s leaves out: %s', (type, tact, first, said) => {
  const { day, month } = Temporal.PlainDate.from(first);
  expect(sayLeftOut({ type, tact, day, month }, leftOutTexts.de, 'de')).toBe(said);
});

test('a day that its months never have is called that', () => {
  expect(sayLeftOut({ type: 'yearly', tact: 1, day: 31, month: 4 }, leftOutTexts.de, 'de')).toBe(
    'Einen 31. gibt es nie: April.',
  );
  expect(sayLeftOut({ type: 'monthly', tact: 12, day: 30, month: 2 }, leftOutTexts.en, 'en')).toBe(
    'There is never a day 30: February.',
  );
});
