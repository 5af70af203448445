import type { PushDeviceKind } from '@kontor/contract/settings';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** The key of an instance, as it is stored. */
export const readKey = (
  db: Db,
  instanceId: number,
): Promise<{ readonly public_key: string; readonly sealed_key: string } | undefined> =>
  db
    .selectFrom('push_key')
    .select(['public_key', 'sealed_key'])
    .where('instance_id', '=', instanceId)
    .executeTakeFirst();

/** Keeps a key where there is none yet. */
export const offerKey = (
  db: Db,
  instanceId: number,
  key: { readonly public_key: string; readonly sealed_key: string },
): Promise<unknown> =>
  db
    .insertInto('push_key')
    .values({ instance_id: instanceId, ...key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Tries that fail one after the other until a device is left alone. */
export const MAX_FAILURES = 5;

/** Sessions that may be used, of people who may. */
const openSession = (now: Date) => sql`
  join session s on s.instance_id = d.instance_id and s.session_id = d.session_id and s.ended_at is null and s.expires_at > ${now}
  join app_user u on u.instance_id = d.instance_id and u.user_id = d.user_id and u.is_active and u.is_unlocked`;

export interface OwnDevice {
  readonly device_id: number;
  readonly session_id: string;
  /** What the program said of itself at the sign-in. */
  readonly device: string;
  readonly failures: number;
  readonly created_at: Date;
  readonly kind: PushDeviceKind;
}

/** The devices of a person, the first one first. */
export async function devicesOf(db: Db, instanceId: number, userId: number, now: Date): Promise<readonly OwnDevice[]> {
  const { rows } = await sql<OwnDevice>`
    select d.device_id, d.session_id, s.device, d.failures, d.created_at, d.kind from push_device d ${openSession(now)}
    where d.instance_id = ${instanceId} and d.user_id = ${userId} order by d.device_id`.execute(db);
  return rows;
}

/** Those of some people who are pushed to at all. */
export async function reachedAmong(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct d.user_id from push_device d ${openSession(now)}
    where d.instance_id = ${instanceId} and d.user_id = any(${[...userIds]}::int[]) and d.failures < ${MAX_FAILURES}`.execute(
    db,
  );
  return new Set(rows.map((row) => row.user_id));
}

export interface DeviceRow {
  readonly device_id: number;
  readonly user_id: number;
  readonly session_id: string;
  readonly sealed_subscription: string;
  readonly failures: number;
}

/** The devices that are pushed to: all of a person, or one. */
export async function reachedDevices(
  db: Db,
  instanceId: number,
  whose: { readonly userId: number } | { readonly deviceId: number },
  now: Date,
): Promise<readonly DeviceRow[]> {
  const which = 'userId' in whose ? sql`d.user_id = ${whose.userId}` : sql`d.device_id = ${whose.deviceId}`;
  const { rows } = await sql<DeviceRow>`
    select d.device_id, d.user_id, d.session_id, d.sealed_subscription, d.failures from push_device d ${openSession(now)}
    where d.instance_id = ${instanceId} and ${which} and d.failures < ${MAX_FAILURES} order by d.device_id`.execute(db);
  return rows;
}

/** The device of a session, whether it is pushed to or not. */
export const deviceOfSession = (db: Db, instanceId: number, sessionId: string): Promise<DeviceRow | undefined> =>
  db
    .selectFrom('push_device')
    .select(['device_id', 'user_id', 'session_id', 'sealed_subscription', 'failures'])
    .where('instance_id', '=', instanceId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();

/** Puts a device in the place of what its session was reached by, and of who else had this address. */
export async function replaceDevice(
  db: Db,
  instanceId: number,
  device: {
    readonly user_id: number;
    readonly session_id: string;
    readonly endpoint_hash: Buffer;
    readonly sealed_subscription: string;
    readonly created_at: Date;
    readonly kind: PushDeviceKind;
  },
): Promise<void> {
  await sql`delete from push_device where instance_id = ${instanceId}
    and (session_id = ${device.session_id} or endpoint_hash = ${device.endpoint_hash})`.execute(db);
  await db
    .insertInto('push_device')
    .values({ instance_id: instanceId, ...device })
    .execute();
}

/** Forgets a device of a person by its address. False where there is none. */
export async function deleteByEndpoint(
  db: Db,
  instanceId: number,
  userId: number,
  endpointHash: Buffer,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_device')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('endpoint_hash', '=', endpointHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const deleteDevice = (db: Db, instanceId: number, deviceId: number): Promise<unknown> =>
  db.deleteFrom('push_device').where('instance_id', '=', instanceId).where('device_id', '=', deviceId).execute();

/** Notes how a try ended. Returns how many have failed in a row. */
export async function noteTry(db: Db, instanceId: number, deviceId: number, succeeded: boolean): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update push_device set failures = case when ${succeeded} then 0 else failures + 1 end
    where instance_id = ${instanceId} and device_id = ${deviceId} returning failures`.execute(db);
  return rows[0]?.failures ?? 0;
}

/** What several people have set, by their ids and keys. */
export async function settingsAmong(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
  keys: readonly string[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, unknown>>> {
  const rows = await db
    .selectFrom('user_setting')
    .select(['user_id', 'key', 'value'])
    .where('instance_id', '=', instanceId)
    .where('user_id', 'in', [...userIds])
    .where('key', 'in', [...keys])
    .execute();
  const byPerson = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...byPerson].map(([userId, own]) => [userId, new Map(own.map(({ key, value }) => [key, value]))]));
}
