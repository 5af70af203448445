import { DIRECTIONS, type Direction, type Status } from '@kontor/contract/activity';
import { kindNumber, type ItemKindName } from '@kontor/contract/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { boxIn } from './beside.ts';
import type { SeenBy, SeenByMany } from './states.ts';
import { BY_RIGHT, BY_SHARE } from './ways.ts';
import '../tables.ts';

/** Somebody who sees an item, and how it stands with them. */
export interface Viewer {
  readonly userId: number;
  readonly boxId: number;
  /** Out of which box the item was put before them, where they have it in none. */
  readonly viaBoxId?: number;
  readonly status: Status;
  readonly mine: boolean;
  /** Left out: that of the item. */
  readonly direction?: Direction;
  /** Whose part of the item they see; left out: all of it. */
  readonly segmentId?: number;
  /** They are not told of others who are apart in another segment. */
  readonly isApart?: boolean;
  /** Left out: not archived, and in the lists. */
  readonly archived?: boolean;
  readonly location?: 'inbox' | 'trash' | 'junk';
}

/** What an entry of the lists says. */
export interface EntryContent {
  readonly ts: Date;
  readonly contact: string;
  readonly information: string;
  /** What the module's list entries need to know, as sparse as can be. */
  readonly extras: Record<string, unknown>;
}

/** Where an entry belongs; this stays when its content is rewritten. */
export interface EntryPlacement {
  readonly module: ItemKindName;
  readonly boxId: number;
  readonly direction: Direction;
  readonly channel: string;
  readonly context?: string;
}

/** Inserts entries that nobody sees yet. Returns their ids in the order given. */
export async function insertEntries(
  ctx: ChangeContext,
  entries: readonly (EntryPlacement & EntryContent)[],
): Promise<readonly number[]> {
  const column = <T>(value: (entry: EntryPlacement & EntryContent) => T) => entries.map(value);
  const { rows } = await sql<{ activity_id: number }>`
    insert into activity (instance_id, ts, box_id, module, direction, contact, information, channel, context, extras)
    select ${ctx.instance.id}, i.ts, i.box_id, i.module, i.direction, i.contact, i.information, i.channel, i.context, i.extras
    from unnest(${column((it) => it.ts)}::timestamptz[], ${column((it) => it.boxId)}::int[],
      ${column((it) => kindNumber(it.module))}::smallint[], ${column((it) => DIRECTIONS.indexOf(it.direction))}::smallint[],
      ${column((it) => it.contact)}::text[], ${column((it) => it.information)}::text[], ${column((it) => it.channel)}::text[],
      ${column((it) => it.context ?? '')}::text[], ${column((it) => JSON.stringify(it.extras))}::jsonb[]) with ordinality
      as i (ts, box_id, module, direction, contact, information, channel, context, extras, n)
    order by i.n returning activity_id`.execute(ctx.db);
  // Numbered in the order of the rows; nothing says that they are answered in it.
  return rows.map((row) => row.activity_id).toSorted((x, y) => x - y);
}

/** Somebody who sees an item in a way that they did not; `is_new` where they saw it in none. */
export interface GainedBy extends SeenBy {
  readonly is_new: boolean;
}

/** Whether a row of `activity_user` was inserted, in what `insert ... on conflict do update` returns. */
const IS_NEW = sql`xmax = 0 as is_new`;

/**
 * Shows items to people by right; those who have the right already keep it as it stands with them. An item that somebody saw by a share alone
 * stands with them as the right says. Returns who has it anew to what.
 */
export async function insertViewers(
  ctx: ChangeContext,
  viewers: readonly (Viewer & { readonly activityId: number })[],
): Promise<readonly GainedBy[]> {
  const { rows } = await sql<GainedBy>`
    insert into activity_user as au
      (activity_id, ts, instance_id, user_id, box_id, via_box_id, module, status, direction, mine, archived, trashed, spam, trashed_at,
        segment_id, is_apart)
    select a.activity_id, a.ts, a.instance_id, v.user_id, v.box_id, nullif(v.via_box_id, 0), a.module, v.status, coalesce(v.direction, a.direction), v.mine,
      v.archived, v.trashed, v.spam, case when v.trashed then ${new Date(ctx.now())}::timestamptz end, v.segment_id, v.is_apart
    from unnest(${viewers.map((v) => v.activityId)}::bigint[], ${viewers.map((v) => v.userId)}::int[],
      ${viewers.map((v) => v.boxId)}::int[], ${viewers.map((v) => v.viaBoxId ?? 0)}::int[], ${viewers.map((v) => v.status)}::smallint[],
      ${viewers.map((v) => v.mine)}::boolean[], ${viewers.map((v) => v.archived ?? false)}::boolean[],
      ${viewers.map((v) => (v.location ?? 'inbox') !== 'inbox')}::boolean[], ${viewers.map((v) => v.location === 'junk')}::boolean[],
      ${viewers.map(({ direction }) => (direction === undefined ? null : DIRECTIONS.indexOf(direction)))}::smallint[],
      ${viewers.map((v) => v.segmentId ?? null)}::int[], ${viewers.map((v) => v.isApart ?? false)}::boolean[])
      as v (activity_id, user_id, box_id, via_box_id, status, mine, archived, trashed, spam, direction, segment_id, is_apart)
    join activity a on a.instance_id = ${ctx.instance.id} and a.activity_id = v.activity_id
    on conflict (instance_id, user_id, activity_id) do update set ways = 3, box_id = excluded.box_id, mine = excluded.mine,
      status = excluded.status, archived = excluded.archived, trashed = excluded.trashed, spam = excluded.spam, trashed_at = excluded.trashed_at,
      direction = excluded.direction, segment_id = excluded.segment_id, is_apart = excluded.is_apart
      where au.ways = 2
    returning activity_id, user_id, ${IS_NEW}`.execute(ctx.db);
  return rows;
}

/**
 * Puts items that people see by right already, through the box of others or through none, into their own one: how the items stand with them
 * stays. Returns what was moved.
 */
export async function moveToOwnBox(
  ctx: ChangeContext,
  given: readonly (Viewer & { readonly activityId: number })[],
): Promise<readonly SeenBy[]> {
  const viewers = given.filter(({ boxId }) => boxId !== 0);
  if (viewers.length === 0) return [];
  const { rows } = await sql<SeenBy>`
    update activity_user au set box_id = v.box_id, mine = v.mine
    from unnest(${viewers.map((v) => v.activityId)}::bigint[], ${viewers.map((v) => v.userId)}::int[],
      ${viewers.map((v) => v.boxId)}::int[], ${viewers.map((v) => v.mine)}::boolean[]) as v (activity_id, user_id, box_id, mine)
    where au.instance_id = ${ctx.instance.id} and au.activity_id = v.activity_id and au.user_id = v.user_id and au.ways <> ${BY_SHARE}
      and v.box_id <> au.box_id and (au.box_id = 0 or (v.mine and not au.mine))
    returning au.activity_id, au.user_id`.execute(ctx.db);
  return rows;
}

/** Through whose box somebody sees an item that another one has put before them. */
const boxOfGiver = (ctx: ChangeContext, item: RawBuilder<unknown>, giverId: RawBuilder<unknown>) => sql`(
  select nullif(${boxIn(sql`giver`)}, 0) from activity_user giver
  where giver.instance_id = ${ctx.instance.id} and giver.activity_id = ${item} and giver.user_id = ${giverId})`;

/**
 * Which part of an item somebody sees by a share: that of whoever gave it. Of one that has several, whoever sees them all gives nobody more than what
 * all of them have.
 */
const segmentGiven = (
  ctx: ChangeContext,
  item: RawBuilder<unknown>,
  giverId: RawBuilder<unknown>,
  ownId: RawBuilder<unknown>,
) => sql`(
  select json_build_object('id', coalesce(max(o.segment_id) filter (where o.user_id = ${giverId}),
      case when count(distinct o.segment_id) > 1 then ${ownId} else max(o.segment_id) end), 'apart', bool_or(o.is_apart))
  from activity_user o where o.instance_id = ${ctx.instance.id} and o.activity_id = ${item} and o.user_id <> ${ownId})`;

/** Shows items to people by a share of somebody who sees them. Returns who did not have one of them by any. */
export async function insertSharedWith(
  ctx: ChangeContext,
  activityIds: readonly number[],
  userIds: readonly number[],
  { byUserId, status }: { readonly byUserId: number; readonly status: Status },
): Promise<readonly GainedBy[]> {
  // What is the same for all who are given an item is looked up once: the rows of the item grow while they are inserted.
  const { rows } = await sql<GainedBy>`
    with items as materialized (
      select a.activity_id, a.ts, a.instance_id, a.module, a.direction, ${boxOfGiver(ctx, sql`a.activity_id`, sql`${byUserId}`)} as via_box_id,
        exists (select from activity_user o where o.instance_id = a.instance_id and o.activity_id = a.activity_id
          and (o.segment_id is not null or o.is_apart)) as has_parts
      from activity a where a.instance_id = ${ctx.instance.id} and a.activity_id = any(${[...activityIds]}::bigint[])
    )
    insert into activity_user as au (activity_id, ts, instance_id, user_id, box_id, via_box_id, module, status, direction, ways,
        segment_id, is_apart)
    select i.activity_id, i.ts, i.instance_id, v.user_id, 0, i.via_box_id, i.module, ${status}, i.direction, 2,
      (given.segment ->> 'id')::int, coalesce((given.segment ->> 'apart')::boolean, false)
    from items i cross join unnest(${[...userIds]}::int[]) as v (user_id)
    cross join lateral (
      select case when i.has_parts then ${segmentGiven(ctx, sql`i.activity_id`, sql`${byUserId}::int`, sql`v.user_id`)} end as segment
    ) given
    on conflict (instance_id, user_id, activity_id) do update set ways = 3, via_box_id = excluded.via_box_id where au.ways = 1
    returning activity_id, user_id, ${IS_NEW}`.execute(ctx.db);
  return rows;
}

/** Says which items are shared with anybody. */
export async function updateShared(
  ctx: ChangeContext,
  activityIds: readonly number[],
  isShared: boolean,
): Promise<void> {
  await sql`update activity set is_shared = ${isShared} where instance_id = ${ctx.instance.id}
    and activity_id = any(${[...activityIds]}::bigint[]) and is_shared <> ${isShared}`.execute(ctx.db);
}

/** Puts an item into another box, for all who see it by right. */
export async function replaceBox(
  ctx: ChangeContext,
  activityId: number,
  { boxId, channel, mine }: { readonly boxId: number; readonly channel: string; readonly mine: boolean },
): Promise<void> {
  await sql`update activity set box_id = ${boxId}, channel = ${channel}
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(ctx.db);
  await sql`update activity_user set via_box_id = case when ways >= ${BY_SHARE} then ${boxId}::int end,
      box_id = case when ways = ${BY_SHARE} then 0 else ${boxId}::int end, mine = ways <> ${BY_SHARE} and ${mine}
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(ctx.db);
}

/** Somebody who lost a way to see an item; `is_gone` where it was the last one. */
export interface LostBy extends SeenBy {
  readonly is_gone: boolean;
}

/**
 * Ends that people see items by right, in the rows of `activity_user` that a condition names: what they see by a share, too, they go on to see.
 * Returns who lost it.
 */
async function endRight(ctx: ChangeContext, where: RawBuilder<unknown>): Promise<readonly LostBy[]> {
  const rows = sql`instance_id = ${ctx.instance.id} and ${where}`;
  const { rows: lost } = await sql<LostBy>`
    with gone as (
      delete from activity_user where ${rows} and ways = ${BY_RIGHT} returning activity_id, user_id
    ), kept as (
      update activity_user set ways = ${BY_SHARE}, box_id = 0, mine = false
      where ${rows} and ways = ${BY_RIGHT + BY_SHARE} returning activity_id, user_id
    )
    select activity_id, user_id, true as is_gone from gone union all select activity_id, user_id, false from kept`.execute(
    ctx.db,
  );
  return lost;
}

/** Takes the items of a box away from people who see them through it. */
export const deleteViewers = (
  ctx: ChangeContext,
  boxId: number,
  userIds: readonly number[],
): Promise<readonly LostBy[]> => endRight(ctx, sql`box_id = ${boxId} and user_id = any(${[...userIds]}::int[])`);

/** Takes the right to see an item from people. */
export const deleteItemViewers = (
  ctx: ChangeContext,
  activityId: number,
  userIds: readonly number[],
): Promise<readonly LostBy[]> =>
  endRight(ctx, sql`activity_id = ${activityId} and user_id = any(${[...userIds]}::int[])`);

/** Lets people see an item out of the box of one who shares it with them still, once another one does no more. */
export async function replaceGivers(
  ctx: ChangeContext,
  shares: readonly (SeenBy & { readonly by_user: number })[],
): Promise<void> {
  await sql`update activity_user au set via_box_id = ${boxOfGiver(ctx, sql`au.activity_id`, sql`s.by_user`)},
      segment_id = case when au.ways = ${BY_SHARE}
        then (${segmentGiven(ctx, sql`au.activity_id`, sql`s.by_user`, sql`au.user_id`)} ->> 'id')::int else au.segment_id end
    from unnest(${shares.map((it) => it.activity_id)}::bigint[], ${shares.map((it) => it.user_id)}::int[],
      ${shares.map((it) => it.by_user)}::int[]) as s (activity_id, user_id, by_user)
    where au.instance_id = ${ctx.instance.id} and au.activity_id = s.activity_id and au.user_id = s.user_id
      and au.ways >= ${BY_SHARE}`.execute(ctx.db);
}

/**
 * Ends that people see items by a share, `but` for some of them at some items. Who sees an item by right goes on seeing it. Returns who does not see which
 * items any more; nobody stands there twice with the same item.
 */
export async function deleteSharedWith(
  ctx: ChangeContext,
  ended: readonly SeenByMany[],
  but: readonly SeenBy[],
): Promise<readonly SeenByMany[]> {
  const parts = await Promise.all(ended.map((one) => deletePairs(ctx, one, but)));
  const size = ({ activityIds, userIds }: SeenByMany): number => activityIds.length * userIds.length;
  const sum = (all: readonly SeenByMany[]): number => all.reduce((count, one) => count + size(one), 0);
  const gone = parts.flat();
  // Hardly anybody is given what they see by right: such rows are looked for where some are missing.
  if (sum(gone) < sum(ended)) await Promise.all(ended.map((one) => keepByRight(ctx, one, but)));
  return gone;
}

/** SQL of a condition on rows of `activity_user`. No join: what is estimated of how many pairs there are could turn it into all with all. */
const isAmong = ({ activityIds, userIds }: SeenByMany, but: readonly SeenBy[]): RawBuilder<unknown> => sql`
  activity_id = any(${[...activityIds]}::bigint[]) and user_id = any(${[...userIds]}::int[])${
    but.length === 0
      ? sql``
      : sql` and (activity_id, user_id) not in (select * from unnest(${but.map((it) => it.activity_id)}::bigint[], ${but.map((it) => it.user_id)}::int[]))`
  }`;

async function deletePairs(
  ctx: ChangeContext,
  ended: SeenByMany,
  but: readonly SeenBy[],
): Promise<readonly SeenByMany[]> {
  const { rows } = await sql<SeenByMany>`
    with gone as (
      delete from activity_user where instance_id = ${ctx.instance.id} and ways = ${BY_SHARE} and ${isAmong(ended, but)}
      returning activity_id, user_id
    ), lost as (
      select user_id, array_agg(activity_id order by activity_id) as items from gone group by user_id
    )
    select array_to_json(items) as "activityIds", array_to_json(array_agg(user_id order by user_id)) as "userIds" from lost group by items`.execute(
    ctx.db,
  );
  return rows;
}

const keepByRight = (ctx: ChangeContext, ended: SeenByMany, but: readonly SeenBy[]): Promise<unknown> =>
  sql`update activity_user set ways = ${BY_RIGHT}, via_box_id = case when box_id = 0 then via_box_id end
    where instance_id = ${ctx.instance.id} and ways = ${BY_RIGHT + BY_SHARE} and ${isAmong(ended, but)}`.execute(
    ctx.db,
  );

/** Takes items away for good. Returns who saw them. */
export async function deleteEntries(ctx: ChangeContext, activityIds: readonly number[]): Promise<readonly SeenBy[]> {
  const { rows } = await sql<SeenBy>`
    delete from activity_user where instance_id = ${ctx.instance.id}
      and activity_id = any(${[...activityIds]}::bigint[]) returning activity_id, user_id`.execute(ctx.db);
  await sql`delete from activity where instance_id = ${ctx.instance.id}
    and activity_id = any(${[...activityIds]}::bigint[])`.execute(ctx.db);
  return rows;
}

/** Says whose own an item is. */
export async function replaceMine(ctx: ChangeContext, activityId: number, userIds: readonly number[]): Promise<void> {
  await sql`update activity_user set mine = user_id = any(${[...userIds]}::int[])
    where instance_id = ${ctx.instance.id} and activity_id = ${activityId}
      and mine <> (user_id = any(${[...userIds]}::int[]))`.execute(ctx.db);
}

/** Puts other words into an entry, which stays where it stands. Returns its time, and who sees it. */
export async function replaceWords(
  ctx: ChangeContext,
  activityId: number,
  { contact, information, extras }: Omit<EntryContent, 'ts'>,
): Promise<{ readonly ts: Date; readonly viewers: readonly SeenBy[] }> {
  const { rows } = await sql<SeenBy & { ts: Date }>`
    with changed as (
      update activity set contact = ${contact}, information = ${information}, extras = extras || ${JSON.stringify(extras)}::jsonb
      where instance_id = ${ctx.instance.id} and activity_id = ${activityId} returning ts
    )
    select v.activity_id, v.user_id, changed.ts from changed
    join activity_user v on v.instance_id = ${ctx.instance.id} and v.activity_id = ${activityId}`.execute(ctx.db);
  return { ts: rows[0]?.ts ?? new Date(ctx.now()), viewers: rows };
}

/** Who sees any of these items; `by` right: but for those who do by a share alone. */
export async function viewersOf(
  ctx: ChangeContext,
  activityIds: readonly number[],
  by: 'any' | 'right' = 'any',
): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from activity_user where instance_id = ${ctx.instance.id}
      and activity_id = any(${[...activityIds]}::bigint[]) and (${by === 'any'}::boolean or ways <> ${BY_SHARE})`.execute(
    ctx.db,
  );
  return rows.map((row) => row.user_id);
}

/** SQL that merges fields into the stored extras of an entry. */
export const mergedExtras = (patch: Record<string, unknown>): RawBuilder<unknown> =>
  sql`extras = extras || ${JSON.stringify(patch)}::jsonb`;

/** Puts other content into an entry, which stays where it came back for those who had put it off; fields of the stored extras that the new ones do not name stay. Returns who sees it. */
export async function replaceContent(
  ctx: ChangeContext,
  activityId: number,
  { ts, contact, information, extras }: EntryContent,
): Promise<readonly SeenBy[]> {
  const [, { rows }] = await Promise.all([
    sql`update activity set ts = ${ts}, contact = ${contact}, information = ${information},
      extras = extras || ${JSON.stringify(extras)}::jsonb
      where instance_id = ${ctx.instance.id} and activity_id = ${activityId}`.execute(ctx.db),
    sql<SeenBy>`
      update activity_user set ts = case when woken_at is null then ${ts}::timestamptz else ts end where instance_id = ${ctx.instance.id} and activity_id = ${activityId}
      returning activity_id, user_id`.execute(ctx.db),
  ]);
  return rows;
}

/** Puts other contacts into entries. Returns who sees each of them, and its time. */
export async function replaceContacts(
  ctx: ChangeContext,
  entries: readonly { readonly activityId: number; readonly contact: string }[],
): Promise<readonly (SeenBy & { readonly ts: Date })[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql<SeenBy & { ts: Date }>`
    with changed as (
      update activity a set contact = e.contact
      from unnest(${entries.map((it) => it.activityId)}::bigint[], ${entries.map((it) => it.contact)}::text[]) as e (id, contact)
      where a.instance_id = ${ctx.instance.id} and a.activity_id = e.id returning a.activity_id, a.ts
    )
    select v.activity_id, v.user_id, changed.ts from changed
    join activity_user v on v.instance_id = ${ctx.instance.id} and v.activity_id = changed.activity_id`.execute(ctx.db);
  return rows;
}
