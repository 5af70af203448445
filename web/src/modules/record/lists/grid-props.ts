import type { FieldDefinition, RecordInstance } from '@kontor/contract/record';
import type { HowOpened } from '../../../shell/index.ts';
import type { RecordSort } from './address.ts';
import type { ShownColumn } from './shown-columns.ts';
import type { useEditingCell } from './use-editing-cell.ts';
import type { RecordRow, Rows } from './use-rows.ts';
import type { Chosen, Selection } from './use-selection.ts';

/** What is done with a grid from outside. */
export interface GridHandle {
  focus(): void;
}

/** What a grid shows, and what is done with it. */
export interface GridProps {
  /** What it is known by when it comes back. */
  readonly name: string;
  readonly label: string;
  /** All of them; those that are shown are drawn. */
  readonly columns: readonly ShownColumn[];
  readonly kinds: readonly RecordInstance[];
  readonly fields: readonly FieldDefinition[];
  readonly rows: Rows;
  readonly total: number;
  /** There are more than that. */
  readonly isCapped: boolean;
  readonly size: number;
  readonly isCards: boolean;
  readonly words: readonly string[];
  readonly sort: RecordSort;
  readonly selection: Selection;
  readonly editing: ReturnType<typeof useEditingCell>;
  readonly mayEdit: boolean;
  readonly chosenOf: (row: RecordRow) => Chosen;
  readonly onSight: (first: number, last: number) => void;
  readonly onSort: (sort: RecordSort) => void;
  readonly onWidth: (key: string, px: number) => void;
  readonly onOpen: (row: RecordRow, how?: HowOpened) => void;
  readonly onAll: () => void;
  readonly onRemove: (() => void) | undefined;
  /** What can be done with the records that are selected is asked for at one of them. */
  readonly onMenu: (row: RecordRow, anchor: DOMRect) => void;
}
