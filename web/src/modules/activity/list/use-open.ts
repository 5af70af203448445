import { parseAggregateId } from '@kontor/contract/kernel';
import { aggregateIdOf } from '../../../client/entry-rows.ts';
import { useClient } from '../../../client/react.tsx';
import { detailHref, useShell, type HowOpened } from '../../../shell/index.ts';

/** Opens items of a list, by key. `from`: what a detail is told about where it was opened. False for what has no detail. */
export function useOpen(from: string): (key: string, how?: HowOpened) => boolean {
  const client = useClient();
  const { tabs } = useShell();
  return (key, how) => {
    const row = client.store.get(key);
    const aggregateId = row === undefined ? undefined : aggregateIdOf(row, client.user.get()?.id ?? 0);
    const parsed = aggregateId === undefined ? undefined : parseAggregateId(aggregateId);
    if (aggregateId === undefined || parsed === undefined) return false;
    const target = detailHref({ module: parsed.module, aggregateId }, from);
    if (target === undefined) return false;
    tabs.open(target, how);
    return true;
  };
}
