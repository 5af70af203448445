import type { QueryResult } from '../../client/react.tsx';

/**
 * Returns two answers as one, for a page that can show nothing without both: it has data once both have, the failure of the first that failed, and
 * the older of the two moments; again asks both.
 */
export const bothOf = <A, B>(one: QueryResult<A>, other: QueryResult<B>): QueryResult<readonly [A, B]> => ({
  data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
  failure: one.failure ?? other.failure,
  isFetching: one.isFetching || other.isFetching,
  at: Math.min(one.at, other.at),
  requestedAt: Math.min(one.requestedAt, other.requestedAt),
  retry: () => {
    one.retry();
    other.retry();
  },
});
