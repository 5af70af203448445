import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { chipsThatFit } from './chip-fit.ts';

const widthsOf = (row: HTMLElement, which: string): readonly number[] =>
  [...row.querySelectorAll<HTMLElement>(`:scope > ${which}`)].map((one) =>
    Math.ceil(one.getBoundingClientRect().width),
  );

/**
 * The row's ref, and how many of its chips have room in so many lines. What always stands there is marked `data-end="first"` and
 * `"last"`, what opens the rest `data-end="more"`, a chip `data-on` and `data-cut`; they are measured when they have changed, before they are
 * seen, and when the row has another size.
 */
export function useChips(count: number, lines: number): readonly [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const measured = useRef('');
  const [fitting, setFitting] = useState(count);
  const measure = useCallback((): void => {
    const row = ref.current;
    // What is hidden has no width, and is what it was when it is shown again.
    if (row === null || row.clientWidth === 0) return;
    const style = getComputedStyle(row);
    const room = row.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const widths = {
      first: widthsOf(row, '[data-end=first]'),
      chips: widthsOf(row, '[data-on][data-cut]'),
      more: widthsOf(row, '[data-end=more]')[0] ?? 0,
      last: widthsOf(row, '[data-end=last]'),
    };
    setFitting(chipsThatFit(widths, room, Number.parseFloat(style.columnGap), lines));
  }, [lines]);
  // A list is drawn with each change of its items, and to measure makes the browser lay the whole page out.
  useLayoutEffect(() => {
    const now = `${lines} ${ref.current?.innerHTML}`;
    if (now === measured.current) return;
    measured.current = now;
    measure();
  });
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (ref.current !== null) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [measure]);
  return [ref, fitting];
}
