import { ConditionsSchema, type SharedQuery } from '@kontor/contract/record';
import * as v from 'valibot';
import { href } from '../../../shell/index.ts';
import { addressOf, readJson, searchOf, type RecordQuery, type RecordSort } from './address.ts';

/** What of a list is saved in a query. */
export type SavedSearch = Pick<
  SharedQuery,
  | 'idoInstanceId'
  | 'fulltextSearch'
  | 'serializedIdoIdoListToolbarHiddenDetailsSearchString'
  | 'serializedFilterMemento'
>;

const SortSchema = v.object({ property: v.string(), direction: v.picklist(['ASC', 'DESC']) });
const MementoSchema = v.object({ sort: v.optional(SortSchema) });

/** What is shown, as a query keeps it. */
export function savedOf(
  recordQuery: Pick<RecordQuery, 'instanceId' | 'text' | 'conditions'>,
  sort: RecordSort | undefined,
): SavedSearch {
  const { fulltextSearch, detailsSearch } = searchOf(recordQuery);
  return {
    idoInstanceId: recordQuery.instanceId,
    fulltextSearch,
    serializedIdoIdoListToolbarHiddenDetailsSearchString: detailsSearch,
    serializedFilterMemento: sort === undefined ? '' : JSON.stringify({ sort }),
  };
}

/** What a query cuts its list to; conditions that nobody understands any more are left out. */
export function recordQueryOf(query: SavedSearch & Pick<SharedQuery, 'id'>): RecordQuery {
  const sort = readJson(MementoSchema, query.serializedFilterMemento)?.sort;
  return {
    instanceId: query.idoInstanceId,
    queryId: query.id,
    text: query.fulltextSearch,
    conditions: readJson(ConditionsSchema, query.serializedIdoIdoListToolbarHiddenDetailsSearchString) ?? [],
    isAsSaved: true,
    ...(sort === undefined ? {} : { sort }),
  };
}

/** A query that has a name to be found by. */
export type NamedSearch = SavedSearch & Pick<SharedQuery, 'id' | 'board'>;

/** Where a query is shown as it was made for: on its board, or in its list. */
export const hrefOfQuery = (query: NamedSearch): string =>
  query.board === null ? queryAddress(query) : href('kanban', { sharedQueryId: query.id });

/** The address of a query's list. */
export const queryAddress = (query: SavedSearch & Pick<SharedQuery, 'id'>): string => {
  const { sort: _, ...recordQuery } = recordQueryOf(query);
  return addressOf(recordQuery);
};

/** What an address asks for, whose query is known: what the address does not say the query does. */
export function withQuery(recordQuery: RecordQuery, query: SavedSearch & Pick<SharedQuery, 'id'>): RecordQuery {
  const saved = recordQueryOf(query);
  const { sort } = { ...saved, ...recordQuery };
  const { instanceId } = saved;
  const rest = recordQuery.isAsSaved === true ? { ...saved, isAsSaved: true } : { ...recordQuery, instanceId };
  return { ...rest, ...(sort === undefined ? {} : { sort }) };
}

/** Whether a list is cut to something else than its query says, or sorted otherwise. */
export function isChanged(query: SavedSearch & Pick<SharedQuery, 'id'>, recordQuery: RecordQuery): boolean {
  const saved = recordQueryOf(query);
  const of = ({ text, conditions }: RecordQuery): string => JSON.stringify([text.trim(), conditions]);
  const isSorted = recordQuery.sort !== undefined && JSON.stringify(recordQuery.sort) !== JSON.stringify(saved.sort);
  return of(saved) !== of(recordQuery) || isSorted;
}
