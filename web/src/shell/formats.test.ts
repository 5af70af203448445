import { expect, test } from 'vitest';
import { createFormats } from './formats.ts';
import { languageOf, plural } from './language.ts';

const at = (text: string): number => Date.parse(text) / 1000;
// Saturday, half past midnight in Berlin, still Friday in London.
const now = Date.parse('2026-11-20T23:30:00Z');

test.each([
  ['2026-11-20T23:10:00Z', '00:10'],
  ['2026-11-20T22:10:00Z', 'Fr 23:10'],
  ['2026-11-16T00:00:00Z', 'Mo 01:00'],
  ['2026-11-15T22:00:00Z', '15.11.'],
  ['2026-11-25T12:00:00Z', '25.11.'],
  ['2025-12-31T12:00:00Z', '31.12.2025'],
])('%s in a list: %s', (moment, text) => {
  expect(createFormats('de', 'Europe/Berlin').short(at(moment), now)).toBe(text);
});

test('the zone decides what is today', () => {
  expect(createFormats('en', 'Europe/London').short(at('2026-11-20T22:10:00Z'), now)).toMatch(/^10:10\sPM$/);
});

test('everything, in both languages', () => {
  expect(createFormats('de', 'Europe/Berlin').full(at('2026-11-20T23:50:00Z'))).toBe(
    'Samstag, 21. November 2026 um 00:50',
  );
  expect(createFormats('en', 'Europe/Berlin').full(at('2026-11-20T23:50:00Z'))).toContain(
    'Saturday, November 21, 2026',
  );
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [18_231, '18 kB'],
  [999_600, '1 MB'],
  [4_818_231, '4,8 MB'],
])('%d bytes: %s', (bytes, text) => {
  expect(createFormats('de', 'Europe/Berlin').size(bytes)).toBe(text);
});

test('counts and languages', () => {
  expect(plural('de', 1, 'Eintrag', 'Einträge')).toBe('1\u00a0Eintrag');
  expect(plural('de', 2000, 'Eintrag', 'Einträge')).toBe('2.000\u00a0Einträge');
  expect([languageOf('en-GB'), languageOf('de-AT'), languageOf('fr')]).toEqual(['en', 'de', 'de']);
});
