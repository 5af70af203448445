import { useEffect, useLayoutEffect, useState, type RefObject, type UIEvent } from 'react';
import { useClient } from '../../../client/react.tsx';
import { scrollPositionsOf } from '../../activity/index.tsx';
import { keepScrollPosition, scrollPositionOf } from './scroll-positions.ts';

/**
 * What of a list is in sight, and the row that the keys are on; both are as they were left when it comes back, also by a reload. `name`: what it is known by;
 * `size`: how high a row is, in pixels.
 */
export function useScrollPosition(
  name: string,
  size: number,
  scroller: RefObject<HTMLElement | null>,
  grid: RefObject<HTMLElement | null>,
) {
  const positions = scrollPositionsOf(useClient().env);
  const [begun] = useState(() => scrollPositionOf(positions, name));
  const [sight, setSight] = useState({ top: (begun?.top ?? 0) * size, height: 800 });
  const [active, setActive] = useState(begun?.active);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const left = scrollPositionOf(positions, name);
    element.scrollTo({ top: (left?.top ?? 0) * size, behavior: 'instant' });
    if (left?.active !== undefined && document.activeElement === document.body)
      grid.current?.focus({ preventScroll: true });
    const measure = (): void => setSight({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [positions, name, size, scroller, grid]);
  useEffect(
    () => keepScrollPosition(positions, name, { top: sight.top / size, active }),
    [positions, name, sight.top, size, active],
  );
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void =>
    setSight({ top: currentTarget.scrollTop, height: currentTarget.clientHeight });
  return { sight, active, setActive, onScroll };
}
