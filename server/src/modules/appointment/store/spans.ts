import type { Access, Participation } from '@kontor/contract/appointment';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';
import { deleteBookingsFrom } from './bookings.ts';

/** How a span is to be understood: `floating` and what takes days is kept as if in UTC. */
export const MODES = { fixed: 0, floating: 1, days: 2, note: 3 } as const;
/** What a calendar is by a span. */
export const KINDS = { busy: 1, tentative: 2, free: 3 } as const;

/** Time that one occurrence takes in one calendar. Moments are milliseconds since 1970. */
export interface NewSpan {
  readonly calendarId: number;
  readonly originalMin: number;
  readonly start: number;
  readonly end: number;
  readonly mode: number;
  readonly kind: number;
}

/** Gives an appointment these spans and no others, in all calendars or in one. */
export async function replaceSpans(
  db: Db,
  instanceId: number,
  id: number,
  spans: readonly NewSpan[],
  calendarId?: number,
): Promise<void> {
  await sql`delete from appointment_span where instance_id = ${instanceId} and appointment_id = ${id}
    and (${calendarId ?? null}::int is null or calendar_id = ${calendarId ?? null}::int)`.execute(db);
  if (spans.length === 0) return;
  const seconds = (moments: readonly number[]) => moments.map((ms) => ms / 1000);
  await sql`insert into appointment_span (instance_id, appointment_id, calendar_id, original_min, starts_at, ends_at, mode, kind)
    select ${instanceId}, ${id}, s.calendar_id, s.original_min, to_timestamp(s.starts), to_timestamp(s.ends), s.mode, s.kind
    from unnest(${spans.map((it) => it.calendarId)}::int[], ${spans.map((it) => it.originalMin)}::bigint[],
      ${seconds(spans.map((it) => it.start))}::float8[], ${seconds(spans.map((it) => it.end))}::float8[],
      ${spans.map((it) => it.mode)}::smallint[], ${spans.map((it) => it.kind)}::smallint[])
      as s (calendar_id, original_min, starts, ends, mode, kind)
    on conflict do nothing`.execute(db);
}

/** A span with what decides who sees what of it, and what it says. */
export interface SpanRow {
  readonly calendar_id: number;
  readonly appointment_id: number;
  readonly original_min: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly mode: number;
  readonly kind: number;
  readonly access: Access;
  readonly owner_id: number;
  readonly creator_id: number;
  readonly zone: string | null;
  readonly title: string;
  readonly location: string;
  readonly color: string;
  readonly type_id: number | null;
  readonly repeats: boolean;
  readonly ido_count: number;
  readonly participants: number;
  /** Of the person of the calendar. */
  readonly state: Participation;
  readonly is_hidden: boolean;
  /** The reader takes part, has made it, or it was shared with them. */
  readonly is_seen: boolean;
  /** The reader may write in it as somebody who takes part. */
  readonly may_write: boolean;
}

/** Hours by which what is kept as if in UTC may lie elsewhere in a zone. */
const ZONE_HOURS = 14;

/** What some calendars are taken by between two moments; what is kept as if in UTC with fourteen hours around them. Each calendar reads its two indexes. */
export async function readSpans(
  db: Db,
  instanceId: number,
  readerId: number,
  { calendars, from, to }: { readonly calendars: readonly number[]; readonly from: Date; readonly to: Date },
): Promise<readonly SpanRow[]> {
  const first = sql`${from}::timestamptz - interval '${sql.raw(String(ZONE_HOURS))} hours'`;
  const last = sql`${to}::timestamptz + interval '${sql.raw(String(ZONE_HOURS))} hours'`;
  const columns = sql`w.calendar_id, w.appointment_id, w.original_min, w.starts_at, w.ends_at, w.mode, w.kind`;
  const meets = sql`(w.mode <> 0 or (w.starts_at < ${to} and (w.ends_at > ${from} or (w.ends_at = w.starts_at and w.ends_at >= ${from}))))`;
  const { rows } = await sql<SpanRow>`
    select s.*, t.access, t.calendar_id as owner_id, t.creator_id, t.zone, a.information as title, t.location,
      case when t.color <> '' then t.color else coalesce(k.colour, '') end as color, t.type_id,
      t.rule is not null or t.series_id is not null as repeats, a.ido_count,
      (select count(*)::int from appointment_person n where n.instance_id = t.instance_id and n.appointment_id = t.appointment_id
        and n.is_active and n.resource_id is null) as participants,
      coalesce(p.state, 'none') as state, coalesce(p.is_hidden, false) as is_hidden,
      exists (select from activity_user u where u.instance_id = t.instance_id and u.user_id = ${readerId} and u.activity_id = t.appointment_id) as is_seen,
      coalesce(r.may_write and r.is_active, false) as may_write
    from unnest(${[...calendars]}::int[]) as c (id) cross join lateral (
      select ${columns} from appointment_span w where w.instance_id = ${instanceId} and w.calendar_id = c.id
        and w.ends_at - w.starts_at <= interval '1 day' and w.starts_at < ${last} and w.starts_at > ${first} - interval '1 day' and w.ends_at >= ${first} and ${meets}
      union all
      select ${columns} from appointment_span w where w.instance_id = ${instanceId} and w.calendar_id = c.id
        and w.ends_at - w.starts_at > interval '1 day' and w.ends_at > ${first} and w.starts_at < ${last} and ${meets}
    ) s
    join appointment t on t.instance_id = ${instanceId} and t.appointment_id = s.appointment_id
    join activity a on a.instance_id = t.instance_id and a.activity_id = t.appointment_id
    left join appointment_type k on k.instance_id = t.instance_id and k.type_id = t.type_id
    left join appointment_person p on p.instance_id = t.instance_id and p.appointment_id = t.appointment_id and p.user_id = s.calendar_id
    left join appointment_person r on r.instance_id = t.instance_id and r.appointment_id = t.appointment_id and r.user_id = ${readerId}
    order by s.starts_at, s.appointment_id, s.original_min, s.calendar_id`.execute(db);
  return rows;
}

/** A span that another one meets. */
export interface MetSpan extends Pick<
  SpanRow,
  'calendar_id' | 'starts_at' | 'ends_at' | 'mode' | 'access' | 'title' | 'is_seen'
> {
  readonly appointment_id: number;
}

/** What else takes the time of an appointment in its calendars, the first ones. Compared as it is kept: whole days as if in UTC, moved into `zone`. */
export async function readCollisions(
  db: Db,
  instanceId: number,
  readerId: number,
  given: { readonly id: number; readonly zone: string; readonly since: Date; readonly most: number },
): Promise<readonly MetSpan[]> {
  const real = (alias: string, column: string) =>
    sql`case when ${sql.ref(`${alias}.mode`)} = 0 then ${sql.ref(`${alias}.${column}`)}
      else (${sql.ref(`${alias}.${column}`)} at time zone 'UTC') at time zone ${given.zone} end`;
  const { rows } = await sql<MetSpan>`
    select distinct on (o.starts_at, o.calendar_id, o.appointment_id, o.original_min) o.calendar_id, o.starts_at, o.ends_at, o.mode, o.appointment_id,
      t.access, a.information as title,
      exists (select from activity_user u where u.instance_id = t.instance_id and u.user_id = ${readerId} and u.activity_id = t.appointment_id) as is_seen
    from appointment_span m
    join appointment_span o on o.instance_id = m.instance_id and o.calendar_id = m.calendar_id and o.appointment_id <> m.appointment_id
      and o.kind <> ${KINDS.free} and o.starts_at < m.ends_at + interval '1 day' and o.ends_at > m.starts_at - interval '1 day'
      and ${real('o', 'starts_at')} < ${real('m', 'ends_at')} and ${real('o', 'ends_at')} > ${real('m', 'starts_at')}
    join appointment t on t.instance_id = o.instance_id and t.appointment_id = o.appointment_id
    join activity a on a.instance_id = t.instance_id and a.activity_id = t.appointment_id
    where m.instance_id = ${instanceId} and m.appointment_id = ${given.id} and m.kind <> ${KINDS.free} and m.ends_at > ${given.since}
    order by o.starts_at, o.calendar_id, o.appointment_id, o.original_min limit ${atMost(given.most)}`.execute(db);
  return rows;
}

const CALENDAR_LOCK = 7_340_041;

/** Has what is written into these calendars wait for each other, so that of two that collide the second one sees the first. */
export async function holdCalendars(db: Db, calendarIds: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CALENDAR_LOCK}::int, c.id) from unnest(${[...calendarIds].toSorted((a, b) => a - b)}::int[]) as c (id)`.execute(
    db,
  );
}

/** Calendars that something takes time in, and from when to when, in milliseconds. */
export interface Touched {
  readonly calendarId: number;
  readonly first: number;
  readonly last: number;
}

const touchedIn = (rows: readonly { calendar_id: number; first: Date; last: Date }[]): readonly Touched[] =>
  rows.map(({ calendar_id: calendarId, first, last }) => ({
    calendarId,
    first: first.getTime(),
    last: last.getTime(),
  }));

/** What an appointment takes of calendars. */
export async function touchedBy(db: Db, instanceId: number, id: number): Promise<readonly Touched[]> {
  const { rows } = await sql<{ calendar_id: number; first: Date; last: Date }>`
    select calendar_id, min(starts_at) as first, max(ends_at) as last from appointment_span
    where instance_id = ${instanceId} and appointment_id = ${id} group by calendar_id`.execute(db);
  return touchedIn(rows);
}

/** Takes away what a series takes, and books, by occurrences from an original on, or by one alone. Returns what that was of calendars. */
export async function deleteSpansFrom(
  db: Db,
  instanceId: number,
  id: number,
  original: { readonly min: number; readonly isAlone: boolean },
): Promise<readonly Touched[]> {
  await deleteBookingsFrom(db, instanceId, id, original);
  const { rows } = await sql<{ calendar_id: number; first: Date; last: Date }>`
    with gone as (
      delete from appointment_span where instance_id = ${instanceId} and appointment_id = ${id}
        and (original_min = ${original.min} or (not ${original.isAlone}::boolean and original_min > ${original.min}))
      returning calendar_id, starts_at, ends_at
    )
    select calendar_id, min(starts_at) as first, max(ends_at) as last from gone group by calendar_id`.execute(db);
  return touchedIn(rows);
}
