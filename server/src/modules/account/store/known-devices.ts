import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

interface Device {
  readonly instanceId: number;
  readonly userId: number;
  readonly hash: Buffer;
}

export async function isKnownDevice(db: Db, { instanceId, userId, hash }: Device): Promise<boolean> {
  const { rows } = await sql`
    select from known_device where instance_id = ${instanceId} and user_id = ${userId} and device_hash = ${hash}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Notes that somebody has signed in from a device. */
export async function putDevice(db: Db, { instanceId, userId, hash }: Device, now: Date): Promise<void> {
  await sql`
    insert into known_device (instance_id, device_hash, user_id, last_used_at) values (${instanceId}, ${hash}, ${userId}, ${now})
    on conflict (instance_id, device_hash) do update set last_used_at = ${now}`.execute(db);
}

/** Forgets the device that a session of a person was begun on. */
export async function dropDeviceOf(db: Db, instanceId: number, userId: number, sessionId: string): Promise<void> {
  await sql`
    delete from known_device d using session s
    where d.instance_id = ${instanceId} and d.user_id = ${userId} and s.instance_id = d.instance_id and s.session_id = ${sessionId}
      and s.user_id = d.user_id and d.device_hash = s.device_hash`.execute(db);
}

/** Forgets the devices of a person, but for the one that a session was begun on that is kept. */
export async function dropDevices(db: Db, instanceId: number, userId: number, except?: string): Promise<void> {
  await sql`
    delete from known_device d where d.instance_id = ${instanceId} and d.user_id = ${userId} and not exists (
      select from session s where s.instance_id = d.instance_id and s.session_id = ${except ?? null}::uuid
        and s.user_id = d.user_id and s.device_hash = d.device_hash)`.execute(db);
}
