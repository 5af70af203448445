import type { Doing } from '@kontor/contract/activity';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** Where people are told of each other: at an item of any kind, or at what a module has names for, such as drafts. */
export interface AttendanceTopic {
  readonly place: string;
  readonly id: number;
}

export interface Attendant {
  readonly user_id: number;
  readonly avatar: string | null;
  readonly name: string;
  readonly doing: Doing;
  readonly since: Date;
}

/** Says that a session is at a place until a time. Returns whether that was not known: others are told of it then. */
export async function putAttendant(
  db: Db,
  instanceId: number,
  who: { readonly userId: number; readonly sessionId: string },
  { place, id }: AttendanceTopic,
  { doing, now, until }: { readonly doing: Attendant['doing']; readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_news: boolean }>`
    with before as (
      select doing, since from activity_attendance where instance_id = ${instanceId} and user_id = ${who.userId}
        and session_id = ${who.sessionId} and place = ${place} and place_id = ${id} and until > ${now}
    )
    insert into activity_attendance (instance_id, user_id, session_id, place, place_id, doing, since, until)
    values (${instanceId}, ${who.userId}, ${who.sessionId}, ${place}, ${id}, ${doing}, ${now}, ${until})
    on conflict (instance_id, user_id, session_id, place, place_id) do update set doing = excluded.doing, until = excluded.until,
      since = coalesce((select since from before where before.doing = excluded.doing), excluded.since)
    returning not exists (select from before where before.doing = ${doing}) as is_news`.execute(db);
  return rows[0]?.is_news === true;
}

/**
 * Waits for whoever is telling who is at a place: who comes at the same moment is seen by then. Held until the transaction ends. Returns a number
 * that is higher than all that were returned before at this place, by whichever process.
 */
export async function lockTopic(db: Db, instanceId: number, { place, id }: AttendanceTopic): Promise<number> {
  const { rows } = await sql<{ order: number }>`with locked as materialized (
      select pg_advisory_xact_lock(hashtextextended(${`attendance ${place} ${id}`}, ${instanceId}::bigint))
    ) select nextval('item_change_number') as order from locked`.execute(db);
  return Number(rows[0]?.order);
}

/** Says that a session has left a place. Returns whether it was there. */
export async function removeAttendant(
  db: Db,
  instanceId: number,
  who: { readonly userId: number; readonly sessionId: string },
  { place, id }: AttendanceTopic,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from activity_attendance where instance_id = ${instanceId} and user_id = ${who.userId}
      and session_id = ${who.sessionId} and place = ${place} and place_id = ${id}`.execute(db);
  return numAffectedRows > 0n;
}

/** What people do, by how much it counts. */
const rank = sql`array_position(array['answering', 'writing', 'reading'], doing)`;
/** Who is at a place, each once, by what they do that counts most; those who only read last. */
export async function attendantsAt(
  db: Db,
  instanceId: number,
  { place, id }: AttendanceTopic,
  now: Date,
): Promise<readonly Attendant[]> {
  const { rows } = await sql<Attendant>`
    select a.user_id, a.doing, a.since, u.avatar,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name) as name
    from (
      select distinct on (user_id) user_id, doing, since from activity_attendance
      where instance_id = ${instanceId} and place = ${place} and place_id = ${id} and until > ${now}
      order by user_id, ${rank}, since
    ) a
    join app_user u on u.instance_id = ${instanceId} and u.user_id = a.user_id
    order by ${rank}, a.since, a.user_id`.execute(db);
  return rows;
}

/** Who is at some places, by the places' names: of all of one item. */
export async function presentAmong(
  db: Db,
  instanceId: number,
  { places, id }: { readonly places: readonly string[]; readonly id: number },
  now: Date,
): Promise<readonly { readonly place: string; readonly user_id: number }[]> {
  const { rows } = await sql<{ place: string; user_id: number }>`
    select distinct place, user_id from activity_attendance
    where instance_id = ${instanceId} and place = any(${[...places]}::text[]) and place_id = ${id} and until > ${now}`.execute(
    db,
  );
  return rows;
}

/** Forgets who has not said for too long that they are still there. Returns where that was. */
export async function forgetAttendants(db: Db, instanceId: number, now: Date): Promise<readonly AttendanceTopic[]> {
  const { rows } = await sql<AttendanceTopic>`
    with gone as (
      delete from activity_attendance where instance_id = ${instanceId} and until <= ${now} returning place, place_id
    )
    select distinct place, place_id as id from gone order by place, id`.execute(db);
  return rows;
}

/** Returns the instances in which an attendance has run out. `owner`: a handle that reads all instances. */
export async function instancesToForget(owner: Db, now: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ instance_id: number }>`
    select distinct instance_id from activity_attendance where until <= ${now}`.execute(owner);
  return rows.map((row) => row.instance_id);
}

/** The number of an item's kind; undefined where there is none such. */
export async function kindOf(db: Db, instanceId: number, activityId: number): Promise<number | undefined> {
  const { rows } = await sql<{ module: number }>`
    select module from activity where instance_id = ${instanceId} and activity_id = ${activityId}`.execute(db);
  return rows[0]?.module;
}
