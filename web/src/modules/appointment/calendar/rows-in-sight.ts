/** Rows that are drawn beyond those in sight, on both sides: keys go on to them before anything is scrolled. */
const OVERSCAN = 6;

export interface RowRange {
  /** From 0. */
  readonly first: number;
  /** The one behind the last. */
  readonly last: number;
  /** The row that has the focus, wherever it is. */
  readonly focused?: number | undefined;
}

export const ALL_ROWS: RowRange = { first: 0, last: Infinity };

/** The rows between two heights of a box, from `top` on, and some around them. All in pixels; `row`: the height of one. */
export function rowsBetween(top: number, height: number, row: number): RowRange {
  return {
    first: Math.max(0, Math.floor(top / row) - OVERSCAN),
    last: Math.ceil((top + height) / row) + OVERSCAN,
  };
}

/** A row that is drawn, or so many in the place of which there is a gap, from `index` on. */
export interface RowPart {
  readonly index: number;
  readonly gap: number;
}

/** Rows in their order, `count` in all, with the gaps between those that are drawn. A range that lies behind them all, as where there are fewer than before, is one of the last. */
export function partsOf({ first, last, focused }: RowRange, count: number): readonly RowPart[] {
  const begin = first < count ? first : Math.max(0, count - (last - first));
  const drawn = Array.from({ length: Math.max(0, Math.min(last, count) - begin) }, (_, index) => begin + index);
  if (focused !== undefined && focused < begin) drawn.unshift(focused);
  if (focused !== undefined && focused >= last && focused < count) drawn.push(focused);
  const parts: RowPart[] = [];
  let next = 0;
  for (const index of drawn) {
    if (index > next) parts.push({ index: next, gap: index - next });
    parts.push({ index, gap: 0 });
    next = index + 1;
  }
  if (next < count) parts.push({ index: next, gap: count - next });
  return parts;
}
