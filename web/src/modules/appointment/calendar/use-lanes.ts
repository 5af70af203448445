import { useEffect, useState, type RefObject } from 'react';
import { lanesIn, type Lanes } from './layout.ts';

/** Pixels of the hours beside a grid, and of what stands beside the whole calendar on a wide screen: by these the first drawing reckons. */
export const GUTTER = 60;
const BESIDE = 520;
const WIDE = 1200;

const isAlike = (one: Lanes, other: Lanes): boolean =>
  one.all === other.all && one.some === other.some && one.wide === other.wide && one.answering === other.answering;

/** How many lanes there is room for in each of the columns of a grid: by the width of the window at first, then by that of the grid. */
export function useLanes(body: RefObject<HTMLElement | null>, columns: number): Lanes {
  const [lanes, setLanes] = useState(() => {
    const { innerWidth } = window;
    return lanesIn((innerWidth - GUTTER - (innerWidth < WIDE ? 0 : BESIDE)) / Math.max(1, columns));
  });
  useEffect(() => {
    const element = body.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      // What is hidden has no width, and is what it was when it is shown again.
      const width = entry?.contentRect.width ?? 0;
      if (width === 0) return;
      const next = lanesIn((width - GUTTER) / Math.max(1, columns));
      setLanes((now) => (isAlike(now, next) ? now : next));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [body, columns]);
  return lanes;
}
