import { useRef, useSyncExternalStore } from 'react';
import type { Value } from './value.ts';

/**
 * A list of what is picked from a watched value, kept current: the same one as before, so that nothing is drawn anew, as long as `isSame` says so of
 * each that is in it.
 */
export function usePicked<T, P>(
  value: Value<T>,
  pick: (whole: T) => readonly P[],
  isSame: (before: P, now: P) => boolean,
): readonly P[] {
  const last = useRef<readonly P[]>([]);
  return useSyncExternalStore(value.subscribe, () => {
    const next = pick(value.get());
    const { current } = last;
    const isOther = next.length !== current.length || next.some((one, at) => !isSame(current[at] as P, one));
    if (isOther) last.current = next;
    return last.current;
  });
}
