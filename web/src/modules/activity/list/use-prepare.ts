import { aggregateIdOf } from '../../../client/entry-rows.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell } from '../../../shell/index.ts';

/** Returns what makes ready the detail of an item, by key, that will probably be opened next. */
export function usePrepare(): (key: string) => void {
  const client = useClient();
  const { modules } = useShell();
  return (key) => {
    const row = client.store.get(key);
    if (row === undefined) return;
    const aggregateId = aggregateIdOf(row, client.user.get()?.id ?? 0);
    for (const module of modules) module.prepare?.[row.moduleName]?.(client, aggregateId);
  };
}
