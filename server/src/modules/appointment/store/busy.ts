import type { Access } from '@kontor/contract/appointment';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';
import { KINDS, MODES } from './spans.ts';

/** Hours by which what is kept as if in UTC may lie elsewhere in a zone. */
const ZONE_HOURS = 14;

/** Time that is taken, with nothing else of it. Milliseconds since 1970, as spans keep them. */
export interface BusyRow {
  readonly calendar_id: number;
  readonly starts: number;
  readonly ends: number;
  readonly mode: number;
  readonly kind: number;
}

const { raw } = sql;
/** Spans of the calendar `c.id` between two moments, by its two indexes; what is kept as if in UTC with hours around them. */
const spansIn = (instanceId: number, from: Date, to: Date, columns: string) => {
  const first = sql`${from}::timestamptz - interval '${raw(String(ZONE_HOURS))} hours'`;
  const last = sql`${to}::timestamptz + interval '${raw(String(ZONE_HOURS))} hours'`;
  return sql`
      select ${raw(columns)} from appointment_span w where w.instance_id = ${instanceId} and w.calendar_id = c.id
        and w.ends_at - w.starts_at <= interval '1 day' and w.starts_at < ${last} and w.starts_at > ${first} - interval '1 day' and w.ends_at >= ${first}
      union all
      select ${raw(columns)} from appointment_span w where w.instance_id = ${instanceId} and w.calendar_id = c.id
        and w.ends_at - w.starts_at > interval '1 day' and w.ends_at > ${first} and w.starts_at < ${last}`;
};

/** When some calendars are taken between two moments, for sure or provisionally; `except`: an appointment that is not meant. */
export async function readBusy(
  db: Db,
  instanceId: number,
  about: {
    readonly calendars: readonly number[];
    readonly from: Date;
    readonly to: Date;
    readonly except: number | null;
  },
): Promise<readonly BusyRow[]> {
  const { calendars, from, to, except } = about;
  const { rows } = await sql<BusyRow>`
    select s.calendar_id, (extract(epoch from s.starts_at) * 1000)::float8 as starts, (extract(epoch from s.ends_at) * 1000)::float8 as ends, s.mode, s.kind
    from unnest(${[...calendars]}::int[]) as c (id) cross join lateral (
      ${spansIn(instanceId, from, to, 'w.calendar_id, w.appointment_id, w.starts_at, w.ends_at, w.mode, w.kind')}
    ) s where s.kind <> ${KINDS.free} and s.appointment_id is distinct from ${except}::bigint`.execute(db);
  return rows;
}

/** A span that is not kept, as it is counted with the others. */
export interface CountedSpan {
  readonly calendar_id: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly mode: number;
  readonly kind: number;
  readonly access: Access;
  readonly is_seen: boolean;
}

/** What a day of one calendar holds. */
export interface DayRow {
  readonly calendar_id: number;
  /** Of the days that were asked for, from 1 on. */
  readonly day: number;
  readonly count: number;
  /** Seconds that it is taken. */
  readonly seconds: number;
  /** What is free is told apart by what decides who sees it. */
  readonly is_free: boolean;
  readonly access: Access;
  readonly is_seen: boolean;
}

/**
 * What days of calendars hold. `midnights` are the moments, in milliseconds, at which the days begin, and at last the one at which the last one ends; what has no moments is
 * put into `zone`. What the reader has put out of their own views is left out. What takes a calendar twice at a time counts once.
 */
export async function readDays(
  db: Db,
  instanceId: number,
  readerId: number,
  about: {
    readonly calendars: readonly number[];
    readonly midnights: readonly number[];
    readonly zone: string;
    readonly beyond: readonly CountedSpan[];
  },
): Promise<readonly DayRow[]> {
  const { calendars, midnights, zone, beyond } = about;
  const [from, to] = [new Date(midnights[0] ?? 0), new Date(midnights.at(-1) ?? 0)];
  const real = (column: string) =>
    sql`case when mode = ${MODES.fixed} then ${sql.ref(column)} else (${sql.ref(column)} at time zone 'UTC') at time zone ${zone} end`;
  const { rows } = await sql<DayRow>`
    with bounds as materialized (
      select array_agg(to_timestamp(ms / 1000) order by ms) as at from unnest(${[...midnights]}::float8[]) as m (ms)
    ), hidden as materialized (
      select appointment_id from appointment_person where instance_id = ${instanceId} and user_id = ${readerId} and is_hidden
    ), found as (
      select s.calendar_id, s.starts_at, s.ends_at, s.mode, s.kind, case when s.kind = ${KINDS.free} then t.access else 'public' end as access,
        s.kind = ${KINDS.free} and exists (select from activity_user u
          where u.instance_id = ${instanceId} and u.user_id = ${readerId} and u.activity_id = s.appointment_id) as is_seen
      from unnest(${[...calendars]}::int[]) as c (id) cross join lateral (
        ${spansIn(instanceId, from, to, 'w.calendar_id, w.appointment_id, w.starts_at, w.ends_at, w.mode, w.kind')}
      ) s left join appointment t on s.kind = ${KINDS.free} and t.instance_id = ${instanceId} and t.appointment_id = s.appointment_id
      where s.calendar_id <> ${readerId} or s.appointment_id not in (select appointment_id from hidden)
      union all
      select * from unnest(${beyond.map((it) => it.calendar_id)}::int[], ${beyond.map((it) => it.starts_at)}::timestamptz[],
        ${beyond.map((it) => it.ends_at)}::timestamptz[], ${beyond.map((it) => it.mode)}::smallint[], ${beyond.map((it) => it.kind)}::smallint[],
        ${beyond.map((it) => it.access)}::text[], ${beyond.map((it) => it.is_seen)}::boolean[])
    ), placed as (
      select calendar_id, kind, access, is_seen, ${real('starts_at')} as starts, ${real('ends_at')} as ends from found
    ), numbered as materialized (
      select p.*, width_bucket(p.starts, b.at) as first,
        case when p.ends > p.starts then width_bucket(p.ends - interval '1 microsecond', b.at) else width_bucket(p.starts, b.at) end as last
      from placed p cross join bounds b
    ), cut as (
      select calendar_id, kind, access, is_seen, starts, ends, first as day from numbered where first = last
      union all
      select n.calendar_id, n.kind, n.access, n.is_seen, greatest(n.starts, b.at[d]), least(n.ends, b.at[d + 1]), d
      from numbered n cross join bounds b cross join lateral generate_series(greatest(n.first, 1), least(n.last, ${midnights.length - 1})) d
      where n.first < n.last
    ), within as (
      select * from cut where day between 1 and ${midnights.length - 1}
    ), beside as (
      select calendar_id, day, starts, ends,
        max(ends) over (partition by calendar_id, day order by starts rows between unbounded preceding and 1 preceding) as until
      from within where kind <> ${KINDS.free}
    )
    select calendar_id, day, count(*)::int as count,
      coalesce(extract(epoch from sum(ends - greatest(starts, until)) filter (where ends > greatest(starts, until))), 0)::float8 as seconds,
      false as is_free, 'public' as access, false as is_seen
    from beside group by calendar_id, day
    union all
    select calendar_id, day, count(*)::int, 0, true, access, is_seen
    from within where kind = ${KINDS.free} group by calendar_id, day, access, is_seen`.execute(db);
  return rows;
}
