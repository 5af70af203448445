import type { ScrollPositions } from '../../activity/index.tsx';

/** Where a list stood: the row at its top, with what of it was out of sight, and the one that the keys were on. */
export interface ScrollPosition {
  readonly top: number;
  readonly active: number | undefined;
}

/** Where a list stood when it was last shown, also before the page was loaded anew. */
export function scrollPositionOf(positions: ScrollPositions, list: string): ScrollPosition | undefined {
  const kept = positions.get(list);
  if (kept === undefined) return undefined;
  const active = kept.active === undefined ? undefined : Number(kept.active);
  return { top: kept.index + kept.offset, active };
}

/** Keeps where a list stands, as lists of items do. Its rows are found by their places, not by keys. */
export function keepScrollPosition(positions: ScrollPositions, list: string, { top, active }: ScrollPosition): void {
  const index = Math.floor(top);
  const isAtTop = top === 0 && active === undefined;
  positions.keep(
    list,
    isAtTop
      ? undefined
      : { key: '', index, offset: top - index, ...(active === undefined ? {} : { active: String(active) }) },
  );
}
