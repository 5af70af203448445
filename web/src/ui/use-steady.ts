import { useLayoutEffect, useRef, useState } from 'react';

type Acts = Readonly<Record<string, (...given: never[]) => unknown>>;

/**
 * The same functions at every drawing, each of which does what it was last drawn to do. For parts that are drawn anew only when something of
 * theirs has changed; to be called when something happens, never while drawing. Which names there are is settled at the first drawing.
 */
export function useSteady<T extends Acts>(acts: T): T {
  const latest = useRef<Acts>(acts);
  useLayoutEffect(() => {
    latest.current = acts;
  });
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(acts).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
      ) as T,
  );
  return steady;
}
