import { expect, test } from 'vitest';
import { MAX_IN_TIP, peopleOf } from './tip-rules.ts';

const person = (role: 'from' | 'to' | 'cc', name: string, address: string) => ({ role, name, address });

test('people stand by what they have to do with it, with their addresses', () => {
  const people = [
    person('to', '', 'info@nordwerk.example'),
    person('from', 'Paul', 'paul@werft.example'),
    person('to', 'anna@nordwerk.example', 'anna@nordwerk.example'),
  ];
  expect(peopleOf({ people, morePeople: 0 })).toEqual({
    people: [
      ['from', ['Paul <paul@werft.example>']],
      ['to', ['info@nordwerk.example', 'anna@nordwerk.example']],
    ],
    more: 0,
  });
});

test('no more than can be read, and how many there are besides', () => {
  const people = Array.from({ length: 30 }, (_, n) => person('cc', '', `p${n}@werft.example`));
  const { people: named, more } = peopleOf({ people, morePeople: 5 });
  expect([named[0]?.[1].length, more]).toEqual([MAX_IN_TIP, 30 - MAX_IN_TIP + 5]);
  expect(peopleOf(undefined)).toEqual({ people: [], more: 0 });
});
