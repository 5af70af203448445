import { defineQuery, type ItemKindName } from '../../kernel/index.ts';
import type { ListEntry } from './entities.ts';
import { ListParamsSchema, filteredKeys } from './find-queries.ts';
import { ACTIVITY_LIST, EntriesSchema, exampleEntry, listKey } from './queries.ts';

/** Declares the list of a kind's items that the person sees, filtered. `name`: of the query; `extras`: those of its example. */
export const itemsQuery = <const N extends string>(name: N, kind: ItemKindName, extras?: ListEntry['extras']) =>
  defineQuery({
    name,
    cost: 'essential',
    params: ListParamsSchema,
    result: EntriesSchema,
    refreshOn: (params) => filteredKeys(listKey(kind), params),
    list: ACTIVITY_LIST,
    steady: true,
    example: { params: { view: 'open' }, result: [{ ...exampleEntry, moduleName: kind, ...(extras && { extras }) }] },
  });
