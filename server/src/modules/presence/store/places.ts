import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import '../tables.ts';

export type PlaceRow = Selectable<Tables['automatic_state']>;

export interface WatchedPlace extends PlaceRow {
  /** Whether a session watches it. */
  readonly is_watched: boolean;
}

/** The places of a person and those for all, which come first, each in the order of their names. */
export async function readPlaces(
  db: Db,
  instanceId: number,
  of: { readonly userId: number; readonly sessionId: string },
): Promise<readonly WatchedPlace[]> {
  const { rows } = await sql<WatchedPlace>`
    select a.*, k.session_id is not null as is_watched from automatic_state a
    left join automatic_key k on k.instance_id = a.instance_id and k.automatic_id = a.automatic_id and k.session_id = ${of.sessionId}::uuid
    where a.instance_id = ${instanceId} and not a.gone and (a.owner_id is null or a.owner_id = ${of.userId})
    order by a.owner_id nulls first, a.name collate "de-x-icu", a.automatic_id`.execute(db);
  return rows;
}

/** A place that is not gone and is the person's or for all. */
export const findPlace = (
  db: Db,
  instanceId: number,
  automaticId: number,
  userId: number,
): Promise<PlaceRow | undefined> =>
  db
    .selectFrom('automatic_state')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('automatic_id', '=', automaticId)
    .where('gone', '=', false)
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', userId)]))
    .executeTakeFirst();

/** Changes of the places of a person, or of those for all (null), come one after the other. */
export async function lockPlaces({ db, instance }: ChangeContext, ownerId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`automatic_state ${ownerId ?? 0}`}, ${instance.id}::bigint))`.execute(
    db,
  );
}

export async function countPlaces({ db, instance }: ChangeContext, ownerId: number | null): Promise<number> {
  const { rows } = await sql<{ places: number }>`
    select count(*)::int as places from automatic_state
    where instance_id = ${instance.id} and not gone and owner_id is not distinct from ${ownerId}::int`.execute(db);
  return rows[0]?.places ?? 0;
}

export type NewPlace = Omit<PlaceRow, 'instance_id' | 'automatic_id' | 'gone'>;

export async function insertPlace({ db, instance }: ChangeContext, row: NewPlace): Promise<number> {
  const made = await db
    .insertInto('automatic_state')
    .values({ ...row, instance_id: instance.id })
    .returning('automatic_id')
    .executeTakeFirstOrThrow();
  return made.automatic_id;
}

export const updatePlace = (
  { db, instance }: ChangeContext,
  automaticId: number,
  change: Pick<NewPlace, 'name' | 'icon' | 'schedule' | 'state_id'>,
): Promise<unknown> =>
  db
    .updateTable('automatic_state')
    .set(change)
    .where('instance_id', '=', instance.id)
    .where('automatic_id', '=', automaticId)
    .execute();

/** Has a place be gone. It is kept as long as a device watches it, so that the device hears of it; those that none watches any more go. */
export async function removePlace({ db, instance }: ChangeContext, automaticId: number): Promise<void> {
  await db
    .updateTable('automatic_state')
    .set({ gone: true })
    .where('instance_id', '=', instance.id)
    .where('automatic_id', '=', automaticId)
    .execute();
  await sql`delete from automatic_state a where a.instance_id = ${instance.id} and a.gone and not exists (
    select from automatic_key k where k.instance_id = a.instance_id and k.automatic_id = a.automatic_id)`.execute(db);
}

/** A device's proof for a place. */
export interface KeyRow {
  readonly automatic_id: number;
  readonly session_id: string;
  readonly user_id: number;
  readonly key_hash: Buffer;
  readonly gone: boolean;
}

/** The proofs of open sessions of a person, of one place or (null) of any. */
export async function readKeys(
  db: Db,
  instanceId: number,
  of: { readonly userId: number; readonly automaticId: number | null },
  now: Date,
): Promise<readonly KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select k.automatic_id, k.session_id, s.user_id, k.key_hash, a.gone from automatic_key k
    join session s on s.instance_id = k.instance_id and s.session_id = k.session_id and s.ended_at is null and s.expires_at > ${now}
    join app_user u on u.instance_id = s.instance_id and u.user_id = s.user_id and u.is_active
    join automatic_state a on a.instance_id = k.instance_id and a.automatic_id = k.automatic_id
    where k.instance_id = ${instanceId} and s.user_id = ${of.userId}
      and (${of.automaticId}::int is null or k.automatic_id = ${of.automaticId}::int)
    order by k.automatic_id, k.session_id`.execute(db);
  return rows;
}

export async function putKey(
  { db, instance }: ChangeContext,
  key: { readonly automaticId: number; readonly sessionId: string; readonly hash: Buffer },
): Promise<void> {
  await sql`insert into automatic_key (instance_id, automatic_id, session_id, key_hash)
    values (${instance.id}, ${key.automaticId}, ${key.sessionId}, ${key.hash})
    on conflict (instance_id, automatic_id, session_id) do update set key_hash = excluded.key_hash`.execute(db);
}

/** True where there was one. */
export async function deleteKey(
  { db, instance }: ChangeContext,
  automaticId: number,
  sessionId: string,
): Promise<boolean> {
  const row = await db
    .deleteFrom('automatic_key')
    .where('instance_id', '=', instance.id)
    .where('automatic_id', '=', automaticId)
    .where('session_id', '=', sessionId)
    .returning('automatic_id')
    .executeTakeFirst();
  return row !== undefined;
}
