import { expect, test } from 'vitest';
import { writtenNumbers } from './written.ts';

test.each([
  ['Tel. 0431 5550-12, mobil 0171 3920014', [49431555012, 491713920014]],
  ['Telefon: +49 (0) 431 / 555 012\nFax: (0431) 555 013', [49431555012, 49431555013]],
  ['0431.555012', [49431555012]],
  ['T +43 1 5880070', [4315880070]],
  ['24105 Kiel, Hafen 12', []],
  ['Am 01.02.2026 und 01/02/2026', []],
  ['IBAN DE02 1203 0000 0000 2020 51\nHRB 0123456789\nUSt-IdNr. 0123456789', []],
  ['*21*0431555012#', []],
  ['paul.0431555012@werft.example', []],
  ['0431 555012 und 0431/555012', [49431555012]],
] as const)('%j', (text, expected) => {
  expect(writtenNumbers(text, 'DE').map(({ number }) => number)).toEqual(expected);
});
