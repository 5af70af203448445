import { describe, expect, test } from 'vitest';
import { mentionsIn, offersFor, partsOf, typedName, typedRecord, withWord } from './mentions.ts';

const people = [
  { userId: 1, name: 'Anna Berger' },
  { userId: 2, name: 'Ben Arndt' },
  { userId: 3, name: 'Anna Bergerhoff' },
  { userId: 4, name: '' },
];

test.each([
  ['@Ben Arndt, rufst du an?', [2]],
  ['@Anna Berger und @Ben Arndt und @Anna Berger', [1, 2]],
  ['@Anna Bergerhoff', [3]],
  ['@Anna Bergers Mail', []],
  ['Ben Arndt', []],
  ['@Ben', []],
  ['info@Ben Arndt', [2]],
  ['@', []],
])('%s names %j', (text, named) => {
  expect(mentionsIn(text, people)).toEqual(named);
});

test('a text falls into names and what is between them, and nothing of it is lost', () => {
  const text = 'Ruf @Ben Arndt an, @Anna Berger!';
  const parts = partsOf(text, people);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ userId }) => userId !== undefined)).toEqual([
    { text: '@Ben Arndt', userId: 2 },
    { text: '@Anna Berger', userId: 1 },
  ]);
  expect(partsOf('', people)).toEqual([]);
});

describe('what is typed after @', () => {
  test.each([
    ['@', 1, { query: '', from: 0 }],
    ['Hallo @Be', 9, { query: 'Be', from: 6 }],
    ['(@Anna B', 8, { query: 'Anna B', from: 1 }],
    ['a@b', 3, undefined],
    ['@ ', 2, undefined],
    ['@Ben\nweiter', 11, undefined],
    ['ohne', 4, undefined],
    ['@Be und mehr', 3, { query: 'Be', from: 0 }],
  ])('in %j at %i', (text, caret, typed) => {
    expect(typedName(text, caret)).toEqual(typed);
  });
  test.each([
    ['', [1, 2, 3]],
    ['be', [1, 2, 3]],
    ['arn', [2]],
    ['Ben Arndt', []],
    ['Ben Arndt ', []],
    ['zz', []],
  ])('%j offers %j', (query, offered) => {
    const named = people.filter(({ name }) => name !== '');
    expect(offersFor(query, named).map(({ userId }) => userId)).toEqual(offered);
  });
  test('a name takes its place, with one space after it', () => {
    expect(withWord('Ruf @Be an', 4, 7, '@Ben Arndt')).toEqual({ text: 'Ruf @Ben Arndt an', caret: 14 });
    expect(withWord('@Be', 0, 3, '@Ben Arndt')).toEqual({ text: '@Ben Arndt ', caret: 11 });
  });
});

describe('what is typed after #', () => {
  test.each([
    ['#werft', 6, { query: 'werft', from: 0 }],
    ['Zu #Öt', 6, { query: 'Öt', from: 3 }],
    ['Zu #Öt und', 6, { query: 'Öt', from: 3 }],
    ['@Ben Arndt #we', 14, { query: 'we', from: 11 }],
    ['(#info@werft.example', 20, { query: 'info@werft.example', from: 1 }],
    ['eins\n#werft', 11, { query: 'werft', from: 5 }],
    ['#', 1, undefined],
    ['# ', 2, undefined],
    ['C#', 2, undefined],
    ['C#a', 3, undefined],
    ['##a', 3, undefined],
    ['#werft und', 10, undefined],
  ])('in %j at %i', (text, caret, typed) => {
    expect(typedRecord(text, caret)).toEqual(typed);
  });
});
