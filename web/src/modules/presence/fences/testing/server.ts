import type { FencedPlace, KnownPlaces } from '../reconcile.ts';

export const KIEL = { latitude: 54.3233, longitude: 10.1228 };
/** A place so many hundreds of metres to the north. */
export const aPlace = (id: number, north = 0, more: Partial<FencedPlace> = {}): FencedPlace => ({
  id,
  name: `Ort ${id}`,
  latitude: KIEL.latitude + north * 0.0009,
  longitude: KIEL.longitude,
  radius: 150,
  key: `key-${id}`,
  status: null,
  ...more,
});
export const knownOf = (account: string, places: readonly FencedPlace[] | undefined): KnownPlaces => ({
  account,
  userId: 1,
  places,
});

/** A server that goes by what devices say, and gives a moved place another number, as ours does. */
export function aServer() {
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
