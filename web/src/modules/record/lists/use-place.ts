import { useEffect, useLayoutEffect, useState, type RefObject, type UIEvent } from 'react';
import { useClient } from '../../../client/react.tsx';
import { placesOf } from '../../activity/index.tsx';
import { keepPlace, placeOf } from './places.ts';

/**
 * What of a list is in sight, and the row that the keys are on; both are as they were left when it comes back, also by a reload. `name`: what it is known by;
 * `size`: how high a row is, in pixels.
 */
export function usePlace(
  name: string,
  size: number,
  scroller: RefObject<HTMLElement | null>,
  grid: RefObject<HTMLElement | null>,
) {
  const places = placesOf(useClient().env);
  const [begun] = useState(() => placeOf(places, name));
  const [sight, setSight] = useState({ top: (begun?.top ?? 0) * size, height: 800 });
  const [active, setActive] = useState(begun?.active);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const left = placeOf(places, name);
    element.scrollTo({ top: (left?.top ?? 0) * size, behavior: 'instant' });
    if (left?.active !== undefined && document.activeElement === document.body)
      grid.current?.focus({ preventScroll: true });
    const look = (): void => setSight({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [places, name, size, scroller, grid]);
  useEffect(() => keepPlace(places, name, { top: sight.top / size, active }), [places, name, sight.top, size, active]);
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void =>
    setSight({ top: currentTarget.scrollTop, height: currentTarget.clientHeight });
  return { sight, active, setActive, onScroll };
}
