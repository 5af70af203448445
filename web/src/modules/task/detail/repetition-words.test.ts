import { expect, test } from 'vitest';
import { sayLeftOut } from './repetition-words.ts';
import { detailTexts } from './texts.ts';

test.each([
  [
    'monthly',
    'dayOfMonth',
    '2027-01-31',
    'Monate ohne einen 31. werden ausgelassen: Februar, April, Juni, September und November.',
  ],
  ['monthly', 'dayOfMonth', '2027-01-30', 'Monate ohne einen 30. werden ausgelassen: Februar.'],
  ['monthly', 'dayOfMonth', '2027-01-29', 'Monate ohne einen 29. werden ausgelassen: Februar.'],
  ['monthly', 'dayOfMonth', '2027-01-28', undefined],
  ['monthly', 'lastDay', '2027-01-31', undefined],
  ['monthly', 'dayOfMonth', null, undefined],
  ['weekly', 'dayOfMonth', '2027-01-31', undefined],
  ['yearly', 'dayOfMonth', '2028-02-29', 'Jahre ohne 29. Februar werden ausgelassen.'],
  ['yearly', 'dayOfMonth', '2028-02-28', undefined],
  ['yearly', 'dayOfMonth', '2028-01-31', undefined],
] as const)('%s by %s from %s leaves out: %s', (type, monthlyRule, due, said) => {
  const day = due === null ? null : Temporal.PlainDate.from(due);
  expect(sayLeftOut({ type, monthlyRule }, day, detailTexts.de, 'de')).toBe(said);
});
