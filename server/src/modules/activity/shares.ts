import { STATES } from '@kontor/contract/activity';
import type { AggregateId, ItemKindName } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { announceViewers } from './changes.ts';
import { announceAdded, announceGone, byItems } from './items.ts';
import { noteNews } from './news.ts';
import { deleteSharedWith, insertSharedWith, replaceGivers, updateShared } from './store/items.ts';
import { putTold } from './store/notes.ts';
import { putSearchViewers } from './store/search.ts';
import type { SeenBy, SeenByMany } from './store/states.ts';

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
  const found = new Set(fresh.map((row) => row.activity_id));
  await Promise.all([updateShared(ctx, ids, true), tellOthers(ctx, ids, found, fresh)]);
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
  ended: readonly SeenByMany[],
  {
    others,
    unshared,
  }: {
    readonly others: readonly (SeenBy & { readonly by_user: number })[];
    readonly unshared: readonly number[];
  },
): Promise<void> {
  const [, gone] = await Promise.all([
    others.length > 0 ? replaceGivers(ctx, others) : undefined,
    deleteSharedWith(ctx, ended, others),
  ]);
  const found = new Set(gone.flatMap(({ activityIds }) => activityIds));
  await Promise.all([
    unshared.length > 0 ? updateShared(ctx, unshared, false) : undefined,
    tellOthers(ctx, idsOf(items), found),
  ]);
  const moduleOf = moduleIn(items);
  for (const { activityIds, userIds } of byItems(gone))
    for (const [module, ids] of Map.groupBy(activityIds, moduleOf))
      if (module !== undefined) announceGone(ctx, module, { activityIds: ids, userIds });
}

/**
 * Writes anew who finds items, `found` by others than before, and tells those who see them. `newcomers` are told by what let them in. Its statements are
 * sent together, behind what was sent before them.
 */
async function tellOthers(
  ctx: ChangeContext,
  activityIds: readonly number[],
  found: ReadonlySet<number>,
  newcomers: readonly SeenBy[] = [],
): Promise<void> {
  const rest = activityIds.filter((id) => !found.has(id));
  await Promise.all([
    // It looks at what is said about the items as well.
    found.size > 0 ? putSearchViewers(ctx, [...found]) : undefined,
    rest.length > 0 ? putTold(ctx, rest) : undefined,
    announceViewers(ctx, activityIds, newcomers),
  ]);
}
