import type { FieldDefinition } from '@kontor/contract/record';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeValues, formulasOf } from './computing.ts';
import { FormulaFault, type Term } from './formula-functions.ts';
import { readFormula } from './formula.ts';

const KEYS = new Set(['price', 'count', 'name', 'begin', 'end', 'nothing']);
const VALUES = new Map<string, Term>([
  ['price', 1234.5],
  ['count', '3'],
  ['name', 'Werft'],
  ['begin', { day: 20_000 }],
  ['end', { day: 20_010 }],
]);
const read = (key: string): Term => VALUES.get(key) ?? null;
type Result = 'text' | 'number' | 'date';
const run = (formula: string, result: Result = 'number', decimals?: number): string => {
  const field = decimals === undefined ? { formula, result } : { formula, result, decimals };
  try {
    return readFormula(field, KEYS).run(read);
  } catch (error) {
    if (error instanceof FormulaFault) return `! ${error.why}`;
    throw error;
  }
};

describe('numbers', () => {
  test.each<[string, string]>([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['0.1 + 0.2', '0.3'],
    ['1,5 * 2', '3'],
    ['price * count', '3703.5'],
    ['round(price / 7, 2)', '176.36'],
    ['round(1,5; 0)', '2'],
    ['round(-2.5)', '-3'],
    ['floor(1.9)', '1'],
    ['sum(price; nothing; 1)', '1235.5'],
    ['min(3, count, 9)', '3'],
    ['max(nothing)', ''],
    ['price * nothing', ''],
    ['if(count > 2, 10, 20)', '10'],
    ['if(name = "Werft", 1)', '1'],
    ['count == 3 ? 1 : 2', '1'],
    ['-count', '-3'],
    ['days(begin, end)', '10'],
    ['end - begin', '10'],
    ['year(begin)', '2024'],
    ['"1.234,5" * 2', '2469'],
    ['"1,234.5" * 2', '2469'],
    ['1 / 0', '! zero'],
    ['name * 2', '! number'],
    ['1e14 * 100', '! tooLarge'],
  ])('%s is %s', (formula, value) => expect(run(formula)).toBe(value));

  test('to so many behind the point', () => {
    expect(run('1.005', 'number', 2)).toBe('1.01');
    expect(run('-1.005', 'number', 2)).toBe('-1.01');
    expect(run('2 / 3', 'number', 0)).toBe('1');
  });
});

test.each<[string, Result, string]>([
  ['begin + 1', 'date', '2024-10-05'],
  ['addMonths(date(2024, 1, 31), 1)', 'date', '2024-02-29'],
  ['addYears(begin, 1)', 'date', '2025-10-04'],
  ['name', 'date', '! date'],
  ['name + " " + count', 'text', 'Werft 3'],
  ['upper(left(name, 2))', 'text', 'WE'],
  ['join(", ", name, nothing, count)', 'text', 'Werft, 3'],
  ['if(isEmpty(nothing); "leer"; "voll")', 'text', 'leer'],
  ["contains(name, 'ERF')", 'text', 'true'],
])('%s as %s is %s', (formula, result, value) => expect(run(formula, result)).toBe(value));

test.each([
  ['', 'syntax'],
  ['1 +', 'syntax'],
  ['1; 2', 'syntax'],
  ['foreign', 'field'],
  ['constructor', 'field'],
  ['__proto__', 'field'],
  ['name.length', 'syntax'],
  ['name["constructor"]', 'syntax'],
  ['name.constructor("return 1")()', 'syntax'],
  ['this', 'syntax'],
  ['[1, 2]', 'syntax'],
  ['toString()', 'function'],
  ['hasOwnProperty("x")', 'function'],
  ['eval("1")', 'function'],
  ['round()', 'arguments'],
  ['1 & 2', 'operator'],
  ['~1', 'operator'],
  [`${'('.repeat(300)}1${')'.repeat(300)}`, 'tooDeep'],
  [`1${'+1'.repeat(900)}`, 'tooDeep'],
  ['-'.repeat(1999) + '1', 'tooDeep'],
])('%s is refused: %s', (formula, why) => expect(run(formula)).toBe(`! ${why}`));

test('whatever is written is a value or a fault, and changes nothing', () => {
  const words = [
    'price',
    'name',
    'begin',
    'if',
    'round',
    'days',
    '(',
    ')',
    ',',
    ';',
    '+',
    '-',
    '*',
    '/',
    '=',
    '<',
    '"',
    "'",
    '.',
    '[',
    ']',
    '1',
    '1,5',
    '?',
    ':',
    '!',
    '__proto__',
    'constructor',
    'prototype',
    '`',
    '${',
    '\\',
    '\n',
  ];
  const written = fc.oneof(
    fc.string({ maxLength: 60, unit: 'binary' }),
    fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((some) => some.join(' ')),
  );
  fc.assert(
    fc.property(written, fc.constantFrom<Result>('text', 'number', 'date'), (formula, result) => {
      expect(typeof run(formula, result)).toBe('string');
    }),
    { numRuns: 3000 },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});

const base = { isRequired: false, isTitle: false };
const number = (key: string): FieldDefinition => ({
  ...base,
  key,
  label: key,
  kind: 'textField',
  actionIcons: [],
  isNumber: true,
});
const computed = (key: string, formula: string): FieldDefinition => ({
  ...base,
  key,
  label: key,
  kind: 'computed',
  formula,
  result: 'number',
});

test('what is computed is made of what was computed before, in whatever order the fields stand', () => {
  const fields = [computed('gross', 'net * 1.19'), computed('net', 'price * count'), number('price'), number('count')];
  expect(computeValues(fields, { price: '10', count: '2', gross: 'old' })).toEqual({
    price: '10',
    count: '2',
    net: '20',
    gross: '23.8',
  });
  expect(computeValues(fields, { price: '10', net: 'old' })).toEqual({ price: '10' });
});

test('fields that are made of each other are told', () => {
  const { faults, steps } = formulasOf([
    computed('a', 'b'),
    computed('b', 'a'),
    computed('c', 'c'),
    computed('d', '1'),
  ]);
  expect([...faults].map(([key, { why }]) => `${key} ${why}`).toSorted()).toEqual(['a ring', 'b ring', 'c ring']);
  expect(steps.map(({ field }) => field.key)).toEqual(['d']);
});
