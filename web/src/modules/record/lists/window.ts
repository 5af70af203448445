/** Rows of one page of the server. */
export const PAGE = 100;
/** Browsers draw no more than so many pixels below each other. */
const MAX_PX = 12_000_000;
const AHEAD = 8;

/** Rows that the scrolled part shows, with some before and behind; none where there are none. */
export function rowsInSight(
  { top, height }: { readonly top: number; readonly height: number },
  size: number,
  count: number,
): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.floor(top / size) - AHEAD);
  return {
    first: Math.min(first, Math.max(0, count - 1)),
    last: Math.min(count - 1, Math.ceil((top + height) / size) + AHEAD),
  };
}

/** Pages that some rows stand on, from 1; at least the first. */
export const pagesOf = (first: number, last: number): readonly number[] => {
  const [from, to] = [Math.floor(Math.max(0, first) / PAGE) + 1, Math.floor(Math.max(0, last) / PAGE) + 1];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
};

/** So many rows can be scrolled through. */
export const reachable = (total: number, size: number): number => Math.min(total, Math.floor(MAX_PX / size));
