import { STATES } from '@kontor/contract/activity';
import type { AggregateId, ItemKindName } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { announceViewers } from './changes.ts';
import { announceAdded, announceRemoved } from './items.ts';
import { noteNews } from './news.ts';
import { deleteSharedWith, insertSharedWith, replaceGivers, updateShared } from './store/items.ts';
import { putSearchViewers } from './store/search.ts';
import type { SeenBy } from './store/states.ts';
import { followTold } from './told.ts';

type Item = Pick<AggregateId, 'module' | 'entryId'>;

const moduleIn = (items: readonly Item[]): ((id: number) => ItemKindName | undefined) => {
  const modules = new Map(items.map(({ module, entryId }) => [entryId, module]));
  return (id) => modules.get(id);
};

const idsOf = (items: readonly Item[]): readonly number[] => items.map(({ entryId }) => entryId);

/**
 * Shows items, which were taken for this transaction, to people by a share, and says of the items that they are shared. It is New to those who did
 * not see it; with the others it stays as it stands. Everybody who sees an item is told, whether anybody is new or not.
 */
export async function showShared(
  ctx: ChangeContext,
  items: readonly Item[],
  { byUserId, userIds }: { readonly byUserId: number; readonly userIds: readonly number[] },
): Promise<void> {
  const ids = idsOf(items);
  const moduleOf = moduleIn(items);
  const gained = await insertSharedWith(ctx, ids, userIds, { byUserId, status: STATES.unseen });
  const fresh = gained.filter((row) => row.is_new);
  await updateShared(ctx, ids, true);
  await tellOthers(ctx, ids, fresh);
  announceAdded(ctx, fresh, moduleOf);
  noteNews(
    ctx,
    fresh.flatMap(({ activity_id: entryId, user_id: userId }) => {
      const module = moduleOf(entryId);
      return module === undefined ? [] : [{ userId, module, entryId, status: STATES.unseen, isAside: false }];
    }),
  );
}

/**
 * Ends the shares by which people see items. `others`: shares by other people through which somebody still sees one of the items;
 * `unshared`: items that are no longer shared with anybody. Who sees an item by right goes on seeing it; the others are told that it is
 * gone. The items must be locked in this transaction.
 */
export async function endShared(
  ctx: ChangeContext,
  items: readonly Item[],
  ended: readonly SeenBy[],
  {
    others,
    unshared,
  }: {
    readonly others: readonly (SeenBy & { readonly by_user: number })[];
    readonly unshared: readonly number[];
  },
): Promise<void> {
  await replaceGivers(ctx, others);
  const gone = (await deleteSharedWith(ctx, ended)).filter((row) => row.is_gone);
  await updateShared(ctx, unshared, false);
  await tellOthers(ctx, idsOf(items), gone);
  for (const [module, some] of Map.groupBy(items, (item) => item.module)) {
    const ids = new Set(idsOf(some));
    announceRemoved(
      ctx,
      module,
      gone.filter((row) => ids.has(row.activity_id)),
    );
  }
}

async function tellOthers(
  ctx: ChangeContext,
  activityIds: readonly number[],
  concerned: readonly SeenBy[],
): Promise<void> {
  const found = [...new Set(concerned.map((row) => row.activity_id))];
  if (found.length > 0) await putSearchViewers(ctx, found);
  await followTold(ctx, activityIds);
  await announceViewers(ctx, activityIds, concerned);
}
