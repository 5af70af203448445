import { href } from '../../../shell/index.ts';
import type { ListDeclaration } from './define-list.ts';
import { formatDate, formatQuery, type ListFilter } from './filter.ts';

/** Address of a list with a filter. */
export function addressOf(route: ListDeclaration['route'], source: string, filter: ListFilter): string {
  const path = href(route, { view: filter.view, date: formatDate(filter.date), source });
  const query = formatQuery(filter);
  return query === '' ? path : `${path}?${query}`;
}
