import type { FieldDefinition, KindFields } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { cellsOf, comparedNumber, comparedText, comparedValue, MAX_CELL } from './cells.ts';

const inOrder = (texts: readonly string[], by: (text: string) => string) =>
  [...texts].sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0));

test('texts are sorted as German dictionaries sort them', () => {
  const sorted = [
    '„Adler“ Apotheke',
    '1. Hafenbau',
    '20 Segel',
    'Ährens',
    'Ahrens & Söhne',
    'Ahrens AG',
    'ahrens – Bau',
    'Łukasz',
    'Lund',
    'Müller',
    'Muller-Bau',
    'Ørsted',
    'Ost',
    'Straße 4',
    'Strasse 5',
    'Zoll',
  ];
  // Of the same letters those that come first stay first.
  expect(inOrder(sorted, comparedText)).toEqual([
    '„Adler“ Apotheke',
    '1. Hafenbau',
    '20 Segel',
    'Ährens',
    'Ahrens & Söhne',
    'ahrens – Bau',
    'Ahrens AG',
    'Łukasz',
    'Lund',
    'Müller',
    'Muller-Bau',
    'Ørsted',
    'Ost',
    'Straße 4',
    'Strasse 5',
    'Zoll',
  ]);
});

test('numbers are sorted by their magnitude, and the same number is the same', () => {
  const sorted = [
    '-1000',
    '-99.5',
    '-99',
    '-10',
    '-5.5',
    '-5',
    '-0.5',
    '0',
    '0.005',
    '0.5',
    '1',
    '5',
    '5.5',
    '10',
    '99',
    '1000.25',
    '12345678901234567890',
  ];
  expect(inOrder(sorted.toReversed(), (text) => comparedNumber(text) ?? '')).toEqual(sorted);
  for (const [a, b] of [
    ['5', '05'],
    ['5', '5.0'],
    ['0', '-0'],
    ['0', '-0.00'],
    ['-5.5', '-05.50'],
    ['100', '100.00'],
  ] as const)
    expect([a, b, comparedNumber(a)]).toEqual([a, b, comparedNumber(b)]);
  for (const none of ['', 'x', '1,5', '1.', '.5', '1e5', '--1', ' 1', '1'.repeat(100)])
    expect([none, comparedNumber(none)]).toEqual([none, undefined]);
});

test('what is long is cut for sorting, and kept whole beside', () => {
  const text = `Ä${'b'.repeat(300)}`;
  const { value, whole } = comparedValue('text', text);
  expect([value.length, whole?.length]).toEqual([MAX_CELL, 301]);
  expect(comparedValue('text', 'Ab')).toEqual({ value: 'ab', whole: null, number: null });
  expect(comparedValue('text', '😀'.repeat(150)).value.isWellFormed()).toBe(true);
});

test('each field has a cell, filled or not, and each of several choices one of its own', () => {
  const base = { isRequired: false, isTitle: false };
  const field = (key: string, kind: string, more: object = {}) =>
    ({ ...base, key, label: key, kind, ...more }) as FieldDefinition;
  const fields: KindFields = {
    leftColumn: [field('name', 'textField'), field('budget', 'textField', { isNumber: true })],
    rightColumn: [field('tags', 'multiplechoiceTag', { choices: [] }), field('begin', 'datefield')],
    contactPerson: [field('email', 'textField')],
  };
  const cells = cellsOf(
    { fields },
    { title: 'Müller', subtitle: '', values: { name: 'Müller', budget: '-12.50', tags: ['Süd', 'süd', 'A'] } },
  );
  expect(cells.map(({ key, value, number }) => [key, value, number])).toEqual([
    ['*title', 'muller', null],
    ['*subtitle', '', null],
    ['name', 'muller', null],
    ['budget', comparedNumber('-12.5'), '-12.50'],
    ['tags', 'sud, sud, a', null],
    ['tags[]', 'sud', null],
    ['tags[]', 'a', null],
    ['begin', '', null],
  ]);
});
