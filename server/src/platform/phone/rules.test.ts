import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asNumber, isPhoneCountry, numbersIn, phoneNumber } from './numbers.ts';

interface Vector {
  readonly region: string;
  readonly e164: string;
  readonly international: string;
  readonly national: string;
  readonly rfc3966: string;
}
const vectors = JSON.parse(
  readFileSync(new URL('./fixtures/numbers.json', import.meta.url), 'utf8'),
) as readonly Vector[];

test('every number of the corpus is the same one in each of its forms', () => {
  expect(vectors.length).toBeGreaterThan(200);
  const wrong = vectors.flatMap(({ region, e164, ...forms }) =>
    [e164, forms.international, forms.national, forms.rfc3966].flatMap((text) => {
      const [found] = numbersIn(text, region);
      const alone = asNumber(text, region);
      return found?.e164 === e164 && alone?.e164 === e164 ? [] : `${region} ${text}: ${found?.e164}, ${alone?.e164}`;
    }),
  );
  expect(wrong).toEqual([]);
});

describe('numbers in a text', () => {
  const KIEL = '+49431123456';
  test.each<[string, readonly string[]]>([
    ['0431 / 12 34-56', [KIEL]],
    ['+49 (0)431 123456', [KIEL]],
    ['0049431123456', [KIEL]],
    ['0049 (0) 431 / 12 34 56', [KIEL]],
    ['(0431) 123456', [KIEL]],
    ['tel:+49-431-123456', [KIEL]],
    ['Tel. 0431 123456', [KIEL]],
    ['０４３１ １２３４５６', [KIEL]],
    ['+43 1 234567890', ['+431234567890']],
    ['0431 5550 Durchwahl 12', ['+49431555012', '+494315550']],
    ['0431 5550, DW -12', ['+49431555012', '+494315550']],
    ['0431 5550 (Apparat: 12)', ['+49431555012', '+494315550']],
    ['0431 5550 ext. 12', ['+49431555012', '+494315550']],
    ['0431 5550 x12', ['+49431555012', '+494315550']],
    ['tel:+49-431-5550;ext=12', ['+49431555012', '+494315550']],
    ['Durchwahl: 0431 5550-12', ['+49431555012']],
    ['0800 KONTOR1', ['+498005668671']],
    ['0800-REISE 24', ['+498007347324']],
    ['+1 800 FLOWERS', ['+18003569377']],
    ['0431 123456; 0171 5556667', [KIEL, '+491715556667']],
    ['0431/123456 oder 0171/5556667', [KIEL, '+491715556667']],
    ['0431 123456 / 0171 5556667', [KIEL, '+491715556667']],
    ['0431 123456 / +43 1 234567890', [KIEL, '+431234567890']],
    ['Büro 0431 123456, mobil 0171 5556667', [KIEL, '+491715556667']],
    ['0431 123456 (privat 0171 5556667)', [KIEL, '+491715556667']],
    ['0431 123456\n0431 123456', [KIEL]],
    ['110', ['']],
    ['12', []],
    ['keine', []],
    ['', []],
  ])('%j names %j', (text, expected) => expect(numbersIn(text, 'DE').map(({ e164 }) => e164)).toEqual(expected));
});

test('what is kept is what was written', () => {
  expect(numbersIn('+49 (0)431 12-34-56, 0431 / 12 34 57', 'DE').map(({ number }) => number)).toEqual([
    '+490431123456',
    '0431123457',
  ]);
  expect(numbersIn('0431 5550 Durchwahl 12', 'DE').map(({ number }) => number)).toEqual(['0431555012', '04315550']);
});

test('a number without a code is of the country', () => {
  expect(numbersIn('044 668 18 00', 'CH')[0]?.e164).toBe('+41446681800');
  expect(numbersIn('(201) 555-0123', 'US')[0]?.e164).toBe('+12015550123');
  expect(numbersIn('0431 123456', 'XX')[0]?.e164).toBe('+49431123456');
  expect(isPhoneCountry('CH')).toBe(true);
  expect(isPhoneCountry('XX')).toBe(false);
});

test('a text that is more than a number is none', () => {
  expect(asNumber('0431 123456', 'DE')?.e164).toBe('+49431123456');
  for (const text of ['Werft 0431 123456', 'Werft', '', '12', 'a@b.example'])
    expect(asNumber(text, 'DE')).toBeUndefined();
});

test('any text is read without a fault, and what it names are digits', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(text, fc.constantFrom('DE', 'US', 'CH', 'XX'), (some, country) => {
      for (const { number, e164 } of numbersIn(some, country)) {
        expect(number).toMatch(/^\+?\d{3,36}$/);
        expect(e164).toMatch(/^(\+\d{3,22})?$/);
      }
    }),
  );
});

test('a number is the same whatever stands between its digits', () => {
  const between = fc.array(fc.constantFrom('', ' ', '-', '/', ' / '), {
    minLength: 4,
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.integer({ min: 200_000, max: 9_999_999 }), between, (digits, signs) => {
      const spread = String(digits)
        .split('')
        .map((digit, at) => digit + (signs[at] ?? ''))
        .join('');
      expect(numbersIn(`0431 ${spread}`, 'DE')[0]?.e164).toBe(`+49431${digits}`);
    }),
  );
});

test.each([
  ['12', undefined],
  [' +49 431', '+49431'],
  ['1'.repeat(31), undefined],
])('%j is dialled as %j', (text, expected) => expect(phoneNumber(text)).toBe(expected));
