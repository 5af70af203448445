import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Versions } from '../../../platform/operation/remembered.ts';
import type { TokenUse } from '../rules.ts';
import '../tables.ts';

export type SessionRow = Selectable<Tables['session']>;

export interface SessionWithUser extends SessionRow {
  readonly token_use: TokenUse;
  readonly user_name: string;
  readonly rights: number;
  readonly is_administrator: boolean;
  readonly change_stamp: number;
  readonly versions: Versions;
}

/** The session that a token of this hash is or was of, with the person, if both are in use. */
export async function findSession(db: Db, instanceId: number, tokenHash: Buffer): Promise<SessionWithUser | undefined> {
  const { rows } = await sql<SessionWithUser>`
    select s.*, case ${tokenHash}::bytea when s.token_hash then 'current' when s.previous_token_hash then 'previous' else 'replaced' end
        as token_use,
      u.user_name, u.rights, u.is_administrator,
      (select coalesce(sum(c.stamp), 0)::bigint from change_stamp c
        where c.instance_id = s.instance_id and c.user_id in (0, s.user_id)) as change_stamp,
      (select coalesce(json_object_agg(c.user_id, c.stamp), '{}') from change_stamp c
        where c.instance_id = s.instance_id and c.user_id < 0) as versions
    from session s join app_user u using (instance_id, user_id)
    where s.instance_id = ${instanceId} and u.is_active and u.is_unlocked and s.session_id = (
      select session_id from session where instance_id = ${instanceId} and token_hash = ${tokenHash}
      union all select session_id from session where instance_id = ${instanceId} and previous_token_hash = ${tokenHash}
      union all select session_id from replaced_token where instance_id = ${instanceId} and token_hash = ${tokenHash}
      limit 1)`.execute(db);
  return rows[0];
}

type Later = 'app_state' | 'app_state_at' | 'app_platform' | 'app_browser' | 'app_version';
export type NewSession = Omit<SessionRow, 'previous_token_hash' | 'ended_at' | 'token_used' | Later>;

export const insertSession = async (db: Db, session: NewSession): Promise<void> => {
  await db.insertInto('session').values(session).execute();
};

/** Gives a session a new token, and remembers the one that it replaces. False where another request was first. */
export async function rotateToken(
  db: Db,
  session: SessionRow,
  next: { readonly tokenHash: Buffer; readonly presented: Buffer; readonly now: Date; readonly expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with rotated as (
      update session set token_hash = ${next.tokenHash}, previous_token_hash = ${next.presented}, token_issued_at = ${next.now},
        token_used = false, last_used_at = ${next.now}, expires_at = ${next.expiresAt}
      where instance_id = ${session.instance_id} and session_id = ${session.session_id} and token_hash = ${session.token_hash}
      returning instance_id, session_id)
    insert into replaced_token (instance_id, token_hash, session_id)
    select instance_id, ${session.token_hash}, session_id from rotated returning 1`.execute(db);
  return rows.length > 0;
}

export async function touchSession(
  db: Db,
  session: SessionRow,
  { now, expiresAt, address }: { readonly now: Date; readonly expiresAt: Date; readonly address: string },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_used_at: now, expires_at: expiresAt, token_used: true, address })
    .where('instance_id', '=', session.instance_id)
    .where('session_id', '=', session.session_id)
    // Of a token that was replaced meanwhile it says nothing about the one that stands there now.
    .where('token_hash', '=', session.token_hash)
    .execute();
}

/** Ends a session, where a person is named only theirs. False where there is no open one. */
export async function endSession(
  db: Db,
  instanceId: number,
  sessionId: string,
  now: Date,
  userId?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('instance_id', '=', instanceId)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', Number(userId)))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Those of some sessions that may still be used, by people who may. */
export async function openSessionsAmong(
  db: Db,
  instanceId: number,
  sessionIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ session_id: string }>`
    select s.session_id from session s join app_user u using (instance_id, user_id)
    where s.instance_id = ${instanceId} and s.session_id = any (${sessionIds}) and s.ended_at is null
      and s.expires_at > ${new Date(now)} and u.is_active and u.is_unlocked`.execute(db);
  return new Set(rows.map((row) => row.session_id));
}

/** Ends the sessions of a person, or of everybody in the instance, but for the one that is kept. Returns which. */
export async function endSessionsOf(
  db: Db,
  instanceId: number,
  now: Date,
  userId?: number,
  except?: string,
): Promise<readonly string[]> {
  const rows = await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('instance_id', '=', instanceId)
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', Number(userId)))
    .$if(except !== undefined, (query) => query.where('session_id', '<>', String(except)))
    .returning('session_id')
    .execute();
  return rows.map((row) => row.session_id);
}

/** The open sessions of a person, the last used first. */
export const openSessionsOf = (db: Db, instanceId: number, userId: number, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('session_id')
    .execute();

/** Whether somebody of this name has signed in from this address before. */
export async function knowsAddress(db: Db, instanceId: number, userName: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from session s join app_user u using (instance_id, user_id)
    where s.instance_id = ${instanceId} and u.user_name = ${userName} and s.address = ${address} limit 1`.execute(db);
  return rows.length > 0;
}

/** What an app says of itself and whether it is looked at. */
export interface AppState {
  readonly state: 'foreground' | 'background';
  readonly platform: string;
  readonly browser: string;
  readonly version: string;
}

/** Keeps what the app of a session has said; false where the session is none any more. */
export async function setAppState(
  db: Db,
  instanceId: number,
  sessionId: string,
  at: Date,
  said: AppState,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({
      app_state: said.state,
      app_state_at: at,
      app_platform: said.platform,
      app_browser: said.browser,
      app_version: said.version,
    })
    .where('instance_id', '=', instanceId)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
