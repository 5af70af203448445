import { activityEvents, listKey, type Status } from '@kontor/contract/activity';
import { formatAggregateId, itemKey, moduleOfNumber, type AggregateId, type ModuleName } from '@kontor/contract/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { ItemChange, Leaves } from './leaf.ts';

interface ViewerRow {
  readonly activity_id: number;
  readonly user_id: number;
  readonly box_id: number;
  readonly module: number;
  readonly status: Status;
  readonly archived: boolean;
  readonly trashed: boolean;
  readonly spam: boolean;
  readonly version: number;
  readonly changed: boolean;
}

/** One kind of change to what people see of items. */
export interface ItemEdit {
  /** Assignments to `t`, a row of `activity_user`. */
  readonly set: RawBuilder<unknown>;
  /** Rows that the change would alter. */
  readonly where: RawBuilder<unknown>;
}

export const edits = {
  state: (status: Status): ItemEdit => ({
    set: sql`status = ${status}`,
    where: sql`t.status <> ${status} and not t.trashed`,
  }),
  archive: (archived: boolean): ItemEdit => ({
    set: sql`archived = ${archived}`,
    where: sql`t.archived <> ${archived} and not t.trashed`,
  }),
  trash: (now: Date): ItemEdit => ({ set: sql`trashed = true, trashed_at = ${now}`, where: sql`not t.trashed` }),
  spam: (now: Date): ItemEdit => ({
    set: sql`trashed = true, spam = true, trashed_at = ${now}`,
    where: sql`not t.trashed or not t.spam`,
  }),
  restore: (): ItemEdit => ({ set: sql`trashed = false, spam = false, trashed_at = null`, where: sql`t.trashed` }),
} as const;

/** Which of these items the person sees, trashed ones among them. */
export async function visibleItems(
  ctx: ChangeContext,
  userId: number,
  activityIds: readonly number[],
): Promise<ReadonlyMap<number, ModuleName>> {
  const { rows } = await sql<{ activity_id: number; module: number }>`
    select activity_id, module from activity_user where instance_id = ${ctx.instance.id} and user_id = ${userId}
      and activity_id = any(${[...activityIds]}::bigint[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.activity_id, moduleOfNumber(row.module)]));
}

/** Takes items for this transaction in the order of their ids, before anything that hangs on them, so that nobody waits in a ring. */
export async function lockItems(ctx: ChangeContext, activityIds: readonly number[]): Promise<void> {
  await sql`select from activity where instance_id = ${ctx.instance.id} and activity_id = any(${[...activityIds]}::bigint[])
    order by activity_id for no key update`.execute(ctx.db);
}

/**
 * Applies one edit to items as one person sees them, and to all members of a box whose state is shared. Everybody who sees an item
 * hears of it; the module that it belongs to hears what changed for whom. Items are locked in the order of their ids.
 */
export async function editItems(
  ctx: ChangeContext,
  leaves: Leaves,
  userId: number,
  activityIds: readonly number[],
  edit: ItemEdit,
): Promise<void> {
  const ids = [...activityIds];
  await lockItems(ctx, ids);
  const { rows } = await sql<{ activity_id: number; user_id: number }>`
    update activity_user t set ${edit.set}
    from activity_user mine left join box b on b.instance_id = mine.instance_id and b.box_id = mine.box_id
    where mine.instance_id = ${ctx.instance.id} and mine.user_id = ${userId} and mine.activity_id = any(${ids}::bigint[])
      and t.instance_id = mine.instance_id and t.activity_id = mine.activity_id
      and (t.user_id = mine.user_id or (b.shared_state and t.box_id = mine.box_id))
      and (${edit.where})
    returning t.activity_id, t.user_id`.execute(ctx.db);
  await announceChanges(ctx, leaves, rows);
}

/** Counts the items' versions up and tells everybody who sees them; `changed` are the rows that were altered. */
export async function announceChanges(
  ctx: ChangeContext,
  leaves: Leaves,
  changed: readonly { readonly activity_id: number; readonly user_id: number }[],
): Promise<void> {
  if (changed.length === 0) return;
  const ids = [...new Set(changed.map((row) => row.activity_id))];
  const { rows } = await sql<Omit<ViewerRow, 'changed'>>`
    with bumped as (
      update activity set version = version + 1 where instance_id = ${ctx.instance.id} and activity_id = any(${ids}::bigint[])
      returning activity_id, version
    )
    select v.activity_id, v.user_id, v.box_id, v.module, v.status, v.archived, v.trashed, v.spam, bumped.version
    from bumped join activity_user v on v.instance_id = ${ctx.instance.id} and v.activity_id = bumped.activity_id`.execute(
    ctx.db,
  );
  const altered = new Set(changed.map((row) => `${row.activity_id} ${row.user_id}`));
  const viewers = rows.map((row) => ({ ...row, changed: altered.has(`${row.activity_id} ${row.user_id}`) }));
  tellViewers(ctx, viewers);
  await tellLeaves(
    ctx,
    leaves,
    viewers.filter((row) => row.changed),
  );
}

function tellViewers(ctx: ChangeContext, viewers: readonly ViewerRow[]): void {
  for (const [userId, rows] of Map.groupBy(viewers, (row) => row.user_id)) {
    const items = rows.map((row) => ({ module: moduleOfNumber(row.module), entryId: row.activity_id }));
    ctx.emit(
      activityEvents.activityChanged,
      { users: [userId] },
      {
        keys: itemKeys(items),
        processIds: [...ctx.processIds],
        aggregateIds: items.map((item) => formatAggregateId({ ...item, userId })),
        changes: rows.map((row) => ({
          entryId: row.activity_id,
          moduleName: moduleOfNumber(row.module),
          aggregateVersion: row.version,
          status: row.status,
          archived: row.archived,
          trashed: row.trashed,
        })),
      },
    );
  }
}

async function tellLeaves(ctx: ChangeContext, leaves: Leaves, changed: readonly ViewerRow[]): Promise<void> {
  for (const [module, rows] of Map.groupBy(changed, (row) => moduleOfNumber(row.module))) {
    const changes: ItemChange[] = rows.map((row) => ({
      activityId: row.activity_id,
      userId: row.user_id,
      boxId: row.box_id,
      status: row.status,
      archived: row.archived,
      trashed: row.trashed,
      spam: row.spam,
    }));
    await leaves.get(module)?.onChanged?.(ctx, changes);
  }
}

/** Keys of items and of the lists that may show them. */
export function itemKeys(items: readonly Pick<AggregateId, 'module' | 'entryId'>[]): string[] {
  const modules = new Set(items.map((item) => item.module));
  return [listKey(), ...[...modules].map((module) => listKey(module)), ...items.map(itemKey)];
}
