import type { PresenceChange } from '@kontor/contract/presence';
import { expect, test } from 'vitest';
import type { States } from '../rules.ts';
import { PEOPLE, STATES, person } from '../testing.ts';
import { applyChange, applyDifference, peopleOf } from './difference.ts';

/** A change as it comes. */
const changeOf = (
  ...[id, presence, stateId, until, more]: readonly [
    number,
    'present' | 'absent',
    number | null,
    (string | null)?,
    PresenceChange[5]?,
  ]
): PresenceChange => [id, presence, stateId, until ?? null, null, more ?? null];

const states: States = new Map(STATES.map((state) => [state.id, state]));
const people = peopleOf(PEOPLE, new Map());

test('a change brings what shows, by the state that it names', () => {
  const change = changeOf(3, 'present', 3, '2026-11-26T10:15:00.000Z');
  expect(applyChange(person(3, 'Chris Okafor', null), change, states)).toMatchObject({
    name: 'Chris Okafor',
    presenceSort: '1',
    stateText: 'Besprechung',
    stateIconCls: 'chat-text',
    stateBackgroundColorHex: '#a86400',
    isBusy: true,
    until: '2026-11-26T10:15:00.000Z',
  });
  // None any more: nothing of the one before is left.
  const gone = changeOf(2, 'absent', null, null, { activeAt: '2026-11-26T08:00:00.000Z' });
  expect(applyChange(person(2, 'Ben Krüger', 3, { substituteId: 4 }), gone, states)).toMatchObject({
    presenceSort: '3',
    stateId: null,
    stateText: null,
    isBusy: false,
    substituteId: null,
    activeAt: '2026-11-26T08:00:00.000Z',
  });
  const own = changeOf(2, 'present', 9, null, { text: 'Auf der Messe' });
  expect(applyChange(person(2, 'Ben Krüger', 3), own, states)?.stateText).toBe('Auf der Messe');
  const call = changeOf(2, 'present', -1);
  expect(applyChange(person(2, 'Ben Krüger', null), call, states)).toMatchObject({ isBusy: true, stateType: 'global' });
});

test('a difference leaves all others as they are, and comes to nothing where it names what is not known', () => {
  const next = applyDifference(people, { changed: [changeOf(2, 'absent', null)] }, states);
  expect(next?.get(2)?.presence).toBe('absent');
  expect(next?.get(3)).toBe(people.get(3));
  expect(people.get(2)?.presence).toBe('present');
  expect(applyDifference(people, { changed: [changeOf(99, 'present', null)] }, states)).toBeUndefined();
  expect(applyDifference(people, { changed: [changeOf(2, 'present', 77)] }, states)).toBeUndefined();
});

test('who is as before in a newer answer is the same object', () => {
  const again = peopleOf(
    PEOPLE.map((one) => ({ ...one, ...(one.id === 3 ? { isBusy: true } : {}) })),
    people,
  );
  expect(again.get(2)).toBe(people.get(2));
  expect(again.get(3)).not.toBe(people.get(3));
});
