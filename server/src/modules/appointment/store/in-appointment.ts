import { sql } from 'kysely';
import type { InstanceContext } from '../../../platform/operation/context.ts';
import { timeZoneOf } from '../../account/index.ts';
import '../tables.ts';
import { KINDS, MODES } from './spans.ts';

type Where = Pick<InstanceContext, 'db' | 'instance'>;

/** Since when somebody is in an appointment, and until when; milliseconds since 1970. */
export interface InAppointment {
  readonly begunAt: number;
  readonly until: number;
}

/**
 * People who have kept from somebody when they are taken: everybody is told of states alike, so that nobody is told of theirs. `p` is the row of
 * the person.
 */
const tellsAll = sql`not exists (select from calendar_right r where r.instance_id = p.instance_id and r.owner_id = p.user_id and r.level = 'none')`;

/** Spans with hours that take somebody for sure. What has no zone is kept as if in UTC, and is meant in that of the instance. */
const taking = sql`s.instance_id = p.instance_id and s.calendar_id = p.user_id and s.kind = ${sql.lit(KINDS.busy)} and s.mode in (${sql.lit(MODES.fixed)}, ${sql.lit(MODES.floating)})`;
const moment = (column: 'starts_at' | 'ends_at', zone: string) =>
  sql`case when s.mode = ${sql.lit(MODES.fixed)} then s.${sql.ref(column)} else (s.${sql.ref(column)} at time zone 'UTC') at time zone ${zone} end`;
/** What may be on at a moment, by the index of what takes a day at most, and of what takes longer; 14 hours around it for what has no zone. */
const around = (at: Date) => sql`(
  (s.ends_at - s.starts_at <= interval '1 day' and s.starts_at > ${at}::timestamptz - interval '39 hours' and s.starts_at < ${at}::timestamptz + interval '15 hours')
  or (s.ends_at - s.starts_at > interval '1 day' and s.ends_at > ${at}::timestamptz - interval '15 hours' and s.starts_at < ${at}::timestamptz + interval '15 hours'))`;

/** Those of some people who are in an appointment at a moment. Of several that are on, the one that ends last counts. */
export async function inAppointmentAmong(
  { db, instance }: Where,
  userIds: readonly number[],
  at: number,
): Promise<ReadonlyMap<number, InAppointment>> {
  const now = new Date(at);
  const zone = timeZoneOf(instance);
  const { rows } = await sql<{ user_id: number; begun: Date; until: Date }>`
    select p.user_id, t.begun, t.until from app_user p cross join lateral (
      select ${moment('starts_at', zone)} as begun, ${moment('ends_at', zone)} as until from appointment_span s
      where ${taking} and ${around(now)} and ${moment('starts_at', zone)} <= ${now} and ${moment('ends_at', zone)} > ${now}
      order by 2 desc, 1 limit 1
    ) t
    where p.instance_id = ${instance.id} and p.user_id = any(${[...userIds]}::int[]) and ${tellsAll}`.execute(db);
  return new Map(rows.map((row) => [row.user_id, { begunAt: row.begun.getTime(), until: row.until.getTime() }]));
}

/** The next moment, within half a day, at which an appointment of anybody begins or ends, in milliseconds since 1970; null for none. */
export async function nextAppointmentChange({ db, instance }: Where, at: number): Promise<number | null> {
  const now = new Date(at);
  const zone = timeZoneOf(instance);
  const begins = moment('starts_at', zone);
  const ends = moment('ends_at', zone);
  const { rows } = await sql<{ moment: Date | null }>`
    select least(min(t.begins), min(t.ends)) as moment from app_user p cross join lateral (
      select min(${begins}) filter (where ${begins} > ${now}) as begins, min(${ends}) filter (where ${begins} <= ${now} and ${ends} > ${now}) as ends
      from appointment_span s where ${taking} and ${around(now)}
    ) t
    where p.instance_id = ${instance.id} and p.is_active and ${tellsAll}`.execute(db);
  return rows[0]?.moment?.getTime() ?? null;
}
