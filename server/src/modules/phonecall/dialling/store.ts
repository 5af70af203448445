import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

export type LocationRow = Selectable<Tables['dial_location']>;
export type AttemptRow = Selectable<Tables['dial_attempt']>;

export const DEFAULT_LIMITS = { maxPerUser: 200, maxPerInstance: 2000 } as const;

export const readLocations = (db: Db, instanceId: number): Promise<LocationRow[]> =>
  db
    .selectFrom('dial_location')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .orderBy(sql`title collate "de-x-icu", location_id`)
    .execute();

export const findLocation = (db: Db, instanceId: number, locationId: number): Promise<LocationRow | undefined> =>
  db
    .selectFrom('dial_location')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('location_id', '=', locationId)
    .executeTakeFirst();

/** Takes the ways to make calls for this transaction and returns how many there are. */
export async function holdLocations(db: Db, instanceId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dial_location ${instanceId}`}, 0))`.execute(db);
  return (await readLocations(db, instanceId)).length;
}

export async function insertLocation(db: Db, row: Insertable<Tables['dial_location']>): Promise<number> {
  const { location_id: id } = await db
    .insertInto('dial_location')
    .values(row)
    .returning('location_id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateLocation(
  db: Db,
  instanceId: number,
  locationId: number,
  change: Partial<Omit<Insertable<Tables['dial_location']>, 'instance_id' | 'location_id'>>,
): Promise<void> {
  await db
    .updateTable('dial_location')
    .set(change)
    .where('instance_id', '=', instanceId)
    .where('location_id', '=', locationId)
    .execute();
}

/** Forgets a way to make calls; whoever had it has none. Returns its title; undefined where there is none. */
export async function deleteLocationRow(db: Db, instanceId: number, locationId: number): Promise<string | undefined> {
  await sql`update dial_user set location_id = null where instance_id = ${instanceId} and location_id = ${locationId}`.execute(
    db,
  );
  const { rows } = await sql<{ title: string }>`delete from dial_location
    where instance_id = ${instanceId} and location_id = ${locationId} returning title`.execute(db);
  return rows[0]?.title;
}

export interface DialUserRow {
  readonly user_id: number;
  readonly is_allowed: boolean;
  readonly location_id: number | null;
  readonly terminal: string;
  readonly caller_id: string;
}

export const findDialUser = (db: Db, instanceId: number, userId: number): Promise<DialUserRow | undefined> =>
  db
    .selectFrom('dial_user')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** How calls are made of everybody who is with the instance, with their names, in the order of these; of whom nothing was said, nothing is allowed. */
export async function readDialUsers(
  db: Db,
  instanceId: number,
): Promise<readonly (DialUserRow & { readonly name: string })[]> {
  const { rows } = await sql<DialUserRow & { name: string }>`
    select u.user_id, coalesce(d.is_allowed, false) as is_allowed, d.location_id,
      coalesce(d.terminal, '') as terminal, coalesce(d.caller_id, '') as caller_id,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name) as name
    from app_user u left join dial_user d on d.instance_id = u.instance_id and d.user_id = u.user_id
    where u.instance_id = ${instanceId} and u.is_active order by u.last_name collate "de-x-icu", u.first_name collate "de-x-icu", u.user_id`.execute(
    db,
  );
  return rows;
}

export async function putDialUser(db: Db, instanceId: number, row: DialUserRow): Promise<void> {
  await db
    .insertInto('dial_user')
    .values({ instance_id: instanceId, ...row })
    .onConflict((conflict) => conflict.columns(['instance_id', 'user_id']).doUpdateSet({ ...row }))
    .execute();
}

export async function readLimits(
  db: Db,
  instanceId: number,
): Promise<{ readonly maxPerUser: number; readonly maxPerInstance: number }> {
  const row = await db.selectFrom('dial_limit').selectAll().where('instance_id', '=', instanceId).executeTakeFirst();
  return row === undefined ? DEFAULT_LIMITS : { maxPerUser: row.max_per_user, maxPerInstance: row.max_per_instance };
}

export async function putLimits(db: Db, instanceId: number, maxPerUser: number, maxPerInstance: number): Promise<void> {
  const row = { max_per_user: maxPerUser, max_per_instance: maxPerInstance };
  await db
    .insertInto('dial_limit')
    .values({ instance_id: instanceId, ...row })
    .onConflict((conflict) => conflict.column('instance_id').doUpdateSet(row))
    .execute();
}

/** Waits for all others who begin calls in the instance, and counts the calls that were begun since a moment, by a way that was set up. */
export async function countAttempts(
  db: Db,
  instanceId: number,
  userId: number,
  since: Date,
): Promise<{ readonly own: number; readonly all: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dial_attempt ${instanceId}`}, 0))`.execute(db);
  const { rows } = await sql<{ own: number; all: number }>`
    select count(*) filter (where user_id = ${userId}) as own, count(*) as all from dial_attempt
    where instance_id = ${instanceId} and started_at >= ${since} and location_id is not null`.execute(db);
  return rows[0] ?? { own: 0, all: 0 };
}

export async function insertAttempt(db: Db, row: Insertable<Tables['dial_attempt']>): Promise<number> {
  const { call_id: id } = await db
    .insertInto('dial_attempt')
    .values(row)
    .returning('call_id')
    .executeTakeFirstOrThrow();
  return id;
}

export const attemptOfProcess = (
  db: Db,
  instanceId: number,
  userId: number,
  processId: string,
): Promise<AttemptRow | undefined> =>
  db
    .selectFrom('dial_attempt')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('process_id', '=', processId)
    .executeTakeFirst();

export const findAttempt = (
  db: Db,
  instanceId: number,
  userId: number,
  callId: number,
): Promise<AttemptRow | undefined> =>
  db
    .selectFrom('dial_attempt')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('call_id', '=', callId)
    .executeTakeFirst();

export async function updateAttempt(
  db: Db,
  instanceId: number,
  callId: number,
  change: Partial<
    Pick<
      AttemptRow,
      'sealed_session' | 'ended_at' | 'activity_id' | 'state' | 'end_state' | 'href' | 'status' | 'asked_at'
    >
  >,
): Promise<void> {
  await db
    .updateTable('dial_attempt')
    .set(change)
    .where('instance_id', '=', instanceId)
    .where('call_id', '=', callId)
    .execute();
}

/** The first attempt of somebody to call a number, within two moments, that is no call yet. */
export async function openAttempt(
  db: Db,
  instanceId: number,
  {
    userId,
    number,
    from,
    to,
  }: { readonly userId: number; readonly number: number; readonly from: Date; readonly to: Date },
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('dial_attempt')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('number', '=', number)
    .where('activity_id', 'is', null)
    .where('started_at', '>=', from)
    .where('started_at', '<=', to)
    .orderBy('started_at')
    .forUpdate()
    .executeTakeFirst();
}

/** How long before a call, as its telephone system has it, the attempt that it became lies at most: clocks differ. */
const BEFORE_MS = 3_600_000;

/** The attempt of a person that a call is and that they have not ended, with the way that it was made by; undefined where they may make no calls. */
export async function attemptOfCall(
  db: Db,
  instanceId: number,
  userId: number,
  { activity_id: activityId, started_at: startedAt }: { readonly activity_id: number; readonly started_at: Date },
): Promise<(Pick<LocationRow, 'way' | 'url_hangup'> & { readonly call_id: number }) | undefined> {
  const { rows } = await sql<Pick<LocationRow, 'way' | 'url_hangup'> & { readonly call_id: number }>`
    select d.call_id, l.way, l.url_hangup from dial_attempt d
    join dial_location l on l.instance_id = d.instance_id and l.location_id = d.location_id
    join dial_user u on u.instance_id = d.instance_id and u.user_id = d.user_id
    where d.instance_id = ${instanceId} and d.user_id = ${userId} and d.activity_id = ${activityId} and d.end_state <> 'done'
      and d.started_at >= ${new Date(startedAt.getTime() - BEFORE_MS)}
    order by d.started_at desc limit 1`.execute(db);
  return rows[0];
}

/** The first call to a number that somebody has made since a moment: one that was begun from here, or one that a telephone system told of. */
export async function nextCall(
  db: Db,
  instanceId: number,
  {
    userId,
    number,
    numberText,
    since,
  }: {
    readonly userId: number;
    readonly number: number | null;
    readonly numberText: string;
    readonly since: Date;
  },
): Promise<{ readonly activity_id: number; readonly started_at: Date } | undefined> {
  const { rows } = await sql<{ activity_id: number; started_at: Date }>`
    select c.activity_id, c.started_at from phone_call c
    where c.instance_id = ${instanceId} and c.direction = 1 and c.started_at >= ${since}
      and (c.number = ${number}::bigint or (${number}::bigint is null and c.number is null and c.number_text = ${numberText}))
      and exists (select from activity_user au where au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = c.activity_id)
      and (c.received_by = ${userId} or c.created_by = ${userId}
        or exists (select from dial_attempt d where d.instance_id = ${instanceId} and d.user_id = ${userId} and d.activity_id = c.activity_id))
    order by exists (select from dial_attempt d where d.instance_id = ${instanceId} and d.user_id = ${userId} and d.activity_id = c.activity_id) desc,
      c.started_at, c.activity_id limit 1`.execute(db);
  return rows[0];
}

/** Whether somebody has called from numbers that begin with a code, as calls that came in say. */
export async function hasCalledFrom(db: Db, instanceId: number, code: string): Promise<boolean> {
  const lengths = Array.from({ length: 15 - code.length - 3 }, (_, index) => index + 4);
  const ranges = lengths.map((more) => {
    const first = Number(code) * 10 ** more;
    return sql`(number >= ${first}::bigint and number < ${first + 10 ** more}::bigint)`;
  });
  const { rows } = await sql`select from phone_call
    where instance_id = ${instanceId} and direction = 0 and (${sql.join(ranges, sql` or `)}) limit 1`.execute(db);
  return rows.length > 0;
}
