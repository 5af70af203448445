import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import './tables.ts';

export interface ShareRow {
  readonly activity_id: number;
  readonly by_user: number;
  readonly to_user: number;
  readonly group_id: number;
  readonly message: string;
  /** Seconds since 1970. */
  readonly shared_seconds: number;
  /** Who has shared it sees the item by right. */
  readonly by_right: boolean;
}

/** The shares of items, in the order in which they were made. */
export async function readShares(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
): Promise<readonly ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select s.activity_id, s.by_user, s.to_user, s.group_id, s.message, floor(date_part('epoch', s.shared_at)) as shared_seconds,
      coalesce(giver.ways <> 2, false) as by_right
    from share s
    left join activity_user giver on giver.instance_id = s.instance_id and giver.activity_id = s.activity_id and giver.user_id = s.by_user
    where s.instance_id = ${instanceId} and s.activity_id = any(${[...activityIds]}::bigint[])
    order by s.shared_at, s.activity_id, s.to_user`.execute(db);
  return rows;
}

/** A share that was made, or says something else than it did; `was` null where there was none. */
export interface PutShare {
  readonly activity_id: number;
  readonly to_user: number;
  readonly was: string | null;
}

/** Shares items, which were taken for this transaction, with people. Returns which shares are new, and which say something else now. */
export async function putShares(
  ctx: ChangeContext,
  activityIds: readonly number[],
  { byUser, people, message }: { byUser: number; people: ReadonlyMap<number, number>; message: string },
): Promise<readonly PutShare[]> {
  const now = new Date(ctx.now());
  const { rows } = await sql<PutShare>`
    with was as materialized (
      select activity_id, to_user, message from share
      where instance_id = ${ctx.instance.id} and activity_id = any(${[...activityIds]}::bigint[]) and by_user = ${byUser}
    ), put as (
      insert into share as s (instance_id, activity_id, by_user, to_user, group_id, message, shared_at, changed_at)
      select ${ctx.instance.id}, a.id, ${byUser}, p.id, p.group_id, ${message}, ${now}, ${now}
      from unnest(${[...activityIds]}::bigint[]) a (id)
      cross join unnest(${[...people.keys()]}::int[], ${[...people.values()]}::bigint[]) as p (id, group_id)
      on conflict (instance_id, activity_id, by_user, to_user) do update set message = excluded.message, changed_at = excluded.changed_at
        where s.message <> excluded.message
      returning activity_id, to_user
    )
    select put.activity_id, put.to_user, was.message as was from put
    left join was on was.activity_id = put.activity_id and was.to_user = put.to_user
    order by put.activity_id, put.to_user`.execute(ctx.db);
  return rows;
}

/** Says something else with all shares of items by one person. Returns which did not say it before. */
export async function updateMessages(
  ctx: ChangeContext,
  activityIds: readonly number[],
  byUser: number,
  message: string,
): Promise<readonly PutShare[]> {
  const { rows } = await sql<PutShare>`
    update share s set message = ${message}, changed_at = ${new Date(ctx.now())} from share o
    where s.instance_id = ${ctx.instance.id} and s.activity_id = any(${[...activityIds]}::bigint[]) and s.by_user = ${byUser}
      and s.message <> ${message} and o.instance_id = s.instance_id and o.activity_id = s.activity_id and o.by_user = s.by_user
      and o.to_user = s.to_user
    returning s.activity_id, s.to_user, o.message as was`.execute(ctx.db);
  return rows.toSorted((one, other) => one.activity_id - other.activity_id || one.to_user - other.to_user);
}

/** Somebody by whom people have an item. */
export interface GiverRow {
  readonly activity_id: number;
  readonly by_user: number;
  /** Sees the item by right. */
  readonly by_right: boolean;
}

/** By whom some people have items. */
export async function readGivers(
  { db, instance }: ChangeContext,
  activityIds: readonly number[],
  userIds: readonly number[],
): Promise<readonly GiverRow[]> {
  const { rows } = await sql<GiverRow>`
    select s.activity_id, s.by_user, coalesce(giver.ways <> 2, false) as by_right
    from (
      select distinct activity_id, by_user from share where instance_id = ${instance.id}
        and activity_id = any(${[...activityIds]}::bigint[]) and to_user = any(${[...userIds]}::int[])
    ) s
    left join activity_user giver on giver.instance_id = ${instance.id} and giver.activity_id = s.activity_id and giver.user_id = s.by_user`.execute(
    db,
  );
  return rows;
}

/** Shares of an item by one person that end: those with all whom a command names, or the one with somebody alone. */
export interface EndingShares {
  readonly activity_id: number;
  readonly by_user: number;
  readonly only_to: number | null;
}

/** Shares that said the same of each of some items to each of some people. */
export interface EndedShares {
  readonly activityIds: readonly number[];
  readonly userIds: readonly number[];
  readonly message: string;
}

/** Ends shares with people. Returns what was shared, one line for all items that the same people had with the same text. */
export async function deleteShares(
  ctx: ChangeContext,
  ending: readonly EndingShares[],
  userIds: readonly number[],
): Promise<readonly EndedShares[]> {
  const groups = [...Map.groupBy(ending, ({ by_user: by, only_to: to }) => `${by} ${to}`).values()];
  const ended = await Promise.all(
    groups.flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const people = first.only_to === null ? userIds : userIds.filter((id) => id === first.only_to);
      return deleteSharesBy(
        ctx,
        first.by_user,
        group.map((it) => it.activity_id),
        people,
      );
    }),
  );
  const alike = Map.groupBy(ended.flat(), (one) => JSON.stringify([one.userIds, one.message])).values();
  return [...alike].flatMap((some) => {
    const [first] = some;
    const ids = new Set(some.flatMap(({ activityIds }) => activityIds));
    return first === undefined ? [] : [{ ...first, activityIds: [...ids].toSorted((a, b) => a - b) }];
  });
}

/** The same of the shares by one person. No join, for the reason that `isAmong` of the lists has. */
async function deleteSharesBy(
  { db, instance }: ChangeContext,
  byUserId: number,
  activityIds: readonly number[],
  userIds: readonly number[],
): Promise<readonly EndedShares[]> {
  const { rows } = await sql<EndedShares>`
    with ended as (
      delete from share where instance_id = ${instance.id} and activity_id = any(${[...activityIds]}::bigint[])
        and by_user = ${byUserId} and to_user = any(${[...userIds]}::int[])
      returning activity_id, to_user, message, shared_at
    ), told as (
      select activity_id, message, array_agg(to_user order by shared_at, to_user) as people from ended group by activity_id, message
    )
    select array_to_json(array_agg(activity_id order by activity_id)) as "activityIds", array_to_json(people) as "userIds", message
    from told group by people, message order by min(activity_id)`.execute(db);
  return rows;
}

/** What is left of shares: by whom some people still have items, the first where there are several; and items that nobody has by any. */
export interface SharesLeft {
  readonly still: readonly { readonly activity_id: number; readonly user_id: number; readonly by_user: number }[];
  readonly unshared: readonly number[];
}

export async function readSharesLeft(
  { db, instance }: ChangeContext,
  activityIds: readonly number[],
  userIds: readonly number[],
): Promise<SharesLeft> {
  const [still, unshared] = await Promise.all([
    sql<SharesLeft['still'][number]>`
      select distinct on (activity_id, to_user) activity_id, to_user as user_id, by_user from share
      where instance_id = ${instance.id} and activity_id = any(${[...activityIds]}::bigint[]) and to_user = any(${[...userIds]}::int[])
      order by activity_id, to_user, shared_at, by_user`.execute(db),
    sql<{ id: number }>`select a.id from unnest(${[...activityIds]}::bigint[]) as a (id)
      where not exists (select from share s where s.instance_id = ${instance.id} and s.activity_id = a.id)`.execute(db),
  ]);
  return { still: still.rows, unshared: unshared.rows.map(({ id }) => id) };
}
