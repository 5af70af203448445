import type { ColumnSort, ListColumn } from '@kontor/contract/record';
import { ownFields } from '../rules.ts';
import type { KindRow } from '../store/kinds.ts';
import { SUBTITLE_CELL, TITLE_CELL, sortOf } from './cells.ts';

const own = (key: string, label: string, sort: ColumnSort, isShown: boolean): ListColumn => ({
  key,
  label,
  isShown,
  sort,
  field: null,
});

/** Columns of the list of all kinds. */
export const ALL_COLUMNS: readonly ListColumn[] = [
  own('ID', 'ID', 'number', true),
  own('title', 'Titel', 'text', true),
  own('kind', 'Art', 'kind', true),
  own('subtitle', 'Merkmal', 'text', true),
  own('changed', 'Geändert', 'moment', true),
];

const NUMBER = own('ID', 'ID', 'number', true);
/** What every record has, as it stands in lists where the kind does not say otherwise. */
const OF_EVERY: readonly ListColumn[] = [
  NUMBER,
  own('title', 'Titel', 'text', false),
  own('created', 'Angelegt', 'moment', false),
  own('changed', 'Geändert', 'moment', false),
];

/**
 * Columns of the list of a kind: those that the kind names in their order, its other fields, and what every record has. The number comes
 * first where the kind does not name it.
 */
export function columnsOf(kind: Pick<KindRow, 'columns' | 'fields'>): readonly ListColumn[] {
  const fields = new Map(ownFields(kind.fields).map((field) => [field.key, field]));
  const named = new Set(kind.columns.map(({ key }) => key));
  const left = [...fields.values()].filter(({ key }) => !named.has(key));
  const all: KindRow['columns'] = [...kind.columns, ...left.map(({ key, label }) => ({ key, label, isShown: false }))];
  return withTitle([
    ...(named.has('ID') ? [] : [NUMBER]),
    ...all.flatMap((column): readonly ListColumn[] => {
      const field = fields.get(column.key);
      if (field !== undefined) {
        const format = field.kind === 'datefield' ? { format: field.format } : {};
        return [{ ...column, sort: sortOf(field), field: field.kind, ...format }];
      }
      const { isShown, width } = column;
      return OF_EVERY.filter(({ key }) => key === column.key).map((one) => ({
        ...one,
        isShown,
        ...(width === undefined ? {} : { width }),
      }));
    }),
    ...OF_EVERY.filter(({ key }) => key !== 'ID' && !fields.has(key) && !named.has(key)),
  ]);
}

/** Where a kind shows nothing of its records but their numbers, their titles are shown: nobody knows them by the numbers alone. */
const withTitle = (columns: readonly ListColumn[]): readonly ListColumn[] =>
  columns.some(({ key, isShown }) => isShown && key !== 'ID')
    ? columns
    : columns.map((column) => (column.key === 'title' ? { ...column, isShown: true } : column));

/** Key of the cells that a column is read from; undefined where it is not from cells. */
export const cellKeyOf = ({ key, field }: ListColumn): string | undefined => {
  if (field !== null) return key;
  return key === 'title' ? TITLE_CELL : key === 'subtitle' ? SUBTITLE_CELL : undefined;
};
