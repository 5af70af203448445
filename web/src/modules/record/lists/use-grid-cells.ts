import type { FieldDefinition, Value } from '@kontor/contract/record';
import { useClient, useValue } from '../../../client/react.tsx';
import { mayBeWritten } from '../fields/values.ts';
import type { Then } from './cell-editor.tsx';
import { cellId, changedIn, pendingIn, settled, shownIn } from './edits.ts';
import type { GridProps } from './grid-props.ts';
import { leftOf } from './grid-size.ts';
import type { GridMoves } from './use-grid-moves.ts';
import type { RecordRow } from './use-rows.ts';

/** Cells of a grid as the person has made them, and how they are edited, one after the other. */
export function useGridCells(
  { columns, fields, rows, size, isCards, editing, mayEdit, chosenOf }: GridProps,
  { shown, head, go, focus }: GridMoves,
) {
  const client = useClient();
  const pending = pendingIn(useValue(client.waiting));
  const saved = useValue(settled(client));
  /** What the person has made of a cell, where all that stands in the field is known. */
  const wholeIn = (row: RecordRow, key: string): Value | undefined => {
    const change = shownIn(pending, saved, cellId(row.id, key), row);
    return change?.way === 'set' ? change.value : undefined;
  };
  const editable = (key: string | undefined): FieldDefinition | undefined =>
    mayEdit ? fields.find((field) => field.key === key && mayBeWritten(field)) : undefined;
  const edit = (index: number | undefined, key: string | undefined, by: 1 | -1 = 1): void => {
    const row = index === undefined ? undefined : rows.rowAt(index);
    if (index === undefined || row === undefined || isCards) return;
    const from = Math.max(
      0,
      shown.findIndex((column) => column.key === key),
    );
    for (let columnIndex = from; columnIndex >= 0 && columnIndex < shown.length; columnIndex += by) {
      const column = shown[columnIndex];
      const field = editable(column?.key);
      if (column === undefined || field === undefined) continue;
      go(index, column.key);
      void editing.begin({ of: chosenOf(row), index, field }, row.cells[column.at] ?? null, wholeIn(row, column.key));
      return;
    }
  };
  return {
    /** What the person has made of a cell; undefined where they have not. */
    ownIn(row: RecordRow, key: string): Value | undefined {
      const change = shownIn(pending, saved, cellId(row.id, key), row);
      const column = columns.find((one) => one.key === key);
      return change === undefined ? undefined : changedIn(change, row.cells[column?.at ?? -1] ?? null);
    },
    /** Whether a change of a cell is on its way. */
    isWaiting: (row: RecordRow, key: string): boolean => pending.has(cellId(row.id, key)),
    editable,
    /** Begins to edit a cell; of those that cannot be edited the next one that can. */
    edit,
    /** Ends editing, and goes on with the cell beside where that was asked for. */
    done(then: Then): void {
      const { edited } = editing;
      editing.end();
      focus();
      if (edited === undefined || then === 'stay') return;
      const columnIndex = shown.findIndex(({ key }) => key === edited.field.key);
      const next = shown[columnIndex + (then === 'next' ? 1 : -1)];
      if (next !== undefined) edit(edited.index, next.key, then === 'next' ? 1 : -1);
    },
    /** Where a cell is, in pixels. */
    boundsOf(index: number, key: string) {
      const px = shown.find((column) => column.key === key)?.px ?? 0;
      return { left: leftOf(shown, key), top: index * size + head, width: px, height: size };
    },
  };
}
export type GridCells = ReturnType<typeof useGridCells>;
