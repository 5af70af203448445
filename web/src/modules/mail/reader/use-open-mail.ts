import { parseAggregateId } from '@kontor/contract/kernel';
import { detailHref, useShell } from '../../../shell/index.ts';

/** Opens another mail beside this one, by its aggregate id. */
export function useOpenMail(): (aggregateId: string) => void {
  const { tabs } = useShell();
  return (aggregateId) => {
    const id = parseAggregateId(aggregateId);
    const target = id === undefined ? undefined : detailHref({ module: id.module, aggregateId }, 'module');
    if (target !== undefined) tabs.open(target, 'beside');
  };
}
