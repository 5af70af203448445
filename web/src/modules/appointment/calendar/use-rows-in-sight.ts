import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useSteady } from '../../../ui/use-steady.ts';
import { ALL_ROWS, partsOf, rowsBetween, type RowPart, type RowRange } from './rows-in-sight.ts';

/** How a row bears its number: the one that has the focus stays drawn. */
const ROW = 'data-row';

const numberOfRow = (element: Element | null): number | undefined => {
  const row = element?.closest(`[${ROW}]`)?.getAttribute(ROW);
  return row == null ? undefined : Number(row);
};

/**
 * The rows of a box that scrolls which are drawn: those in sight and some around them, the one that has the focus, and on paper all of them. `height` of a row and of
 * what covers the beginning of the box in pixels. Returns them in their order, with the gaps between.
 */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  { count, height, covered }: { readonly count: number; readonly height: number; readonly covered: number },
): readonly RowPart[] {
  const [range, setRange] = useState<RowRange>(() => rowsBetween(0, window.innerHeight, height));
  const { measure } = useSteady({
    measure(isSync: boolean): void {
      const element = scroller.current;
      if (element === null || element.clientHeight === 0) return;
      const next = {
        ...rowsBetween(element.scrollTop, element.clientHeight - covered, height),
        focused: element.contains(document.activeElement) ? numberOfRow(document.activeElement) : undefined,
      };
      if (next.first === range.first && next.last === range.last && next.focused === range.focused) return;
      // A frame later what has come into sight would be empty.
      if (isSync) flushSync(() => setRange(next));
      else setRange(next);
    },
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const scrolled = (): void => measure(true);
    const resized = (): void => measure(false);
    const printing = (): void => flushSync(() => setRange(ALL_ROWS));
    const observer = new ResizeObserver(resized);
    observer.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    window.addEventListener('beforeprint', printing);
    window.addEventListener('afterprint', resized);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scrolled);
      window.removeEventListener('beforeprint', printing);
      window.removeEventListener('afterprint', resized);
    };
  }, [scroller, measure]);
  return partsOf(range, count);
}
