import { activityEvents, listKey } from '@kontor/contract/activity';
import { formatAggregateId, itemKey, kindNameOf, type AggregateId } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { ItemChange, ItemKinds } from './item-kind-hooks.ts';
import { editsOfMany } from './history-rules.ts';
import { insertEdits } from './store/history.ts';
import { applyEdit, countVersionsUp, type ItemEdit, type SeenBy, type ViewerRow } from './store/states.ts';

/** For changes of which the leaves are not told: they are where those come from. */
export const NO_LEAVES: ItemKinds = new Map();

/**
 * Applies one edit to items. It changes the rows of: that person; all members of a box whose states are shared; everybody who sees an item,
 * if its kind says so (`ItemKindHooks.isOne`). Everybody who sees an item is sent an event, and its module is called with what changed for
 * whom. The items must be locked in this transaction.
 */
export async function editItems(
  ctx: ChangeContext,
  itemKinds: ItemKinds,
  userId: number,
  activityIds: readonly number[],
  edit: ItemEdit,
): Promise<void> {
  const ones = [...itemKinds.values()].flatMap(({ isOne, module }) => (isOne === true ? module : []));
  const edited = await applyEdit(ctx, userId, activityIds, edit, ones);
  await Promise.all([
    edit.says === undefined ? undefined : insertEdits(ctx, editsOfMany(edited, userId, edit.says)),
    announceChanges(ctx, itemKinds, edited),
  ]);
}

/**
 * Counts the items' versions up and tells everybody who sees them; `changed` are the rows that were altered, `activityIds` items that
 * changed without. Returns how the altered ones stand now.
 */
export async function announceChanges(
  ctx: ChangeContext,
  itemKinds: ItemKinds,
  changed: readonly SeenBy[],
  activityIds: readonly number[] = [],
): Promise<readonly ViewerRow[]> {
  const items = new Set([...activityIds, ...changed.map((row) => row.activity_id)]);
  if (items.size === 0) return [];
  const viewers = await countVersionsUp(ctx, [...items]);
  const altered = new Set(changed.map(viewKey));
  const now = viewers.filter((row) => altered.has(viewKey(row)));
  tellViewers(ctx, tellable(viewers, now, activityIds));
  await tellItemKinds(ctx, itemKinds, now);
  return now;
}

/** Those who are told of what became of items for some people: all who see them, but for those who are apart from all of these. */
function tellable(
  viewers: readonly ViewerRow[],
  changed: readonly ViewerRow[],
  activityIds: readonly number[],
): readonly ViewerRow[] {
  if (viewers.every((row) => !row.is_apart)) return viewers;
  const whole = new Set(activityIds);
  const segments = new Map<number, Set<number | null>>();
  for (const { activity_id: id, segment_id: segment, is_apart: isApart } of changed) {
    if (!isApart) whole.add(id);
    segments.set(id, (segments.get(id) ?? new Set()).add(segment));
  }
  return viewers.filter(
    (row) => !row.is_apart || whole.has(row.activity_id) || segments.get(row.activity_id)?.has(row.segment_id) === true,
  );
}

/** The same for items that others see than did: who sees an item is a part of it for everybody. `newcomers` are told by who let them in. */
export async function announceViewers(
  ctx: ChangeContext,
  activityIds: readonly number[],
  newcomers: readonly SeenBy[] = [],
): Promise<void> {
  const viewers = await countVersionsUp(ctx, activityIds);
  const isNew = new Set(newcomers.map(viewKey));
  tellViewers(
    ctx,
    viewers.filter((row) => !isNew.has(viewKey(row))),
  );
}

const viewKey = ({ activity_id, user_id }: SeenBy): string => `${activity_id} ${user_id}`;

/**
 * Tells people how items stand with them. `isMoved`: nothing but that is another than before, so that no detail has anything to ask for; lists
 * have, whose order it changes.
 */
export function tellViewers(ctx: ChangeContext, viewers: readonly ViewerRow[], isMoved = false): void {
  for (const [userId, rows] of Map.groupBy(viewers, (row) => row.user_id)) {
    const items = rows.map((row) => ({ module: kindNameOf(row.module), entryId: row.activity_id }));
    ctx.emit(
      activityEvents.activityChanged,
      { users: [userId] },
      {
        keys: isMoved ? listKeys(items) : itemKeys(items),
        processIds: [...ctx.processIds],
        aggregateIds: items.map((item) => formatAggregateId({ ...item, userId })),
        changes: rows.map((row) => ({
          entryId: row.activity_id,
          moduleName: kindNameOf(row.module),
          aggregateVersion: row.version,
          status: row.status,
          archived: row.archived,
          trashed: row.trashed,
          snoozedUntil: row.snoozed_until,
          globalized: row.is_shared,
        })),
      },
    );
  }
}

/** What somebody sees by a share alone is no matter of its kind. */
async function tellItemKinds(ctx: ChangeContext, itemKinds: ItemKinds, changed: readonly ViewerRow[]): Promise<void> {
  const byRight = changed.filter((row) => !row.by_share);
  for (const [module, rows] of Map.groupBy(byRight, (row) => kindNameOf(row.module))) {
    const changes: ItemChange[] = rows.map((row) => ({
      activityId: row.activity_id,
      userId: row.user_id,
      boxId: row.box_id,
      status: row.status,
      archived: row.archived,
      trashed: row.trashed,
      spam: row.spam,
    }));
    await itemKinds.get(module)?.onChanged?.(ctx, changes);
  }
}

/** Keys of items and of the lists that may show them. */
export const itemKeys = (items: readonly Pick<AggregateId, 'module' | 'entryId'>[]): string[] => [
  ...listKeys(items),
  ...items.map(itemKey),
];

const listKeys = (items: readonly Pick<AggregateId, 'module'>[]): string[] => [
  listKey(),
  ...[...new Set(items.map((item) => item.module))].map((module) => listKey(module)),
];
