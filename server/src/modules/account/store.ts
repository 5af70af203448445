import { moduleNumber, type ModuleName } from '@kontor/contract/kernel';
import type { FilterBox, FilterUser, User } from '@kontor/contract/account';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Instance } from '../../platform/operation/context.ts';
import type { Tables } from '../../platform/db/tables.ts';
import './tables.ts';

export type UserRow = Selectable<Tables['app_user']>;
export type SessionRow = Selectable<Tables['session']>;

export const findUserByName = (db: Db, instanceId: number, userName: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_name', '=', userName)
    .executeTakeFirst();

export const findUser = (db: Db, instanceId: number, userId: number): Promise<UserRow | undefined> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const toUser = (row: UserRow): User => ({
  id: row.user_id,
  userName: row.user_name,
  firstName: row.first_name,
  lastName: row.last_name,
  initial: row.initial,
  avatar: row.avatar,
});

export interface SessionWithUser extends SessionRow {
  readonly is_previous: boolean;
  readonly user_name: string;
  readonly rights: number;
  readonly is_administrator: boolean;
  readonly change_stamp: number;
}

/** The session whose current or former token has this hash, with the person, if both are in use. */
export async function findSession(db: Db, instanceId: number, tokenHash: Buffer): Promise<SessionWithUser | undefined> {
  const { rows } = await sql<SessionWithUser>`
    select s.*, s.token_hash <> ${tokenHash} as is_previous, u.user_name, u.rights, u.is_administrator,
      (select coalesce(sum(c.stamp), 0)::bigint from change_stamp c
        where c.instance_id = s.instance_id and c.user_id in (0, s.user_id)) as change_stamp
    from session s join app_user u using (instance_id, user_id)
    where s.instance_id = ${instanceId} and (s.token_hash = ${tokenHash} or s.previous_token_hash = ${tokenHash})
      and u.is_active and u.is_unlocked limit 1`.execute(db);
  return rows[0];
}

export const insertSession = async (
  db: Db,
  session: Omit<SessionRow, 'previous_token_hash' | 'ended_at' | 'token_used'>,
): Promise<void> => {
  await db.insertInto('session').values(session).execute();
};

/** Gives a session a new token. False where another request was first. */
export async function rotateToken(
  db: Db,
  session: SessionRow,
  next: { readonly tokenHash: Buffer; readonly presented: Buffer; readonly now: Date; readonly expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({
      token_hash: next.tokenHash,
      previous_token_hash: next.presented,
      token_issued_at: next.now,
      token_used: false,
      last_used_at: next.now,
      expires_at: next.expiresAt,
    })
    .where('instance_id', '=', session.instance_id)
    .where('session_id', '=', session.session_id)
    .where('token_hash', '=', session.token_hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function touchSession(db: Db, session: SessionRow, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_used_at: now, expires_at: expiresAt, token_used: true })
    .where('instance_id', '=', session.instance_id)
    .where('session_id', '=', session.session_id)
    .execute();
}

export async function endSession(db: Db, instanceId: number, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('instance_id', '=', instanceId)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** The boxes of one kind (or of any) that a person belongs to. */
export async function boxesOf(db: Db, instanceId: number, userId: number, module?: ModuleName): Promise<FilterBox[]> {
  let query = db
    .selectFrom('box')
    .innerJoin('box_member', (join) =>
      join.onRef('box_member.instance_id', '=', 'box.instance_id').onRef('box_member.box_id', '=', 'box.box_id'),
    )
    .select(['box.box_id as boxId', 'box.is_virtual as isVirtual', 'box.name'])
    .where('box.instance_id', '=', instanceId)
    .where('box_member.user_id', '=', userId);
  if (module !== undefined) query = query.where('box.module', '=', moduleNumber(module));
  return query.orderBy(sql`box.name collate "de-x-icu"`).execute();
}

/** The active people of an instance, as lists are filtered by them. */
export async function filterUsers(db: Db, instanceId: number, right?: number): Promise<FilterUser[]> {
  const rows = await db
    .selectFrom('app_user')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('is_active', '=', true)
    .$if(right !== undefined, (query) => query.where(sql<boolean>`rights & ${right} <> 0`))
    .orderBy(sql`last_name collate "de-x-icu", first_name collate "de-x-icu"`)
    .execute();
  return rows.map((row) => {
    const fullName = `${row.first_name} ${row.last_name}`.trim() || row.user_name;
    return {
      userId: row.user_id,
      userIds: [row.user_id],
      fullName,
      groupName: '',
      active: row.is_active,
      UserAvatar: row.avatar,
      UserDisplayname: fullName,
    };
  });
}

/** Id of the box of a kind that bears a name. */
export async function findBoxByName(
  db: Db,
  instanceId: number,
  module: ModuleName,
  name: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('box')
    .select('box_id')
    .where('instance_id', '=', instanceId)
    .where('module', '=', moduleNumber(module))
    .where('name', '=', name)
    .orderBy('box_id')
    .executeTakeFirst();
  return row?.box_id;
}

export interface NewBox {
  readonly module: ModuleName;
  readonly name: string;
  readonly sharedState: boolean;
  readonly memberIds: readonly number[];
}

/** Makes a box with its members and answers its id. People who are not of the instance are a foreign-key error. */
export async function insertBox(db: Db, instanceId: number, box: NewBox): Promise<number> {
  const { box_id } = await db
    .insertInto('box')
    .values({
      instance_id: instanceId,
      module: moduleNumber(box.module),
      name: box.name,
      shared_state: box.sharedState,
    })
    .returning('box_id')
    .executeTakeFirstOrThrow();
  await setBoxMembers(db, instanceId, box_id, box.memberIds);
  return box_id;
}

/** Makes these people, and no others, the members of a box. */
export async function setBoxMembers(
  db: Db,
  instanceId: number,
  boxId: number,
  memberIds: readonly number[],
): Promise<void> {
  await sql`delete from box_member where instance_id = ${instanceId} and box_id = ${boxId} and user_id <> all(${[...memberIds]}::int[])`.execute(
    db,
  );
  await sql`insert into box_member (instance_id, box_id, user_id)
    select ${instanceId}, ${boxId}, unnest(${[...new Set(memberIds)]}::int[]) on conflict do nothing`.execute(db);
}

/**
 * Reads who belongs to a box and keeps it so until the transaction ends: `share` for those who show something to its members,
 * `update` for who changes them. Else somebody could be shown what comes in at the moment of leaving.
 */
export async function holdBox(
  db: Db,
  instanceId: number,
  boxId: number,
  mode: 'share' | 'update',
): Promise<ReadonlySet<number>> {
  const lock = mode === 'share' ? sql`for share` : sql`for no key update`;
  await sql`select from box where instance_id = ${instanceId} and box_id = ${boxId} ${lock}`.execute(db);
  const { rows } = await sql<{ user_id: number }>`
    select user_id from box_member where instance_id = ${instanceId} and box_id = ${boxId}`.execute(db);
  return new Set(rows.map((row) => row.user_id));
}

export async function updateBox(
  db: Db,
  instanceId: number,
  boxId: number,
  box: { readonly name: string; readonly sharedState: boolean },
): Promise<void> {
  await db
    .updateTable('box')
    .set({ name: box.name, shared_state: box.sharedState })
    .where('instance_id', '=', instanceId)
    .where('box_id', '=', boxId)
    .execute();
}

/** Which of these people there are in the instance. */
export async function knownUserIds(db: Db, instanceId: number, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from app_user where instance_id = ${instanceId} and is_active and user_id = any(${[...userIds]}::int[])`.execute(
    db,
  );
  return rows.map((row) => row.user_id);
}

/** Whether a session may still be used, by a person who may. */
export async function isSessionOpen(db: Db, instanceId: number, sessionId: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    select from session s join app_user u using (instance_id, user_id)
    where s.instance_id = ${instanceId} and s.session_id = ${sessionId} and s.ended_at is null
      and s.expires_at > ${new Date(now)} and u.is_active and u.is_unlocked`.execute(db);
  return rows.length > 0;
}

/** Those of some sessions that are open. */
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

/** Ends the sessions of a person, or of everybody in the instance. */
export async function endSessionsOf(db: Db, instanceId: number, now: Date, userId?: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('instance_id', '=', instanceId)
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', Number(userId)))
    .execute();
}

export async function updateUser(
  db: Db,
  instanceId: number,
  userId: number,
  values: Partial<Pick<UserRow, 'rights' | 'is_administrator' | 'is_unlocked' | 'is_active' | 'password_hash'>>,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set(values)
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .execute();
}

export interface PersonRow extends UserRow {
  readonly last_used_at: Date | null;
  readonly open_sessions: number;
}

/** Everybody in an instance, those who left too, with the last sign of life. */
export async function readPeople(db: Db, instanceId: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.*, s.last_used_at, coalesce(s.open_sessions, 0)::int as open_sessions from app_user u
    left join lateral (
      select max(last_used_at) as last_used_at,
        count(*) filter (where ended_at is null and expires_at > now()) as open_sessions
      from session where instance_id = u.instance_id and user_id = u.user_id
    ) s on true
    where u.instance_id = ${instanceId} order by u.user_name`.execute(db);
  return rows;
}

/** All instances, on the owner's connection, like the two that follow. */
export async function readInstances(owner: Db): Promise<Instance[]> {
  const rows = await owner.selectFrom('instance').selectAll().orderBy('instance_id').execute();
  return rows.map((row) => ({ id: row.instance_id, name: row.name, title: row.title, settings: row.settings }));
}

export async function insertInstance(owner: Db, values: { name: string; title: string }): Promise<number> {
  const row = await owner.insertInto('instance').values(values).returning('instance_id').executeTakeFirstOrThrow();
  return row.instance_id;
}

/** Its rows everywhere go with it. Its events stay until they are swept, so that those who are connected still hear them. */
export async function deleteInstance(owner: Db, instanceId: number): Promise<void> {
  await owner.deleteFrom('instance').where('instance_id', '=', instanceId).execute();
}
