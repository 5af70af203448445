import type { AutomaticUserState } from '@kontor/contract/presence';
import type { Position, Region } from '../../../device/device.ts';
import { regionName } from '../../../device/region-names.ts';
import { distanceBetween } from '../distance.ts';

/** A place, as far as a fence around it needs it. */
export type FencedPlace = Pick<
  AutomaticUserState,
  'id' | 'name' | 'latitude' | 'longitude' | 'radius' | 'key' | 'status'
>;

/** The places of an account that is signed in; `places` is undefined where nothing is known, as without a network. */
export interface KnownPlaces {
  readonly account: string;
  readonly userId: number;
  readonly places: readonly FencedPlace[] | undefined;
}

/** A region as this device has begun to watch it. */
interface Begun {
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
  readonly key: string;
  /** The place lies elsewhere since: it is not watched again until the person switches it on anew, which gives it another key. */
  readonly isDropped: boolean;
}

/** What this device remembers of its regions, by their names. */
export type FenceMemory = Readonly<Record<string, Begun>>;

export interface FencePlan {
  readonly remove: readonly string[];
  readonly add: readonly Region[];
  /** Nothing is to be watched any more: all that goes on for it ends. */
  readonly isOver: boolean;
  /** The account to whose server the system itself may post. Undefined where regions are of several: their keys are nobody else's business. */
  readonly target: string | undefined;
  readonly memory: FenceMemory;
}

interface Wanted {
  readonly account: string;
  readonly region: Region;
  readonly begun: Begun;
}

const isSamePoint = (one: Position, other: Position): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude;

function wantedOf({ account, userId, places = [] }: KnownPlaces): readonly Wanted[] {
  return places.flatMap(({ id, name, latitude, longitude, radius, key }) => {
    if (key === null || latitude === null || longitude === null || radius === null) return [];
    const payload = { locationId: id, locationName: name ?? '', userId, key };
    const region = { id: regionName(account, id), latitude, longitude, radius, payload };
    return [{ account, region, begun: { latitude, longitude, radius, key, isDropped: false } }];
  });
}

/**
 * Decides which regions the system is to watch: the places that this device watches, of all accounts, the nearest ones where there are more
 * than it can. A place that is gone is dropped, one that lies elsewhere is dropped until it is switched on anew, one that is otherwise
 * changed is replaced, and one of which nothing is known stays. `watched`: names of the regions that the system has; `position`: where the
 * device was last.
 */
export function planFences({
  known,
  watched,
  memory,
  position,
  max,
}: {
  readonly known: readonly KnownPlaces[];
  readonly watched: readonly string[];
  readonly memory: FenceMemory;
  readonly position: Position | undefined;
  readonly max: number;
}): FencePlan {
  const blind = new Set(known.filter(({ places }) => places === undefined).map(({ account }) => account));
  const isBlind = (name: string): boolean => blind.has(name.slice(0, name.lastIndexOf('#')));
  const kept: Record<string, Begun> = {};
  const stays = watched.filter((name) => isBlind(name) && memory[name]?.isDropped !== true);
  for (const [name, begun] of Object.entries(memory)) if (isBlind(name)) kept[name] = begun;

  const live: Wanted[] = [];
  for (const wanted of known.flatMap(wantedOf)) {
    const { region, begun } = wanted;
    const before = memory[region.id];
    const isMoved =
      before !== undefined && before.key === begun.key && (before.isDropped || !isSamePoint(before, begun));
    if (isMoved) kept[region.id] = { ...before, isDropped: true };
    else live.push(wanted);
  }
  const there = new Set(watched);
  const distanceOf = ({ region }: Wanted): number =>
    position === undefined ? Number(!there.has(region.id)) : distanceBetween(position, region);
  const chosen = live
    .map((wanted) => ({ wanted, distance: distanceOf(wanted) }))
    .toSorted((a, b) => a.distance - b.distance || (a.wanted.region.id < b.wanted.region.id ? -1 : 1))
    .slice(0, Math.max(0, max - stays.length))
    .map(({ wanted }) => wanted);

  const ids = new Set([...stays, ...chosen.map(({ region }) => region.id)]);
  const isCurrent = ({ region: { id }, begun }: Wanted): boolean => {
    const before = memory[id];
    return (
      there.has(id) &&
      before !== undefined &&
      before.key === begun.key &&
      before.radius === begun.radius &&
      isSamePoint(before, begun)
    );
  };
  for (const { region, begun } of live) if (ids.has(region.id)) kept[region.id] = begun;
  const accounts = new Set([
    ...chosen.map(({ account }) => account),
    ...stays.map((name) => name.slice(0, name.lastIndexOf('#'))),
  ]);
  const [first, second] = [...accounts];
  return {
    remove: watched.filter((name) => !ids.has(name)),
    add: chosen.filter((wanted) => !isCurrent(wanted)).map(({ region }) => region),
    isOver: ids.size === 0,
    target: second === undefined ? first : undefined,
    memory: kept,
  };
}

/** What a device has to say of places that it should have said before: transitions get lost, for no system tells them twice. */
export interface Correction {
  readonly left: FencedPlace | undefined;
  readonly entered: FencedPlace | undefined;
}

/** A position is not trusted to the metre: who was at a place is there still a little beyond its edge. */
const EDGE_M = 50;

/** Returns what the server should hear of an account's places, of those that this device watches, by where the device is. */
export function correctionOf(places: readonly FencedPlace[], position: Position): Correction {
  const near = places.flatMap((place) => {
    const { key, latitude, longitude, radius } = place;
    if (key === null || latitude === null || longitude === null || radius === null) return [];
    return [{ place, radius, distance: distanceBetween(position, { latitude, longitude }) }];
  });
  const active = near.find(({ place }) => place.status === 'active');
  if (active !== undefined && active.distance <= active.radius + EDGE_M) return { left: undefined, entered: undefined };
  // Where another device says that the person is, is not this one's to say.
  const isElsewhere = active === undefined && places.some(({ status }) => status === 'active');
  const [nearest] = near
    .filter(({ distance, radius }) => distance <= radius)
    .toSorted((one, other) => one.distance - other.distance || one.place.id - other.place.id);
  return { left: active?.place, entered: isElsewhere ? undefined : nearest?.place };
}
