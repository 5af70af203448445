import { useEffect, type RefObject } from 'react';
import { useGo } from '../../../shell/index.ts';

/** What leads to an appointment in a grid. */
const LINKS = 'a:is(.ap, .cal-line, .cal-bar)';

/** Follows the links to appointments within a frame as `Link` does: one listener for all of them. */
export function useSpanLinks(frame: RefObject<HTMLElement | null>): void {
  const go = useGo();
  useEffect(() => {
    const root = frame.current;
    if (root === null) return undefined;
    const click = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest(LINKS) : null;
      const to = link?.getAttribute('href');
      if (!to || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      go(to);
    };
    root.addEventListener('click', click);
    return () => root.removeEventListener('click', click);
  }, [frame, go]);
}
