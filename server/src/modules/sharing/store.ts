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

export async function deleteShares(ctx: ChangeContext, shares: readonly ShareRow[]): Promise<void> {
  await sql`delete from share s using unnest(${shares.map((it) => it.activity_id)}::bigint[], ${shares.map((it) => it.by_user)}::int[],
      ${shares.map((it) => it.to_user)}::int[]) as gone (activity_id, by_user, to_user)
    where s.instance_id = ${ctx.instance.id} and s.activity_id = gone.activity_id and s.by_user = gone.by_user
      and s.to_user = gone.to_user`.execute(ctx.db);
}
