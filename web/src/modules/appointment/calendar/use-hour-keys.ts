import { useEffect, type RefObject } from 'react';
import { useSteady } from '../../../ui/use-steady.ts';
import { wholeDay } from './day-moves.ts';
import { keyStep, type GridColumn } from './grid-rules.ts';
import type { Piece } from './pieces.ts';
import type { GridActs } from './time-column.tsx';
import { pieceOf, readHourGrip } from './use-grid-hand.ts';

interface Given extends Pick<GridActs, 'move' | 'place' | 'remove'> {
  readonly columns: readonly (GridColumn & { readonly pieces: readonly Piece[] })[];
}

/** Moves, lengthens and removes by keys the appointment that has the focus in a grid of hours. One listener for all of them. */
export function useHourKeys(body: RefObject<HTMLElement | null>, { columns, move, place, remove }: Given): void {
  const { press } = useSteady({
    press(event: KeyboardEvent): void {
      const { target } = event;
      if (!(target instanceof HTMLElement) || !target.matches('.ap')) return;
      const { index, of } = readHourGrip(target);
      const column = index === 'due' ? undefined : columns[index];
      const piece = pieceOf(column, of);
      if (index === 'due' || column === undefined || piece === undefined) return;
      const { span, from, to } = piece;
      const step = keyStep(event, { column: index, from, to });
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (step === 'remove') return remove(span);
      if (step === 'wholeDay') return place(span, wholeDay(column.day), column.calendarId);
      move(span, step);
    },
  });
  useEffect(() => {
    const grid = body.current;
    if (grid === null) return undefined;
    grid.addEventListener('keydown', press);
    return () => grid.removeEventListener('keydown', press);
  }, [body, press]);
}
