import type { RelatedItem } from '@kontor/contract/activity';
import { formatAggregateId, kindNameOf } from '@kontor/contract/kernel';
import type { ChangeContext, QueryContext } from '../../platform/operation/context.ts';
import { maySeeKind } from './access.ts';
import { announceChanges, NO_LEAVES } from './changes.ts';
import { insertOrigin, readRelated } from './store/origins.ts';

/** Most items that are told to have been made of one. */
const MAX_RELATED = 50;

/** Says what an item was made of: another item, or the file of it that the key names. Everybody who sees that one is told. */
export async function noteOrigin(
  ctx: ChangeContext,
  activityId: number,
  { originId, storageKey }: { readonly originId: number; readonly storageKey: string },
): Promise<void> {
  await insertOrigin(ctx.db, { instanceId: ctx.instance.id, activityId, originId, storageKey });
  await announceChanges(ctx, NO_LEAVES, [], [originId]);
}

/** What items were made of, and what was made of them, by their ids; those without any are left out. Only what the person sees. */
export async function relatedItems(
  { db, instance, person }: QueryContext,
  activityIds: readonly number[],
): Promise<ReadonlyMap<number, RelatedItem[]>> {
  const rows = await readRelated(db, { instanceId: instance.id, userId: person.id }, activityIds, MAX_RELATED);
  const seen = rows.filter(({ module }) => maySeeKind(person, kindNameOf(module)));
  return new Map(
    [...Map.groupBy(seen, (row) => row.activity_id)].map(([id, some]) => [
      id,
      some.map((row) => {
        const module = kindNameOf(row.module);
        return {
          aggregateId: formatAggregateId({ module, entryId: row.related_id, userId: person.id }),
          moduleName: module,
          role: row.is_origin ? ('from' as const) : ('made' as const),
          information: row.information,
          timestamp: row.seconds,
        };
      }),
    ]),
  );
}
