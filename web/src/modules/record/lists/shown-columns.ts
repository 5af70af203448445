import { placeInRow, type ColumnSort, type ListColumn } from '@kontor/contract/record';
import type { Settings } from '../../../shell/index.ts';
import type { RecordSort } from './address.ts';

type Stored = NonNullable<Settings['recordLists'][string]>;

/** A column as this device shows it. `at`: its place in the rows that the server gives. */
export interface ShownColumn extends ListColumn {
  readonly isVisible: boolean;
  readonly px: number;
  readonly at: number;
}

export const MIN_WIDTH = 56;
export const MAX_WIDTH = 800;
const WIDTHS: Readonly<Record<ColumnSort, number>> = {
  text: 180,
  one: 132,
  many: 180,
  date: 112,
  time: 84,
  number: 112,
  reference: 180,
  moment: 112,
  kind: 132,
};

/** The first text that is shown is mostly what a record is called by. */
const defaultWidth = (columns: readonly ListColumn[], column: ListColumn): number => {
  if (column.width !== undefined) return column.width;
  if (column.key === 'ID') return 72;
  if (column.key === columns.find(({ sort, isShown }) => sort === 'text' && isShown)?.key) return 260;
  return WIDTHS[column.sort];
};

const within = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

/** Columns as they are kept here, in their order; those that are not known here stand where the kind has them. */
export function columnsOf(columns: readonly ListColumn[], stored: Stored['columns']): readonly ShownColumn[] {
  const kept = new Map(Object.entries(stored ?? {}));
  return columns
    .map((column, at) => ({ column, at, known: kept.get(column.key) }))
    .toSorted((a, b) => (a.known?.sortOrder ?? a.at) - (b.known?.sortOrder ?? b.at) || a.at - b.at)
    .map(({ column, known }) => ({
      ...column,
      at: placeInRow(columns, column.key),
      isVisible: known?.visible ?? column.isShown,
      px: within(known?.width ?? defaultWidth(columns, column)),
    }));
}

/** The same to be kept. */
export const storedColumns = (columns: readonly ShownColumn[]): NonNullable<Stored['columns']> =>
  Object.fromEntries(
    columns.map(({ key, isVisible, px }, sortOrder) => [key, { sortOrder, visible: isVisible, width: px }]),
  );

export const withWidth = (columns: readonly ShownColumn[], key: string, px: number): readonly ShownColumn[] =>
  columns.map((column) => (column.key === key ? { ...column, px: within(px) } : column));

/** The last column that is shown cannot be left out. */
export function withVisible(columns: readonly ShownColumn[], key: string, isVisible: boolean): readonly ShownColumn[] {
  const next = columns.map((column) => (column.key === key ? { ...column, isVisible } : column));
  return next.some((column) => column.isVisible) ? next : columns;
}

/** The order after a click on a column's head: another column upwards, the same one the other way round. */
export const sortAfter = (sort: RecordSort, key: string): RecordSort => ({
  property: key,
  direction: sort.property === key && sort.direction === 'ASC' ? 'DESC' : 'ASC',
});

export const DEFAULT_SORT: RecordSort = { property: 'ID', direction: 'ASC' };

/** What a list is sorted by: a column that is gone is none. */
export const sortOf = (columns: readonly ListColumn[], ...wanted: readonly (RecordSort | undefined)[]): RecordSort =>
  wanted.find((sort) => sort !== undefined && columns.some(({ key }) => key === sort.property)) ?? DEFAULT_SORT;
