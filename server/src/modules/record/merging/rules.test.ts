import type { FieldDefinition, KindFields } from '@kontor/contract/record';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupsOf, likeliestFirst } from './groups.ts';
import { areTitlesAlike, likelyHalves, titleHalves } from './likeness.ts';
import { joinPersons, mergedValues, samePersons, takenBack, type Side } from './rules.ts';

const text = (key: string, more: Partial<Extract<FieldDefinition, { kind: 'textField' }>> = {}): FieldDefinition => ({
  key,
  label: key,
  kind: 'textField',
  actionIcons: [],
  isRequired: false,
  isTitle: false,
  ...more,
});
const NOTES: FieldDefinition = { key: 'notes', label: '', kind: 'textarea', isRequired: false, isTitle: false };
const TAGS: FieldDefinition = {
  key: 'tags',
  label: '',
  kind: 'multiplechoiceTag',
  choices: [],
  isRequired: false,
  isTitle: false,
};
const FIELDS = [text('name', { isTitle: true }), text('city'), NOTES, TAGS];
const PERSON = [
  text('name', { isTitle: true }),
  text('email', { actionIcons: ['mail'] }),
  text('phone', { actionIcons: ['phone'] }),
];
const KIND = {
  name: 'Kunden',
  fields: { leftColumn: FIELDS, rightColumn: [], contactPerson: PERSON } satisfies KindFields,
};

describe('titles', () => {
  test.each<[string, string, boolean]>([
    ['Werft Neumann', 'Werft Neumann', true],
    ['Werft Neumann', 'werft  neumann', true],
    ['Werft Neumann', 'Neumann Werft', true],
    ['Werft Neumann', 'Neumann, Werft GmbH & Co. KG', true],
    ['Werft Neumann', 'Werft Neuman', true],
    ['Werft Neumann', 'Werft Neumanm', true],
    ['Werft Neumann', 'Werft Nuemann', true],
    ['Werft Neumann', 'Wreft Neumann', true],
    ['Werft Neumann', 'Xerft Neumann', true],
    ['Müller', 'Mueller', true],
    ['Meier', 'Meyer', true],
    ['Straße 4', 'Strasse 4', true],
    ['GmbH', 'GmbH', true],
    ['Werft Neumann', 'Werft Altmann', false],
    ['Werft Neumann', 'Werft', false],
    ['Projekt 12', 'Projekt 13', false],
    ['Projekt 12', 'Projekt 1', false],
    ['AB', 'AC', false],
    ['', '', false],
    ['', 'a', false],
    ['?!', '?!', false],
  ])('%j and %j: %s', (one, other, expected) => {
    expect(areTitlesAlike(one, other)).toBe(expected);
    expect(areTitlesAlike(other, one)).toBe(expected);
  });

  test('what one edit tells apart is found by a half', () => {
    const letter = fc.constantFrom(...'abcdefgäöü'.split(''));
    const title = fc.string({ unit: letter, minLength: 3, maxLength: 30 });
    const edit = fc.constantFrom('drop', 'add', 'change', 'swap');
    fc.assert(
      fc.property(title, edit, fc.nat(), letter, (one, how, where, sign) => {
        const at = where % one.length;
        const rest = one.slice(at + 1);
        const other = {
          drop: one.slice(0, at) + rest,
          add: one.slice(0, at) + sign + one.slice(at),
          change: one.slice(0, at) + sign + rest,
          swap: one.slice(0, at) + (rest[0] ?? '') + one[at] + rest.slice(1),
        }[how];
        // Every sign that is written as two is more than one edit.
        fc.pre(other !== undefined && other.length > 2);
        const kept = new Set(titleHalves(other));
        if (areTitlesAlike(one, other)) expect(likelyHalves(one).some((half) => kept.has(half))).toBe(true);
        expect(areTitlesAlike(one, other)).toBe(true);
      }),
    );
  });
});

describe('values', () => {
  const sides: readonly Side[] = [
    { recordId: 7, values: { name: 'Werft', notes: 'eins', tags: ['a', 'b'] } },
    { recordId: 8, values: { name: 'Werft Neumann', city: 'Kiel', notes: 'zwei', tags: ['b', 'c'] } },
    { recordId: 9, values: { city: 'Rostock', notes: 'eins' } },
  ];
  test.each<[string, [string, number | 'all'][], object]>([
    [
      'the kept one’s, else the first that is filled',
      [],
      { name: 'Werft', city: 'Kiel', notes: 'eins', tags: ['a', 'b'] },
    ],
    [
      'that of whom is chosen',
      [
        ['name', 8],
        ['city', 9],
      ],
      { name: 'Werft', city: 'Rostock', notes: 'eins', tags: ['a', 'b'] },
    ],
    [
      'of all',
      [
        ['notes', 'all'],
        ['tags', 'all'],
        ['city', 'all'],
      ],
      { name: 'Werft', city: 'Kiel', notes: 'eins\n\nzwei', tags: ['a', 'b', 'c'] },
    ],
    ['nothing, where that is chosen', [['tags', 9]], { name: 'Werft', city: 'Kiel', notes: 'eins' }],
  ])('%s', (_, choices, expected) => {
    const name = choices.some(([key]) => key === 'name') ? { name: 'Werft Neumann' } : {};
    expect(mergedValues(FIELDS, sides, new Map(choices))).toEqual({ ...expected, ...name });
  });

  test('what is taken back is what still stands as it was left', () => {
    const before = { name: 'A', city: 'Kiel' };
    const after = { name: 'B', city: 'Kiel', notes: 'neu', tags: ['a'] };
    expect(takenBack(before, after, after)).toEqual(before);
    expect(takenBack(before, after, { ...after, name: 'C', tags: ['a', 'b'] })).toEqual({
      name: 'C',
      city: 'Kiel',
      tags: ['a', 'b'],
    });
    expect(takenBack(before, after, { city: 'Bonn' })).toEqual({ city: 'Bonn' });
  });
});

describe('contact persons', () => {
  const isSame = samePersons(KIND, 'DE');
  test.each<[object, object, boolean]>([
    [{ name: 'Paul Neumann' }, { name: 'Neumann, Paul' }, true],
    [{ name: 'Paul Neumann', email: 'p@w.example' }, { name: 'Paul Neuman', email: 'P@W.example' }, true],
    [{ name: 'Paul Neumann', phone: '0431 1234567' }, { name: 'Paul Neumann', phone: '+49 431 123-4567' }, true],
    [{ name: 'Paul Neumann', email: 'p@w.example' }, { name: 'Paul Neumann' }, true],
    [{ name: 'Paul Neumann', email: 'p@w.example' }, { name: 'Paul Neumann', email: 'x@w.example' }, false],
    [{ name: 'Paul Neumann', email: 'info@w.example' }, { name: 'Paula Kahl', email: 'info@w.example' }, false],
    [{ email: 'p@w.example' }, { email: 'p@w.example' }, true],
    [{}, {}, false],
  ])('%j and %j: %s', (one, other, expected) =>
    expect(isSame(one as Record<string, string>, other as Record<string, string>)).toBe(expected),
  );

  test('come along, each once, and fill up whom they are the same as', () => {
    const at = (personId: number, recordId: number, values: Record<string, string>) => ({
      personId,
      recordId,
      place: personId,
      values,
    });
    const persons = [
      at(1, 7, { name: 'Paul Neumann' }),
      at(2, 8, { name: 'Paul Neumann', email: 'p@w.example' }),
      at(3, 8, { name: 'Paula Kahl' }),
      at(4, 9, { name: 'Paula Kahl', phone: '0431 1234567' }),
    ];
    const joined = joinPersons(PERSON, 7, persons, isSame);
    expect(joined.moved).toEqual([{ personId: 3, place: 2 }]);
    expect(joined.filled.map(({ personId, after }) => [personId, after])).toEqual([
      [1, { name: 'Paul Neumann', email: 'p@w.example' }],
      [3, { name: 'Paula Kahl', phone: '0431 1234567' }],
    ]);
    expect([...joined.gone].map(([id, some]) => [id, some.map(({ personId, into }) => [personId, into])])).toEqual([
      [
        8,
        [
          [2, 1],
          [3, null],
        ],
      ],
      [9, [[4, 3]]],
    ]);
  });
});

test.each<[[number, number, number][], object[]]>([
  [[], []],
  [[[1, 2, 4]], [{ recordIds: [1, 2], why: [4] }]],
  [
    [
      [1, 2, 4],
      [2, 3, 2],
      [5, 6, 3],
    ],
    [
      { recordIds: [1, 2, 3], why: [2, 4] },
      { recordIds: [5, 6], why: [3] },
    ],
  ],
  [
    [
      [1, 2, 4],
      [3, 4, 4],
      [2, 4, 2],
    ],
    [{ recordIds: [1, 2, 3, 4], why: [2, 4] }],
  ],
])('pairs %j are groups', (pairs, groups) =>
  expect(groupsOf(pairs.map(([one, other, why]) => ({ one, other, why })))).toEqual(groups),
);

test('no group has more than can become one', () => {
  const pairs = Array.from({ length: 30 }, (_, n) => ({ one: n, other: n + 1, why: 4 }));
  for (const { recordIds } of groupsOf(pairs)) expect(recordIds.length).toBeLessThanOrEqual(10);
});

test('groups come first that more than a number makes likely, and small ones before large ones', () => {
  const group = (why: number[], ...recordIds: number[]) => ({ why, recordIds });
  const groups = [group([3], 1, 2, 3), group([4], 4, 5, 6), group([3], 7, 8), group([2, 3], 9, 10)];
  expect(likeliestFirst(groups).map(({ recordIds }) => recordIds[0])).toEqual([9, 4, 7, 1]);
});
