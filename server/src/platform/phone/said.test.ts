import { expect, test } from 'vitest';
import { dialOf, placeOf, readNumber, shownNumber, wholeNumbersIn } from './said.ts';

test.each<[string, number | null | undefined]>([
  ['0431 123456', 49431123456],
  ['+49 (0)431 / 123456', 49431123456],
  ['0043 1 5880110', 4315880110],
  ['tel:+49431123456', 49431123456],
  ['101', null],
  ['0431 5550 DW 40', 49431555040],
  // Nothing that steers a telephone is a number.
  ['*21*0431123456#', undefined],
  ['*#06#', undefined],
  ['0431123456,,12', undefined],
  ['0431123456;ext=1', undefined],
  ['anonymous', undefined],
  ['', undefined],
  ['0431 123456 oder 0431 123457', undefined],
  ['9'.repeat(31), undefined],
])('%j is %j', (text, number) => expect(readNumber(text, 'DE')?.number).toBe(number));

test('numbers are shown, dialled and placed', () => {
  expect(shownNumber(49431123456)).toBe('+49 431 123456');
  expect(shownNumber(null, '101')).toBe('101');
  expect([dialOf(49431123456), dialOf(null, '101'), dialOf(null, '*21#'), dialOf(null, '')]).toEqual([
    '+49431123456',
    '101',
    '',
    '',
  ]);
  expect([49431123456, 491713920014, 43158858, 4940123456].map((number) => placeOf(number))).toEqual([
    'Kiel',
    '',
    'Österreich',
    'Hamburg',
  ]);
  expect(wholeNumbersIn('0431 5550-0, 0171 3920014, 101', 'DE')).toEqual([4943155500, 491713920014]);
});
