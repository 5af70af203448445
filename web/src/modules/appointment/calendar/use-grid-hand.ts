import type { Span } from '@kontor/contract/appointment';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { createValue, type Value } from '../../../client/value.ts';
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

/** What a grip among the hours says: the number of its column, or that it is of something that is due; and of what it is. */
export function readHourGrip({ dataset }: HTMLElement): { readonly index: number | 'due'; readonly of: string } {
  const [number = '', ...rest] = (dataset['grip'] ?? '').split(' ');
  // An aggregate id may have blanks in it.
  return { index: number === 'due' ? 'due' : Number(number), of: rest.join(' ') };
}

/** Pixels at the foot of an appointment by which it is made longer and shorter. */
const END_PX = 8;

/** A piece of a column by its key. */
export const pieceOf = (column: { readonly pieces: readonly Piece[] } | undefined, key: string): Piece | undefined =>
  column?.pieces.find(({ span }) => spanKey(span) === key);

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

/** The box of a column: all are as wide as the first, and none is measured while something is carried but that. */
function boxOfColumn(body: HTMLElement, index: number): DOMRect | undefined {
  const box = body.querySelector('[data-column]')?.getBoundingClientRect();
  return box && new DOMRect(box.left + index * box.width, box.top, box.width, box.height);
}

/** The column at a point, or the one that is nearest to it, and the minutes of the day at its height. Undefined where there are none. */
function hourUnder(
  body: HTMLElement,
  { x, y }: Point,
  columns: number,
): { readonly column: number; readonly minutes: number } | undefined {
  const box = boxOfColumn(body, 0);
  if (box === undefined) return undefined;
  const column = Math.max(0, Math.min(columns - 1, Math.floor((x - box.left) / box.width)));
  return { column, minutes: ((y - box.top) / HOUR) * 60 };
}

/** Whether a point is above the hours: the head covers those that are scrolled beneath it. */
const isAboveHours = (head: HTMLElement | null, { y }: Point): boolean =>
  head !== null && y < head.getBoundingClientRect().bottom;

/** The slot of the usual length that begins at a point; undefined above the hours. */
export function slotUnder(
  head: HTMLElement | null,
  body: HTMLElement | null,
  at: Point,
  columns: number,
): Slot | undefined {
  const under = body === null || isAboveHours(head, at) ? undefined : hourUnder(body, at, columns);
  return under && movedTo(under.column, under.minutes, DEFAULT_LENGTH);
}

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

/**
 * Makes, moves and lengthens what is in a grid by mouse and finger; a click on nothing makes one of the usual length. Returns what is in the hand: who shows it watches
 * it, and nothing else is drawn anew.
 */
export function useGridHand({
  scroller,
  body,
  head,
  columns,
  onMake,
  onMove,
  onWholeDay,
  onPlan,
}: Given): Value<GridDrag | undefined> {
  const [dragged] = useState(() => createValue<GridDrag | undefined>(undefined));
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
      if (!isUnmoved) dragged.set(next);
    };
    const under = (at: Point) => hourUnder(grid, at, given.current.columns.length);
    const showAt = (grip: Grip, at: Point): boolean => {
      const there = under(at);
      if (there === undefined) return false;
      const slot = slotOf(grip, there.column, there.minutes);
      show({ grip, slot, isAbove: grip.kind === 'move' && isAboveHours(head.current, at) });
      return true;
    };
    const gripOf = (element: HTMLElement, at: Point): Grip | undefined => {
      const { index, of } = readHourGrip(element);
      if (index === 'due') return { kind: 'due', aggregateId: of };
      const minutes = under(at)?.minutes;
      if (minutes === undefined) return undefined;
      if (of === 'make') return { kind: 'make', column: index, from: minutes };
      const piece = pieceOf(given.current.columns[index], of);
      if (piece === undefined) return undefined;
      const { span } = piece;
      if (at.y > element.getBoundingClientRect().bottom - END_PX) return { kind: 'end', span, piece, column: index };
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
        const box = boxOf(boxOfColumn(grid, slot.column), slot);
        if (grip.kind === 'make') return given.current.onMake(slot, box);
        given.current.onPlan(grip.aggregateId, slot, box);
      },
      putBack: () => show(undefined),
    };
    const click = (event: MouseEvent): void => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || target.dataset['column'] === undefined) return;
      const box = target.getBoundingClientRect();
      const slot = slotAt(Number(target.dataset['column']), ((event.clientY - box.top) / HOUR) * 60);
      given.current.onMake(slot, boxOf(box, slot));
    };
    grid.addEventListener('click', click);
    const stop = followHand(frame, () => host);
    return () => {
      grid.removeEventListener('click', click);
      stop();
    };
  }, [scroller, body, head, dragged]);
  return dragged;
}

/** The box of a slot of a column on the screen. */
const boxOf = (column = new DOMRect(), { from, to }: Slot): DOMRect =>
  new DOMRect(column.left, column.top + (from / 60) * HOUR, column.width, ((to - from) / 60) * HOUR);
