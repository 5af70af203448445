import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeDrawn } from './planning.ts';
import { counted } from './rules.ts';

const nothing = { made: 0, changed: 0, skipped: 0, faulty: 0, joined: 0 };
const group = (...cells: string[]) => ({ rows: cells.map((cell, at) => ({ row: at + 1, cells: [cell] })) });

test.each([
  ['a new record', group('a'), 'made', { made: 1 }],
  ['one with contact persons', group('a', 'b', 'c'), 'made', { made: 1, joined: 2 }],
  ['one that is told twice', group('a', 'a'), 'made', { made: 1, skipped: 1 }],
  [
    'one that is there and gets contact persons',
    group('a', 'b', 'a'),
    'changed',
    { changed: 1, joined: 1, skipped: 1 },
  ],
  ['one that is there already', group('a', 'b'), 'skipped', { skipped: 2 }],
  ['one that cannot be taken', group('a', 'b'), 'faulty', { faulty: 2 }],
] as const)('the rows of %s', (_name, rows, outcome, counts) => {
  expect(counted(nothing, [{ group: rows, outcome }])).toEqual({ ...nothing, ...counts });
});

test('every row is in exactly one of the numbers, however many steps there are', () => {
  const rows = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 });
  const outcome = fc.constantFrom('made', 'changed', 'skipped', 'faulty');
  fc.assert(
    fc.property(fc.array(fc.tuple(rows, outcome), { maxLength: 20 }), fc.nat(20), (groups, at) => {
      const decided = groups.map(([cells, one]) => ({ group: group(...cells), outcome: one }) as const);
      const counts = counted(counted(nothing, decided.slice(0, at)), decided.slice(at));
      expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(
        groups.reduce((sum, [cells]) => sum + cells.length, 0),
      );
      expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(0);
    }),
  );
});

describe('a contact person who has neither a name nor an address', () => {
  const birthday = {
    key: 'birthday',
    label: 'Geburtstag',
    kind: 'datefield',
    format: 'DD.MM.YYYY',
    width: 160,
    isRequired: false,
    isTitle: false,
  } as const;
  const fields = { leftColumn: [], rightColumn: [], contactPerson: [birthday] };
  const bring = (day: string) =>
    mergeDrawn(
      fields,
      { values: {}, persons: [{ personId: 1, values: { birthday: '1980-01-02' } }] },
      { values: new Map(), persons: [new Map([['birthday', day]])], faults: [] },
      'fill',
    ).persons;

  test('is there already where all that is said is', () => expect(bring('1980-01-02')).toEqual([]));
  test('is another one where that differs', () =>
    expect(bring('1981-01-02')).toMatchObject([{ person: undefined, changes: [{ key: 'birthday' }] }]));
});
