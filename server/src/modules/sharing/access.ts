import type { AggregateId } from '@kontor/contract/kernel';
import type { InstanceContext, Person } from '../../platform/operation/context.ts';
import type { ItemKinds } from '../activity/index.ts';

/** Those of some items, which the person sees, that their kinds let the person share. */
export async function shareableOf(
  ctx: InstanceContext & { readonly person: Person },
  itemKinds: ItemKinds,
  items: readonly Pick<AggregateId, 'module' | 'entryId'>[],
): Promise<ReadonlySet<number>> {
  const shareable = new Set<number>();
  for (const [module, some] of Map.groupBy(items, (item) => item.module)) {
    const ids = some.map((item) => item.entryId);
    for (const id of (await itemKinds.get(module)?.mayShare?.(ctx, ctx.person.id, ids)) ?? ids) shareable.add(id);
  }
  return shareable;
}
