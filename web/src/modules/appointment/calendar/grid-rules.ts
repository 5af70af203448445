import type { Span } from '@kontor/contract/appointment';
import { DAY_MINUTES } from '../local-time.ts';
import { type Piece } from './pieces.ts';

/** Pixels of an hour. */
export const HOUR = 56;
/** Minutes that a dragged appointment goes by. */
export const STEP = 15;
/** Minutes that a new appointment takes. */
export const DEFAULT_LENGTH = 60;

export const pixelsOf = (minutes: number): number => (minutes / 60) * HOUR;
export const snapped = (minutes: number, step = STEP): number => Math.round(minutes / step) * step;

/** A column of a grid of hours: a day of a calendar. */
export interface GridColumn {
  readonly key: string;
  readonly day: string;
  readonly calendarId: number;
}

/** A part of a day in a grid. */
export interface Slot {
  /** From 0. */
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/** The slot from one point to another, whichever comes first: one step at least, and the usual length where both are the same. */
export function slotBetween(column: number, one: number, other: number): Slot {
  const [from, to] = [Math.floor(Math.min(one, other) / STEP) * STEP, Math.ceil(Math.max(one, other) / STEP) * STEP];
  return { column, from, to: Math.min(DAY_MINUTES, Math.max(to, from + STEP)) };
}

/** The slot of a click: the half hour it is in, for the usual length. */
export function slotAt(column: number, minutes: number): Slot {
  const from = Math.min(Math.floor(minutes / 30) * 30, DAY_MINUTES - DEFAULT_LENGTH);
  return { column, from, to: from + DEFAULT_LENGTH };
}

/** Where something of a length stands once its beginning is at a minute: within its day. */
export function movedTo(column: number, begins: number, length: number): Slot {
  const from = Math.max(0, Math.min(snapped(begins), DAY_MINUTES - Math.min(length, STEP)));
  return { column, from, to: from + length };
}

/** Where its end stands. */
export const endedAt = (column: number, from: number, ends: number): Slot => ({
  column,
  from,
  to: Math.max(from + STEP, snapped(ends)),
});

/** How a cursor goes on by an arrow key: half an hour or a column, and with Shift longer or shorter. Undefined for other keys. */
export function steppedSlot(
  slot: Slot,
  key: string,
  { isLonger, columns }: { isLonger: boolean; columns: number },
): Slot | undefined {
  const { column, from, to } = slot;
  const length = to - from;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = column + (key === 'ArrowLeft' ? -1 : 1);
    return next < 0 || next >= columns ? undefined : { ...slot, column: next };
  }
  const by = key === 'ArrowUp' ? -30 : key === 'ArrowDown' ? 30 : 0;
  if (by === 0) return undefined;
  if (isLonger) return { ...slot, to: Math.max(from + 30, Math.min(DAY_MINUTES, to + by)) };
  const next = Math.max(0, Math.min(from + by, DAY_MINUTES - length));
  return { column, from: next, to: next + length };
}

/** Whether two spans are of the same occurrence, in whichever calendars. */
export const isSame = (one: Span, other: Span): boolean =>
  one.appointmentId !== null && one.appointmentId === other.appointmentId && one.original === other.original;

const isTaking = ({ span, from, to }: Piece, slot: Slot, moved: Span | undefined): boolean =>
  span.kind !== 'free' && from < slot.to && to > slot.from && (moved === undefined || !isSame(span, moved));

/** Minutes of a slot in which a calendar is taken, by its pieces of that day; `moved` is the occurrence that is being moved. */
export function takenMinutes(
  pieces: readonly Piece[],
  slot: Slot,
  moved?: Span,
): readonly { readonly from: number; readonly to: number }[] {
  const taken: { from: number; to: number }[] = [];
  for (const piece of pieces.filter((one) => isTaking(one, slot, moved)).toSorted((a, b) => a.from - b.from)) {
    const [from, to] = [Math.max(piece.from, slot.from), Math.min(piece.to, slot.to)];
    const last = taken.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else taken.push({ from, to });
  }
  return taken;
}

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
}

/** What a key does with an appointment among the hours: it goes, it takes the whole day, or it stands in another slot; undefined for keys that do nothing here. */
export function keyStep(
  { key, ctrlKey, shiftKey }: Pressed,
  { column, from, to }: Slot,
): 'remove' | 'wholeDay' | Slot | undefined {
  if (key === 'Delete') return 'remove';
  if (!ctrlKey) return undefined;
  // Above the first minute stands what takes the whole day.
  if (key === 'Home' || (key === 'ArrowUp' && !shiftKey && from === 0)) return 'wholeDay';
  const by = { ArrowUp: -STEP, ArrowDown: STEP }[key];
  const days = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (by !== undefined) return shiftKey ? endedAt(column, from, to + by) : movedTo(column, from + by, to - from);
  return days === undefined ? undefined : { column: column + days, from, to };
}
