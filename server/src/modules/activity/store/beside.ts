import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { BY_SHARE } from './ways.ts';
import '../tables.ts';

/**
 * The box in which the person of a row of `activity_user` has its item: by right, or that of whoever put the item before them; 0 where items
 * of the kind lie in none.
 */
export const boxIn = (row: RawBuilder<unknown>): RawBuilder<number> =>
  sql`case when ${row}.box_id <> 0 then ${row}.box_id else coalesce(${row}.via_box_id, 0) end`;

/** SQL of the name that this box has in lists. An item may lie in boxes of several people: each person reads the name of their own box. */
export const channelIn = (row: RawBuilder<unknown>, item: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case when ${boxIn(row)} = ${item}.box_id then ${item}.channel else coalesce((
    select named.name from box named where named.instance_id = ${item}.instance_id and named.box_id = ${boxIn(row)}), '') end`;

/** Whether two rows are apart: of people who see different parts of the item, and are not to know of each other. */
const isApart = (row: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${row}.is_apart and ${other}.is_apart and ${row}.segment_id is distinct from ${other}.segment_id)`;

/**
 * SQL of whether the person of `row` is told about the person of `other`, both rows of one item, who are not apart. True if both have it in the
 * same box, if one was given it out of the other's box, or if one is a member of the other's box.
 */
export const isBeside = (row: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(not ${isApart(row, other)} and ${sharesBox(row, other)})`;

const sharesBox = (row: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce(${other}.user_id = ${row}.user_id or ${boxIn(other)} = ${boxIn(row)} or ${other}.via_box_id in (${boxIn(row)}, ${row}.via_box_id)
    or ${row}.via_box_id = ${boxIn(other)} or exists (
      select from box_member both_in where both_in.instance_id = ${row}.instance_id
        and ((both_in.box_id = ${boxIn(other)} and both_in.user_id = ${row}.user_id)
          or (both_in.box_id = ${boxIn(row)} and both_in.user_id = ${other}.user_id))), false)`;

/**
 * SQL of whether the person of `row` is told of something that was done to its item. `deed` has `user_id`, the person who did it, and
 * `box_id`, the box in which that person had the item; null if that is not known.
 */
export const isToldOf = (row: RawBuilder<unknown>, deed: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce(${deed}.user_id = ${row}.user_id or ${deed}.box_id is null or ${deed}.box_id in (${boxIn(row)}, ${row}.via_box_id) or exists (
    select from box_member both_in where both_in.instance_id = ${row}.instance_id
      and ((both_in.box_id = ${deed}.box_id and both_in.user_id = ${row}.user_id)
        or (both_in.box_id = ${boxIn(row)} and both_in.user_id = ${deed}.user_id))), false)`;

/** Whether the person of a row is told that the item is shared with anybody. */
export const isSharedBeside = (row: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(exists (select from activity x where x.instance_id = ${row}.instance_id and x.activity_id = ${row}.activity_id and x.is_shared)
    and exists (select from activity_user o where o.instance_id = ${row}.instance_id and o.activity_id = ${row}.activity_id
      and o.ways >= ${BY_SHARE} and ${isBeside(row, sql`o`)}))`;

/**
 * Who is beside whom at items, each beside themselves, by item. Nobody is where they do not see it. `userId`: who is beside that person alone; `amongIds`:
 * only as far as these are.
 */
export async function readBeside(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
  { userId, amongIds }: { readonly userId?: number; readonly amongIds?: readonly number[] | undefined } = {},
): Promise<readonly { readonly activity_id: number; readonly user_id: number; readonly other_id: number }[]> {
  if (activityIds.length === 0) return [];
  const { rows } = await sql<{ activity_id: number; user_id: number; other_id: number }>`
    select au.activity_id, au.user_id, o.user_id as other_id from activity_user au
    join activity_user o on o.instance_id = au.instance_id and o.activity_id = au.activity_id
    where au.instance_id = ${instanceId} and au.activity_id = any(${[...activityIds]}::bigint[])
      and (${userId ?? null}::int is null or au.user_id = ${userId ?? null}::int)
      ${amongIds === undefined ? sql`` : sql`and o.user_id = any(${[...amongIds]}::int[])`} and ${isBeside(sql`au`, sql`o`)}`.execute(
    db,
  );
  return rows;
}

/** In which box a person has an item; 0 where they do not see it, or it lies in none. */
export async function readBoxIn(db: Db, instanceId: number, userId: number, activityId: number): Promise<number> {
  const { rows } = await sql<{ box_id: number }>`select ${boxIn(sql`au`)} as box_id from activity_user au
    where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = ${activityId}`.execute(db);
  return rows[0]?.box_id ?? 0;
}
