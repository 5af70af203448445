import { sessionQueries } from '@kontor/contract/account';
import { parseAggregateId } from '@kontor/contract/kernel';
import { MAX_SHARED_ITEMS, sharingQueries, type GlobalizationRecord } from '@kontor/contract/sharing';
import { useEffect, useMemo, useState } from 'react';
import type { Client } from '../../client/client.ts';
import { isOptimistic } from '../../client/core/command.ts';
import type { Failure } from '../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../client/react.tsx';
import { createValue, type Value } from '../../client/value.ts';
import { availableFor, type Available } from './rules.ts';
import { isOfSharing, withWaiting, type SharingCommand } from './waiting.ts';

/** Commands of a client that were carried out, with when: what they have done is shown until an answer comes that was asked for after it. */
type Applied = readonly (SharingCommand & { readonly at: number })[];
const appliedOf = new WeakMap<Client, Value<Applied>>();
/** More are only remembered while answers are slow. */
const MAX_REMEMBERED = 200;

/** Events of a client's own commands reload nothing: what they have made of an item's shares is asked for once they are applied. */
export function watchApplied(client: Client): Value<Applied> {
  const known = appliedOf.get(client);
  if (known !== undefined) return known;
  const applied = createValue<Applied>([]);
  appliedOf.set(client, applied);
  client.onApplied((command) => {
    if (!isOfSharing(command)) return;
    applied.set([...applied.get(), { ...command, at: client.env.now() }].slice(-MAX_REMEMBERED));
    client.ask.touch(command.keys);
  });
  return applied;
}

interface Shares {
  /** As the person wants them; undefined while nothing is known. */
  readonly records: readonly GlobalizationRecord[] | undefined;
  /** As the server has them. */
  readonly stored: readonly GlobalizationRecord[];
  readonly available: Available;
  readonly failure: Failure | undefined;
  /** When it was so, in milliseconds since 1970. */
  readonly at: number;
  readonly retry: () => void;
}

/** The shares of items, with what waits in the queue laid over them. */
export function useShares(aggregateIds: readonly string[]): Shares {
  const client = useClient();
  const user = useValue(client.user);
  const waiting = useValue(client.waiting);
  const applied = useValue(watchApplied(client));
  const first = aggregateIds.slice(0, MAX_SHARED_ITEMS);
  const { data, failure, at, requestedAt, retry } = useAsk(
    sharingQueries.details,
    first.length === 0 ? undefined : { aggregateIds: first },
  );
  const rest = useRest(aggregateIds);
  const known = useKnown(aggregateIds, data === undefined && failure?.kind === 'offline');
  const ownId = user?.id ?? 0;
  const name = user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim();
  const isWhole = aggregateIds.length <= MAX_SHARED_ITEMS || rest !== undefined;
  const answered = data ?? known;
  const stored = useMemo(() => [...(answered ?? []), ...(rest ?? [])], [answered, rest]);
  const available = useMemo(() => availableFor(stored, ownId), [stored, ownId]);
  const records = useMemo(() => {
    const commands: readonly SharingCommand[] = [
      ...applied.filter((command) => command.at > requestedAt),
      ...waiting.filter((command) => isOfSharing(command) && isOptimistic(command)),
    ];
    const context = { ...available, own: { userId: ownId, name } };
    return stored.map((record) => withWaiting(record, commands, context));
  }, [stored, available, applied, waiting, requestedAt, ownId, name]);
  return { records: answered === undefined || !isWhole ? undefined : records, stored, available, failure, at, retry };
}

/** Without a network, of items whose shares this device has never seen: nothing but whom they can be shared with, where it knows that. */
function useKnown(aggregateIds: readonly string[], isWanted: boolean): readonly GlobalizationRecord[] | undefined {
  const [module, ...others] = new Set(aggregateIds.map((id) => parseAggregateId(id)?.module));
  const isOne = isWanted && module !== undefined && others.length === 0;
  const { data } = useAsk(sessionQueries.moduleUsers, isOne ? { module } : undefined);
  return useMemo(() => {
    if (data === undefined) return undefined;
    const window = {
      users: data.flatMap(({ userId, UserDisplayname: displayName, UserAvatar: userAvatar }) =>
        userId === 0 ? [] : [{ userId, displayName, userAvatar }],
      ),
      groups: data.flatMap(({ groupId, groupName: displayName, userIds }) =>
        groupId === undefined ? [] : [{ groupId, displayName, userIds }],
      ),
    };
    return aggregateIds.map((aggregateId, index) => ({
      aggregateId,
      aggregateVersion: 0,
      direction: 'uninvolved',
      globalization: 'notGlobalized',
      mayShare: true,
      tooltip: { users: [] },
      window: { ...(index === 0 ? window : { users: [], groups: [] }), globalizedUsers: [] },
    }));
  }, [aggregateIds, data]);
}

/** What one query has no room for; undefined while it is on its way. */
function useRest(aggregateIds: readonly string[]): readonly GlobalizationRecord[] | undefined {
  const client = useClient();
  const [rest, setRest] = useState<readonly GlobalizationRecord[]>();
  useEffect(() => {
    if (aggregateIds.length <= MAX_SHARED_ITEMS) return undefined;
    const stop = new AbortController();
    const load = async (): Promise<void> => {
      const found: GlobalizationRecord[] = [];
      for (let from = MAX_SHARED_ITEMS; from < aggregateIds.length; from += MAX_SHARED_ITEMS) {
        const some = aggregateIds.slice(from, from + MAX_SHARED_ITEMS);
        found.push(...(await client.ask.run(sharingQueries.details, { aggregateIds: some }, stop.signal)));
      }
      if (!stop.signal.aborted) setRest(found);
    };
    // Without it the dialog shows those of the first ones alone.
    load().catch(() => (stop.signal.aborted ? undefined : setRest([])));
    return () => stop.abort();
  }, [client, aggregateIds]);
  return rest;
}
