import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** Something of a calendar that is another one, by its `UID`. */
export interface ChangedObject {
  readonly calendarId: number;
  readonly uid: string;
}

/** What counts of those who take part: the appointment is in their calendar. */
export const IN_CALENDAR = sql`p.is_active and not p.is_removed and p.state <> 'declined'`;

/** Numbers what has changed. The transaction must be the next one of the instance to commit. */
export async function putChanges(
  db: Db,
  instanceId: number,
  changed: readonly ChangedObject[],
  now: Date,
): Promise<void> {
  await sql`insert into calendar_change (instance_id, calendar_id, uid, is_gone, changed_at)
    select ${instanceId}, c.calendar_id, c.uid, not exists (
        select from appointment t join appointment_person p on p.instance_id = t.instance_id and p.appointment_id = t.appointment_id
        where t.instance_id = ${instanceId} and t.uid = c.uid and p.user_id = c.calendar_id and t.cancelled_at is null and ${IN_CALENDAR}
      ), ${now}
    from unnest(${changed.map((one) => one.calendarId)}::int[], ${changed.map((one) => one.uid)}::text[]) as c (calendar_id, uid)
    where exists (select from app_user u where u.instance_id = ${instanceId} and u.user_id = c.calendar_id)
    order by c.calendar_id, c.uid
    on conflict (instance_id, calendar_id, uid) do update
      set n = excluded.n, is_gone = excluded.is_gone, changed_at = excluded.changed_at`.execute(db);
}

/** What has changed in a calendar since a number. */
export interface ChangeRow {
  readonly n: number;
  readonly uid: string;
  readonly is_gone: boolean;
}

/** Changes of a calendar after a number, in their order; at most so many. */
export async function readChanges(
  db: Db,
  instanceId: number,
  calendarId: number,
  after: number,
  most: number,
): Promise<readonly ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`select n, uid, is_gone from calendar_change
    where instance_id = ${instanceId} and calendar_id = ${calendarId} and n > ${after} and uid <> '' order by n limit ${atMost(most)}`.execute(
    db,
  );
  return rows;
}

/** The number of the last change of a calendar; 0 where there was none. */
export async function lastChange(db: Db, instanceId: number, calendarId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(max(n), 0)::bigint as n from calendar_change
    where instance_id = ${instanceId} and calendar_id = ${calendarId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Whether all changes after a number are known: nothing that came after it is older than a moment, or was forgotten. */
export async function knowsChangesAfter(
  db: Db,
  instanceId: number,
  calendarId: number,
  after: number,
  since: Date,
): Promise<boolean> {
  const { rows } =
    await sql`select from calendar_change where instance_id = ${instanceId} and calendar_id = ${calendarId}
    and n > ${after} and (changed_at < ${since} or uid = '') limit 1`.execute(db);
  return rows.length === 0;
}

/** Forgets what left calendars before a moment, and notes in each up to which number something was forgotten. */
export async function forgetChanges(db: Db, instanceId: number, before: Date): Promise<void> {
  await sql`with gone as (
      delete from calendar_change where instance_id = ${instanceId} and is_gone and uid <> '' and changed_at < ${before}
      returning calendar_id, n
    )
    insert into calendar_change (instance_id, calendar_id, uid, n, is_gone, changed_at)
    select ${instanceId}, calendar_id, '', max(n), true, ${before} from gone group by calendar_id
    on conflict (instance_id, calendar_id, uid) do update
      set n = greatest(calendar_change.n, excluded.n), changed_at = excluded.changed_at`.execute(db);
}
