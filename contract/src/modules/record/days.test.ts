import { expect, test } from 'vitest';
import { saidDay } from './days.ts';

test.each([
  ['2026-12-01', 'DD.MM.YYYY', '01.12.2026'],
  ['2026-12-01', 'MM/DD/YYYY', '12/01/2026'],
  ['2026-12-01', 'YYYY-MM-DD', '2026-12-01'],
  ['2026-13-01', 'DD.MM.YYYY', '2026-13-01'],
  ['bald', 'DD.MM.YYYY', 'bald'],
  ['', 'DD.MM.YYYY', ''],
])('%j in the format %s is %j', (value, format, said) => {
  expect(saidDay(value, format)).toBe(said);
});
