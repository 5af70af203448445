import { resourceCalendar } from '@kontor/contract/appointment';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** The moments, in milliseconds since 1970, at which an occurrence takes a resource. */
export interface NewBooking {
  readonly resourceId: number;
  readonly originalMin: number;
  readonly start: number;
  readonly end: number;
}

/** The bookings of an appointment. */
export interface Bookings {
  readonly id: number;
  readonly bookings: readonly NewBooking[];
}

const listed = (bookings: readonly NewBooking[]) => {
  const seconds = (moments: readonly number[]) => moments.map((ms) => ms / 1000);
  return sql`(select w.resource_id, w.original_min, tstzrange(to_timestamp(w.starts), to_timestamp(w.ends)) as during
    from unnest(${bookings.map((it) => it.resourceId)}::int[], ${bookings.map((it) => it.originalMin)}::bigint[],
      ${seconds(bookings.map((it) => it.start))}::float8[], ${seconds(bookings.map((it) => it.end))}::float8[])
      as w (resource_id, original_min, starts, ends))`;
};

/**
 * Gives an appointment these bookings and no others; those that stand already stay as they are. What takes a resource that cannot be taken twice and is taken stays
 * out, where it is not over at `now`. Returns whether all are booked.
 */
export async function replaceBookings(
  db: Db,
  instanceId: number,
  { id, bookings }: Bookings,
  now: number,
): Promise<boolean> {
  await sql`delete from resource_booking b where b.instance_id = ${instanceId} and b.appointment_id = ${id}
    and not exists (select from ${listed(bookings)} w
      where w.resource_id = b.resource_id and w.original_min = b.original_min and w.during = b.during)`.execute(db);
  if (bookings.length === 0) return true;
  await sql`insert into resource_booking (instance_id, resource_id, appointment_id, original_min, during, is_hard)
    select ${instanceId}, w.resource_id, ${id}, w.original_min, w.during, r.is_hard and upper(w.during) > ${new Date(now)}
    from ${listed(bookings)} w join resource r on r.instance_id = ${instanceId} and r.resource_id = w.resource_id
    order by w.original_min
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from resource_booking
    where instance_id = ${instanceId} and appointment_id = ${id}`.execute(db);
  return rows[0]?.count === bookings.length;
}

/** Books what was left out though the resource is taken. Returns what that was. */
export async function bookBeside(
  db: Db,
  instanceId: number,
  { id, bookings }: Bookings,
): Promise<readonly { readonly resource_id: number; readonly starts_at: Date; readonly ends_at: Date }[]> {
  const { rows } = await sql<{ resource_id: number; starts_at: Date; ends_at: Date }>`
    insert into resource_booking (instance_id, resource_id, appointment_id, original_min, during, is_hard)
    select ${instanceId}, w.resource_id, ${id}, w.original_min, w.during, false from ${listed(bookings)} w
    on conflict do nothing
    returning resource_id, lower(during) as starts_at, upper(during) as ends_at`.execute(db);
  return rows.toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime());
}

/** What takes a resource, with its span. */
export interface MetBooking {
  readonly resource_id: number;
  readonly calendar_id: number;
  readonly appointment_id: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly mode: number;
}

const MET = sql`o.resource_id, o.appointment_id, s.calendar_id, s.starts_at, s.ends_at, s.mode`;
const SPAN = sql`join appointment_span s on s.instance_id = o.instance_id and s.appointment_id = o.appointment_id
  and s.original_min = o.original_min and s.calendar_id = ${resourceCalendar(0)}::int + o.resource_id`;

/** What takes the resources of an appointment for what could not be booked of it, the first ones. */
export async function readTaken(
  db: Db,
  instanceId: number,
  { id, bookings }: Bookings,
  most: number,
): Promise<readonly MetBooking[]> {
  const { rows } = await sql<MetBooking>`
    select distinct on (s.starts_at, o.resource_id, o.appointment_id, o.original_min) ${MET}
    from ${listed(bookings)} w
    join resource_booking o on o.instance_id = ${instanceId} and o.resource_id = w.resource_id and o.is_hard and o.during && w.during
    ${SPAN}
    where not exists (select from resource_booking b where b.instance_id = ${instanceId} and b.appointment_id = ${id}
      and b.original_min = w.original_min and b.resource_id = w.resource_id)
    order by s.starts_at, o.resource_id, o.appointment_id, o.original_min limit ${atMost(most)}`.execute(db);
  return rows;
}

/** What takes a resource at the same time as something else from a moment on, in milliseconds, the first ones. */
export async function readDouble(
  db: Db,
  instanceId: number,
  resourceId: number,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<readonly MetBooking[]> {
  // In the order of its beginnings what meets another one begins before the latest end of those before it, or ends after the next beginning.
  const { rows } = await sql<MetBooking>`
    select ${MET} from (
      select b.*, max(upper(b.during)) over (in_order rows between unbounded preceding and 1 preceding) as until, lead(lower(b.during)) over in_order as next
      from resource_booking b
      where b.instance_id = ${instanceId} and b.resource_id = ${resourceId} and upper(b.during) > ${new Date(now)}
      window in_order as (order by lower(b.during), b.appointment_id, b.original_min)
    ) o ${SPAN}
    where lower(o.during) < o.until or upper(o.during) > o.next
    order by s.starts_at, o.appointment_id, o.original_min limit ${atMost(most)}`.execute(db);
  return rows;
}

/** Says of the bookings of a resource that are not over at `now` that it can be taken once alone, or of all that it can be taken twice. */
export async function hardenBookings(
  db: Db,
  instanceId: number,
  resourceId: number,
  { isHard, now }: { readonly isHard: boolean; readonly now: number },
): Promise<void> {
  await sql`update resource_booking set is_hard = ${isHard} where instance_id = ${instanceId} and resource_id = ${resourceId}
    and (not ${isHard}::boolean or upper(during) > ${new Date(now)})`.execute(db);
}

/** Takes away what a series books by occurrences from an original on, or by one alone. */
export async function deleteBookingsFrom(
  db: Db,
  instanceId: number,
  id: number,
  original: { readonly min: number; readonly isAlone: boolean },
): Promise<void> {
  await sql`delete from resource_booking where instance_id = ${instanceId} and appointment_id = ${id}
    and (original_min = ${original.min} or (not ${original.isAlone}::boolean and original_min > ${original.min}))`.execute(
    db,
  );
}
