import type { ListSort } from '../../../client/list-loader.ts';
import type { Column, ColumnName } from '../list/appearance.ts';

/** One column further to the left (-1) or to the right (1). */
export function moveColumn(columns: readonly Column[], name: ColumnName, by: -1 | 1): readonly Column[] {
  const from = columns.findIndex((column) => column.name === name);
  const [moved, other] = [columns[from], columns[from + by]];
  return moved === undefined || other === undefined ? columns : columns.with(from, other).with(from + by, moved);
}

/** Shows a column or leaves it out; the last one stays. */
export function showColumn(columns: readonly Column[], name: ColumnName, visible: boolean): readonly Column[] {
  const next = columns.map((column) => (column.name === name ? { ...column, visible } : column));
  return next.some((column) => column.visible) ? next : columns;
}

/** Sort after a click on a column's head: texts begin with A, times with the newest. */
export function sortAfter(sort: ListSort, property: ColumnName): ListSort {
  if (sort.property === property) return { property, direction: sort.direction === 'ASC' ? 'DESC' : 'ASC' };
  return { property, direction: property === 'timestamp' ? 'DESC' : 'ASC' };
}
