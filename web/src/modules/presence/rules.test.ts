import { expect, test } from 'vitest';
import { findPeople, groupPeople, isNamed, shapeOf, sortPeople, stateOf, stateTextOf, type States } from './rules.ts';
import { PEOPLE, STATES, person } from './testing.ts';

const states: States = new Map(STATES.map((state) => [state.id, state]));
const names = (people: readonly { name: string }[]) => people.map(({ name }) => name);

test.each([
  ['present', false, false, 'there'],
  ['present', true, false, 'busy'],
  ['absent', false, false, 'away'],
  // Nobody is told to be away because our own line is down.
  ['absent', true, true, 'unknown'],
  ['present', false, true, 'unknown'],
] as const)('%s, busy %s, channel lost %s: %s', (presence, isBusy, isLost, shape) => {
  expect(shapeOf({ presence, isBusy }, isLost)).toBe(shape);
});

test('people stand by presenceSort, then by name, umlauts where they belong', () => {
  const people = [
    person(1, 'Zoe', null),
    person(2, 'Ölmann', 4),
    person(3, 'Otto', 4),
    person(4, 'Adam', null, { presence: 'absent' }),
    person(5, 'Berta', 5),
    person(6, 'Yann', 1),
  ];
  expect(names(sortPeople(people, false, 'de'))).toEqual(['Yann', 'Zoe', 'Ölmann', 'Otto', 'Berta', 'Adam']);
  expect(names(sortPeople(people, true, 'de'))).toEqual(['Adam', 'Berta', 'Ölmann', 'Otto', 'Yann', 'Zoe']);
});

test('they stand in groups of those who are there, busy and away; all in one while nobody can tell', () => {
  const groups = groupPeople(PEOPLE, false).map(({ shape, people }) => [shape, people.length]);
  expect(groups).toEqual([
    ['there', 4],
    ['busy', 1],
    ['away', 2],
  ]);
  expect(groupPeople(PEOPLE, true).map(({ shape, people }) => [shape, people.length])).toEqual([['unknown', 7]]);
  expect(groupPeople([], false)).toEqual([]);
});

test('who is away is left out where that is wanted, unless they are looked for', () => {
  const find = (typed: string, hasAway: boolean, isLost = false) =>
    names(findPeople(PEOPLE, { typed, hasAway, isLost }));
  expect(find('', true)).toHaveLength(7);
  expect(find('', false)).not.toContain('Jens Petersen');
  expect(find('', false, true)).toContain('Jens Petersen');
  expect(find('pet je', false)).toEqual(['Jens Petersen']);
});

test.each([
  ['Ben Krüger', 'krü', true],
  ['Ben Krüger', 'KRÜ be', true],
  ['Ben Krüger', 'bert', false],
  ['Ben Krüger', '', true],
])('%s by "%s": %s', (name, typed, found) => expect(isNamed(name, typed)).toBe(found));

test('a state says its text in the language that is shown; the personal one its own text', () => {
  expect(stateTextOf(person(1, 'A', 4), states, 'en')).toBe('Working from home');
  expect(stateTextOf(person(1, 'A', null, { stateId: -3 }), states, 'de')).toBe('In einem Termin');
  expect(stateTextOf(person(1, 'A', 9, { stateText: 'Auf der Messe' }), states, 'en')).toBe('Auf der Messe');
  expect(stateTextOf(person(1, 'A', 9, { stateText: null }), states, 'en')).toBe('Own text');
  // One that this page does not know yet: as the server has said it.
  expect(stateTextOf(person(1, 'A', 4, { stateId: 77, stateText: 'Neu' }), states, 'en')).toBe('Neu');
  expect(stateTextOf(person(1, 'A', null), states, 'de')).toBeUndefined();
  expect(stateOf(states, 77, 'de')).toBeUndefined();
});
