import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { Icon } from './parts.tsx';
import { useLongPress } from './use-long-press.ts';
import { anchorIn, firstAt, layoutOf, unseenAbove, type Anchor, type VirtualLayout } from './virtual-layout.ts';

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

export interface VirtualListHandle {
  readonly element: HTMLElement | null;
  focus(): void;
  reveal(key: string): void;
  toTop(): void;
}

interface Props {
  readonly label: string;
  readonly items: readonly VirtualItem[];
  /** Height of a row and of a group's heading in pixels. */
  readonly rowSize: number;
  readonly groupSize: number;
  /** Row that the keys act on. */
  readonly active: string | undefined;
  readonly renderRow: (key: string) => ReactNode;
  readonly isSelected: (key: string) => boolean;
  /** Has left the list, and is shown only so that nothing moves. */
  readonly isGhost: (key: string) => boolean;
  /** The pointer moves over the list, or the keys are used in it. */
  readonly onTouch: (pointer: boolean) => void;
  /** The pointer, or the keys, have left the list. */
  readonly onLeave: (pointer: boolean) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onRowClick: (key: string, event: MouseEvent) => void;
  readonly onRowMenu: (key: string, event: MouseEvent) => void;
  readonly onLongPress: (key: string) => void;
  /** The pointer rests on a row, or goes down on it. */
  readonly onRowNear: (key: string) => void;
  /** A heading: folded away, or marked by its box. */
  readonly onGroupClick: (key: string, isMark: boolean) => void;
  readonly onGroupMenu: (key: string, event: MouseEvent) => void;
  readonly isGroupMarked: (key: string) => boolean;
  /** What the box of a heading does. */
  readonly markLabel: string;
  /** The end of what is loaded comes near: because the list was scrolled, or as it is. */
  readonly onNearEnd: (scrolled: boolean) => void;
  /** Where the list was when it was left: it begins there, as soon as the row is loaded. */
  readonly begin?: StoredAnchor | undefined;
  /** The list was scrolled; undefined at its top. */
  readonly onPlace: (anchor: StoredAnchor | undefined) => void;
  readonly countText: (count: number) => string;
  /** So many rows have come in above what is shown and were not seen yet. */
  readonly onAbove: (count: number) => void;
  readonly footer?: ReactNode;
  readonly ref: Ref<VirtualListHandle>;
}

/** Where the screen begins, and how many items stand before that. */
export interface StoredAnchor extends Anchor {
  readonly index: number;
}

const NOTHING: ReadonlySet<string> = new Set();
const NEAR_MS = 80;
const AHEAD = 60;
const OVERSCAN = 8;

const placeOf = (layout: VirtualLayout, anchor: Anchor): number => layout.places.get(anchor.key) ?? 0;

/** A list of any length. Only what is near the screen exists; what is shown stays in its place when rows come in above it. */
export function VirtualList(props: Props) {
  const { items, rowSize, groupSize, active, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | undefined>(undefined);
  const before = useRef(items);
  const beforeLayout = useRef<VirtualLayout>(undefined);
  const known = useRef(new Set<string>());
  const unseen = useRef<ReadonlySet<string>>(NOTHING);
  const press = useLongPress(props.onLongPress);
  const near = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const begin = useRef(props.begin);

  const layout = useMemo(() => layoutOf(items, rowSize, groupSize), [items, rowSize, groupSize]);
  const [range, setRange] = useState({ first: 0, top: 0, last: 40 });
  const current = useRef(range);

  /** Finds out what is on the screen; draws at once, since a frame later the screen would be empty. */
  const look = useCallback(
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
    [layout],
  );
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => look(false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [look]);

  const tellAbove = (scrollTop: number, changed: boolean): void => {
    if (unseen.current.size === 0 && !(changed && known.current.size > 0)) return;
    const was = unseen.current.size;
    const top = scrollTop <= 0 ? 0 : firstAt(layout.starts, scrollTop);
    unseen.current = unseenAbove(unseen.current, known.current, items, top);
    if (unseen.current.size !== was) props.onAbove(unseen.current.size);
  };

  /** Goes to where the list was left. False where the row is still to be loaded; it is not waited for where it should be there. */
  const restore = (element: HTMLElement, { key, offset, index }: StoredAnchor): boolean => {
    const place = layout.places.get(key);
    if (place === undefined && items.length <= index) return false;
    begin.current = undefined;
    if (place === undefined) return true;
    anchor.current = { key, offset };
    element.scrollTop = (layout.starts[place] ?? 0) + offset;
    look(false);
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
      const next = anchorIn(from, old, oldLayout?.places.get(from.key), layout.places);
      anchor.current = next;
      const wanted = next === undefined ? element.scrollTop : (layout.starts[placeOf(layout, next)] ?? 0) + next.offset;
      if (Math.abs(wanted - element.scrollTop) >= 1) {
        element.scrollTop = wanted;
        look(false);
      }
    }
    tellAbove(element.scrollTop, true);
    for (const item of items) if (item.kind === 'row') known.current.add(item.key);
    if (current.current.last + AHEAD >= items.length) props.onNearEnd(false);
    // Only a change of the items moves anything; where the rest of the props comes from does not matter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [layout]);

  const remember = () => {
    const element = scroller.current;
    if (!element) return;
    look(true);
    const top = element.scrollTop;
    const at = firstAt(layout.starts, top);
    const from = items[at]?.kind === 'group' ? at + 1 : at;
    const item = items[from];
    anchor.current = item === undefined ? undefined : { key: item.key, offset: top - (layout.starts[from] ?? 0) };
    tellAbove(top, false);
    props.onPlace(anchor.current === undefined || top <= 0 ? undefined : { ...anchor.current, index: from });
    if (current.current.last + AHEAD >= items.length) props.onNearEnd(true);
  };

  const reveal = useCallback(
    (key: string) => {
      const element = scroller.current;
      const place = layout.places.get(key);
      if (!element || place === undefined) return;
      begin.current = undefined;
      const top = (layout.starts[place] ?? 0) - (layout.groups.length > 0 ? groupSize : 0);
      const bottom = layout.starts[place + 1] ?? 0;
      if (top < element.scrollTop) element.scrollTop = place <= 1 ? 0 : top;
      else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    },
    [layout, groupSize],
  );
  useImperativeHandle(
    ref,
    () => ({
      get element() {
        return scroller.current;
      },
      focus: () => scroller.current?.focus({ preventScroll: true }),
      reveal,
      toTop: () => scroller.current?.scrollTo({ top: 0 }),
    }),
    [reveal],
  );

  const group = layout.groups.findLast((index) => index <= range.top);
  const shown: number[] = [];
  if (group !== undefined && group < range.first) shown.push(group);
  for (let index = range.first; index <= Math.min(range.last, items.length - 1); index += 1) shown.push(index);

  const keyOf = (event: { target: EventTarget }): string | undefined =>
    (event.target as Element).closest<HTMLElement>('[data-key]')?.dataset['key'];
  const rows = layout.places.size - layout.groups.length;

  return (
    <div
      ref={scroller}
      className="virtual-list"
      role="listbox"
      aria-label={props.label}
      aria-multiselectable="true"
      aria-activedescendant={active === undefined || !layout.places.has(active) ? undefined : `row-${active}`}
      tabIndex={0}
      onScroll={remember}
      onKeyDown={(event) => {
        begin.current = undefined;
        props.onTouch(false);
        props.onKeyDown(event);
      }}
      onBlur={() => props.onLeave(false)}
      onWheel={() => {
        begin.current = undefined;
        props.onTouch(true);
      }}
      onClick={(event) => {
        const group = (event.target as Element).closest<HTMLElement>('[data-group]')?.dataset['group'];
        if (group !== undefined)
          return props.onGroupClick(group, (event.target as Element).closest('.group-mark') !== null);
        const key = keyOf(event);
        if (!press.ended() && key !== undefined) props.onRowClick(key, event);
      }}
      onContextMenu={(event) => {
        const group = (event.target as Element).closest<HTMLElement>('[data-group]')?.dataset['group'];
        if (group !== undefined) return props.onGroupMenu(group, event);
        // By its key it is meant for the row that the keys are on.
        const key = keyOf(event) ?? (event.target === scroller.current ? active : undefined);
        if (key !== undefined) props.onRowMenu(key, event);
      }}
      onPointerOver={(event) => {
        props.onTouch(true);
        clearTimeout(near.current);
        const key = keyOf(event);
        if (key !== undefined && event.pointerType === 'mouse')
          near.current = setTimeout(() => props.onRowNear(key), NEAR_MS);
      }}
      onPointerDown={(event) => {
        const key = keyOf(event);
        if (key === undefined) return;
        props.onRowNear(key);
        press.begin(event, key);
      }}
      onPointerUp={press.end}
      onPointerCancel={press.end}
      onPointerLeave={() => {
        press.end();
        props.onLeave(true);
      }}
      onPointerMove={(event) => {
        props.onTouch(true);
        press.move(event);
      }}
    >
      <div role="presentation" className="virtual-space" style={{ height: layout.starts[items.length] }}>
        {shown.map((index) => {
          const item = items[index];
          if (item === undefined) return null;
          const start = layout.starts[index] ?? 0;
          const size = item.kind === 'group' ? groupSize : rowSize;
          if (item.kind === 'group') {
            const isSticky = index === group;
            return (
              <div
                key={item.key}
                role="presentation"
                className="group-head"
                data-group={item.key}
                data-folded={item.folded}
                data-sticky={isSticky}
                style={
                  isSticky
                    ? { height: size }
                    : { height: size, position: 'absolute', transform: `translateY(${start}px)` }
                }
              >
                <span className="group-mark" aria-hidden="true" title={props.markLabel}>
                  <Icon name={props.isGroupMarked(item.key) ? 'check-square' : 'square'} small />
                </span>
                <Icon name="caret-down" small />
                {item.label} <span className="group-count">{props.countText(item.count)}</span>
              </div>
            );
          }
          return (
            <div
              key={item.key}
              id={`row-${item.key}`}
              data-key={item.key}
              role="option"
              aria-selected={props.isSelected(item.key)}
              aria-setsize={rows}
              data-active={item.key === active}
              data-ghost={props.isGhost(item.key)}
              className="virtual-row"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {props.renderRow(item.key)}
            </div>
          );
        })}
      </div>
      {props.footer}
    </div>
  );
}
