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
import type { SeenBy, SeenByMany } from './store/states.ts';
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

/** The same in groups of people who have the same items, nobody in two: one text for all of a group says what became of these. */
export function byItems(some: readonly SeenByMany[]): readonly SeenByMany[] {
  // Of one group nobody is in another.
  if (some.length < 2) return some;
  const items = new Map<number, number[]>();
  for (const { activityIds, userIds } of some)
    for (const userId of userIds) items.set(userId, [...(items.get(userId) ?? []), ...activityIds]);
  return [...Map.groupBy(items, ([, ids]) => ids.join()).values()].map((alike) => ({
    activityIds: alike[0]?.[1] ?? [],
    userIds: alike.map(([userId]) => userId),
  }));
}

const groupsOf = (rows: readonly SeenBy[]): readonly SeenByMany[] =>
  byItems(
    [...Map.groupBy(rows, (row) => row.user_id)].map(([userId, theirs]) => ({
      activityIds: theirs.map((row) => row.activity_id),
      userIds: [userId],
    })),
  );

/** Aggregate ids that each of the people who are told of them has as their own. */
const idsOfNobody = (items: readonly { readonly module: ItemKindName; readonly entryId: number }[]): string[] =>
  items.map((item) => formatAggregateId({ ...item, userId: 0 }));

export function announceRemoved(ctx: ChangeContext, module: ItemKindName, removed: readonly SeenBy[]): void {
  for (const gone of groupsOf(removed)) announceGone(ctx, module, gone);
}

/** Tells people that items of a kind are gone for each of them. */
export function announceGone(ctx: ChangeContext, module: ItemKindName, { activityIds, userIds }: SeenByMany): void {
  const named = activityIds.length > MAX_TOLD ? [] : activityIds.map((entryId) => ({ module, entryId }));
  ctx.emit(
    activityEvents.activityRemoved,
    { users: userIds, asOwn: true },
    {
      processIds: [...ctx.processIds],
      keys: named.length === 0 ? [listKey(), listKey(module)] : itemKeys(named),
      aggregateIds: idsOfNobody(named),
    },
  );
}

export function announceAdded(
  ctx: ChangeContext,
  seen: readonly SeenBy[],
  moduleOf: (activityId: number) => ItemKindName | undefined,
): void {
  for (const { activityIds, userIds } of groupsOf(seen)) {
    const items = activityIds.flatMap((entryId) => {
      const module = moduleOf(entryId);
      return module === undefined ? [] : [{ module, entryId }];
    });
    ctx.emit(
      activityEvents.activityAdded,
      { users: userIds, asOwn: true },
      { keys: itemKeys(items), processIds: [...ctx.processIds], aggregateIds: idsOfNobody(items) },
    );
  }
}
