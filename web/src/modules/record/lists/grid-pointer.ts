import type { MouseEvent } from 'react';
import type { GridProps } from './grid-props.ts';
import { CHECK } from './grid-size.ts';
import { rowId } from './row.tsx';
import type { GridCells } from './use-grid-cells.ts';
import type { GridMoves } from './use-grid-moves.ts';

/** What the mouse, or a finger, does in a grid: opens, selects, edits, asks what can be done. */
export const gridPointer = (
  { rows, isCards, selection, chosenOf, onOpen, onMenu }: GridProps,
  { at, setActive, setActiveKey, chosenAt, focus }: GridMoves,
  { edit }: GridCells,
) => ({
  click(event: MouseEvent): void {
    const target = event.target as Element;
    if (target.closest('.cell-editor') !== null) return;
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? NaN);
    const row = Number.isNaN(index) ? undefined : rows.rowAt(index);
    if (row === undefined) return;
    const one = chosenOf(row);
    const part = target.closest<HTMLElement>('[data-part]')?.dataset['part'];
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    setActive(index);
    if (event.shiftKey) selection.extend(index, chosenAt);
    else if (event.ctrlKey || event.metaKey || part === 'check') selection.toggle(one, index);
    else if (isCards && selection.chosen.size > 0) selection.toggle(one, index);
    else if (isCards || part === 'open') {
      // The second click of two edits: it opens nothing.
      if (event.detail < 2) onOpen(row);
    } else setActiveKey(key);
    focus();
  },
  doubleClick(event: MouseEvent): void {
    const target = event.target as Element;
    const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    if (index !== undefined && key !== undefined) edit(Number(index), key);
  },
  menu(event: MouseEvent): void {
    const target = event.target as Element;
    if (target.closest('.cell-editor, .record-heads') !== null) return;
    const own = target.closest<HTMLElement>('[data-index]');
    const index = own === null ? at : Number(own.dataset['index']);
    const row = index === undefined ? undefined : rows.rowAt(index);
    if (index === undefined || row === undefined) return;
    event.preventDefault();
    setActive(index);
    const box = own ?? document.getElementById(rowId(index));
    // By keys it has no place of its own.
    const [x, y] = own === null ? [undefined, undefined] : [event.clientX, event.clientY];
    const { left, bottom } = box?.getBoundingClientRect() ?? new DOMRect();
    if (!selection.chosen.has(row.id)) selection.set([chosenOf(row)]);
    onMenu(row, new DOMRect(x ?? left + CHECK, y ?? bottom, 0, 0));
  },
});
