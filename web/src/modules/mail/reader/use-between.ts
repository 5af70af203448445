import type { ListEntry } from '@kontor/contract/activity';
import { ITEM_KIND_NAMES } from '@kontor/contract/kernel';
import type { MailDetail } from '@kontor/contract/mail';
import { MAX_GROUP, recordQueries } from '@kontor/contract/record';
import { useMemo } from 'react';
import { useAsk } from '../../../client/react.tsx';

const OTHER_KINDS = ITEM_KIND_NAMES.filter((name) => name !== 'email');
/** For how long after the last mail of a thread what happens is about it, too, in seconds. */
const AFTER = 7 * 86_400;
const NONE: readonly ListEntry[] = [];

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/**
 * Returns the items of other kinds that are about the records of a thread, from its first mail until a week after its last one, the oldest
 * first; none while they are not known. Of more than a page there are the newest.
 */
export function useBetween(
  mails: readonly { readonly timestamp: number }[],
  links: MailDetail['links'] | undefined,
): readonly ListEntry[] {
  const params = useMemo(() => {
    const records = (links ?? [])
      .filter(({ isSuggested }) => !isSuggested)
      .slice(0, MAX_GROUP)
      .map(({ idoId, idoInstanceId }) => ({ idoId, idoInstanceId }));
    const times = mails.map(({ timestamp }) => timestamp);
    return records.length === 0 || times.length === 0
      ? undefined
      : {
          records,
          moduleIds: OTHER_KINDS,
          date: { from: isoOf(Math.min(...times)), to: isoOf(Math.max(...times) + AFTER) },
        };
  }, [mails, links]);
  const { data } = useAsk(recordQueries.activities, params);
  return useMemo(() => data?.toReversed() ?? NONE, [data]);
}
