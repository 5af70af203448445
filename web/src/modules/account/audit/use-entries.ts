import { auditQueries, type AuditEntry } from '@kontor/contract/account';
import type { ParamsInputOf } from '@kontor/contract/kernel';
import { useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { together } from './rules.ts';

interface More {
  /** Of which filter. */
  readonly key: string;
  readonly entries: readonly AuditEntry[];
  readonly hasMore: boolean;
}

/** Entries of the audit log under a filter: the newest are kept current, older ones are loaded as they are asked for. */
export function useEntries(params: Omit<ParamsInputOf<typeof auditQueries.auditLog>, 'before' | 'most'>) {
  const client = useClient();
  const answer = useAsk(auditQueries.auditLog, params);
  const key = JSON.stringify(params);
  const [more, setMore] = useState<More>();
  /** The filter under which older ones are being loaded. */
  const [loading, setLoading] = useState<string>();
  const [failed, setFailed] = useState<{ readonly key: string; readonly failure: Failure }>();
  const shown = more?.key === key ? more : undefined;
  const newest = answer.data?.entries ?? [];
  const entries = together(newest, shown?.entries ?? []);
  const isJoined = entries.length > newest.length;
  const loadMore = async (): Promise<void> => {
    if (loading === key) return;
    setLoading(key);
    setFailed(undefined);
    try {
      const before = entries.at(-1)?.entryId ?? null;
      const { results } = await client.transport.query(auditQueries.auditLog, { ...params, before });
      setMore({ key, entries: [...entries, ...results.entries], hasMore: results.hasMore });
    } catch (error) {
      setFailed({ key, failure: asFailure(error) });
    }
    // Another filter may be loading by now.
    setLoading((now) => (now === key ? undefined : now));
  };
  return {
    answer,
    entries,
    hasMore: isJoined ? (shown?.hasMore ?? false) : (answer.data?.hasMore ?? false),
    loading: loading === key,
    failure: failed?.key === key ? failed.failure : undefined,
    loadMore,
  };
}
