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

/** Columns of the list of a kind: its number, those that the kind names in their order, its other fields, and what every record has. */
export function columnsOf(kind: Pick<KindRow, 'columns' | 'fields'>): readonly ListColumn[] {
  const fields = new Map(ownFields(kind.fields).map((field) => [field.key, field]));
  const named = kind.columns.filter(({ key }) => fields.has(key));
  const left = [...fields.values()].filter(({ key }) => !named.some((column) => column.key === key));
  const all = [...named, ...left.map(({ key, label }) => ({ key, label, isShown: false }))];
  return [
    own('ID', 'ID', 'number', true),
    ...all.flatMap((column): readonly ListColumn[] => {
      const field = fields.get(column.key);
      return field === undefined ? [] : [{ ...column, sort: sortOf(field), field: field.kind }];
    }),
    ...[
      own('title', 'Titel', 'text', false),
      own('created', 'Angelegt', 'moment', false),
      own('changed', 'Geändert', 'moment', false),
    ].filter(({ key }) => !fields.has(key)),
  ];
}

/** Key of the cells that a column is read from; undefined where it is not from cells. */
export const cellKeyOf = ({ key, field }: ListColumn): string | undefined => {
  if (field !== null) return key;
  return key === 'title' ? TITLE_CELL : key === 'subtitle' ? SUBTITLE_CELL : undefined;
};
