import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position, Region } from '../../../device/device.ts';
import { accountOfRegion, placeOfRegion } from '../../../device/region-names.ts';
import { distanceBetween } from '../distance.ts';
import { correctionOf, planFences, type FenceMemory, type FencedPlace, type KnownPlaces } from './reconcile.ts';

const KIEL = { latitude: 54.3233, longitude: 10.1228 };
/** A place so many hundreds of metres to the north. */
const aPlace = (id: number, north = 0, more: Partial<FencedPlace> = {}): FencedPlace => ({
  id,
  name: `Ort ${id}`,
  latitude: KIEL.latitude + north * 0.0009,
  longitude: KIEL.longitude,
  radius: 150,
  key: `key-${id}`,
  status: null,
  ...more,
});
const knownOf = (account: string, places: readonly FencedPlace[] | undefined): KnownPlaces => ({
  account,
  userId: 1,
  places,
});

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

type Step =
  | { readonly kind: 'go'; readonly north: number }
  | { readonly kind: 'subscribe'; readonly account: string; readonly id: number }
  | { readonly kind: 'unsubscribe'; readonly account: string; readonly id: number }
  | { readonly kind: 'move'; readonly account: string; readonly id: number; readonly north: number }
  | { readonly kind: 'lose' };
const account = fc.constantFrom('one/anna', 'one/ben', 'two/anna');
const id = fc.integer({ min: 1, max: 4 });
const north = fc.constantFrom(0, 10, 20, 30, 40);
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('go' as const), north }),
    fc.record({ kind: fc.constant('subscribe' as const), account, id }),
    fc.record({ kind: fc.constant('unsubscribe' as const), account, id }),
    fc.record({ kind: fc.constant('move' as const), account, id, north }),
    fc.record({ kind: fc.constant('lose' as const) }),
  ),
  { maxLength: 50 },
);

/** A server that goes by what devices say, and gives a moved place another number, as ours does. */
function aServer() {
  const places = new Map<number, { north: number; key: string | null }>();
  let active: number | undefined;
  let keys = 0;
  for (const [at, number] of [1, 2, 3, 4].entries()) places.set(number, { north: at * 10, key: null });
  return {
    numberOf: new Map([1, 2, 3, 4].map((number) => [number, number])),
    places,
    active: () => active,
    subscribe(number: number): void {
      const known = places.get(number);
      if (known !== undefined) known.key ??= `key-${(keys += 1)}`;
    },
    unsubscribe(number: number): void {
      const known = places.get(number);
      if (known !== undefined) known.key = null;
      if (active === number) active = undefined;
    },
    move(index: number, to: number): void {
      const before = this.numberOf.get(index) ?? 0;
      if (places.get(before)?.north === to) return;
      places.delete(before);
      if (active === before) active = undefined;
      const number = before + 10;
      this.numberOf.set(index, number);
      places.set(number, { north: to, key: null });
    },
    say(number: number, key: string, isThere: boolean): void {
      const known = places.get(number);
      if (known === undefined || known.key !== key) return;
      if (isThere) active = number;
      else if (active === number) active = undefined;
    },
    list: (): FencedPlace[] =>
      [...places].map(([number, place]) =>
        aPlace(number, place.north, { key: place.key, status: active === number ? 'active' : null }),
      ),
  };
}

/** A phone among three accounts, and what its system tells their servers. */
function aWorld() {
  const servers = new Map(['one/anna', 'one/ben', 'two/anna'].map((name) => [name, aServer()]));
  const phone = aPhone(6);
  const inside = new Set<string>();
  let at: Position = { ...KIEL, latitude: KIEL.latitude + 900 * 0.0009 };
  let isLosing = false;
  const isIn = (region: Position & { radius: number }): boolean => distanceBetween(at, region) <= region.radius;
  const known = (): KnownPlaces[] => [...servers].map(([name, server]) => knownOf(name, server.list()));
  return {
    servers,
    phone,
    isIn,
    plan: () => phone.apply(known(), at),
    take(step: Step): void {
      if (step.kind === 'go') at = { ...KIEL, latitude: KIEL.latitude + step.north * 0.0009 };
      else if (step.kind === 'lose') isLosing = true;
      else {
        const server = servers.get(step.account);
        const number = server?.numberOf.get(step.id) ?? 0;
        if (step.kind === 'subscribe') server?.subscribe(number);
        else if (step.kind === 'unsubscribe') server?.unsubscribe(number);
        else server?.move(step.id, step.north);
      }
    },
    /** The system tells what is crossed, unless it loses it. */
    cross(): void {
      for (const [name, region] of phone.regions) {
        if (isIn(region) === inside.has(name)) continue;
        if (isIn(region)) inside.add(name);
        else inside.delete(name);
        const server = servers.get(accountOfRegion(name));
        if (!isLosing) server?.say(placeOfRegion(name), String(region.payload['key']), isIn(region));
      }
      for (const name of inside) if (!phone.regions.has(name)) inside.delete(name);
    },
    /** The app is looked at again: what was missed is said. */
    correct(): void {
      for (const server of servers.values()) {
        const { left, entered } = correctionOf(server.list(), at);
        if (left !== undefined) server.say(left.id, left.key ?? '', false);
        if (entered !== undefined) server.say(entered.id, entered.key ?? '', true);
      }
    },
  };
}

test('whatever is entered, left, switched on, off and moved, in whatever order and over several accounts, the state is right in the end', () =>
  fc.assert(
    fc.property(steps, (all: readonly Step[]) => {
      const { servers, phone, isIn, plan, take, cross, correct } = aWorld();
      for (const step of all) {
        take(step);
        plan();
        cross();
        // No more than the system can, and of what is switched on alone.
        expect(phone.regions.size).toBeLessThanOrEqual(6);
        for (const [name, { payload }] of phone.regions)
          expect(servers.get(accountOfRegion(name))?.places.get(placeOfRegion(name))?.key).toBe(payload['key']);
      }
      correct();
      for (const server of servers.values()) {
        const here = server
          .list()
          .filter((place) => place.key !== null && isIn(place as Position & { radius: number }))
          .map(({ id: number }) => number);
        if (here.length === 0) expect(server.active()).toBeUndefined();
        else expect(here).toContain(server.active());
      }
      // Switched off everywhere, nothing is watched.
      for (const server of servers.values()) for (const number of server.places.keys()) server.unsubscribe(number);
      expect(plan().isOver).toBe(true);
      expect(phone.regions.size).toBe(0);
    }),
    { numRuns: 200 },
  ));
