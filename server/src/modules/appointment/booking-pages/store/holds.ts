import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import '../tables.ts';

/** What a guest has chosen, and how it stands. */
export interface HoldRow {
  readonly hold_id: number;
  readonly page_id: number | null;
  readonly host_id: number;
  readonly guest_name: string;
  readonly guest_address: string;
  readonly words: string;
  readonly language: 'de' | 'en';
  readonly zone: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly is_held: boolean;
  readonly releases_at: Date;
  readonly cancelled_at: Date | null;
  readonly appointment_id: number | null;
}

const COLUMNS = sql`hold_id, page_id, host_id, guest_name, guest_address, words, language, zone, lower(during) as starts_at, upper(during) as ends_at,
  is_held, releases_at, cancelled_at, appointment_id`;

/** What is made of a choice. */
export type NewHold = Omit<HoldRow, 'hold_id' | 'is_held' | 'cancelled_at' | 'appointment_id' | 'page_id'> & {
  readonly page_id: number;
  readonly confirm_hash: Buffer;
};

/** Holds a time. Returns its number; undefined where somebody else holds some of it. */
export async function insertHold(db: Db, instanceId: number, hold: NewHold): Promise<number | undefined> {
  const { rows } = await sql<{ hold_id: number }>`
    insert into booking_hold (instance_id, page_id, host_id, guest_name, guest_address, words, language, zone, during, is_held, releases_at, confirm_hash)
    values (${instanceId}, ${hold.page_id}, ${hold.host_id}, ${hold.guest_name}, ${hold.guest_address}, ${hold.words}, ${hold.language}, ${hold.zone},
      tstzrange(${hold.starts_at}, ${hold.ends_at}), true, ${hold.releases_at}, ${hold.confirm_hash})
    on conflict do nothing returning hold_id`.execute(db);
  return rows[0]?.hold_id;
}

/** What a token is of, by its hash: of the link that confirms, or of that which cancels. */
export async function findHold(
  db: Db,
  instanceId: number,
  kind: 'confirm' | 'cancel',
  hash: Buffer,
): Promise<HoldRow | undefined> {
  const { rows } = await sql<HoldRow>`select ${COLUMNS} from booking_hold
    where instance_id = ${instanceId} and ${sql.ref(`${kind}_hash`)} = ${hash}`.execute(db);
  return rows[0];
}

/** A hold by its number, held for the transaction. */
export async function takeHold(db: Db, instanceId: number, id: number): Promise<HoldRow | undefined> {
  const { rows } = await sql<HoldRow>`select ${COLUMNS} from booking_hold
    where instance_id = ${instanceId} and hold_id = ${id} for update`.execute(db);
  return rows[0];
}

/** A hold by its number. */
export async function readHold(db: Db, instanceId: number, id: number): Promise<HoldRow | undefined> {
  const { rows } = await sql<HoldRow>`select ${COLUMNS} from booking_hold
    where instance_id = ${instanceId} and hold_id = ${id}`.execute(db);
  return rows[0];
}

/** Makes a hold a booking. */
export async function confirmHold(
  db: Db,
  instanceId: number,
  id: number,
  { appointmentId, cancelHash }: { readonly appointmentId: number; readonly cancelHash: Buffer },
): Promise<void> {
  await sql`update booking_hold set is_held = false, appointment_id = ${appointmentId}, cancel_hash = ${cancelHash}
    where instance_id = ${instanceId} and hold_id = ${id}`.execute(db);
}

export async function cancelHold(db: Db, instanceId: number, id: number, at: Date): Promise<void> {
  await sql`update booking_hold set cancelled_at = ${at} where instance_id = ${instanceId} and hold_id = ${id}`.execute(
    db,
  );
}

/** Lets go of what nobody has confirmed in time. */
export async function releaseHolds(db: Db, instanceId: number, now: Date): Promise<void> {
  await sql`update booking_hold set is_held = false where instance_id = ${instanceId} and is_held and releases_at <= ${now}`.execute(
    db,
  );
}

/** Takes what guests have chosen away: what came to nothing before a moment, and bookings that were over before another one. */
export async function forgetGuests(
  db: Db,
  instanceId: number,
  before: { readonly released: Date; readonly over: Date },
): Promise<void> {
  await sql`delete from booking_hold where instance_id = ${instanceId}
    and case when appointment_id is null then releases_at < ${before.released} else upper(during) < ${before.over} end`.execute(
    db,
  );
}

/** Time that is booked or held by guests. */
export interface BookedRow {
  readonly host_id: number;
  readonly page_id: number | null;
  readonly starts: number;
  readonly ends: number;
  /** Milliseconds that stay free around it. */
  readonly before: number;
  readonly after: number;
}

/** What guests have of some hosts between two moments: what is held at `now`, and what was booked as it stands in their calendars. */
export async function readBooked(
  db: Db,
  instanceId: number,
  about: {
    readonly hosts: readonly number[];
    readonly from: Date;
    readonly to: Date;
    readonly now: Date;
    /** A hold that is to become a booking. */
    readonly except: number | null;
  },
): Promise<readonly BookedRow[]> {
  const { hosts, from, to, now, except } = about;
  const ms = (moment: string) => sql`(extract(epoch from ${sql.raw(moment)}) * 1000)::float8`;
  const { rows } = await sql<BookedRow>`
    select t.host_id, t.page_id, ${ms('t.starts_at')} as starts, ${ms('t.ends_at')} as ends,
      coalesce(p.buffer_before, 0) * 60000 as before, coalesce(p.buffer_after, 0) * 60000 as after
    from (
      select h.host_id, h.page_id, lower(h.during) as starts_at, upper(h.during) as ends_at from booking_hold h
      where h.instance_id = ${instanceId} and h.host_id = any(${[...hosts]}::int[]) and h.is_held and h.releases_at > ${now}
        and h.hold_id is distinct from ${except}::bigint
      union all
      select h.host_id, h.page_id, s.starts_at, s.ends_at from booking_hold h
      join appointment_span s on s.instance_id = h.instance_id and s.appointment_id = h.appointment_id and s.calendar_id = h.host_id
      where h.instance_id = ${instanceId} and h.host_id = any(${[...hosts]}::int[])
    ) t
    left join booking_page p on p.instance_id = ${instanceId} and p.page_id = t.page_id
    where t.starts_at < ${to} and t.ends_at > ${from}`.execute(db);
  return rows;
}

/** How many bookings that are to come each of some hosts has by a page. */
export async function loadOf(
  db: Db,
  instanceId: number,
  pageId: number,
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ host_id: number; count: number }>`
    select host_id, count(*)::int as count from booking_hold
    where instance_id = ${instanceId} and page_id = ${pageId} and lower(during) > ${now} and cancelled_at is null
      and (appointment_id is not null or (is_held and releases_at > ${now})) group by host_id`.execute(db);
  return new Map(rows.map((row) => [row.host_id, row.count]));
}

const ADDRESS_LOCK = 7_340_043;

/** How many times an address holds at a moment. Whoever holds for the same address waits until this transaction is over. */
export async function holdsOfAddress(db: Db, instanceId: number, address: string, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(${`${instanceId} ${address.toLowerCase()}`}))`.execute(
    db,
  );
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from booking_hold
    where instance_id = ${instanceId} and lower(guest_address) = lower(${address}) and is_held and releases_at > ${now}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
