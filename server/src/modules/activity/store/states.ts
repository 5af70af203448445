import { UNTIL_ANSWERED, stateOf, type Status } from '@kontor/contract/activity';
import { kindNumber, kindNameOf, type ItemKindName } from '@kontor/contract/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { isBeside } from './beside.ts';
import { BY_SHARE } from './ways.ts';
import '../tables.ts';

/** An item and somebody who sees it. */
export interface SeenBy {
  readonly activity_id: number;
  readonly user_id: number;
}

/** Each of some people at each of some items. */
export interface SeenByMany {
  readonly activityIds: readonly number[];
  readonly userIds: readonly number[];
}

/** How an item stands with somebody who sees it, and its version. */
export interface ViewerRow extends SeenBy {
  readonly box_id: number;
  readonly module: number;
  readonly status: Status;
  readonly archived: boolean;
  readonly trashed: boolean;
  readonly spam: boolean;
  /** Seconds; `UNTIL_ANSWERED` until it is answered alone. */
  readonly snoozed_until: number | null;
  /** By a share alone: how it stands with them is nobody else's affair. */
  readonly by_share: boolean;
  /** With anybody of whom they are told. */
  readonly is_shared: boolean;
  readonly version: number;
  readonly segment_id: number | null;
  readonly is_apart: boolean;
}

/** One kind of change to what people see of items. */
export interface ItemEdit {
  /** Assignments to `t`, a row of `activity_user`. */
  readonly set: RawBuilder<unknown>;
  /** Rows that the change would alter. */
  readonly where: RawBuilder<unknown>;
  /** It is this person's affair alone, in a box whose state is shared, too. */
  readonly isPersonal?: true;
  /** Rows of others that it alters as well, where items of the kind stand alike with all; left out where it alters none. */
  readonly others?: RawBuilder<unknown>;
  /** What the history says of it; left out where it says nothing. */
  readonly says?: { readonly field: 'state' | 'archived' | 'trashed'; readonly after: unknown };
}

/** When an item comes back, in seconds, from the column that says it. */
export const snoozedSeconds = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${column} = 'infinity' then ${UNTIL_ANSWERED}::float8 else floor(date_part('epoch', ${column})) end`;

/** What of a row says that it is put off. */
export const NOT_SNOOZED = sql`snoozed_until = null, snoozed_for = null, snoozed_at = null, snoozed_after = null`;

/** Until when an item is out of the way: until the first of both. */
export interface SnoozeEnd {
  readonly until: Date | null;
  readonly untilAnswered: boolean;
}

const ALL_OTHERS = sql`true`;

const isStill = (onlyNew: boolean): RawBuilder<unknown> => (onlyNew ? sql`t.status = 1` : sql`true`);

export const edits = {
  /** Nothing that is Done comes back by itself. `onlyNew`: what is not New any more stays as it is. */
  state: (status: Status, onlyNew = false): ItemEdit =>
    status === 3
      ? {
          set: sql`status = 3, ${NOT_SNOOZED}`,
          where: sql`(t.status <> 3 or t.snoozed_until is not null) and ${isStill(onlyNew)} and not t.trashed`,
          others: ALL_OTHERS,
          says: { field: 'state', after: stateOf(3) },
        }
      : {
          set: sql`status = ${status}`,
          where: sql`t.status <> ${status} and ${isStill(onlyNew)} and not t.trashed`,
          // What is not done any more is done with nobody.
          others: sql`t.status = 3`,
          says: { field: 'state', after: stateOf(status) },
        },
  /** New becomes In process. */
  begin: (): ItemEdit => ({ set: sql`status = 2`, where: sql`t.status = 1 and not t.trashed` }),
  archive: (archived: boolean): ItemEdit => ({
    set: sql`archived = ${archived}`,
    where: sql`t.archived <> ${archived} and not t.trashed`,
    others: ALL_OTHERS,
    says: { field: 'archived', after: archived },
  }),
  trash: (now: Date): ItemEdit => ({
    set: sql`trashed = true, trashed_at = ${now}, ${NOT_SNOOZED}`,
    where: sql`not t.trashed`,
    others: ALL_OTHERS,
    says: { field: 'trashed', after: true },
  }),
  spam: (now: Date): ItemEdit => ({
    set: sql`trashed = true, spam = true, trashed_at = ${now}, ${NOT_SNOOZED}`,
    where: sql`not t.trashed or not t.spam`,
    says: { field: 'trashed', after: true },
  }),
  restore: (): ItemEdit => ({
    set: sql`trashed = false, spam = false, trashed_at = null`,
    where: sql`t.trashed`,
    others: ALL_OTHERS,
    says: { field: 'trashed', after: false },
  }),
  /** What comes in from now on is after the newest item that there is. */
  snooze: ({ until, untilAnswered }: SnoozeEnd, now: Date): ItemEdit => ({
    set: sql`snoozed_until = coalesce(${until}::timestamptz, 'infinity'), snoozed_for = ${untilAnswered ? 'answer' : 'time'},
      snoozed_at = ${now}, snoozed_after = (select max(a.activity_id) from activity a where a.instance_id = t.instance_id),
      woken_at = null, woken_by = null`,
    where: sql`not t.trashed`,
    isPersonal: true,
  }),
  wake: (): ItemEdit => ({ set: NOT_SNOOZED, where: sql`t.snoozed_until is not null`, isPersonal: true }),
} as const;

/**
 * Locks the rows of those items that the person sees, the ones in the trash among them. They are locked in the order of their ids and
 * before all other rows, so that no two transactions wait for each other.
 */
export async function takeVisible(
  ctx: ChangeContext,
  userId: number,
  activityIds: readonly number[],
): Promise<ReadonlyMap<number, ItemKindName>> {
  const { rows } = await sql<{ activity_id: number; module: number }>`
    select a.activity_id, au.module from activity_user au
    join activity a on a.instance_id = au.instance_id and a.activity_id = au.activity_id
    where au.instance_id = ${ctx.instance.id} and au.user_id = ${userId} and au.activity_id = any(${[...activityIds]}::bigint[])
    order by a.activity_id for no key update of a`.execute(ctx.db);
  return new Map(rows.map((row) => [row.activity_id, kindNameOf(row.module)]));
}

/** Takes items, whoever sees them, in the same way. */
export async function lockItems(ctx: ChangeContext, activityIds: readonly number[]): Promise<void> {
  await sql`select from activity where instance_id = ${ctx.instance.id} and activity_id = any(${[...activityIds]}::bigint[])
    order by activity_id for no key update`.execute(ctx.db);
}

/** What was altered, and how the item stood with the person who did it; with each where nobody here did. */
export interface EditedRow extends SeenBy {
  readonly was_status: Status;
  readonly was_archived: boolean;
  readonly was_trashed: boolean;
}

/**
 * Applies an edit to items that a person sees. It changes the rows of: that person; all members of a box whose states are shared, if the item
 * lies there; everybody who sees the item, if its kind is among `ones`. An item that the person sees only because it was shared with them is
 * changed for them alone. Returns the rows that were changed.
 */
export async function applyEdit(
  ctx: ChangeContext,
  userId: number,
  activityIds: readonly number[],
  edit: ItemEdit,
  ones: readonly ItemKindName[] = [],
): Promise<readonly EditedRow[]> {
  const { rows } = await sql<EditedRow>`
    update activity_user t set ${edit.set}
    from activity_user mine left join box b on b.instance_id = mine.instance_id and b.box_id = mine.box_id
    where mine.instance_id = ${ctx.instance.id} and mine.user_id = ${userId}
      and mine.activity_id = any(${[...activityIds]}::bigint[])
      and t.instance_id = mine.instance_id and t.activity_id = mine.activity_id
      and (t.user_id = mine.user_id or (not ${edit.isPersonal === true}::boolean and b.shared_state and t.box_id = mine.box_id)
        or (mine.ways <> ${BY_SHARE} and mine.module = any(${ones.map(kindNumber)}::smallint[]) and (${edit.others ?? sql`false`})))
      and (${edit.where})
    returning t.activity_id, t.user_id,
      mine.status as was_status, mine.archived as was_archived, mine.trashed as was_trashed`.execute(ctx.db);
  return rows;
}

/** The same to one item, for its owner and for those who see it through a box, if one is given. */
export async function applyEditFor(
  ctx: ChangeContext,
  activityId: number,
  whom: { readonly ownerId: number; readonly sharedBoxId: number | null },
  edit: ItemEdit,
): Promise<readonly EditedRow[]> {
  const { rows } = await sql<EditedRow>`
    update activity_user t set ${edit.set} from activity_user was
    where was.instance_id = ${ctx.instance.id} and was.activity_id = ${activityId}
      and (was.user_id = ${whom.ownerId} or was.box_id = ${whom.sharedBoxId}::int)
      and t.instance_id = was.instance_id and t.activity_id = was.activity_id and t.user_id = was.user_id and (${edit.where})
    returning t.activity_id, t.user_id,
      was.status as was_status, was.archived as was_archived, was.trashed as was_trashed`.execute(ctx.db);
  return rows;
}

/** Sets the state of an item for some people, as far as it stands with them in one of the states `onlyFrom`. Returns what was altered. */
export async function setStatus(
  ctx: ChangeContext,
  change: {
    readonly activityId: number;
    readonly userIds: readonly number[];
    readonly status: Status;
    readonly onlyFrom: readonly Status[];
  },
): Promise<readonly SeenBy[]> {
  const { rows } = await sql<SeenBy>`
    update activity_user set status = ${change.status}${change.status === 3 ? sql`, ${NOT_SNOOZED}` : sql``} where instance_id = ${ctx.instance.id}
      and activity_id = ${change.activityId} and user_id = any(${[...change.userIds]}::int[])
      and status = any(${[...change.onlyFrom]}::smallint[]) and status <> ${change.status}
    returning activity_id, user_id`.execute(ctx.db);
  return rows;
}

/** SQL that counts the versions of items up, as `bumped`; `set`: other assignments to the same rows. */
export const bump = (
  ctx: ChangeContext,
  activityIds: readonly number[],
  set?: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  update activity set version = version + 1${set === undefined ? sql`` : sql`, ${set}`}
  where instance_id = ${ctx.instance.id} and activity_id = any(${[...activityIds]}::bigint[])
  returning activity_id, version, is_shared`;

/** SQL of a `ViewerRow` of `v`, a row of `activity_user`, and `bumped`; whom sharing is told to is asked apart. */
export const viewerColumns = sql`v.activity_id, v.user_id, v.box_id, v.module, v.status, v.archived, v.trashed, v.spam,
  v.ways = ${BY_SHARE} as by_share, bumped.is_shared, ${snoozedSeconds(sql`v.snoozed_until`)} as snoozed_until, bumped.version, v.segment_id, v.is_apart`;

/** The same rows, in which an item is shared where their person is told of anybody with whom it is. Most are shared with nobody. */
export async function withToldShares(ctx: ChangeContext, rows: readonly ViewerRow[]): Promise<readonly ViewerRow[]> {
  const shared = new Set(rows.flatMap((row) => (row.is_shared ? row.activity_id : [])));
  if (shared.size === 0) return rows;
  const { rows: heard } = await sql<SeenBy>`
    select v.activity_id, v.user_id from activity_user v
    where v.instance_id = ${ctx.instance.id} and v.activity_id = any(${[...shared]}::bigint[])
      and v.user_id = any(${[...new Set(rows.map((row) => row.user_id))]}::int[])
      and exists (select from activity_user o where o.instance_id = v.instance_id and o.activity_id = v.activity_id
        and o.ways >= ${BY_SHARE} and ${isBeside(sql`v`, sql`o`)})`.execute(ctx.db);
  const keys = new Set(heard.map((row) => `${row.activity_id} ${row.user_id}`));
  return rows.map((row) => ({ ...row, is_shared: keys.has(`${row.activity_id} ${row.user_id}`) }));
}

/** Counts the versions of items up, and sets what else is new of them. Returns how they stand with everybody who sees them, or with some people alone. */
export async function countVersionsUp(
  ctx: ChangeContext,
  activityIds: readonly number[],
  userIds?: readonly number[],
  set?: RawBuilder<unknown>,
): Promise<readonly ViewerRow[]> {
  const { rows } = await sql<ViewerRow>`
    with bumped as (${bump(ctx, activityIds, set)})
    select ${viewerColumns} from bumped join activity_user v on v.instance_id = ${ctx.instance.id} and v.activity_id = bumped.activity_id
      ${userIds === undefined ? sql`` : sql`and v.user_id = any(${[...userIds]}::int[])`}`.execute(ctx.db);
  return withToldShares(ctx, rows);
}
