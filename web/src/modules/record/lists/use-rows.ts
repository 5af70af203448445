import { recordQueries } from '@kontor/contract/record';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { queryKey } from '../../../client/ask.ts';
import type { Failure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import type { RecordSort } from './address.ts';
import { PAGE, pagesOf } from './window.ts';

export type Cell = string | number | null;

/** A record in a list: its number, and its cells, which `placeInRow` finds. The first of them is its number. */
export interface RecordRow {
  readonly id: number;
  readonly cells: readonly Cell[];
  /** When the server gave it, in milliseconds since 1970. */
  readonly at: number;
}

export interface RowsQuery {
  readonly idoInstanceId: number;
  readonly fulltextSearch: string;
  readonly detailsSearch: string;
  readonly sort: RecordSort;
}

export interface Rows {
  /** A row by its place from 0; undefined where it is not there yet. */
  readonly rowAt: (index: number) => RecordRow | undefined;
  /** A row by the number of its record, as it was read last; undefined where it is on none of the pages that are shown. */
  readonly rowOf: (id: number) => RecordRow | undefined;
  /** Undefined until anything is known. */
  readonly total: number | undefined;
  readonly failure: Failure | undefined;
  readonly isFetching: boolean;
  /** When the oldest of the pages that are shown was given; 0 where there is none. */
  readonly at: number;
  readonly retry: () => void;
}

interface Page {
  readonly totalCount: number;
  readonly results: readonly (readonly Cell[])[];
}

/** The pages of a list that some rows stand on, for as long as they are looked at; events bring them up to date. */
export function useRows({ sort, ...rowsQuery }: RowsQuery, first: number, last: number): Rows {
  const { ask } = useClient();
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const { idoInstanceId, fulltextSearch, detailsSearch } = rowsQuery;
  const { property, direction } = sort;
  const list = useMemo(
    () => ({ idoInstanceId, fulltextSearch, detailsSearch, limit: PAGE, sort: [{ property, direction }] }),
    [idoInstanceId, fulltextSearch, detailsSearch, property, direction],
  );
  const pages = pagesOf(first, last);
  const [from = 1, to = 1] = [pages[0], pages.at(-1)];
  useEffect(() => {
    const stops = pagesOf((from - 1) * PAGE, (to - 1) * PAGE).map((page) => {
      const params = { ...list, page };
      return ask.cache.watch(
        queryKey(recordQueries.items, params),
        (signal) => ask.run(recordQueries.items, params, signal),
        draw,
        ask.keeping(recordQueries.items, params),
      );
    });
    draw();
    return () => stops.forEach((stop) => stop());
  }, [ask, list, from, to]);

  const keyOf = (page: number): string => queryKey(recordQueries.items, { ...list, page });
  const states = pages.map((page) => ({ page, ...ask.cache.peek(keyOf(page)) }));
  const known = states.flatMap(({ data, at, page }) => (data === undefined ? [] : [{ data: data as Page, at, page }]));
  const newest = known.toSorted((a, b) => b.at - a.at)[0]?.data.totalCount;
  // While pages come that nobody has seen, the list stays as long as it was.
  const [total, setTotal] = useState<{ readonly of: object; readonly count: number }>();
  if (newest !== undefined && (total?.of !== list || total.count !== newest)) setTotal({ of: list, count: newest });
  return {
    rowAt(index) {
      const page = Math.floor(index / PAGE) + 1;
      const found = known.find((one) => one.page === page);
      const cells = found?.data.results[index - (page - 1) * PAGE];
      return found === undefined || cells === undefined ? undefined : { id: Number(cells[0]), cells, at: found.at };
    },
    rowOf(id) {
      for (const { data, at } of known) {
        const cells = data.results.find(([first]) => first === id);
        if (cells !== undefined) return { id, cells, at };
      }
      return undefined;
    },
    total: newest ?? (total?.of === list ? total.count : undefined),
    failure: states.find(({ failure }) => failure !== undefined)?.failure,
    isFetching: states.some(({ isFetching }) => isFetching),
    at: known.reduce((oldest, { at }) => Math.min(oldest, at), known[0]?.at ?? 0),
    retry: () => pages.forEach((page) => ask.cache.refetch(keyOf(page))),
  };
}
