import { kindNumber, type ItemKindName } from '@kontor/contract/kernel';
import type { FilterBox, FilterUser, User } from '@kontor/contract/account';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Instance } from '../../platform/operation/context.ts';
import type { Tables } from '../../platform/db/tables.ts';
import './tables.ts';

export type UserRow = Selectable<Tables['app_user']>;

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

/** The order of people by what they are called. */
const BY_NAME = sql`last_name collate "de-x-icu", first_name collate "de-x-icu", user_id`;

/** Digits of the picture's hash that tell one picture of a person from another. */
const VERSION_DIGITS = 16;

/** Address of a person's picture on the instance's host: the query `account.avatar`, anew for every picture. */
export function avatarAddress({ user_id, avatar }: Pick<UserRow, 'user_id' | 'avatar'>): string | null {
  if (avatar === null) return null;
  const parameters = JSON.stringify({ userId: user_id, version: avatar.slice(0, VERSION_DIGITS) });
  return `/query?query=account.avatar&parameters=${encodeURIComponent(parameters)}`;
}

export const toUser = (row: UserRow): User => ({
  id: row.user_id,
  userName: row.user_name,
  firstName: row.first_name,
  lastName: row.last_name,
  initial: row.initial,
  avatar: avatarAddress(row),
});

/** The boxes of one kind (or of any) that a person belongs to. */
export async function boxesOf(db: Db, instanceId: number, userId: number, module?: ItemKindName): Promise<FilterBox[]> {
  let query = db
    .selectFrom('box')
    .innerJoin('box_member', (join) =>
      join.onRef('box_member.instance_id', '=', 'box.instance_id').onRef('box_member.box_id', '=', 'box.box_id'),
    )
    .select(['box.box_id as boxId', 'box.is_virtual as isVirtual', 'box.name'])
    .where('box.instance_id', '=', instanceId)
    .where('box_member.user_id', '=', userId);
  if (module !== undefined) query = query.where('box.module', '=', kindNumber(module));
  return query.orderBy(sql`box.name collate "de-x-icu"`).execute();
}

/** What somebody is called. */
const fullNameOf = (row: Pick<UserRow, 'user_name' | 'first_name' | 'last_name'>): string =>
  `${row.first_name} ${row.last_name}`.trim() || row.user_name;

/** What people are called, active or not, in the order of their names. */
export async function namesOf(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'user_name', 'first_name', 'last_name'])
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', sql<number>`any(${[...userIds]}::int[])`)
    .orderBy(BY_NAME)
    .execute();
  return new Map(rows.map((row) => [row.user_id, fullNameOf(row)]));
}

/** A person as others know them. */
export interface DirectoryRow extends Pick<UserRow, 'user_id' | 'initial' | 'avatar' | 'rights' | 'is_active'> {
  readonly full_name: string;
}

/** Reads all people of an instance, active or not, in the order of their names. */
export async function readDirectory(db: Db, instanceId: number): Promise<readonly DirectoryRow[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'user_name', 'first_name', 'last_name', 'initial', 'avatar', 'rights', 'is_active'])
    .where('instance_id', '=', instanceId)
    .orderBy(BY_NAME)
    .execute();
  return rows.map(({ user_name, first_name, last_name, ...row }) => ({
    ...row,
    full_name: fullNameOf({ user_name, first_name, last_name }),
  }));
}

/** Which of these people there are, and whether they can sign in and have a right. */
export async function peopleAmong(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
  right: number,
): Promise<ReadonlyMap<number, boolean>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ user_id: number; is_able: boolean }>`
    select user_id, is_active and rights & ${right} <> 0 as is_able from app_user
    where instance_id = ${instanceId} and user_id = any(${[...userIds]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.is_able]));
}

/** The letters that people are known by in few words. */
export async function initialsOf(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'initial'])
    .where('instance_id', '=', instanceId)
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.initial]));
}

/** Returns a person as lists are filtered by them. */
export function toFilterUser(row: Omit<DirectoryRow, 'initial' | 'rights'>): FilterUser {
  return {
    userId: row.user_id,
    userIds: [row.user_id],
    fullName: row.full_name,
    groupName: '',
    active: row.is_active,
    UserAvatar: avatarAddress(row),
    UserDisplayname: row.full_name,
  };
}

/** The active people of an instance, as lists are filtered by them. */
export async function filterUsers(db: Db, instanceId: number, right?: number): Promise<FilterUser[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'user_name', 'first_name', 'last_name', 'is_active', 'avatar'])
    .where('instance_id', '=', instanceId)
    .where('is_active', '=', true)
    .$if(right !== undefined, (query) => query.where(sql<boolean>`rights & ${right} <> 0`))
    .orderBy(BY_NAME)
    .execute();
  return rows.map((row) => toFilterUser({ ...row, full_name: fullNameOf(row) }));
}

/** Id of the box of a kind that bears a name. */
export async function findBoxByName(
  db: Db,
  instanceId: number,
  module: ItemKindName,
  name: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('box')
    .select('box_id')
    .where('instance_id', '=', instanceId)
    .where('module', '=', kindNumber(module))
    .where('name', '=', name)
    .orderBy('box_id')
    .executeTakeFirst();
  return row?.box_id;
}

export interface NewBox {
  readonly module: ItemKindName;
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
      module: kindNumber(box.module),
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
  // In this order: the members are read once the box is held, without waiting for the word that it is.
  const [, { rows }] = await Promise.all([
    sql`select from box where instance_id = ${instanceId} and box_id = ${boxId} ${lock}`.execute(db),
    sql<{ user_id: number }>`
      select user_id from box_member where instance_id = ${instanceId} and box_id = ${boxId}`.execute(db),
  ]);
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
    select user_id from app_user where instance_id = ${instanceId} and is_active and user_id = any(${[...userIds]}::bigint[])`.execute(
    db,
  );
  return rows.map((row) => row.user_id);
}

/** The names by which people sign in, in their order. */
export async function userNamesOf(db: Db, instanceId: number, userIds: readonly number[]): Promise<readonly string[]> {
  const { rows } = await sql<{ user_name: string }>`
    select user_name from app_user where instance_id = ${instanceId} and user_id = any(${[...userIds]}::int[])
    order by user_name`.execute(db);
  return rows.map((row) => row.user_name);
}

/** The administrators of an instance who can sign in. */
export async function administratorIds(db: Db, instanceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('instance_id', '=', instanceId)
    .where('is_administrator', '=', true)
    .where('is_active', '=', true)
    .where('is_unlocked', '=', true)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Any constant of ours: one picture of an instance is set or removed at a time. */
const PICTURE_LOCK = 7_340_024;

/** Keeps the pictures of an instance from being removed, and from being set, before the transaction ends. */
export async function holdPictures(db: Db, instanceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PICTURE_LOCK}::int, ${instanceId}::int)`.execute(db);
}

export async function updateUser(
  db: Db,
  instanceId: number,
  userId: number,
  values: Partial<
    Pick<
      UserRow,
      | 'rights'
      | 'is_administrator'
      | 'is_unlocked'
      | 'is_active'
      | 'password_hash'
      | 'password_changed_at'
      | 'avatar'
      | 'first_name'
      | 'last_name'
      | 'initial'
      | 'email'
    >
  >,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set(values)
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .execute();
}

/** Keeps a hash in the place of another one, of the same password. Nothing where the password was changed meanwhile. */
export async function replaceHash(
  db: Db,
  { instance_id, user_id, password_hash }: UserRow,
  fresh: string,
): Promise<void> {
  await sql`update app_user set password_hash = ${fresh}
    where instance_id = ${instance_id} and user_id = ${user_id} and password_hash = ${password_hash}`.execute(db);
}

/**
 * Whether a person may still sign in, and by the password of before; keeps it so until the transaction ends. Whoever changes the password
 * ends the sessions after it, so none is begun in between.
 */
export async function holdSignIn(db: Db, { instance_id, user_id, password_changed_at }: UserRow): Promise<boolean> {
  const { rows } = await sql`
    select from app_user where instance_id = ${instance_id} and user_id = ${user_id} and is_active and is_unlocked
      and date_trunc('milliseconds', password_changed_at) is not distinct from ${password_changed_at}::timestamptz for share`.execute(
    db,
  );
  return rows.length > 0;
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

/** The connection's own instance, as it is at this moment. */
export const findInstanceRow = (db: Db, instanceId: number): Promise<Pick<Instance, 'title' | 'settings'>> =>
  db
    .selectFrom('instance')
    .select(['title', 'settings'])
    .where('instance_id', '=', instanceId)
    .executeTakeFirstOrThrow();

/** Names the connection's own instance and adds to its settings. */
export async function setOwnInstance(
  db: Db,
  title: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`select set_own_instance(${title}, ${JSON.stringify(settings)}::jsonb)`.execute(db);
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
