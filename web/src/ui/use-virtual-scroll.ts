import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { anchorIn, firstAt, unseenAbove, type Anchor, type VirtualItem, type VirtualLayout } from './virtual-layout.ts';

/** Where the screen begins, and how many items stand before that. */
export interface StoredAnchor extends Anchor {
  readonly index: number;
}

const NOTHING: ReadonlySet<string> = new Set();
const AHEAD = 60;
const OVERSCAN = 8;

const indexOf = (layout: VirtualLayout, anchor: Anchor): number => layout.indices.get(anchor.key) ?? 0;

/** Which items are on the screen, and those around them. */
function useRange(scroller: RefObject<HTMLElement | null>, layout: VirtualLayout) {
  const [range, setRange] = useState({ first: 0, top: 0, last: 40 });
  const current = useRef(range);

  /** Finds out what is on the screen; draws at once, since a frame later the screen would be empty. */
  const measure = useCallback(
    (sync: boolean): void => {
      const element = scroller.current;
      if (!element || element.clientHeight === 0) return;
      const top = firstAt(layout.starts, element.scrollTop);
      const last = firstAt(layout.starts, element.scrollTop + element.clientHeight) + OVERSCAN;
      if (current.current.top === top && current.current.last === last) return;
      current.current = { first: Math.max(0, top - OVERSCAN), top, last };
      if (sync) flushSync(() => setRange(current.current));
      else setRange(current.current);
    },
    [scroller, layout],
  );
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => measure(false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, measure]);

  return { range, current, measure };
}

export interface VirtualScroll {
  readonly items: readonly VirtualItem[];
  readonly groupSize: number;
  /** Where the list was when it was left: it begins there, as soon as the row is loaded. */
  readonly begin?: StoredAnchor | undefined;
  /** The end of what is loaded comes near: because the list was scrolled, or as it is. */
  readonly onNearEnd: (scrolled: boolean) => void;
  /** The list was scrolled; undefined at its top. */
  readonly onAnchor: (anchor: StoredAnchor | undefined) => void;
  /** So many rows have come in above what is shown and were not seen yet. */
  readonly onAbove: (count: number) => void;
}

/** Where a list is scrolled to: what is on the screen stays in its place when items come or go above it. */
export function useVirtualScroll(scroller: RefObject<HTMLElement | null>, layout: VirtualLayout, props: VirtualScroll) {
  const { items, groupSize } = props;
  const anchor = useRef<Anchor | undefined>(undefined);
  const before = useRef(items);
  const beforeLayout = useRef<VirtualLayout>(undefined);
  const known = useRef(new Set<string>());
  const unseen = useRef<ReadonlySet<string>>(NOTHING);
  const begin = useRef(props.begin);
  const { range, current, measure } = useRange(scroller, layout);

  const reportAbove = (scrollTop: number, changed: boolean): void => {
    if (unseen.current.size === 0 && !(changed && known.current.size > 0)) return;
    const was = unseen.current.size;
    const top = scrollTop <= 0 ? 0 : firstAt(layout.starts, scrollTop);
    unseen.current = unseenAbove(unseen.current, known.current, items, top);
    if (unseen.current.size !== was) props.onAbove(unseen.current.size);
  };

  /** Goes to where the list was left. False where the row is still to be loaded; it is not waited for where it should be there. */
  const restore = (element: HTMLElement, { key, offset, index }: StoredAnchor): boolean => {
    const itemIndex = layout.indices.get(key);
    if (itemIndex === undefined && items.length <= index) return false;
    begin.current = undefined;
    if (itemIndex === undefined) return true;
    anchor.current = { key, offset };
    element.scrollTop = (layout.starts[itemIndex] ?? 0) + offset;
    measure(false);
    return true;
  };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const [old, oldLayout, from] = [before.current, beforeLayout.current, anchor.current];
    before.current = items;
    beforeLayout.current = layout;
    if (begin.current !== undefined && !restore(element, begin.current)) {
      props.onNearEnd(true);
    } else if (from !== undefined && element.scrollTop > 0) {
      const next = anchorIn(from, old, oldLayout?.indices.get(from.key), layout.indices);
      anchor.current = next;
      const wanted = next === undefined ? element.scrollTop : (layout.starts[indexOf(layout, next)] ?? 0) + next.offset;
      if (Math.abs(wanted - element.scrollTop) >= 1) {
        element.scrollTop = wanted;
        measure(false);
      }
    }
    reportAbove(element.scrollTop, true);
    for (const item of items) if (item.kind === 'row') known.current.add(item.key);
    if (current.current.last + AHEAD >= items.length) props.onNearEnd(false);
    // Only a change of the items moves anything; where the rest of the props comes from does not matter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [layout]);

  const remember = () => {
    const element = scroller.current;
    if (!element) return;
    // Before rows are drawn: after that it would be known only once all of them are laid out.
    const top = element.scrollTop;
    measure(true);
    const at = firstAt(layout.starts, top);
    const from = items[at]?.kind === 'group' ? at + 1 : at;
    const item = items[from];
    anchor.current = item === undefined ? undefined : { key: item.key, offset: top - (layout.starts[from] ?? 0) };
    reportAbove(top, false);
    props.onAnchor(anchor.current === undefined || top <= 0 ? undefined : { ...anchor.current, index: from });
    if (current.current.last + AHEAD >= items.length) props.onNearEnd(true);
  };

  const reveal = useCallback(
    (key: string) => {
      const element = scroller.current;
      const itemIndex = layout.indices.get(key);
      if (!element || itemIndex === undefined) return;
      begin.current = undefined;
      const top = (layout.starts[itemIndex] ?? 0) - (layout.groups.length > 0 ? groupSize : 0);
      const bottom = layout.starts[itemIndex + 1] ?? 0;
      if (top < element.scrollTop) element.scrollTop = itemIndex <= 1 ? 0 : top;
      else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    },
    [scroller, layout, groupSize],
  );
  /** Stays where the list is, though the row that it was left at is still to come. */
  const settle = (): void => {
    begin.current = undefined;
  };
  return { range, remember, reveal, settle };
}
