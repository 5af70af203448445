import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { chipsThatFit } from './chip-fit.ts';

const widthsOf = (row: HTMLElement, which: string): readonly number[] =>
  [...row.querySelectorAll<HTMLElement>(`:scope > ${which}`)].map((one) =>
    Math.ceil(one.getBoundingClientRect().width),
  );

/**
 * The row's ref, and how many of its chips have room in so many lines. What always stands there is marked `data-end="first"` and
 * `"last"`, what opens the rest `data-end="more"`, a chip `data-on` and `data-cut`; they are measured after each change, before they are seen.
 */
export function useChips(count: number, lines: number): readonly [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const row = ref.current;
    if (row === null) return undefined;
    const measure = (): void => {
      // What is hidden has no width, and is what it was when it is shown again.
      if (row.clientWidth === 0) return;
      const style = getComputedStyle(row);
      const room = row.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const widths = {
        first: widthsOf(row, '[data-end=first]'),
        chips: widthsOf(row, '[data-on][data-cut]'),
        more: widthsOf(row, '[data-end=more]')[0] ?? 0,
        last: widthsOf(row, '[data-end=last]'),
      };
      setFitting(chipsThatFit(widths, room, Number.parseFloat(style.columnGap), lines));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    return () => observer.disconnect();
  });
  return [ref, fitting];
}
