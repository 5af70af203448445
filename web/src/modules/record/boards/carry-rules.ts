import type { BoardAnswer } from '@kontor/contract/record';
import type { CardPosition, Stack } from './board-rules.ts';

/** The keys of the stacks that are shown: lanes, and in each its columns. */
export type Grid = readonly (readonly string[])[];

/** Whether a card of one stack may be laid into another: where it lies, or where a choice is that there still is and that the person may write. */
export function mayLie(
  { column, lane, columns, lanes }: Pick<BoardAnswer, 'column' | 'lane' | 'columns' | 'lanes'>,
  from: Pick<Stack, 'column' | 'lane'>,
  to: Pick<Stack, 'column' | 'lane'>,
): boolean {
  const isThere = (choices: BoardAnswer['columns'], value: string | null): boolean =>
    choices.some((choice) => choice.value === value && !choice.isGone);
  if (from.column !== to.column && !(column.mayMove && isThere(columns, to.column))) return false;
  if (from.lane !== to.lane) return lane?.mayMove === true && isThere(lanes, to.lane);
  return column.mayMove;
}

/**
 * Where an arrow leads from a place: through the cards of a stack, from its ends to the lane above or below, and aside to the next column.
 * Home and End lead to the ends of the stack, PageUp and PageDown to the next lane. `room`: places in a stack, 0 where there is no way in.
 */
export function stepped(
  pressed: string,
  { key, index }: CardPosition,
  grid: Grid,
  room: (key: string) => number,
): CardPosition {
  const stay = { key, index };
  const lane = grid.findIndex((keys) => keys.includes(key));
  const column = grid[lane]?.indexOf(key) ?? -1;
  const last = Math.max(0, room(key) - 1);
  const open = (keys: readonly (string | undefined)[]): string | undefined =>
    keys.find((one) => one !== undefined && room(one) > 0);
  const aside = (keys: readonly string[]): CardPosition => {
    const next = open(keys);
    return next === undefined ? stay : { key: next, index: Math.min(index, room(next) - 1) };
  };
  const across = (lanes: Grid, from: 'top' | 'end'): CardPosition => {
    const next = open(lanes.map((keys) => keys[column]));
    return next === undefined ? stay : { key: next, index: from === 'top' ? 0 : room(next) - 1 };
  };
  const [above, below] = [grid.slice(0, Math.max(0, lane)).toReversed(), grid.slice(lane + 1)];
  switch (pressed) {
    case 'ArrowUp':
      return index > 0 ? { key, index: index - 1 } : across(above, 'end');
    case 'ArrowDown':
      return index < last ? { key, index: index + 1 } : across(below, 'top');
    case 'ArrowLeft':
      return aside(grid[lane]?.slice(0, column).toReversed() ?? []);
    case 'ArrowRight':
      return aside(grid[lane]?.slice(column + 1) ?? []);
    case 'PageUp':
      return across(above, 'top');
    case 'PageDown':
      return across(below, 'top');
    case 'Home':
      return { key, index: 0 };
    case 'End':
      return { key, index: last };
    default:
      return stay;
  }
}
