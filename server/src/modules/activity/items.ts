import { activityEvents, listKey } from '@kontor/contract/activity';
import { formatAggregateId, moduleNumber, type ModuleName } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { announceViewers, itemKeys } from './changes.ts';
import {
  deleteViewers,
  insertEntry,
  insertViewers,
  viewersOf,
  type EntryContent,
  type EntryPlace,
  type Viewer,
} from './store/items.ts';
import { putSearch, putSearchViewers, type SearchTexts } from './store/search.ts';

export type { Viewer } from './store/items.ts';

/** An item that is new to the lists. */
export interface NewItem extends EntryPlace, EntryContent {
  readonly viewers: readonly Viewer[];
  readonly search: SearchTexts;
}

/** Puts an item into the lists of its viewers and tells them. Answers its id. */
export async function insertItem(ctx: ChangeContext, item: NewItem): Promise<number> {
  const activityId = await insertEntry(ctx, item);
  const viewerIds = await insertViewers(ctx, activityId, item.viewers);
  await putSearch(ctx, {
    activityId,
    ts: item.ts,
    module: moduleNumber(item.module),
    viewerIds,
    search: item.search,
  });
  announceAdded(ctx, item.module, activityId, viewerIds);
  return activityId;
}

/** Lets more people see an item; those who already do keep it as it stands with them. Answers who is new. */
export async function addViewers(
  ctx: ChangeContext,
  module: ModuleName,
  activityId: number,
  viewers: readonly Viewer[],
): Promise<readonly number[]> {
  const added = await insertViewers(ctx, activityId, viewers);
  if (added.length === 0) return [];
  await putSearchViewers(ctx, [activityId]);
  await announceViewers(ctx, [activityId], added);
  announceAdded(ctx, module, activityId, added);
  return added;
}

/** Removals that are told one by one; of more, the lists as a whole are told to be others. */
const MOST_TOLD = 1000;

/** Takes the items of a box away from people who see them through it. They are gone with the next request, and from open lists. */
export async function removeViewers(
  ctx: ChangeContext,
  module: ModuleName,
  boxId: number,
  userIds: readonly number[],
): Promise<void> {
  const removed = await deleteViewers(ctx, boxId, userIds);
  const ids = [...new Set(removed.map((row) => row.activity_id))];
  if (ids.length === 0) return;
  await putSearchViewers(ctx, ids);
  const cause = { processIds: [...ctx.processIds] };
  const lists = [listKey(), listKey(module)];
  if (ids.length <= MOST_TOLD) await announceViewers(ctx, ids);
  else {
    const users = await viewersOf(ctx, ids);
    ctx.emit(activityEvents.activityChanged, { users }, { ...cause, keys: lists, aggregateIds: [] });
  }
  for (const [userId, gone] of Map.groupBy(removed, (row) => row.user_id)) {
    const told = gone.length > MOST_TOLD ? [] : gone.map((row) => ({ module, entryId: row.activity_id }));
    ctx.emit(
      activityEvents.activityRemoved,
      { users: [userId] },
      {
        ...cause,
        keys: told.length === 0 ? lists : itemKeys(told),
        aggregateIds: told.map((item) => formatAggregateId({ ...item, userId })),
      },
    );
  }
}

function announceAdded(ctx: ChangeContext, module: ModuleName, entryId: number, userIds: readonly number[]): void {
  for (const userId of userIds) {
    ctx.emit(
      activityEvents.activityAdded,
      { users: [userId] },
      {
        keys: itemKeys([{ module, entryId }]),
        processIds: [...ctx.processIds],
        aggregateIds: [formatAggregateId({ module, entryId, userId })],
      },
    );
  }
}
