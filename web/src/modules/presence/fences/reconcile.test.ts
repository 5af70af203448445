import { describe, expect, test } from 'vitest';
import type { Position, Region } from '../../../device/device.ts';
import { correctionOf, planFences, type FenceMemory, type FencedPlace, type KnownPlaces } from './reconcile.ts';
import { KIEL, aPlace, knownOf } from './testing/server.ts';

/** A phone that watches what it is told to. */
function aPhone(max = 18) {
  const regions = new Map<string, Region>();
  let memory: FenceMemory = {};
  return {
    regions,
    memory: () => memory,
    apply(known: readonly KnownPlaces[], position?: Position) {
      const plan = planFences({ known, watched: [...regions.keys()], memory, position, max });
      for (const name of plan.remove) regions.delete(name);
      for (const region of plan.add) regions.set(region.id, region);
      memory = plan.memory;
      return plan;
    },
  };
}
const namesOf = (phone: ReturnType<typeof aPhone>): string[] => [...phone.regions.keys()].toSorted();

describe('what is watched', () => {
  test('what the device has switched on, with what is posted of it; nothing else', () => {
    const phone = aPhone();
    const plan = phone.apply([
      knownOf('a', [aPlace(3), aPlace(4, 5, { key: null }), aPlace(5, 5, { latitude: null })]),
    ]);
    expect(plan.add).toEqual([
      {
        id: 'a#3',
        latitude: KIEL.latitude,
        longitude: KIEL.longitude,
        radius: 150,
        payload: { locationId: 3, locationName: 'Ort 3', userId: 1, key: 'key-3' },
      },
    ]);
    expect(phone.apply([knownOf('a', [aPlace(3)])])).toMatchObject({ add: [], remove: [], target: 'a', isOver: false });
  });

  test('nothing goes on once nothing is switched on', () => {
    const phone = aPhone();
    phone.apply([knownOf('a', [aPlace(3)])]);
    expect(phone.apply([knownOf('a', [])])).toMatchObject({ remove: ['a#3'], isOver: true, target: undefined });
    expect(phone.memory()).toEqual({});
  });

  test('a place that is gone is dropped, one that is changed is replaced, one that lies elsewhere is dropped for good', () => {
    const phone = aPhone();
    phone.apply([knownOf('a', [aPlace(1), aPlace(2), aPlace(3)])]);
    const plan = phone.apply([knownOf('a', [aPlace(1, 0, { radius: 300 }), aPlace(3, 7)])]);
    expect([plan.add.map(({ id, radius }) => [id, radius]), plan.remove]).toEqual([[['a#1', 300]], ['a#2', 'a#3']]);
    // It stays so, wherever it lies then, until it is switched on anew.
    expect(phone.apply([knownOf('a', [aPlace(1, 0, { radius: 300 }), aPlace(3, 7)])]).add).toEqual([]);
    expect(phone.apply([knownOf('a', [aPlace(3, 0)])]).add).toEqual([]);
    expect(phone.apply([knownOf('a', [aPlace(3, 7, { key: 'new' })])]).add.map(({ id }) => id)).toEqual(['a#3']);
  });

  test('what nothing is known of stays; what is of nobody who is signed in goes', () => {
    const phone = aPhone();
    phone.apply([knownOf('a', [aPlace(1)]), knownOf('b', [aPlace(1)])]);
    expect(phone.apply([knownOf('a', undefined), knownOf('b', [aPlace(1)])])).toMatchObject({ add: [], remove: [] });
    expect(phone.apply([knownOf('a', undefined)]).remove).toEqual(['b#1']);
    expect(phone.apply([knownOf('a', [aPlace(1)])])).toMatchObject({ add: [], remove: [] });
  });

  test('the nearest ones, as many as the system can', () => {
    const phone = aPhone(18);
    const many = Array.from({ length: 30 }, (_, index) => aPlace(index + 1, index * 10));
    phone.apply([knownOf('a', many)], KIEL);
    expect(namesOf(phone)).toHaveLength(18);
    expect(phone.regions.has('a#18') && !phone.regions.has('a#19')).toBe(true);
    // The device is at the other end now.
    phone.apply([knownOf('a', many)], { ...KIEL, latitude: KIEL.latitude + 290 * 0.0009 });
    expect(phone.regions.has('a#30') && !phone.regions.has('a#12')).toBe(true);
    // Nobody knows where it is: what is watched stays.
    expect(phone.apply([knownOf('a', many)])).toMatchObject({ add: [], remove: [] });
  });

  test('the system itself posts for one account alone: keys of another are not its server’s business', () => {
    const phone = aPhone();
    expect(phone.apply([knownOf('a', [aPlace(1)]), knownOf('b', [])]).target).toBe('a');
    expect(phone.apply([knownOf('a', [aPlace(1)]), knownOf('b', [aPlace(1)])]).target).toBeUndefined();
    expect(phone.apply([knownOf('a', undefined), knownOf('b', [])]).target).toBe('a');
    // Nothing is known of two: their regions stay, and the system posts for neither.
    phone.apply([knownOf('a', [aPlace(1)]), knownOf('b', [aPlace(1)])]);
    expect(phone.apply([knownOf('a', undefined), knownOf('b', undefined)])).toMatchObject({
      add: [],
      remove: [],
      target: undefined,
    });
  });
});

test.each<[string, FencedPlace[], number, [number | undefined, number | undefined]]>([
  ['at a place', [aPlace(1)], 0, [undefined, 1]],
  ['at a place that is known', [aPlace(1, 0, { status: 'active' })], 0, [undefined, undefined]],
  ['a little beyond it', [aPlace(1, 0, { status: 'active' })], 1.9, [undefined, undefined]],
  ['away from it', [aPlace(1, 0, { status: 'active' })], 9, [1, undefined]],
  ['at another one', [aPlace(1, 0, { status: 'active' }), aPlace(2, 9)], 9, [1, 2]],
  ['at two, the nearer', [aPlace(1, 0), aPlace(2, 1)], 0.9, [undefined, 2]],
  ['at a place that the device does not watch', [aPlace(1, 0, { key: null })], 0, [undefined, undefined]],
  [
    'where another device is, too',
    [aPlace(1), aPlace(2, 9, { key: null, status: 'active' })],
    0,
    [undefined, undefined],
  ],
  ['nowhere', [aPlace(1)], 50, [undefined, undefined]],
])('what was missed, %s', (_, places, north, [left, entered]) => {
  const found = correctionOf(places, { ...KIEL, latitude: KIEL.latitude + north * 0.0009 });
  expect([found.left?.id, found.entered?.id]).toEqual([left, entered]);
});
