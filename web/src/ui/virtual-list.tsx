import {
  useImperativeHandle,
  useMemo,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { Icon } from './parts.tsx';
import { useLongPress } from './use-long-press.ts';
import { useVirtualScroll, type VirtualScroll } from './use-virtual-scroll.ts';
import { layoutOf, type VirtualItem } from './virtual-layout.ts';

export interface VirtualListHandle {
  readonly element: HTMLElement | null;
  focus(): void;
  reveal(key: string): void;
  toTop(): void;
}

interface Props extends VirtualScroll {
  readonly label: string;
  /** Height of a row in pixels, as `groupSize` is that of a group's heading. */
  readonly rowSize: number;
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
  readonly countText: (count: number) => string;
  readonly footer?: ReactNode;
  readonly ref: Ref<VirtualListHandle>;
}

const NEAR_MS = 80;

/** A list of any length. Only what is near the screen exists; what is shown stays in its place when rows come in above it. */
export function VirtualList(props: Props) {
  const { items, rowSize, groupSize, active, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layoutOf(items, rowSize, groupSize), [items, rowSize, groupSize]);
  const { range, remember, reveal, settle } = useVirtualScroll(scroller, layout, props);
  const events = useListEvents(props, scroller, settle);
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

  const rows = layout.indices.size - layout.groups.length;

  return (
    <div
      ref={scroller}
      className="virtual-list"
      role="listbox"
      aria-label={props.label}
      aria-multiselectable="true"
      aria-activedescendant={active === undefined || !layout.indices.has(active) ? undefined : `row-${active}`}
      tabIndex={0}
      onScroll={remember}
      {...events}
    >
      <div role="presentation" className="virtual-space" style={{ height: layout.starts[items.length] }}>
        {shown.map((index) => {
          const item = items[index];
          if (item === undefined) return null;
          const start = layout.starts[index] ?? 0;
          if (item.kind === 'group')
            return (
              <GroupHead
                key={item.key}
                {...{ item, start, isSticky: index === group, size: groupSize }}
                isMarked={props.isGroupMarked(item.key)}
                markLabel={props.markLabel}
                countText={props.countText}
              />
            );
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
              style={{ height: rowSize, transform: `translateY(${start}px)` }}
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

interface GroupHeadProps extends Pick<Props, 'markLabel' | 'countText'> {
  readonly item: Extract<VirtualItem, { readonly kind: 'group' }>;
  /** Where it begins, and its height, in pixels. */
  readonly start: number;
  readonly size: number;
  /** Whether it stays at the top while its group is there. */
  readonly isSticky: boolean;
  readonly isMarked: boolean;
}

function GroupHead({ item, start, size, isSticky, isMarked, markLabel, countText }: GroupHeadProps) {
  return (
    <div
      role="presentation"
      className="group-head"
      data-group={item.key}
      data-folded={item.folded}
      data-sticky={isSticky}
      style={isSticky ? { height: size } : { height: size, position: 'absolute', transform: `translateY(${start}px)` }}
    >
      <span className="group-mark" aria-hidden="true" title={markLabel}>
        <Icon name={isMarked ? 'check-square' : 'square'} small />
      </span>
      <Icon name="caret-down" small />
      {item.label} <span className="group-count">{countText(item.count)}</span>
    </div>
  );
}

/** The keys that rows and headings bear in the document. */
const keyOf = (event: { target: EventTarget }): string | undefined =>
  (event.target as Element).closest<HTMLElement>('[data-key]')?.dataset['key'];
const groupOf = (event: { target: EventTarget }): string | undefined =>
  (event.target as Element).closest<HTMLElement>('[data-group]')?.dataset['group'];

/** What keys and pointer do with the rows and headings of a list. `settle`: the list was used, and stays where it is. */
function useListEvents(props: Props, scroller: RefObject<HTMLElement | null>, settle: () => void) {
  const press = useLongPress(props.onLongPress);
  const near = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  return {
    onKeyDown: (event: KeyboardEvent): void => {
      settle();
      props.onTouch(false);
      props.onKeyDown(event);
    },
    onBlur: (): void => props.onLeave(false),
    onWheel: (): void => {
      settle();
      props.onTouch(true);
    },
    onClick: (event: MouseEvent): void => {
      const group = groupOf(event);
      if (group !== undefined)
        return props.onGroupClick(group, (event.target as Element).closest('.group-mark') !== null);
      const key = keyOf(event);
      if (!press.ended() && key !== undefined) props.onRowClick(key, event);
    },
    onContextMenu: (event: MouseEvent): void => {
      const group = groupOf(event);
      if (group !== undefined) return props.onGroupMenu(group, event);
      // By its key it is meant for the row that the keys are on.
      const key = keyOf(event) ?? (event.target === scroller.current ? props.active : undefined);
      if (key !== undefined) props.onRowMenu(key, event);
    },
    onPointerOver: (event: PointerEvent): void => {
      props.onTouch(true);
      clearTimeout(near.current);
      const key = keyOf(event);
      if (key !== undefined && event.pointerType === 'mouse')
        near.current = setTimeout(() => props.onRowNear(key), NEAR_MS);
    },
    onPointerDown: (event: PointerEvent): void => {
      const key = keyOf(event);
      if (key === undefined) return;
      props.onRowNear(key);
      press.begin(event, key);
    },
    onPointerUp: press.end,
    onPointerCancel: press.end,
    onPointerLeave: (): void => {
      press.end();
      props.onLeave(true);
    },
    onPointerMove: (event: PointerEvent): void => {
      props.onTouch(true);
      press.move(event);
    },
  };
}
