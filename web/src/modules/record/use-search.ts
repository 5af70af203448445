import { recordQueries, type RecordResult } from '@kontor/contract/record';
import { useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';

const WAIT_MS = 120;

interface Found {
  readonly typed: string;
  readonly tries: number;
  readonly results: readonly RecordResult[];
  readonly failure: Failure | undefined;
}
const NOTHING: Found = { typed: '', tries: 0, results: [], failure: undefined };

/** Records for what is typed, of any kind or of one. The last answer wins, none is kept; what was found before stands there until there is one. */
export function useSearch(
  text: string,
  idoInstanceId?: number,
): {
  readonly results: readonly RecordResult[];
  readonly failure: Failure | undefined;
  /** Whether this is not yet the answer to what is typed. */
  readonly isSearching: boolean;
  readonly retry: () => void;
} {
  const client = useClient();
  const typed = text.trim();
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (typed === '') return undefined;
    const stop = new AbortController();
    const put = (part: Pick<Found, 'results' | 'failure'>): void => {
      if (!stop.signal.aborted) setFound({ typed, tries, ...part });
    };
    const timer = setTimeout(() => {
      client.transport
        .query(
          recordQueries.search,
          { query: typed, ...(idoInstanceId === undefined ? {} : { idoInstanceId }) },
          { once: true, signal: stop.signal },
        )
        .then(
          ({ results }) => put({ results, failure: undefined }),
          (error: unknown) => put({ results: [], failure: asFailure(error) }),
        );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, typed, idoInstanceId, tries]);
  if (typed === '') return { ...NOTHING, isSearching: false, retry: () => undefined };
  const isSearching = found.typed !== typed || found.tries !== tries;
  return {
    results: found.results,
    failure: isSearching ? undefined : found.failure,
    isSearching,
    retry: () => setTries(tries + 1),
  };
}
