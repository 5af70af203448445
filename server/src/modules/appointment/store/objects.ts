import type { Access } from '@kontor/contract/appointment';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ForeignLines } from '../tables.ts';
import { IN_CALENDAR } from './changes.ts';
import '../tables.ts';

/** An appointment in a calendar: of a series, or of one that was changed, each row for itself. */
export interface ObjectRow {
  readonly appointment_id: number;
  readonly uid: string;
  readonly edit: number;
  readonly sequence: number;
  readonly access: Access;
  /** The reader takes part, has made it, or it was shared with them. */
  readonly is_seen: boolean;
  /** Number of its last change; 0 where it has not been changed since they are counted. */
  readonly n: number;
  /** What the program that made it calls it; null: by its UID. */
  readonly name: string | null;
}

/** Which of what is in a calendar: all, some UIDs, or what takes place within a time, as moments and as local times as if in UTC. */
export interface ObjectFilter {
  readonly uids?: readonly string[];
  readonly within?: {
    readonly from: Date;
    readonly to: Date;
    readonly localFrom: Date;
    readonly localTo: Date;
  };
}

type Within = NonNullable<ObjectFilter['within']>;

/**
 * The UIDs of what takes place in a calendar within a time. Spans are read from their two indexes, between the earlier beginning and the later end of both ways to
 * say when that is.
 */
function uidsWithin(instanceId: number, calendarId: number, { from, to, localFrom, localTo }: Within) {
  const first = new Date(Math.min(from.getTime(), localFrom.getTime()));
  const last = new Date(Math.max(to.getTime(), localTo.getTime()));
  const own = sql`select s.appointment_id, s.mode, s.starts_at, s.ends_at from appointment_span s
    where s.instance_id = ${instanceId} and s.calendar_id = ${calendarId} and s.starts_at < ${last}`;
  return sql`
    select o.uid from (
      ${own} and s.ends_at - s.starts_at <= interval '1 day' and s.starts_at >= ${first}::timestamptz - interval '1 day'
      union all
      ${own} and s.ends_at - s.starts_at > interval '1 day' and s.ends_at > ${first}
    ) s join appointment o on o.instance_id = ${instanceId} and o.appointment_id = s.appointment_id
    where s.mode = 0 and s.starts_at < ${to} and (s.ends_at > ${from} or s.starts_at = s.ends_at and s.starts_at >= ${from})
      or s.mode <> 0 and s.starts_at < ${localTo} and (s.ends_at > ${localFrom} or s.starts_at = s.ends_at and s.starts_at >= ${localFrom})
    union
    select o.uid from appointment o join appointment_person q on q.instance_id = o.instance_id and q.appointment_id = o.appointment_id
    where o.instance_id = ${instanceId} and q.user_id = ${calendarId} and o.rule is not null and o.cut_local is null and o.horizon_at < ${localTo}`;
}

/** What is in a calendar, in the order of the UIDs, whoever may see how much of it. What its own person has hidden is left out for them. */
export async function readObjects(
  db: Db,
  instanceId: number,
  readerId: number,
  calendarId: number,
  { uids, within }: ObjectFilter = {},
): Promise<readonly ObjectRow[]> {
  // What lies beyond the horizon of a series may take place at any time.
  const meets =
    within === undefined ? sql`true` : sql`t.uid = any(array(${uidsWithin(instanceId, calendarId, within)}))`;
  const among = uids === undefined ? sql`true` : sql`t.uid = any(${[...uids]}::text[])`;
  const { rows } = await sql<ObjectRow>`
    select t.appointment_id, t.uid, t.edit, t.sequence, t.access, coalesce(c.n, 0)::bigint as n, o.name,
      t.creator_id = ${readerId} or exists (select from activity_user u
        where u.instance_id = t.instance_id and u.user_id = ${readerId} and u.activity_id = t.appointment_id) as is_seen
    from appointment_person p
    join appointment t on t.instance_id = p.instance_id and t.appointment_id = p.appointment_id
    left join calendar_change c on c.instance_id = p.instance_id and c.calendar_id = p.user_id and c.uid = t.uid
    left join calendar_object o on o.instance_id = p.instance_id and o.calendar_id = p.user_id and o.uid = t.uid
    where p.instance_id = ${instanceId} and p.user_id = ${calendarId} and ${IN_CALENDAR} and t.cancelled_at is null
      and not (p.is_hidden and p.user_id = ${readerId}) and ${among} and ${meets}
    order by t.uid, t.appointment_id`.execute(db);
  return rows;
}

/** What programs have called things in a calendar, by some names or some UIDs. */
const namedBy = (db: Db, instanceId: number, calendarId: number, column: 'name' | 'uid', values: readonly string[]) =>
  db
    .selectFrom('calendar_object')
    .select(['name', 'uid'])
    .where('instance_id', '=', instanceId)
    .where('calendar_id', '=', calendarId)
    .where(column, '=', sql<string>`any(${[...values]}::text[])`)
    .execute();

/** The UIDs that names stand for in a calendar, where programs have given them. */
export const uidsByName = async (
  db: Db,
  instanceId: number,
  calendarId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await namedBy(db, instanceId, calendarId, 'name', names)).map(({ name, uid }) => [name, uid]));

/** What programs have called some UIDs in a calendar, also those that have left it. */
export const namesByUid = async (
  db: Db,
  instanceId: number,
  calendarId: number,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await namedBy(db, instanceId, calendarId, 'uid', uids)).map(({ name, uid }) => [uid, name]));

/** Notes what a program calls something in a calendar. */
export async function nameObject(
  db: Db,
  instanceId: number,
  calendarId: number,
  { name, uid }: { readonly name: string; readonly uid: string },
): Promise<void> {
  await sql`delete from calendar_object where instance_id = ${instanceId} and calendar_id = ${calendarId}
    and (name = ${name} or uid = ${uid})`.execute(db);
  await db
    .insertInto('calendar_object')
    .values({ instance_id: instanceId, calendar_id: calendarId, name, uid })
    .execute();
}

/** Whether there is an appointment of a UID in the instance, in whatever calendar. */
export async function appointmentsOfUid(
  db: Db,
  instanceId: number,
  uid: string,
): Promise<
  readonly { readonly appointment_id: number; readonly series_id: number | null; readonly cancelled: boolean }[]
> {
  const { rows } = await sql<{ appointment_id: number; series_id: number | null; cancelled: boolean }>`
    select appointment_id, series_id, cancelled_at is not null as cancelled from appointment
    where instance_id = ${instanceId} and uid = ${uid} order by appointment_id`.execute(db);
  return rows;
}

/** The originals of the occurrences of some series that were changed, by the series. */
export async function changedOriginals(
  db: Db,
  instanceId: number,
  seriesIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (seriesIds.length === 0) return new Map();
  const { rows } = await sql<{ series_id: number; originals: string[] }>`
    select series_id, array_agg(original_local) as originals from appointment
    where instance_id = ${instanceId} and series_id = any(${[...seriesIds]}::bigint[]) group by series_id`.execute(db);
  return new Map(rows.map(({ series_id: id, originals }) => [id, originals]));
}

/** Lines that programs have sent with some appointments and that we have no field for. */
export async function linesOf(
  db: Db,
  instanceId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ForeignLines>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    appointment_id: number;
    lines: ForeignLines;
  }>`select appointment_id, ical_extra as lines from appointment
    where instance_id = ${instanceId} and appointment_id = any(${[...ids]}::bigint[]) and ical_extra is not null`.execute(
    db,
  );
  return new Map(rows.map(({ appointment_id: id, lines }) => [id, lines]));
}

/** What somebody calls calendars, and their colours, where they have chosen some. */
export async function looksOf(
  db: Db,
  instanceId: number,
  userId: number,
): Promise<
  ReadonlyMap<
    number,
    {
      readonly name: string | null;
      readonly colour: string | null;
      readonly kept: Readonly<Record<string, string>>;
    }
  >
> {
  const rows = await db
    .selectFrom('calendar_look')
    .select(['calendar_id', 'name', 'colour', 'kept'])
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ calendar_id: id, ...look }) => [id, look]));
}

/** Sets what somebody calls a calendar, its colour, or what their programs keep of it. Null: as it is by itself; left out: as before. */
export async function setLook(
  db: Db,
  instanceId: number,
  userId: number,
  calendarId: number,
  look: {
    readonly name?: string | null;
    readonly colour?: string | null;
    readonly kept?: Readonly<Record<string, string | null>>;
  },
): Promise<void> {
  const kept = JSON.stringify(look.kept ?? {});
  await db
    .insertInto('calendar_look')
    .values({
      instance_id: instanceId,
      user_id: userId,
      calendar_id: calendarId,
      name: look.name ?? null,
      colour: look.colour ?? null,
      kept: sql<string>`jsonb_strip_nulls(${kept}::jsonb)`,
    })
    .onConflict((conflict) =>
      conflict.columns(['instance_id', 'user_id', 'calendar_id']).doUpdateSet({
        ...(look.name === undefined ? {} : { name: look.name }),
        ...(look.colour === undefined ? {} : { colour: look.colour }),
        kept: sql<string>`jsonb_strip_nulls(calendar_look.kept || ${kept}::jsonb)`,
      }),
    )
    .execute();
}
