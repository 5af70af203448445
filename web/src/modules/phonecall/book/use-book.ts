import { NUMBERS_KEY, phonecallEvents, phonecallQueries, type PhoneBookEntry } from '@kontor/contract/phonecall';
import { useCallback, useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';

const PAGE = 100;
const WAIT_MS = 150;

export interface BookSort {
  readonly property: 'name' | 'number' | 'linkCount' | 'lastCallTimestamp';
  readonly direction: 'ASC' | 'DESC';
}

interface Loaded {
  readonly of: string;
  readonly entries: readonly PhoneBookEntry[];
  readonly total: number;
}

/** The phone book, page by page, as it is searched and sorted; asked for anew when it has become another. */
export function useBook(searchString: string, sort: BookSort) {
  const client = useClient();
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<Failure>();
  const [isFetching, setFetching] = useState(false);
  const [tries, setTries] = useState(0);
  const [pages, setPages] = useState(1);
  const term = searchString.trim();
  const wanted = JSON.stringify([term, sort]);
  const [shownFor, setShownFor] = useState(wanted);
  if (shownFor !== wanted) {
    setShownFor(wanted);
    setPages(1);
  }
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const load = async (): Promise<void> => {
      setFetching(true);
      try {
        const answers = await Promise.all(
          Array.from({ length: pages }, (_, index) =>
            client.transport.query(
              phonecallQueries.bookItems,
              { searchString: term },
              { page: index + 1, limit: PAGE, sort: [sort], signal },
            ),
          ),
        );
        if (signal.aborted) return;
        const entries = answers.flatMap(({ results }) => results);
        setLoaded({ of: wanted, entries, total: answers[0]?.totalCount ?? entries.length });
        setFailure(undefined);
      } catch (error) {
        if (!signal.aborted) setFailure(asFailure(error));
      } finally {
        if (!signal.aborted) setFetching(false);
      }
    };
    const timer = setTimeout(() => void load(), WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `wanted` says what `sort` does
  }, [client, term, wanted, pages, tries]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  useEffect(
    () =>
      client.onEvent(({ type, payload }) => {
        if (type === phonecallEvents.numbersChanged.type || payload.keys.includes(NUMBERS_KEY)) retry();
      }),
    [client, retry],
  );
  const entries = loaded?.entries;
  return {
    entries,
    total: loaded?.total ?? 0,
    hasMore: entries !== undefined && entries.length === pages * PAGE && entries.length < (loaded?.total ?? 0),
    more: () => setPages(pages + 1),
    failure,
    isFetching,
    retry,
  };
}
