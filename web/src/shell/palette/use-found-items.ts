import { findQueries, LIST_SORT, type EntryRow } from '@kontor/contract/activity';
import type { ItemKindName } from '@kontor/contract/kernel';
import { useEffect, useState } from 'react';
import { EntriesInRowsSchema } from '../../client/entry-rows.ts';
import { useClient } from '../../client/react.tsx';

const WAIT_MS = 200;
const MOST = 20;

/**
 * Items, of any kind or of one, that hold what was typed, the newest first. Undefined until the first answer, null where there was none;
 * another number of `tries` asks again.
 */
export function useFoundItems(
  typed: string,
  tries: number,
  module?: ItemKindName,
): readonly EntryRow[] | null | undefined {
  const client = useClient();
  const [found, setFound] = useState<readonly EntryRow[] | null>();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        const term = typed.trim();
        const params = {
          view: 'all' as const,
          ...(module === undefined ? {} : { moduleIds: [module] }),
          ...(term === '' ? {} : { searchTerm: term }),
        };
        client.transport
          .query(findQueries.filterItems, params, {
            page: 1,
            limit: MOST,
            sort: LIST_SORT,
            rows: EntriesInRowsSchema,
            once: true,
            signal: stop.signal,
          })
          .then(
            ({ results }) => (stop.signal.aborted ? undefined : setFound(results as unknown as readonly EntryRow[])),
            () => (stop.signal.aborted ? undefined : setFound(null)),
          );
      },
      typed === '' || tries > 0 ? 0 : WAIT_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, module, typed, tries]);
  return found;
}
