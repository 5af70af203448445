import type { ClaimSource, OwnerKind } from '@kontor/contract/phonecall';
import { describe, expect, test } from 'vitest';
import {
  judge,
  mailOwnerOf,
  mainNumbersOf,
  ownersInRecords,
  weightOf,
  withHouseNumbers,
  type Fact,
  type OwnerName,
} from './rules.ts';

const NOW = Date.parse('2026-11-26T10:00:00Z');
const YEAR = 365.25 * 86_400_000;
const fact = (owner: string, source: ClaimSource, more: Partial<Fact> = {}): Fact => {
  const [ownerKind = '', id = ''] = owner.split(':');
  const isNow = ['recordField', 'book'].includes(source);
  return {
    number: 49431123456,
    ownerKind: ownerKind as OwnerKind,
    ownerId: Number(id),
    source,
    seen: 1,
    lastAt: NOW,
    isRight: true,
    isNow,
    ...more,
  };
};
const names = new Map<string, OwnerName>([
  ['record:1', { name: 'Werft', key: 'werft' }],
  ['record:2', { name: 'Hof', key: 'hof' }],
  ['person:3', { name: 'Paula', key: 'paula', recordId: 1 }],
  ['book:4', { name: 'Werft', key: 'werft' }],
  ['book:5', { name: 'Olsen', key: 'olsen' }],
  ['user:6', { name: 'Anna', key: 'anna' }],
  ['record:8', { name: 'Werft', key: 'werft' }],
  ['caller:9', { name: 'WERFT', key: 'werft' }],
  ['caller:10', { name: 'Praxis', key: 'praxis' }],
]);
const judged = (...facts: Fact[]): string => {
  const { sureness, candidates } = judge(facts, names, NOW);
  return [sureness, ...candidates.map(({ ownerKind, ownerId }) => `${ownerKind}:${ownerId}`)].join(' ');
};

test.each<[string, string, ...Fact[]]>([
  ['nothing is known', 'none'],
  ['a record', 'sure record:1', fact('record:1', 'recordField')],
  ['two records', 'maybe record:1 record:2', fact('record:1', 'recordField'), fact('record:2', 'recordField')],
  [
    'two records, and somebody said which',
    'sure record:2 record:1',
    fact('record:1', 'recordField'),
    fact('record:2', 'recordField'),
    fact('record:2', 'hand'),
  ],
  [
    'a record that it is not, by somebody',
    'sure record:2',
    fact('record:1', 'recordField'),
    fact('record:2', 'recordField'),
    fact('record:1', 'hand', { isRight: false }),
  ],
  ['record and phone book say the same', 'sure record:1', fact('record:1', 'recordField'), fact('book:4', 'book')],
  ['record and phone book do not', 'maybe record:1 book:5', fact('record:1', 'recordField'), fact('book:5', 'book')],
  [
    'two records that are called alike are two',
    'maybe record:1 record:8',
    fact('record:1', 'recordField'),
    fact('record:8', 'recordField'),
  ],
  [
    'somebody at a record, by hand',
    'sure person:3 record:1',
    fact('record:1', 'recordField'),
    fact('person:3', 'hand'),
  ],
  ['the phone book alone', 'sure book:5', fact('book:5', 'book')],
  ['one signature', 'sure person:3', fact('person:3', 'signature')],
  ['calls that were linked alone', 'maybe record:1', fact('record:1', 'linkedCall')],
  ['what the caller says', 'theirs book:5', fact('book:5', 'system')],
  [
    'what callers call themselves, the last one first',
    'theirs caller:10 caller:9',
    fact('caller:9', 'system', { lastAt: NOW - YEAR }),
    fact('caller:10', 'system'),
  ],
  [
    'a caller that calls itself as a record does',
    'sure record:1',
    fact('record:1', 'recordField'),
    fact('caller:9', 'system'),
  ],
  ['a caller that does not', 'sure record:1 caller:10', fact('record:1', 'recordField'), fact('caller:10', 'system')],
  [
    'two records, and the caller calls itself as one of them does',
    'maybe record:1 record:2',
    fact('record:2', 'recordField'),
    fact('record:1', 'recordField'),
    fact('caller:9', 'system'),
  ],
  [
    'linked calls, and the caller calls itself the same',
    'sure record:1',
    fact('record:1', 'linkedCall'),
    fact('caller:9', 'system'),
  ],
  [
    'linked calls, and the caller calls itself otherwise',
    'maybe record:1 caller:10',
    fact('record:1', 'linkedCall'),
    fact('caller:10', 'system'),
  ],
  [
    'what a caller calls itself, and somebody said that it is so',
    'sure caller:10',
    fact('caller:10', 'system'),
    fact('caller:10', 'hand'),
  ],
  ['the same, and it is not', 'none', fact('caller:10', 'system'), fact('caller:10', 'hand', { isRight: false })],
  [
    'a record that it is not, whatever the caller calls itself',
    'none',
    fact('record:1', 'recordField'),
    fact('record:1', 'hand', { isRight: false }),
    fact('caller:9', 'system'),
  ],
  ['a signature of long ago', 'maybe person:3', fact('person:3', 'signature', { lastAt: NOW - 2 * YEAR })],
  ['a colleague', 'sure user:6', fact('user:6', 'terminal')],
  ['somebody who is no more', 'none', fact('record:99', 'recordField')],
  ['an extension', 'sure record:1', fact('record:1', 'recordField', { mainNumber: 494311230 })],
])('%s: %s', (_what, expected, ...facts) => expect(judged(...facts)).toBe(expected));

describe('a weight', () => {
  test.each<[string, number, Fact]>([
    ['of three mails', 60, fact('person:3', 'signature', { seen: 3 })],
    ['of twenty mails', 70, fact('person:3', 'signature', { seen: 20 })],
    ['after two years is half', 50, fact('record:1', 'hand', { lastAt: NOW - 2 * YEAR })],
    ['of what stands there now stays', 80, fact('book:5', 'book', { lastAt: NOW - 20 * YEAR })],
    ['of what is yet to come is no more', 100, fact('record:1', 'hand', { lastAt: NOW + YEAR })],
  ])('%s: %d', (_what, weight, one) => expect(weightOf(one, NOW)).toBeCloseTo(weight, 6));
});

test("a number of several at a record is the record's, of one alone that one's", () => {
  const owners = (...ids: number[]) => ids.map((person_id) => ({ record_id: 7, person_id }));
  const said = (...ids: number[]) =>
    ownersInRecords(owners(...ids)).map(({ ownerKind, ownerId }) => `${ownerKind}:${ownerId}`);
  expect([said(0), said(3), said(3, 4), said(0, 3)]).toEqual([['record:7'], ['person:3'], ['record:7'], ['record:7']]);
});

test('main numbers are those it begins with, the longest first', () => {
  expect(mainNumbersOf(49431555012)).toEqual([49431555010, 4943155501, 4943155500, 494315550, 494315550, 49431555]);
  expect(mainNumbersOf(101)).toEqual([]);
});

test("an address is a contact person's where they alone have it, else the record's; of several records it is nobody's", () => {
  const said = (...owners: [recordId: number, personId: number][]) => {
    const owner = mailOwnerOf(owners.map(([recordId, personId]) => ({ recordId, personId })));
    return owner && `${owner.ownerKind}:${owner.ownerId} of ${owner.recordId}`;
  };
  expect([
    said(),
    said([7, 3]),
    said([7, 0]),
    said([7, 0], [7, 3]),
    said([7, 3], [7, 4]),
    said([7, 3], [8, 5]),
  ]).toEqual([undefined, 'person:3 of 7', 'record:7 of 7', 'record:7 of 7', 'record:7 of 7', undefined]);
});

test("what people of a record sign with is theirs, unless it is the house's", () => {
  const owners = (...facts: Fact[]) =>
    withHouseNumbers(facts, (personId) => (personId < 10 ? 1 : 2)).map((one) => `${one.ownerKind}:${one.ownerId}`);
  expect(owners(fact('person:3', 'signature'))).toEqual(['person:3']);
  expect(owners(fact('person:3', 'signature'), fact('person:4', 'card'))).toEqual(['record:1', 'record:1']);
  expect(owners(fact('record:1', 'recordField'), fact('person:3', 'signature'))).toEqual(['record:1', 'record:1']);
  expect(owners(fact('record:2', 'recordField'), fact('person:3', 'signature'))).toEqual(['record:2', 'person:3']);
  // What somebody has said by hand stays as they said it.
  expect(owners(fact('record:1', 'recordField'), fact('person:3', 'hand'))).toEqual(['record:1', 'person:3']);
  expect(owners(fact('person:3', 'signature', { isRight: false }), fact('person:4', 'signature'))).toEqual([
    'person:3',
    'person:4',
  ]);
});
