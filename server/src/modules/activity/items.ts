import { DIRECTIONS, activityEvents, listKey, type Direction, type Status } from '@kontor/contract/activity';
import { formatAggregateId, moduleNumber, type ModuleName } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { announceChanges, itemKeys, lockItems } from './changes.ts';
import type { Leaves } from './leaf.ts';
import { putSearch, type SearchTexts } from './search.ts';
import './tables.ts';

/** Somebody who sees an item, and how it stands with them. */
export interface Viewer {
  readonly userId: number;
  readonly boxId: number;
  readonly status: Status;
  readonly mine: boolean;
}

/** An item that is new to the lists. */
export interface NewItem {
  readonly module: ModuleName;
  readonly ts: Date;
  readonly boxId: number;
  readonly direction: Direction;
  readonly contact: string;
  readonly information: string;
  readonly channel: string;
  readonly context?: string;
  /** What the module's list entries need to know, as sparse as can be. */
  readonly extras: Record<string, unknown>;
  readonly viewers: readonly Viewer[];
  readonly search: SearchTexts;
}

/** Puts an item into the lists of its viewers and tells them. Answers its id. */
export async function insertItem(ctx: ChangeContext, item: NewItem): Promise<number> {
  const { activity_id: id } = await ctx.db
    .insertInto('activity')
    .values({
      instance_id: ctx.instance.id,
      ts: item.ts,
      box_id: item.boxId,
      module: moduleNumber(item.module),
      direction: DIRECTIONS.indexOf(item.direction),
      contact: item.contact,
      information: item.information,
      channel: item.channel,
      context: item.context ?? '',
      extras: JSON.stringify(item.extras),
    })
    .returning('activity_id')
    .executeTakeFirstOrThrow();
  await insertViewers(ctx, id, item.viewers);
  const viewerIds = [...new Set(item.viewers.map((viewer) => viewer.userId))];
  await putSearch(ctx, {
    activityId: id,
    ts: item.ts,
    module: moduleNumber(item.module),
    viewerIds,
    search: item.search,
  });
  announceAdded(ctx, item.module, id, viewerIds);
  return id;
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
  await sql`select put_search_viewers(${[activityId]}::bigint[])`.execute(ctx.db);
  await touchViewers(ctx, [activityId]);
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
  const { rows } = await sql<{ activity_id: number; user_id: number }>`
    delete from activity_user where instance_id = ${ctx.instance.id} and box_id = ${boxId}
      and user_id = any(${[...userIds]}::int[]) returning activity_id, user_id`.execute(ctx.db);
  const ids = [...new Set(rows.map((row) => row.activity_id))];
  await sql`select put_search_viewers(${ids}::bigint[])`.execute(ctx.db);
  await touchViewers(ctx, ids);
  for (const [userId, gone] of Map.groupBy(rows, (row) => row.user_id)) {
    const told = gone.length > MOST_TOLD ? [] : gone.map((row) => ({ module, entryId: row.activity_id }));
    ctx.emit(
      activityEvents.activityRemoved,
      { users: [userId] },
      {
        keys: [...new Set([...itemKeys(told), listKey(), listKey(module)])],
        processIds: [...ctx.processIds],
        aggregateIds: told.map((item) => formatAggregateId({ ...item, userId })),
      },
    );
  }
}

/** Who else sees an item is a part of its row in everybody's lists. */
async function touchViewers(ctx: ChangeContext, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from activity_user where instance_id = ${ctx.instance.id}
      and activity_id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  ctx.touch(rows.map((row) => row.user_id));
}

async function insertViewers(ctx: ChangeContext, activityId: number, viewers: readonly Viewer[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction, mine)
    select a.activity_id, a.ts, a.instance_id, v.user_id, v.box_id, a.module, v.status, a.direction, v.mine
    from activity a, unnest(${viewers.map((v) => v.userId)}::int[], ${viewers.map((v) => v.boxId)}::int[],
      ${viewers.map((v) => v.status)}::smallint[], ${viewers.map((v) => v.mine)}::boolean[]) as v (user_id, box_id, status, mine)
    where a.instance_id = ${ctx.instance.id} and a.activity_id = ${activityId}
    on conflict (instance_id, user_id, activity_id) do nothing returning user_id`.execute(ctx.db);
  return rows.map((row) => row.user_id);
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

/**
 * Sets the state of items for some people because something outside said so (a mail program, a phone); `onlyFrom` limits it to those
 * with whom the item stands so. The leaves are not told: they are where it comes from.
 */
export async function setStatusFromOutside(
  ctx: ChangeContext,
  changes: readonly {
    readonly activityId: number;
    readonly userIds: readonly number[];
    readonly status: Status;
    readonly onlyFrom: readonly Status[];
  }[],
): Promise<void> {
  if (changes.length === 0) return;
  await lockItems(
    ctx,
    changes.map(({ activityId }) => activityId),
  );
  const changed: { activity_id: number; user_id: number }[] = [];
  for (const change of changes) {
    const { rows } = await sql<{ activity_id: number; user_id: number }>`
      update activity_user set status = ${change.status} where instance_id = ${ctx.instance.id}
        and activity_id = ${change.activityId} and user_id = any(${[...change.userIds]}::int[])
        and status = any(${[...change.onlyFrom]}::smallint[]) and status <> ${change.status}
      returning activity_id, user_id`.execute(ctx.db);
    changed.push(...rows);
  }
  const nobody: Leaves = new Map();
  await announceChanges(ctx, nobody, changed);
}

/** Merges fields into the stored extras of an item and tells its viewers. */
export async function patchExtras(
  ctx: ChangeContext,
  activityId: number,
  patch: Record<string, unknown>,
): Promise<void> {
  await sql`update activity set extras = extras || ${JSON.stringify(patch)}::jsonb
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(ctx.db);
  const { rows } = await sql<{ activity_id: number; user_id: number }>`
    select activity_id, user_id from activity_user where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(
    ctx.db,
  );
  const nobody: Leaves = new Map();
  await announceChanges(ctx, nobody, rows);
}
