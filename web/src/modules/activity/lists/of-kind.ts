import { sessionQueries } from '@kontor/contract/account';
import { kindOf, type ItemKindName, type QueryDefinition } from '@kontor/contract/kernel';
import type { EntriesSchema, ListParamsSchema } from '@kontor/contract/activity';
import { useAsk } from '../../../client/react.tsx';
import type { FilteredListRoute } from '../../../shell/index.ts';
import { defineList, type ListDeclaration } from './define-list.ts';

type Own = Pick<ListDeclaration, 'search' | 'empty'> & Partial<ListDeclaration>;

/** Declares the list of a kind's items, which `itemsQuery` declares in the contract; what `own` leaves out is as the kind says it, and usual. */
export function listOfKind(
  kind: ItemKindName,
  query: QueryDefinition<string, typeof ListParamsSchema, typeof EntriesSchema>,
  own: Own,
): ListDeclaration {
  const { routes, words } = kindOf(kind);
  const list = defineList({
    route: routes.list?.name as FilteredListRoute,
    name: kind,
    from: 'module',
    title: { de: words.de.list ?? words.de.many, en: words.en.list ?? words.en.many },
    search: own.search,
    query,
    params: (params) => params,
    views: ['open', 'mine', 'all'],
    default: { view: 'open', date: 'all' },
    useUsers: () => useAsk(sessionQueries.moduleUsers, { module: kind }).data,
    hides: true,
    empty: own.empty,
  });
  return { ...list, ...own };
}
