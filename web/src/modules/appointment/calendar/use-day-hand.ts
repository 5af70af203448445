import type { Span } from '@kontor/contract/appointment';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { createValue, type Value } from '../../../client/value.ts';
import { followHand, type Host, type Point } from '../../../ui/hand.ts';
import { daysBetween } from '../period.ts';
import { movedByDays, stretchedByDays, timesInHours } from './day-moves.ts';
import type { Slot } from './grid-rules.ts';
import type { Times } from './pending.ts';

/** A day of a calendar, as an element bears it in `data-cell`. */
export interface DayCell {
  readonly day: string;
  readonly calendarId: number;
}

export const cellName = ({ day, calendarId }: DayCell): string => `${day} ${calendarId}`;

/** How a hand finds something that stands on days: in `data-day-grip`, at its whole or at one of its ends. */
export type DayGrip = 'move' | 'begin' | 'end';
export const gripName = (key: string, grip: DayGrip): string => `${grip} ${key}`;
/** What an element's grip is, and of what; both empty for one that bears none. */
export function readGrip({ dataset }: HTMLElement): { readonly grip: DayGrip | ''; readonly key: string } {
  const [grip = '', key = ''] = (dataset['dayGrip'] ?? '').split(' ');
  return { grip: grip as DayGrip | '', key };
}

/** What is in the hand, and where it would stand now. */
export interface DayDrag {
  readonly span: Span;
  readonly to: Times;
  readonly calendarId: number;
  /** Where it would stand among the hours, if it would. */
  readonly slot?: Slot;
}

interface Given {
  readonly frame: RefObject<HTMLElement | null>;
  readonly zone: string;
  /** Those that may be moved, by their keys. */
  readonly spanOf: (key: string) => Span | undefined;
  /** Cells lie beside each other alone: how high the hand is says nothing. */
  readonly isRow?: boolean;
  /** The part of a day at a point, where hours are beneath: something that has none goes there. */
  readonly slotUnder?: (at: Point) => (DayCell & { readonly slot: Slot }) | undefined;
  /** Keeps the focus with what is moved, so that keys go on where the hand has stopped. */
  readonly follow: (span: Span) => void;
  readonly onPlace: (span: Span, to: Times, calendarId: number) => void;
}

interface Held extends DayDrag {
  readonly grip: DayGrip;
  readonly from: DayCell;
}

/** Whether what is in the hand would stand where it did: a hand goes by pixels, what is in it by days. */
const isWhereItWas = (before: Held | undefined, now: Held | undefined): boolean =>
  before !== undefined &&
  before.span === now?.span &&
  before.calendarId === now.calendarId &&
  before.to.start === now.to.start &&
  before.to.end === now.to.end &&
  before.to.timeMode === now.to.timeMode &&
  before.slot?.column === now.slot?.column;

function cellIn(frame: HTMLElement, at: Point, isRow: boolean): DayCell | undefined {
  const cell = isRow ? cellAbove(frame, at) : cellBeneath(frame, at);
  if (cell === undefined) return undefined;
  const [day = '', calendarId = ''] = (cell.dataset['cell'] ?? '').split(' ');
  return { day, calendarId: Number(calendarId) };
}

/** The cell that lies at a point: a week of sixty people has hundreds, which are not measured one by one. */
function cellBeneath(frame: HTMLElement, { x, y }: Point): HTMLElement | undefined {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]');
  return cell && frame.contains(cell) ? cell : undefined;
}

const cellAbove = (frame: HTMLElement, { x }: Point): HTMLElement | undefined =>
  [...frame.querySelectorAll<HTMLElement>('[data-cell]')].find((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return x >= left && x < right;
  });

/** Moves what stands on days to other days and other calendars, and lengthens it, by mouse and finger. Returns what is in the hand: who shows it watches it, and nothing else is drawn anew. */
export function useDayHand({
  frame,
  zone,
  spanOf,
  isRow = false,
  slotUnder,
  follow,
  onPlace,
}: Given): Value<DayDrag | undefined> {
  const [dragged] = useState(() => createValue<DayDrag | undefined>(undefined));
  const given = useRef({ zone, spanOf, slotUnder, follow, onPlace });
  useEffect(() => {
    given.current = { zone, spanOf, slotUnder, follow, onPlace };
  });
  useEffect(() => {
    const root = frame.current;
    if (root === null) return undefined;
    let held: Held | undefined;
    const show = (next: Held | undefined): void => {
      const isUnmoved = isWhereItWas(held, next);
      held = next;
      if (!isUnmoved) dragged.set(next);
    };
    const host: Host = {
      carried: '[data-day-grip]',
      scrolled: () => undefined,
      lift(element, at) {
        const { grip, key } = readGrip(element);
        const span = given.current.spanOf(key);
        const from = cellIn(root, at, isRow);
        if (grip === '' || span === undefined || from === undefined) return false;
        show({ grip, from, span, to: span, calendarId: span.calendarId });
        return true;
      },
      carry(at) {
        if (held === undefined) return;
        const { span, grip, from } = held;
        const under = grip === 'move' && span.timeMode !== 'fixedTime' ? given.current.slotUnder?.(at) : undefined;
        const calendarOf = (cell: DayCell): number =>
          cell.calendarId === from.calendarId ? span.calendarId : cell.calendarId;
        if (under !== undefined) {
          const to = timesInHours(under.day, under.slot, given.current.zone);
          return show({ grip, from, span, to, calendarId: calendarOf(under), slot: under.slot });
        }
        const cell = cellIn(root, at, isRow);
        if (cell === undefined) return;
        const days = daysBetween(from.day, cell.day);
        if (grip === 'move')
          return show({
            grip,
            from,
            span,
            calendarId: calendarOf(cell),
            to: movedByDays(span, days, given.current.zone),
          });
        const to = stretchedByDays(span, grip, days, given.current.zone);
        if (to !== undefined) show({ ...held, to });
      },
      drop() {
        const now = held;
        show(undefined);
        if (now === undefined) return;
        given.current.follow(now.span);
        given.current.onPlace(now.span, now.to, now.calendarId);
      },
      putBack: () => show(undefined),
    };
    return followHand(root, () => host);
  }, [frame, isRow, dragged]);
  return dragged;
}
