import type { Conditions, SavedList, SavedSort } from '@kontor/contract/activity';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ViewerId } from './lists.ts';
import '../tables.ts';

export interface SavedRow {
  readonly filter_id: string;
  readonly owner_id: number;
  readonly owner_name: string;
  readonly name: string;
  readonly list: SavedList;
  readonly conditions: Conditions;
  readonly sort: SavedSort;
  readonly everybody: boolean;
  readonly version: number;
  readonly deleted_at: Date | null;
  readonly viewers: readonly number[];
  /** The groups that it is shared with, as far as they are there. */
  readonly groups: readonly number[];
  /** Whether this person is in one of them. */
  readonly is_through_group: boolean;
  /** Where this person has it in the menu; null where they have not. */
  readonly place: number | null;
}

const FILTER_LOCK = 7_340_025;

/** Saved filters of an instance are changed one after the other: names, limits and whom to tell depend on more than one row. */
export async function lockFilters(db: Db, instanceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FILTER_LOCK}::int, ${instanceId}::int)`.execute(db);
}

/** Who looks, with the groups that they are in. */
export interface FilterViewer extends ViewerId {
  readonly groupIds: readonly number[];
}

const throughGroup = (instanceId: number, groupIds: readonly number[]) => sql`exists (
      select from saved_filter_group x
      where x.instance_id = ${instanceId} and x.filter_id = f.filter_id and x.group_id = any(${[...groupIds]}::int[]))`;

const columns = ({ instanceId, userId, groupIds }: FilterViewer) => sql`f.filter_id, f.owner_id, f.name, f.list, f.sort,
    jsonb_build_object('groupIds', '[]'::jsonb) || f.conditions as conditions,
    f.everybody, f.version, f.deleted_at, p.place,
    coalesce(nullif(trim(o.first_name || ' ' || o.last_name), ''), o.user_name) as owner_name,
    array(select v.user_id from saved_filter_viewer v where v.instance_id = ${instanceId} and v.filter_id = f.filter_id order by 1) as viewers,
    array(select s.group_id from saved_filter_group s
      join person_group g on g.instance_id = s.instance_id and g.group_id = s.group_id and g.deleted_at is null
      where s.instance_id = ${instanceId} and s.filter_id = f.filter_id order by 1) as groups,
    ${throughGroup(instanceId, groupIds)} as is_through_group
  from saved_filter f
  join app_user o on o.instance_id = f.instance_id and o.user_id = f.owner_id
  left join saved_filter_pin p on p.instance_id = f.instance_id and p.user_id = ${userId} and p.filter_id = f.filter_id
  where f.instance_id = ${instanceId}`;

/** A person's own filters and those that are shared with them, by name. */
export async function readSaved(db: Db, viewer: FilterViewer): Promise<readonly SavedRow[]> {
  const { instanceId, userId, groupIds } = viewer;
  const { rows } = await sql<SavedRow>`select ${columns(viewer)} and f.deleted_at is null
    and (f.owner_id = ${userId} or f.everybody or ${throughGroup(instanceId, groupIds)} or exists (
      select from saved_filter_viewer x
      where x.instance_id = ${instanceId} and x.filter_id = f.filter_id and x.user_id = ${userId}))
    order by f.name collate "de-x-icu", f.filter_id`.execute(db);
  return rows;
}

/** One filter, whoever's it is, a deleted one too. */
export async function findSaved(db: Db, viewer: FilterViewer, filterId: string): Promise<SavedRow | undefined> {
  const { rows } = await sql<SavedRow>`select ${columns(viewer)} and f.filter_id = ${filterId}`.execute(db);
  return rows[0];
}

/** How many filters a person has, and whether one of them, but for this, bears a name. */
export async function ownFilters(
  db: Db,
  { instanceId, userId }: ViewerId,
  name: string,
  except: string,
): Promise<{ readonly count: number; readonly isTaken: boolean }> {
  const { rows } = await sql<{ count: number; isTaken: boolean }>`
    select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${name})), false) as "isTaken" from saved_filter
    where instance_id = ${instanceId} and owner_id = ${userId} and deleted_at is null and filter_id <> ${except}`.execute(
    db,
  );
  return rows[0] ?? { count: 0, isTaken: false };
}

export interface NewSaved {
  readonly filterId: string;
  readonly ownerId: number;
  readonly name: string;
  readonly list: SavedList;
  readonly conditions: Conditions;
  readonly sort: SavedSort;
  readonly everybody: boolean;
  readonly viewers: readonly number[];
  readonly groups: readonly number[];
}

/** Writes a filter as it is from now on: a new one, one that is changed, or one that comes back. */
export async function writeSaved(db: Db, instanceId: number, saved: NewSaved): Promise<void> {
  const { filterId, ownerId, conditions, sort, viewers, groups, ...plain } = saved;
  const values = { ...plain, conditions: JSON.stringify(conditions), sort: JSON.stringify(sort) };
  await db
    .insertInto('saved_filter')
    .values({ instance_id: instanceId, filter_id: filterId, owner_id: ownerId, ...values, deleted_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['instance_id', 'filter_id'])
        .doUpdateSet({ ...values, deleted_at: null, version: sql`saved_filter.version + 1` }),
    )
    .execute();
  await sql`delete from saved_filter_viewer where instance_id = ${instanceId} and filter_id = ${filterId}
    and user_id <> all(${[...viewers]}::int[])`.execute(db);
  await sql`insert into saved_filter_viewer (instance_id, filter_id, user_id)
    select ${instanceId}, ${filterId}::uuid, unnest(${[...viewers]}::int[]) on conflict do nothing`.execute(db);
  await sql`delete from saved_filter_group where instance_id = ${instanceId} and filter_id = ${filterId}
    and group_id <> all(${[...groups]}::int[])`.execute(db);
  await sql`insert into saved_filter_group (instance_id, filter_id, group_id)
    select ${instanceId}, ${filterId}::uuid, unnest(${[...groups]}::int[]) on conflict do nothing`.execute(db);
}

export const markDeleted = (db: Db, instanceId: number, filterId: string, at: Date): Promise<unknown> =>
  db
    .updateTable('saved_filter')
    .set({ deleted_at: at })
    .where('instance_id', '=', instanceId)
    .where('filter_id', '=', filterId)
    .execute();

/** Takes away for good what a person has deleted before a moment. */
export const sweepDeleted = (db: Db, { instanceId, userId }: ViewerId, before: Date): Promise<unknown> =>
  db
    .deleteFrom('saved_filter')
    .where('instance_id', '=', instanceId)
    .where('owner_id', '=', userId)
    .where('deleted_at', '<', before)
    .execute();

/** Makes these filters, in this order, and no others of those `among` which it chooses, a person's pinned ones. */
export async function writePins(
  db: Db,
  { instanceId, userId }: ViewerId,
  filterIds: readonly string[],
  among: readonly string[],
): Promise<void> {
  const gone = among.filter((id) => !filterIds.includes(id));
  await sql`delete from saved_filter_pin where instance_id = ${instanceId} and user_id = ${userId}
    and filter_id = any(${gone}::uuid[])`.execute(db);
  await sql`insert into saved_filter_pin (instance_id, user_id, filter_id, place)
    select ${instanceId}, ${userId}, id, n from unnest(${[...filterIds]}::uuid[]) with ordinality as wanted (id, n)
    on conflict (instance_id, user_id, filter_id) do update set place = excluded.place`.execute(db);
}
