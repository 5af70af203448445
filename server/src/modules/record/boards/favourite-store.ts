import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import './tables.ts';

/** Whose favourites. */
export interface Whose {
  readonly instanceId: number;
  readonly userId: number;
}

export interface FavouriteRow {
  readonly record_id: number;
  readonly kind_id: number;
  readonly kind: string;
  readonly color: string;
  readonly title: string;
}

const FAVOURITE_LOCK = 7_340_125;

/** A person's favourites are changed one after the other: their order and their number depend on all of them. */
export async function lockFavourites(db: Db, { userId }: Whose): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FAVOURITE_LOCK}::int, ${userId}::int)`.execute(db);
}

/** A person's favourites in their order, as far as they are there. */
export async function readFavourites(db: Db, { instanceId, userId }: Whose): Promise<readonly FavouriteRow[]> {
  const { rows } = await sql<FavouriteRow>`
    select f.record_id, r.kind_id, k.name as kind, k.color, r.title
    from record_favourite f
    join record r on r.instance_id = f.instance_id and r.record_id = f.record_id and r.deleted_at is null
    join record_kind k on k.instance_id = r.instance_id and k.kind_id = r.kind_id
    where f.instance_id = ${instanceId} and f.user_id = ${userId}
    order by f.place, f.record_id`.execute(db);
  return rows;
}

export async function isFavourite(db: Db, { instanceId, userId }: Whose, recordId: number): Promise<boolean> {
  const row = await db
    .selectFrom('record_favourite')
    .select('record_id')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('record_id', '=', recordId)
    .executeTakeFirst();
  return row !== undefined;
}

export const dropFavourite = (db: Db, { instanceId, userId }: Whose, recordId: number): Promise<unknown> =>
  db
    .deleteFrom('record_favourite')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('record_id', '=', recordId)
    .execute();

/** Writes favourites in this order. Those that are not named, of records that were deleted, keep their places, and are shown nowhere. */
export async function putFavourites(
  db: Db,
  { instanceId, userId }: Whose,
  recordIds: readonly number[],
): Promise<void> {
  await sql`insert into record_favourite (instance_id, user_id, record_id, place)
    select ${instanceId}, ${userId}, id, n from unnest(${[...recordIds]}::bigint[]) with ordinality as wanted (id, n)
    on conflict (instance_id, user_id, record_id) do update set place = excluded.place`.execute(db);
}

/** Makes a record a favourite of everybody whose favourite one of others is, in its place. Returns the people whose it was not until now. */
export async function copyFavourites(
  db: Db,
  instanceId: number,
  recordId: number,
  others: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ user_id: number }>`insert into record_favourite (instance_id, user_id, record_id, place)
    select instance_id, user_id, ${recordId}::bigint, min(place) from record_favourite
    where instance_id = ${instanceId} and record_id = any(${[...others]}::bigint[]) group by 1, 2
    on conflict do nothing returning user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/** The reverse: it is a favourite of these people no more. */
export async function dropFavouriteOfAll(
  db: Db,
  instanceId: number,
  recordId: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`delete from record_favourite where instance_id = ${instanceId} and record_id = ${recordId}
    and user_id = any(${[...userIds]}::int[])`.execute(db);
}
