export type VirtualItem =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly label: string;
      /** Rows of it, shown or folded away. */
      readonly count: number;
      readonly folded: boolean;
    }
  | { readonly kind: 'row'; readonly key: string };

/** Where everything in a list stands. `starts[i]` is where item `i` begins; the last one is where the list ends. */
export interface VirtualLayout {
  readonly starts: Float64Array;
  readonly indices: ReadonlyMap<string, number>;
  readonly groups: readonly number[];
}

/** Sizes are given, not measured, so that a list of 100,000 rows is one pass over an array. */
export function layoutOf(items: readonly VirtualItem[], rowSize: number, groupSize: number): VirtualLayout {
  const starts = new Float64Array(items.length + 1);
  const indices = new Map<string, number>();
  const groups: number[] = [];
  for (const [index, item] of items.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + (item.kind === 'group' ? groupSize : rowSize);
    indices.set(item.key, index);
    if (item.kind === 'group') groups.push(index);
  }
  return { starts, indices, groups };
}

/** Index of the item at a distance from the top. */
export function firstAt(starts: Float64Array, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, Math.max(0, starts.length - 2));
}

/** Where the screen begins: an item, and how far it has been scrolled past its beginning. */
export interface Anchor {
  readonly key: string;
  readonly offset: number;
}

/** The anchor after the items have changed: itself, or what came after it and is still there. */
export function anchorIn(
  anchor: Anchor,
  before: readonly VirtualItem[],
  beforeAt: number | undefined,
  indices: ReadonlyMap<string, number>,
): Anchor | undefined {
  if (indices.has(anchor.key)) return anchor;
  if (beforeAt === undefined) return undefined;
  for (let index = beforeAt + 1; index < before.length; index += 1) {
    const item = before[index];
    // What follows takes the place of what is gone.
    if (item?.kind === 'row' && indices.has(item.key)) return { key: item.key, offset: anchor.offset };
  }
  return undefined;
}

/**
 * Rows above the screen that have come in and were not seen yet: those of `unseen` that are still above it, and those above it that
 * the list has never shown. What came back, moved or went is not news. `top` is the first item on the screen.
 */
export function unseenAbove(
  unseen: ReadonlySet<string>,
  known: ReadonlySet<string>,
  items: readonly VirtualItem[],
  top: number,
): ReadonlySet<string> {
  const result = new Set<string>();
  for (let index = 0; index < top; index += 1) {
    const item = items[index];
    if (item?.kind === 'row' && (unseen.has(item.key) || !known.has(item.key))) result.add(item.key);
  }
  return result;
}
