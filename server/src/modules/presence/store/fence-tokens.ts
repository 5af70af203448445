import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import '../tables.ts';

/** Keeps the token of a session in the place of the one that it had. */
export async function putFenceToken(
  { db, instance }: ChangeContext,
  token: {
    readonly sessionId: string;
    readonly hash: Buffer;
    readonly deviceName: string;
    readonly createdAt: Date;
    readonly validUntil: Date;
  },
): Promise<void> {
  await sql`insert into fence_token (instance_id, session_id, token_hash, device_name, created_at, valid_until)
    values (${instance.id}, ${token.sessionId}, ${token.hash}, ${token.deviceName}, ${token.createdAt}, ${token.validUntil})
    on conflict (instance_id, session_id) do update set token_hash = excluded.token_hash, device_name = excluded.device_name,
      created_at = excluded.created_at, valid_until = excluded.valid_until`.execute(db);
}

/** Ends the token of a session of a person. False where it has none. */
export async function deleteFenceToken(
  { db, instance }: ChangeContext,
  of: { readonly userId: number; readonly sessionId: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from fence_token f using session s
    where f.instance_id = ${instance.id} and f.session_id = ${of.sessionId}::uuid
      and s.instance_id = f.instance_id and s.session_id = f.session_id and s.user_id = ${of.userId}
    returning f.session_id`.execute(db);
  return rows.length > 0;
}

/** Sessions that may be used, of people who may. */
const openSession = (now: Date) => sql`
  join session s on s.instance_id = f.instance_id and s.session_id = f.session_id and s.ended_at is null and s.expires_at > ${now}
  join app_user u on u.instance_id = s.instance_id and u.user_id = s.user_id and u.is_active and u.is_unlocked`;

/** Whose device a token is; undefined for one that is not good any more. */
export async function findFenceToken(
  db: Db,
  instanceId: number,
  hash: Buffer,
  now: Date,
): Promise<{ readonly session_id: string; readonly user_id: number } | undefined> {
  const { rows } = await sql<{ session_id: string; user_id: number }>`
    select f.session_id, s.user_id from fence_token f ${openSession(now)}
    where f.instance_id = ${instanceId} and f.token_hash = ${hash} and f.valid_until > ${now}`.execute(db);
  return rows[0];
}

interface FenceDevice {
  readonly session_id: string;
  readonly device_name: string;
  readonly created_at: Date;
  readonly valid_until: Date;
}

/** The devices of a person that have a token, the oldest first. */
export async function fenceDevicesOf(
  db: Db,
  instanceId: number,
  userId: number,
  now: Date,
): Promise<readonly FenceDevice[]> {
  const { rows } = await sql<FenceDevice>`
    select f.session_id, f.device_name, f.created_at, f.valid_until from fence_token f ${openSession(now)}
    where f.instance_id = ${instanceId} and s.user_id = ${userId} and f.valid_until > ${now}
    order by f.created_at, f.session_id`.execute(db);
  return rows;
}
