import type { GlobalizationRecord } from '@kontor/contract/sharing';
import type { SeenItem } from '../activity/index.ts';
import { directionOf, mayEnd, stateOf } from './rules.ts';
import type { ShareRow } from './store.ts';

/** An item's shares, as somebody has them before them who sees the item. */
export const toRecord = (
  item: SeenItem,
  shares: readonly ShareRow[],
  about: {
    readonly reader: number;
    readonly names: ReadonlyMap<number, string>;
    readonly groupNames: ReadonlyMap<number, string>;
  },
): Omit<GlobalizationRecord, 'aggregateId' | 'mayShare' | 'window'> & {
  readonly window: Pick<GlobalizationRecord['window'], 'globalizedUsers'>;
} => {
  const nameOf = (id: number): string => about.names.get(id) ?? '';
  return {
    aggregateVersion: item.version,
    direction: directionOf(shares, about.reader),
    globalization: stateOf(shares),
    tooltip: { users: [...new Set(shares.map((share) => nameOf(share.to_user)))] },
    window: {
      globalizedUsers: shares.map((share) => ({
        userId: share.to_user,
        displayName: nameOf(share.to_user),
        throughUserId: share.by_user,
        throughName: nameOf(share.by_user),
        groupId: share.group_id,
        groupName: about.groupNames.get(share.group_id) ?? '',
        message: share.message,
        timestamp: share.shared_seconds,
        mayRemove: mayEnd(share, { userId: about.reader, byRight: item.byRight }),
      })),
    },
  };
};
