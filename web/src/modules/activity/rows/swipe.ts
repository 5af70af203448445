import type { EntryRow } from '@kontor/contract/activity';
import type { Settings } from '../../../shell/index.ts';
import type { KindOf } from './row-kinds.ts';
import { ROW_ACTIONS, type RowAction } from '../actions/action-table.ts';
import type { Action } from '../actions/choices.ts';

/** Way that a finger has to go until something is done, in pixels, and until the other thing of the same side is. */
export const TOLERANCE = 100;
export const FURTHER = 200;
/** Way after which it is decided whether the finger swipes or scrolls. */
const DECIDED = 10;

type SwipeAction = Settings['swipeRight'][number];

/** What a person has chosen for each side, the nearer before the further. */
export interface Swipes {
  readonly swipeRight: readonly SwipeAction[];
  readonly swipeLeft: readonly SwipeAction[];
}

/** The actions that a choice may mean, of which a row has one at most. */
const meant = (choice: SwipeAction): readonly Action[] =>
  choice === 'archive' ? ['archive', 'dearchive'] : choice === 'none' ? [] : [choice];

/** True for a swipe, false for scrolling, undefined as long as it cannot be told. */
export function isSwipe(x: number, y: number): boolean | undefined {
  if (Math.hypot(x, y) < DECIDED) return undefined;
  return Math.abs(x) > Math.abs(y);
}

/** The actions of a side for a row, the nearer one first. In the trash there is one thing to be done, whatever was chosen. */
export const sideOf = (row: EntryRow, x: number, swipes: Swipes, kindOf: KindOf): readonly RowAction[] => {
  const own: readonly Action[] = (x > 0 ? swipes.swipeRight : swipes.swipeLeft).flatMap(meant);
  const wanted: readonly Action[] = row.trashed ? (x > 0 ? ['restore'] : []) : own;
  return [...new Set(wanted)]
    .flatMap((action) => ROW_ACTIONS.find((one) => one.action === action) ?? [])
    .filter(({ on }) => on(row, kindOf(row.moduleName)));
};

/** What is done with a row where the finger leaves the screen now. */
export function swiped(row: EntryRow, x: number, swipes: Swipes, kindOf: KindOf): RowAction | undefined {
  const side = sideOf(row, x, swipes, kindOf);
  if (Math.abs(x) <= TOLERANCE) return undefined;
  return Math.abs(x) > FURTHER ? (side[1] ?? side[0]) : side[0];
}
