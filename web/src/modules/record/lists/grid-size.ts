import type { ShownColumn } from './shown-columns.ts';

/** How high the head is, and how wide the column in which rows are selected, in pixels. */
export const HEAD = 36;
export const CHECK = 40;

/** Where a column begins, in pixels from the left. */
export const leftOf = (columns: readonly ShownColumn[], key: string | undefined): number =>
  columns
    .slice(
      0,
      columns.findIndex((column) => column.key === key),
    )
    .reduce((sum, { px }) => sum + px, CHECK);

/** How wide all of it is, in pixels. */
export const widthOf = (columns: readonly ShownColumn[]): number => columns.reduce((sum, { px }) => sum + px, CHECK);
