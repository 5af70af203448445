import type { Moments } from '../times.ts';

/** Collisions that are told of at most. */
const MAX_COLLISIONS = 10;

/** Something in a calendar, and when it is. */
export interface Near<T> {
  readonly moments: Moments;
  readonly what: T;
}

/** The same, with whether it is at the same time as what was asked about. */
export type Nearby<T> = Near<T> & { readonly collides: boolean };

/** Whether two times have something in common; one of no length is within another, or is the same. */
const meet = (one: Moments, other: Moments): boolean =>
  one.start === other.start || (one.start < other.end && one.end > other.start);

/** What in a calendar is at the same time as something, ten at most, with the last before that and the first after it, in their order. */
export function nearbyOf<T>(all: readonly Near<T>[], about: Moments): readonly Nearby<T>[] {
  const sorted = all.toSorted(
    (one, other) => one.moments.start - other.moments.start || one.moments.end - other.moments.end,
  );
  const [colliding, beside] = [true, false].map((isMet) =>
    sorted.filter(({ moments }) => meet(moments, about) === isMet),
  ) as [typeof sorted, typeof sorted];
  const before = beside
    .filter(({ moments }) => moments.end <= about.start)
    .reduce<Near<T> | undefined>(
      (last, one) => (last === undefined || one.moments.end >= last.moments.end ? one : last),
      undefined,
    );
  const after = beside.find(({ moments }) => moments.start >= about.end && moments.start > about.start);
  return [
    ...(before === undefined ? [] : [{ ...before, collides: false }]),
    ...colliding.slice(0, MAX_COLLISIONS).map((one) => ({ ...one, collides: true })),
    ...(after === undefined ? [] : [{ ...after, collides: false }]),
  ];
}
