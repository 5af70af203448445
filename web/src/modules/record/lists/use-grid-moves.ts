import { useState, type RefObject } from 'react';
import type { GridProps } from './grid-props.ts';
import { CHECK, HEAD, leftOf } from './grid-size.ts';
import { useScrollPosition } from './use-scroll-position.ts';
import type { Chosen } from './use-selection.ts';
import { reachable } from './window.ts';

/** Where the keys are in a grid, and how they get elsewhere: `at` is the row, `activeKey` the column once cells are moved over. */
export function useGridMoves(
  { name, columns, rows, total, size, isCards, selection, chosenOf }: GridProps,
  scrollerRef: RefObject<HTMLElement | null>,
  grid: RefObject<HTMLElement | null>,
) {
  const { sight, active, setActive, onScroll } = useScrollPosition(name, size, scrollerRef, grid);
  const [activeKey, setActiveKey] = useState<string>();
  const shown = columns.filter(({ isVisible }) => isVisible);
  const count = reachable(total, size);
  const head = isCards ? 0 : HEAD;
  const at = active === undefined || count === 0 ? undefined : Math.min(active, count - 1);

  const reveal = (index: number, key: string | undefined): void => {
    const element = scrollerRef.current;
    if (element === null) return;
    const top = index * size;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + size > element.scrollTop + element.clientHeight - head)
      element.scrollTop = top + size - element.clientHeight + head;
    const before = leftOf(shown, key);
    const own = shown.find((column) => column.key === key);
    if (own === undefined) return;
    if (before - CHECK < element.scrollLeft) element.scrollLeft = before - CHECK;
    else if (before + own.px > element.scrollLeft + element.clientWidth)
      element.scrollLeft = before + own.px - element.clientWidth;
  };
  const go = (index: number, key = activeKey): void => {
    const next = Math.max(0, Math.min(count - 1, index));
    setActive(next);
    setActiveKey(key);
    reveal(next, key);
  };
  const chosenAt = (index: number): Chosen | undefined => {
    const row = rows.rowAt(index);
    return row === undefined ? undefined : chosenOf(row);
  };
  return {
    shown,
    /** So many rows can be moved over. */
    count,
    sight,
    onScroll,
    /** How high the head is, in pixels. */
    head,
    at,
    setActive,
    activeKey,
    setActiveKey,
    go,
    chosenAt,
    focus: (): void => grid.current?.focus({ preventScroll: true }),
    /** Rows up or down. `isRange`: those between are selected. */
    step(by: number, isRange = false): void {
      const next = at === undefined ? 0 : at + by;
      if (isRange && at !== undefined) selection.extend(at, chosenAt);
      go(next);
      if (isRange) selection.extend(Math.max(0, Math.min(count - 1, next)), chosenAt);
      grid.current?.focus({ preventScroll: true });
    },
    /** Columns to the side. */
    side(by: number): void {
      if (at === undefined || isCards) return;
      const columnIndex = shown.findIndex(({ key }) => key === activeKey);
      const next = shown[Math.max(0, Math.min(shown.length - 1, columnIndex + by))];
      go(at, columnIndex + by < 0 ? undefined : next?.key);
    },
  };
}
export type GridMoves = ReturnType<typeof useGridMoves>;
