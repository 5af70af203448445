import { timeFrameBounds, timeFrameOf, type TimeFrameBounds } from '@kontor/contract/activity';
import { useMemo } from 'react';
import type { Client } from '../../client/client.ts';
import { useMinute, useZone } from '../../shell/index.ts';
import type { VirtualItem } from '../../ui/virtual-list.tsx';

/** Bounds of the time frames; new ones when a day has passed. */
export function useBounds(): TimeFrameBounds {
  const zone = useZone();
  const minute = useMinute();
  const bounds = timeFrameBounds(minute, zone);
  const key = bounds.map(({ from }) => from).join();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- equal bounds are one value
  return useMemo(() => bounds, [key]);
}

/** A list's rows with a heading before each group. Without bounds there are none. */
export function useGroups(
  client: Client,
  ids: readonly string[],
  bounds: TimeFrameBounds | undefined,
  names: Readonly<Record<string, string>>,
): readonly VirtualItem[] {
  const items = useMemo(() => {
    if (bounds === undefined) return ids.map((key): VirtualItem => ({ kind: 'row', key }));
    const result: VirtualItem[] = [];
    const begun = new Set<string>();
    for (const key of ids) {
      const row = client.store.get(key);
      const frame = row === undefined ? undefined : timeFrameOf(row.timestamp, bounds);
      // A row whose time has changed stays where it is for now: it begins no group that is there already.
      if (frame !== undefined && !begun.has(frame)) {
        begun.add(frame);
        result.push({ kind: 'group', key: `group:${frame}`, label: names[frame] ?? '' });
      }
      result.push({ kind: 'row', key });
    }
    return result;
  }, [client, ids, bounds, names]);
  return items;
}
