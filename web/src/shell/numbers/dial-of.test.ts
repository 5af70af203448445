import { expect, test } from 'vitest';
import { dialOf, numbersIn } from './dial-of.ts';

test.each([
  ['+49 (0)431 123-45', '+4943112345'],
  ['0431 / 123 45, mobil 0170 1', '0431'],
  ['tel:+49431123456', '+49431123456'],
  ['0431.123.456', '0431123456'],
  ['110', '110'],
  ['17', ''],
  ['', ''],
  ['nach 17 Uhr', ''],
  ['*21*0900123456#', ''],
  ['0431123456p99', ''],
  ['0431\u202e123456', ''],
  ['+49431123456/x', ''],
  ['1234567890123456', ''],
])('of %j %j is dialled', (text, dial) => {
  expect(dialOf(text)).toBe(dial);
});

test.each([
  ['Tel. 0431 123456, mobil +49 171 3920077', ['0431123456', '+491713920077']],
  ['Sie erreichen uns unter 0431/123-456.', ['0431123456']],
  ['+49 (0) 431 123456', ['+49431123456']],
  ['Am 01.02.2026 um 09:30, Rechnung 60440', []],
  ['01/02/2026 und 01-02-2026', []],
  ['IBAN DE02 1203 0000 0000 2020 51', []],
  ['info@x.example, https://x.example/0431123456', []],
  ['Artikel A0431123456', []],
  ['0 und 007', []],
])('in %j stand %j', (text, dials) => {
  expect(numbersIn(text).map(({ dial }) => dial)).toEqual(dials);
});

test('where a number stands, and how it was written, is said with it', () => {
  expect(numbersIn('ruf +49 431 123456 an')).toEqual([{ at: 4, text: '+49 431 123456', dial: '+49431123456' }]);
});
