import type { BookImportSetup } from '@kontor/contract/phonecall';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  NO_COUNTS,
  decideRows,
  guessBookTargets,
  keyOf,
  missingIn,
  planOf,
  planRow,
  type BookPlan,
} from './import-rules.ts';

const COLUMNS = ['Name', 'Vorname', 'Nachname', 'Firma', 'Telefon', 'Mobil'].map((name, at) => ({
  column: `c${at}`,
  name,
}));
const TARGETS: BookImportSetup['targets'] = {
  c0: 'name',
  c1: 'firstName',
  c2: 'lastName',
  c3: 'company',
  c4: 'number',
  c5: 'number',
};
const plan = (targets = TARGETS, format: BookPlan['format'] = 'csv'): BookPlan =>
  planOf({ columns: COLUMNS }, { targets }, { format, country: 'DE' });
const read = (cells: readonly string[], format: BookPlan['format'] = 'csv') => {
  const { entries, faults } = planRow(plan(TARGETS, format), { row: 2, cells });
  return {
    entries: entries.map(({ name, company, digits }) => [name, company, digits]),
    faults: faults.map(({ column, target, why, value }) => [column, target, why, value]),
  };
};
const said = (...entries: readonly (readonly [string, string, string])[]) => ({ entries, faults: [] });
const blamed = (...faults: readonly (readonly [string, string, string, string])[]) => ({ entries: [], faults });

describe('a row', () => {
  test.each([
    ['a name', ['Ida Ost', '', '', '', '0421 1234', ''], said(['Ida Ost', '', '494211234'])],
    ['the parts of a name', ['', 'Ida', 'Ost', '', '0421 1234', ''], said(['Ida Ost', '', '494211234'])],
    [
      'a name and its parts',
      ['Dr. Ida Ost', 'Ida', 'Ost', 'Werft', '0421 1234', ''],
      said(['Dr. Ida Ost', 'Werft', '494211234']),
    ],
    ['a company alone', ['', '', '', 'Werft', '0421 1234', ''], said(['Werft', '', '494211234'])],
    ['a company that is the name', ['Werft', '', '', 'Werft', '0421 1234', ''], said(['Werft', '', '494211234'])],
    [
      'two numbers',
      ['Ida', '', '', '', '0421 1234', '0171 1234567'],
      said(['Ida', '', '494211234'], ['Ida', '', '491711234567']),
    ],
    ['one number twice', ['Ida', '', '', '', '0421 1234', '+49 (421) 1234'], said(['Ida', '', '494211234'])],
  ] as const)('says %s', (_what, cells, expected) => expect(read(cells)).toEqual(expected));

  test.each([
    ['nobody', ['', '', '', '', '0421 1234', ''], blamed(['Name', 'name', 'required', ''])],
    ['no number', ['Ida', '', '', '', '', ''], blamed(['Telefon, Mobil', 'number', 'required', ''])],
    ['what is none', ['Ida', '', '', '', 'mittags', ''], blamed(['Telefon', 'number', 'phone', 'mittags'])],
    ['signs that steer telephones', ['Ida', '', '', '', '*21#', ''], blamed(['Telefon', 'number', 'phone', '*21#'])],
    ['a pause', ['Ida', '', '', '', '0421 1234,,20', ''], blamed(['Telefon', 'number', 'phone', '0421 1234,,20'])],
    ...['4,91512E+11', '4.91512E+11', '4.9E+11', '4,91512E+011'].map(
      (text) =>
        [
          `the rounded ${text}`,
          ['Ida', '', '', '', '0421 1', text],
          blamed(['Mobil', 'number', 'rounded', text]),
        ] as const,
    ),
    [
      'what is too long',
      ['I'.repeat(201), '', '', '', '0421 1234', ''],
      blamed(['Name', 'name', 'tooLong', 'I'.repeat(200)]),
    ],
    [
      'several faults at once',
      ['', '', '', '', 'x', 'y'],
      blamed(['Name', 'name', 'required', ''], ['Telefon', 'number', 'phone', 'x'], ['Mobil', 'number', 'phone', 'y']),
    ],
  ] as const)('with %s is not taken', (_what, cells, expected) => expect(read(cells)).toEqual(expected));

  test('of a card has several numbers in a cell, and what is dialled through is left out', () => {
    const cells = ['Ida', '', '', '', '+49 421 1234;ext=20, 0421 5678', ''];
    expect(read(cells, 'vcf')).toEqual(said(['Ida', '', '494211234'], ['Ida', '', '494215678']));
    expect(read(['Ida', '', '', '', '0421 1234,,20', ''], 'vcf')).toMatchObject({ faults: [expect.anything()] });
  });

  test('that cannot be read is not taken', () => {
    expect(planRow(plan(), { row: 7, cells: ['Ida'], fault: 'encoding' })).toEqual({
      row: 7,
      entries: [],
      faults: [{ column: '', target: '', why: 'encoding', value: '' }],
    });
  });
});

test('a plan lacks a number, or a name', () => {
  expect([missingIn(plan()), missingIn(plan({ c0: 'name' })), missingIn(plan({ c4: 'number' }))]).toEqual([
    undefined,
    'number',
    'name',
  ]);
  expect(missingIn(plan({ c3: 'company', c4: 'number' }))).toBeUndefined();
});

test('every row is in exactly one of the numbers, however many steps there are, and no entry is made twice', () => {
  const cells = fc.tuple(
    fc.constantFrom('Ida', 'Udo', ''),
    fc.constantFrom('0421 1', '0421 2', '4,9E+11', ''),
    fc.constantFrom('0421 1', '0421 3', ''),
  );
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 20 }), fc.nat(20), fc.boolean(), (rows, at, isKnown) => {
      const planned = rows.map(([name, phone, mobile], index) =>
        planRow(plan(), { row: index + 2, cells: [name, '', '', '', phone, mobile] }),
      );
      const known = planned[0]?.entries.map(keyOf) ?? [];
      const there = new Set(isKnown ? known : []);
      const first = decideRows(NO_COUNTS, planned.slice(0, at), there);
      const { counts, made } = decideRows(first.counts, planned.slice(at), there);
      const all = [...first.made, ...made].map(keyOf);
      expect(counts.made + counts.skipped + counts.faulty).toBe(rows.length);
      expect([all.length, new Set(all).size]).toEqual([counts.entries, counts.entries]);
      if (isKnown) expect(all.filter((key) => known.includes(key))).toEqual([]);
      expect(counts.faulty).toBe(planned.filter(({ faults }) => faults.length > 0).length);
    }),
  );
});

const seen = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).map(([name, values], at) => ({ column: `c${at}`, name: name.trim(), values }));

test.each([
  ['a plain table', seen({ Name: ['Ida'], Nummer: ['0421 1234'] }), { c0: 'name', c1: 'number' }],
  [
    'Outlook',
    seen({
      'First Name': ['Ida'],
      'Last Name': ['Ost'],
      Company: ['Werft'],
      'Business Phone': [],
      'Mobile Phone': ['0171 1'],
      'E-mail Address': ['ida@werft.example'],
    }),
    { c0: 'firstName', c1: 'lastName', c2: 'company', c3: 'number', c4: 'number' },
  ],
  [
    'Google',
    seen({ Name: ['Ida'], 'Phone 1 - Type': ['Mobile', 'Work'], 'Phone 1 - Value': ['+49 171 1234567', '0421 1234'] }),
    { c0: 'name', c2: 'number' },
  ],
  [
    'German spreadsheets',
    seen({ Firma: ['Werft'], 'Telefon (geschäftlich)': ['4,91512E+11'], Kundennummer: ['10417'] }),
    { c0: 'company', c1: 'number' },
  ],
  [
    'a table without names',
    seen({ '': ['Ida Ost', 'Udo West'], ' ': ['12.05.2026', '13.05.2026'], '  ': ['0421 12345', '+49 171 1'] }),
    { c0: 'name', c2: 'number' },
  ],
  ['a table of something else', seen({ Spalte: ['1'], Andere: ['2'] }), {}],
])('columns of %s are guessed', (_what, columns, expected) =>
  expect(guessBookTargets(columns, 'csv')).toEqual(expected),
);

test('columns of cards have their places', () => {
  const columns = ['fn', 'firstName', 'organisation', 'email', 'phone', 'fax'].map((column) => ({
    column,
    name: column,
    values: [],
  }));
  expect(guessBookTargets(columns, 'vcf')).toEqual({
    fn: 'name',
    organisation: 'company',
    phone: 'number',
    fax: 'number',
  });
});
