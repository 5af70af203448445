import { recordQueries, type SimilarRecord } from '@kontor/contract/record';
import { useEffect, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import type { Values } from '../fields/values.ts';

const WAIT_MS = 400;
const NONE: readonly SimilarRecord[] = [];

interface Found {
  readonly of: string;
  readonly records: readonly SimilarRecord[];
}

/**
 * Records that may be the one that is written, once it rests for a moment. What was told before stands until there is an answer; where there
 * is none to be had, nothing is told. `values` undefined asks nothing.
 */
export function useSimilar(
  idoInstanceId: number,
  idoId: number | null,
  values: Values | undefined,
  isOfContactPerson: boolean,
): readonly SimilarRecord[] {
  const client = useClient();
  const [found, setFound] = useState<Found>();
  const of = JSON.stringify([idoInstanceId, idoId]);
  const serialized = values === undefined ? undefined : JSON.stringify(values);
  useEffect(() => {
    if (serialized === undefined) return undefined;
    const stop = new AbortController();
    const put = (records: readonly SimilarRecord[]): void => {
      if (!stop.signal.aborted) setFound({ of, records });
    };
    const timer = setTimeout(() => {
      const params = {
        idoInstanceId,
        idoId,
        values: JSON.parse(serialized) as Record<string, string>,
        isOfContactPerson,
      };
      client.transport.query(recordQueries.similar, params, { once: true, signal: stop.signal }).then(
        ({ results }) => put(results),
        () => put(NONE),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, of, idoInstanceId, idoId, serialized, isOfContactPerson]);
  return serialized === undefined || found?.of !== of ? NONE : found.records;
}
