import { href } from '../../../shell/index.ts';
import { hasFilterInPath, queryOf } from '../../../shell/routes.ts';
import type { ListDeclaration } from './define-list.ts';
import { formatDate, formatQuery, type ListFilter } from './filter.ts';

/** Address of a list with a filter. A list whose filter stands in the query is one of the views of its page, which `view` tells apart. */
export function addressOf(route: ListDeclaration['route'], source: string, filter: ListFilter): string {
  const { view } = filter;
  const date = formatDate(filter.date);
  const path = href(route, { view, date, source });
  const more = formatQuery(filter);
  if (hasFilterInPath(route)) return more === '' ? path : `${path}?${more}`;
  const query = new URLSearchParams({ view: 'list', cut: view, days: date, ...(source === 'main' ? {} : { source }) });
  return `${path}?${query.toString()}${more === '' ? '' : `&${more}`}`;
}

/** The part of a list's filter that its path has, or its query where the path has no place for it. `usual`: what the person has chosen last. */
export function pathPartsOf(
  route: ListDeclaration['route'],
  params: Readonly<Record<string, string>>,
  address: string,
): { readonly view: string; readonly date: string; readonly source: string } {
  if (hasFilterInPath(route))
    return { view: params['view'] ?? '', date: params['date'] ?? '', source: params['source'] ?? 'main' };
  const query = new URLSearchParams(queryOf(address));
  return {
    view: query.get('cut') ?? 'usual',
    date: query.get('days') ?? 'usual',
    source: query.get('source') ?? 'main',
  };
}
