import type { EntryRow } from '@kontor/contract/activity';
import { ROW_ACTIONS, type RowAction } from '../action-table.ts';
import type { Action } from '../actions.ts';

/** Way that a finger has to go until something is done, in pixels, and until the other thing of the same side is. */
export const TOLERANCE = 100;
export const FURTHER = 200;
/** Way after which it is decided whether the finger swipes or scrolls. */
const DECIDED = 10;

/** What swiping does, the nearer before the further: to the right, and to the left. */
const RIGHTWARD: readonly Action[] = ['ready', 'archive', 'dearchive', 'restore'];
const LEFTWARD: readonly Action[] = ['delete', 'seen'];

/** True for a swipe, false for scrolling, undefined as long as it cannot be told. */
export function isSwipe(x: number, y: number): boolean | undefined {
  if (Math.hypot(x, y) < DECIDED) return undefined;
  return Math.abs(x) > Math.abs(y);
}

/** The actions of a side for a row, the nearer one first. */
export const sideOf = (row: EntryRow, x: number): readonly RowAction[] =>
  (x > 0 ? RIGHTWARD : LEFTWARD)
    .flatMap((action) => ROW_ACTIONS.find((one) => one.action === action) ?? [])
    .filter(({ on }) => on(row))
    .slice(0, 2);

/** What is done with a row where the finger leaves the screen now. */
export function swiped(row: EntryRow, x: number): RowAction | undefined {
  const side = sideOf(row, x);
  if (Math.abs(x) <= TOLERANCE) return undefined;
  return Math.abs(x) > FURTHER ? (side[1] ?? side[0]) : side[0];
}
