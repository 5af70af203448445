import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import '../tables.ts';

/** A mail or a draft; the other of the two is 0. */
export interface Place {
  readonly mailId: number;
  readonly draftId: number;
}

export interface Attendant {
  readonly user_id: number;
  readonly avatar: string | null;
  readonly name: string;
  readonly doing: 'reading' | 'answering';
  readonly since: Date;
}

/** Says that a session is at a place until a time. Answers whether that was not known: others are told of it then. */
export async function putAttendant(
  db: Db,
  instanceId: number,
  who: { readonly userId: number; readonly sessionId: string },
  { mailId, draftId }: Place,
  { doing, now, until }: { readonly doing: Attendant['doing']; readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_news: boolean }>`
    with before as (
      select doing, since from mail_attendance where instance_id = ${instanceId} and user_id = ${who.userId}
        and session_id = ${who.sessionId} and mail_id = ${mailId} and draft_id = ${draftId} and until > ${now}
    )
    insert into mail_attendance (instance_id, user_id, session_id, mail_id, draft_id, doing, since, until)
    values (${instanceId}, ${who.userId}, ${who.sessionId}, ${mailId}, ${draftId}, ${doing}, ${now}, ${until})
    on conflict (instance_id, user_id, session_id, mail_id, draft_id) do update set doing = excluded.doing, until = excluded.until,
      since = coalesce((select since from before where before.doing = excluded.doing), excluded.since)
    returning not exists (select from before where before.doing = ${doing}) as is_news`.execute(db);
  return rows[0]?.is_news === true;
}

/** Says that a session has left a place. Answers whether it was there. */
export async function removeAttendant(
  db: Db,
  instanceId: number,
  who: { readonly userId: number; readonly sessionId: string },
  { mailId, draftId }: Place,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from mail_attendance where instance_id = ${instanceId} and user_id = ${who.userId}
      and session_id = ${who.sessionId} and mail_id = ${mailId} and draft_id = ${draftId}`.execute(db);
  return numAffectedRows > 0n;
}

/** Who is at a place, each once, by what they do that counts most; those who answer first. */
export async function attendantsAt(
  db: Db,
  instanceId: number,
  { mailId, draftId }: Place,
  now: Date,
): Promise<readonly Attendant[]> {
  const { rows } = await sql<Attendant>`
    select a.user_id, a.doing, a.since, u.avatar,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name) as name
    from (
      select distinct on (user_id) user_id, doing, since from mail_attendance
      where instance_id = ${instanceId} and mail_id = ${mailId} and draft_id = ${draftId} and until > ${now}
      order by user_id, doing, since
    ) a
    join app_user u on u.instance_id = ${instanceId} and u.user_id = a.user_id
    order by a.doing, a.since, a.user_id`.execute(db);
  return rows;
}

/** Forgets who has not said for too long that they are still there. Answers where that was. */
export async function forgetAttendants(db: Db, instanceId: number, now: Date): Promise<readonly Place[]> {
  const { rows } = await sql<Place>`
    with gone as (
      delete from mail_attendance where instance_id = ${instanceId} and until <= ${now} returning mail_id, draft_id
    )
    select distinct mail_id as "mailId", draft_id as "draftId" from gone`.execute(db);
  return rows;
}

/** Instances in which somebody is to be forgotten. `owner`: it is for all of them. */
export async function instancesToForget(owner: Db, now: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ instance_id: number }>`
    select distinct instance_id from mail_attendance where until <= ${now}`.execute(owner);
  return rows.map((row) => row.instance_id);
}
