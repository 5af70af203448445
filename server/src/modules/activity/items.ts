import { activityEvents, listKey } from '@kontor/contract/activity';
import { formatAggregateId, kindNumber, type ItemKindName } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { announceViewers, itemKeys } from './changes.ts';
import { noteNews, type Arrival } from './news.ts';
import { isRecent } from './rules.ts';
import {
  deleteEntries,
  deleteItemViewers,
  deleteViewers,
  insertEntries,
  insertViewers,
  moveToOwnBox,
  replaceBox,
  replaceMine,
  viewersOf,
  type EntryContent,
  type EntryPlacement,
  type LostBy,
  type Viewer,
} from './store/items.ts';
import { putSearches, putSearchViewers, type SearchTexts } from './store/search.ts';
import type { SeenBy } from './store/states.ts';
import { noteFiles } from './texts.ts';

export type { Viewer } from './store/items.ts';
import { followLeft, followTold } from './told.ts';

/** An item that is new to the lists. */
export interface NewItem extends EntryPlacement, EntryContent {
  readonly viewers: readonly Viewer[];
  readonly search: SearchTexts;
  /** Nobody's devices are told of it yet: its kind does that when it is time. */
  readonly isUntold?: boolean;
}

/** Puts an item into the lists of its viewers and tells them. Returns its id. */
export async function insertItem(ctx: ChangeContext, item: NewItem): Promise<number> {
  const [id] = await insertItems(ctx, [item]);
  if (id === undefined) throw new Error('An item was not inserted');
  return id;
}

/** Puts items into the lists of their viewers, and tells each viewer of all of theirs at once. Returns the ids in the order given. */
export async function insertItems(ctx: ChangeContext, items: readonly NewItem[]): Promise<readonly number[]> {
  if (items.length === 0) return [];
  const ids = await insertEntries(ctx, items);
  const found = items.map((item, index) => ({ ...item, activityId: ids[index] ?? 0 }));
  const seen = await insertViewers(
    ctx,
    found.flatMap(({ activityId, viewers }) => viewers.map((viewer) => ({ ...viewer, activityId }))),
  );
  const viewersOfItem = Map.groupBy(seen, (row) => row.activity_id);
  await putSearches(
    ctx,
    found.map(({ activityId, ts, module, search }) => ({
      activityId,
      ts,
      module: kindNumber(module),
      viewerIds: (viewersOfItem.get(activityId) ?? []).map((row) => row.user_id),
      search,
    })),
  );
  await noteFiles(
    ctx,
    found.filter(({ search }) => search.hasFiles),
  );
  const modules = new Map(found.map((item) => [item.activityId, item.module]));
  announceAdded(ctx, seen, (id) => modules.get(id));
  const recent = found.filter(({ ts, isUntold }) => isUntold !== true && isRecent(ts, ctx.now()));
  noteNews(
    ctx,
    recent.flatMap(({ activityId, module, viewers }) => viewers.map((viewer) => arrivalOf(module, activityId, viewer))),
  );
  return ids;
}

/**
 * Gives more people the right to see an item; those who have it keep the item as it stands with them. Returns who did not have it, whether they
 * saw the item by a share or not at all. `isQuiet`: those who have it already are not told, since it is no other for them.
 */
export async function addViewers(
  ctx: ChangeContext,
  module: ItemKindName,
  activityId: number,
  viewers: readonly Viewer[],
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): Promise<readonly number[]> {
  const shown = viewers.map((viewer) => ({ ...viewer, activityId }));
  const moved = await moveToOwnBox(ctx, shown);
  const seen = await insertViewers(ctx, shown);
  if (moved.length > 0) await followTold(ctx, [activityId]);
  if (seen.length === 0 && moved.length > 0 && !isQuiet) await announceViewers(ctx, [activityId]);
  if (seen.length === 0) return [];
  const added = new Set(seen.map((row) => row.user_id));
  const fresh = seen.filter((row) => row.is_new);
  if (fresh.length > 0) await putSearchViewers(ctx, [activityId]);
  if (!isQuiet) await announceViewers(ctx, [activityId], fresh);
  announceAdded(ctx, fresh, () => module);
  const newcomers = viewers.filter(({ userId }) => added.has(userId));
  noteNews(
    ctx,
    newcomers.map((viewer) => arrivalOf(module, activityId, viewer)),
  );
  return [...added];
}

const arrivalOf = (module: ItemKindName, entryId: number, viewer: Viewer): Arrival => ({
  userId: viewer.userId,
  module,
  entryId,
  status: viewer.status,
  isAside: (viewer.location ?? 'inbox') !== 'inbox' || (viewer.archived ?? false),
});

/** Removals that are told one by one; of more, the lists as a whole are told to be others. */
const MAX_TOLD = 1000;

/** Takes the items of a box away from people who see them through it. They are gone with the next request, and from open lists. */
export async function removeViewers(
  ctx: ChangeContext,
  module: ItemKindName,
  boxId: number,
  userIds: readonly number[],
): Promise<void> {
  const lost = await deleteViewers(ctx, boxId, userIds);
  await followLeft(ctx, boxId, userIds);
  const ids = [...new Set(lost.map((row) => row.activity_id))];
  if (ids.length === 0) return;
  await putSearchViewers(ctx, ids);
  const cause = { processIds: [...ctx.processIds] };
  const lists = [listKey(), listKey(module)];
  if (ids.length <= MAX_TOLD) await announceViewers(ctx, ids);
  else {
    const users = await viewersOf(ctx, ids);
    ctx.emit(activityEvents.activityChanged, { users }, { ...cause, keys: lists, aggregateIds: [] });
  }
  announceRemoved(ctx, module, goneOf(lost));
}

const goneOf = (lost: readonly LostBy[]): readonly SeenBy[] => lost.filter((row) => row.is_gone);

/** Takes the right to see one item from people, by whatever they have it; who sees it by a share still does. */
export async function removeItemViewers(
  ctx: ChangeContext,
  module: ItemKindName,
  activityId: number,
  userIds: readonly number[],
): Promise<void> {
  const lost = await deleteItemViewers(ctx, activityId, userIds);
  if (lost.length === 0) return;
  await putSearchViewers(ctx, [activityId]);
  await announceViewers(ctx, [activityId]);
  announceRemoved(ctx, module, goneOf(lost));
}

/** Takes items, which were taken for this transaction, away for good, with all that hangs on them; those who saw them are told. */
export async function deleteItems(
  ctx: ChangeContext,
  module: ItemKindName,
  activityIds: readonly number[],
): Promise<void> {
  if (activityIds.length > 0) announceRemoved(ctx, module, await deleteEntries(ctx, activityIds));
}

/** Says whose an item is: in the lists of these people, and of nobody else, it is one of their own. */
export const setMine = (ctx: ChangeContext, activityId: number, userIds: readonly number[]): Promise<void> =>
  replaceMine(ctx, activityId, userIds);

/**
 * Puts an item, which was taken for this transaction, into another box. These people, and no others, see it by right from now on; those who did keep
 * it as it stands with them.
 */
export async function moveItem(
  ctx: ChangeContext,
  module: ItemKindName,
  activityId: number,
  to: { readonly boxId: number; readonly channel: string; readonly viewers: readonly Viewer[] },
): Promise<void> {
  const staying = new Set(to.viewers.map(({ userId }) => userId));
  const leaving = (await viewersOf(ctx, [activityId], 'right')).filter((id) => !staying.has(id));
  await replaceBox(ctx, activityId, { ...to, mine: staying.size === 1 });
  if (leaving.length > 0) await removeItemViewers(ctx, module, activityId, leaving);
  await addViewers(ctx, module, activityId, to.viewers);
  await followTold(ctx, [activityId]);
}

export function announceRemoved(ctx: ChangeContext, module: ItemKindName, removed: readonly SeenBy[]): void {
  const cause = { processIds: [...ctx.processIds] };
  const lists = [listKey(), listKey(module)];
  for (const [userId, gone] of Map.groupBy(removed, (row) => row.user_id)) {
    const named = gone.length > MAX_TOLD ? [] : gone.map((row) => ({ module, entryId: row.activity_id }));
    ctx.emit(
      activityEvents.activityRemoved,
      { users: [userId] },
      {
        ...cause,
        keys: named.length === 0 ? lists : itemKeys(named),
        aggregateIds: named.map((item) => formatAggregateId({ ...item, userId })),
      },
    );
  }
}

export function announceAdded(
  ctx: ChangeContext,
  seen: readonly SeenBy[],
  moduleOf: (activityId: number) => ItemKindName | undefined,
): void {
  for (const [userId, rows] of Map.groupBy(seen, (row) => row.user_id)) {
    const items = rows.flatMap(({ activity_id: entryId }) => {
      const module = moduleOf(entryId);
      return module === undefined ? [] : [{ module, entryId }];
    });
    ctx.emit(
      activityEvents.activityAdded,
      { users: [userId] },
      {
        keys: itemKeys(items),
        processIds: [...ctx.processIds],
        aggregateIds: items.map((item) => formatAggregateId({ ...item, userId })),
      },
    );
  }
}
