import type { Span } from '@kontor/contract/appointment';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { followHand, type Host, type Point } from '../../../ui/hand.ts';
import {
  DEFAULT_LENGTH,
  HOUR,
  endedAt,
  movedTo,
  slotAt,
  slotBetween,
  type GridColumn,
  type Slot,
} from './grid-rules.ts';
import { spanKey, type Piece } from './pieces.ts';

type Grip =
  | { readonly kind: 'make'; readonly column: number; readonly from: number }
  /** `offset`: minutes from its beginning to where it was taken. */
  | { readonly kind: 'move'; readonly span: Span; readonly piece: Piece; readonly offset: number }
  /** What is due, by the aggregate id of its task. */
  | { readonly kind: 'due'; readonly aggregateId: string }
  | { readonly kind: 'end'; readonly span: Span; readonly piece: Piece; readonly column: number };

export interface GridDrag {
  readonly grip: Grip;
  /** Where it would stand now. */
  readonly slot: Slot;
  /** The hand is above the hours: there it would take the whole day of its column. */
  readonly isAbove: boolean;
}

interface Given {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly body: RefObject<HTMLElement | null>;
  /** What stands above the hours. */
  readonly head: RefObject<HTMLElement | null>;
  readonly columns: readonly (GridColumn & { readonly pieces: readonly Piece[] })[];
  readonly onMake: (slot: Slot, anchor: DOMRect) => void;
  readonly onMove: (span: Span, slot: Slot) => void;
  readonly onWholeDay: (span: Span, column: GridColumn) => void;
  readonly onPlan: (aggregateId: string, slot: Slot, anchor: DOMRect) => void;
}

const columnsIn = (body: HTMLElement): readonly HTMLElement[] => [
  ...body.querySelectorAll<HTMLElement>('[data-column]'),
];

function columnAt(body: HTMLElement, x: number): HTMLElement | undefined {
  const all = columnsIn(body);
  return all.find((one) => x < one.getBoundingClientRect().right) ?? all.at(-1);
}

/** Whether a point is above the hours: the head covers those that are scrolled beneath it. */
const isAboveHours = (head: HTMLElement | null, { y }: Point): boolean =>
  head !== null && y < head.getBoundingClientRect().bottom;

/** The slot of the usual length that begins at a point; undefined above the hours. */
export function slotUnder(head: HTMLElement | null, body: HTMLElement | null, at: Point): Slot | undefined {
  const column = body === null || isAboveHours(head, at) ? undefined : columnAt(body, at.x);
  return column === undefined
    ? undefined
    : movedTo(Number(column.dataset['column']), minutesAt(column, at.y), DEFAULT_LENGTH);
}

/** Minutes of the day at a height, in a column's own box. */
const minutesAt = (column: Element, y: number): number => ((y - column.getBoundingClientRect().top) / HOUR) * 60;

function slotOf(grip: Grip, column: number, minutes: number): Slot {
  if (grip.kind === 'due') return movedTo(column, minutes, DEFAULT_LENGTH);
  if (grip.kind === 'make') return slotBetween(grip.column, grip.from, minutes);
  if (grip.kind === 'end') return endedAt(grip.column, grip.piece.from, minutes);
  return movedTo(column, minutes - grip.offset, grip.piece.to - grip.piece.from);
}

/** Whether what is in the hand would stand where it did: a hand goes by pixels, what is in it by steps. */
const isWhereItWas = (before: GridDrag | undefined, now: GridDrag | undefined): boolean =>
  before !== undefined &&
  before.grip === now?.grip &&
  before.isAbove === now.isAbove &&
  before.slot.column === now.slot.column &&
  before.slot.from === now.slot.from &&
  before.slot.to === now.slot.to;

/** Makes, moves and lengthens what is in a grid by mouse and finger; a click on nothing makes one of the usual length. Returns what is in the hand. */
export function useGridHand({
  scroller,
  body,
  head,
  columns,
  onMake,
  onMove,
  onWholeDay,
  onPlan,
}: Given): GridDrag | undefined {
  const [dragged, setDragged] = useState<GridDrag>();
  const given = useRef({ columns, onMake, onMove, onWholeDay, onPlan });
  useEffect(() => {
    given.current = { columns, onMake, onMove, onWholeDay, onPlan };
  });
  useEffect(() => {
    const frame = scroller.current;
    const grid = body.current;
    if (frame === null || grid === null) return undefined;
    let held: GridDrag | undefined;
    const show = (next: GridDrag | undefined): void => {
      const isUnmoved = isWhereItWas(held, next);
      held = next;
      if (!isUnmoved) setDragged(next);
    };
    const showAt = (grip: Grip, at: Point): boolean => {
      const column = columnAt(grid, at.x);
      if (column === undefined) return false;
      const slot = slotOf(grip, Number(column.dataset['column']), minutesAt(column, at.y));
      show({ grip, slot, isAbove: grip.kind === 'move' && isAboveHours(head.current, at) });
      return true;
    };
    const gripOf = (element: HTMLElement, at: Point): Grip | undefined => {
      const [number = '', ...rest] = (element.dataset['grip'] ?? '').split(' ');
      if (number === 'due') return { kind: 'due', aggregateId: rest.join(' ') };
      const index = Number(number);
      const column = columnsIn(grid)[index];
      if (column === undefined) return undefined;
      const minutes = minutesAt(column, at.y);
      if (rest[0] === 'make') return { kind: 'make', column: index, from: minutes };
      const piece = given.current.columns[index]?.pieces.find(({ span }) => spanKey(span) === rest[0]);
      if (piece === undefined) return undefined;
      const { span } = piece;
      if (rest[1] === 'end') return { kind: 'end', span, piece, column: index };
      return { kind: 'move', span, piece, offset: minutes - piece.from };
    };
    const host: Host = {
      carried: '[data-grip]',
      scrolled: () => undefined,
      covered: () => ({ pixels: head.current?.offsetHeight ?? 0, takes: held?.grip.kind === 'move' }),
      lift(element, at) {
        const grip = gripOf(element, at);
        return grip !== undefined && showAt(grip, at);
      },
      carry(at) {
        if (held !== undefined) showAt(held.grip, at);
      },
      drop() {
        const now = held;
        show(undefined);
        if (now === undefined) return;
        const { grip, slot, isAbove } = now;
        const { [slot.column]: column } = given.current.columns;
        if (grip.kind === 'move' && isAbove && column !== undefined) return given.current.onWholeDay(grip.span, column);
        if (grip.kind === 'move' || grip.kind === 'end') return given.current.onMove(grip.span, slot);
        const box = boxOf(columnsIn(grid)[slot.column], slot);
        if (grip.kind === 'make') return given.current.onMake(slot, box);
        given.current.onPlan(grip.aggregateId, slot, box);
      },
      putBack: () => show(undefined),
    };
    const click = (event: MouseEvent): void => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || target.dataset['column'] === undefined) return;
      const slot = slotAt(Number(target.dataset['column']), minutesAt(target, event.clientY));
      given.current.onMake(slot, boxOf(target, slot));
    };
    grid.addEventListener('click', click);
    const stop = followHand(frame, () => host);
    return () => {
      grid.removeEventListener('click', click);
      stop();
    };
  }, [scroller, body, head]);
  return dragged;
}

/** The box of a slot on the screen. */
function boxOf(column: Element | undefined, { from, to }: Slot): DOMRect {
  const box = column?.getBoundingClientRect() ?? new DOMRect();
  return new DOMRect(box.left, box.top + (from / 60) * HOUR, box.width, ((to - from) / 60) * HOUR);
}
