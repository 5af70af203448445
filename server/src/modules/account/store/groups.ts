import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

export interface GroupRow extends Selectable<Tables['person_group']> {
  /** All members, whether they count at the moment or not. */
  readonly members: readonly number[];
}

const GROUP_LOCK = 7_340_026;

/** Groups of an instance are changed one after the other: names and their number depend on more than one row. */
export async function lockGroups(db: Db, instanceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${GROUP_LOCK}::int, ${instanceId}::int)`.execute(db);
}

const rowsOf = (instanceId: number) => sql`select g.*, array(
    select m.user_id from person_group_member m
    where m.instance_id = g.instance_id and m.group_id = g.group_id order by m.user_id) as members
  from person_group g where g.instance_id = ${instanceId}`;

/** The groups of an instance that are there, by name. */
export async function readGroups(db: Db, instanceId: number): Promise<readonly GroupRow[]> {
  const { rows } = await sql<GroupRow>`${rowsOf(instanceId)} and g.deleted_at is null
    order by g.name collate "de-x-icu", g.group_id`.execute(db);
  return rows;
}

/** One group, a deleted one too. */
export async function findGroup(db: Db, instanceId: number, groupId: number): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`${rowsOf(instanceId)} and g.group_id = ${groupId}::bigint`.execute(db);
  return rows[0];
}

/** How many groups an instance has beside this one, and whether one of them bears a name, whatever the case. */
export async function otherGroups(
  db: Db,
  instanceId: number,
  name: string,
  groupId: number | undefined,
): Promise<{ readonly count: number; readonly isTaken: boolean }> {
  const { rows } = await sql<{ count: number; isTaken: boolean }>`
    select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${name})), false) as "isTaken" from person_group
    where instance_id = ${instanceId} and deleted_at is null and group_id <> ${groupId ?? 0}`.execute(db);
  return rows[0] ?? { count: 0, isTaken: false };
}

/** Makes a group without members and answers its id. */
export async function insertGroup(db: Db, instanceId: number, name: string): Promise<number> {
  const row = await db
    .insertInto('person_group')
    .values({ instance_id: instanceId, name, deleted_at: null })
    .returning('group_id')
    .executeTakeFirstOrThrow();
  return row.group_id;
}

/** Names a group, or takes it away or puts it back, and counts its version up. */
export async function updateGroup(
  db: Db,
  { instance_id: instanceId, group_id: groupId }: GroupRow,
  change: { readonly name?: string; readonly deleted_at?: Date | null },
): Promise<void> {
  await db
    .updateTable('person_group')
    .set({ ...change, version: sql`version + 1` })
    .where('instance_id', '=', instanceId)
    .where('group_id', '=', groupId)
    .execute();
}

/** Makes these people, and no others, the members of a group. */
export async function setGroupMembers(
  db: Db,
  instanceId: number,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`delete from person_group_member where instance_id = ${instanceId} and group_id = ${groupId}
    and user_id <> all(${[...userIds]}::int[])`.execute(db);
  await sql`insert into person_group_member (instance_id, group_id, user_id)
    select ${instanceId}, ${groupId}, unnest(${[...new Set(userIds)]}::int[]) on conflict do nothing`.execute(db);
}

/** Members who count, by group, and what that is called: of groups that are there, and that mean anybody. */
const meant = (instanceId: number) => sql`from person_group g
  join person_group_member m on m.instance_id = g.instance_id and m.group_id = g.group_id
  join app_user u on u.instance_id = m.instance_id and u.user_id = m.user_id and u.is_active and u.is_unlocked
  where g.instance_id = ${instanceId} and g.deleted_at is null`;

export interface MeantGroup {
  readonly groupId: number;
  readonly name: string;
  readonly userIds: readonly number[];
}

/** The groups that mean anybody, by name; with the bit of a right those of its members alone who have it. */
export async function meantGroups(db: Db, instanceId: number, right?: number): Promise<readonly MeantGroup[]> {
  const { rows } = await sql<MeantGroup>`
    select g.group_id as "groupId", g.name, array_agg(u.user_id order by u.user_id) as "userIds" ${meant(instanceId)}
      and (${right ?? null}::int is null or u.rights & ${right ?? 0} <> 0)
    group by g.group_id, g.name order by g.name collate "de-x-icu", g.group_id`.execute(db);
  return rows;
}

/** The people whom groups mean at this moment, each once; nobody for groups that are not there. */
export async function membersOf(db: Db, instanceId: number, groupIds: readonly number[]): Promise<readonly number[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number }>`
    select distinct u.user_id ${meant(instanceId)} and g.group_id = any(${[...groupIds]}::bigint[])
    order by u.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** The members of groups that are there, whether they can sign in at the moment or not: what they have stays theirs. */
export async function membersOfGroups(
  db: Db,
  instanceId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<GroupRow>`${rowsOf(instanceId)} and g.deleted_at is null
    and g.group_id = any(${[...groupIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ group_id: id, members }) => [id, members]));
}

/** The groups that are there of which a person is a member who counts. */
export async function groupsOfPerson(db: Db, instanceId: number, userId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ group_id: number }>`
    select g.group_id ${meant(instanceId)} and m.user_id = ${userId} order by g.group_id`.execute(db);
  return rows.map(({ group_id }) => group_id);
}

/** Whether a person is a member of any group that is there, whether they count at the moment or not. */
export async function isInGroups(db: Db, instanceId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from person_group_member m
    join person_group g on g.instance_id = m.instance_id and g.group_id = m.group_id and g.deleted_at is null
    where m.instance_id = ${instanceId} and m.user_id = ${userId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Which of these groups are there in the instance, whether they mean anybody or not. */
export async function knownGroupIds(db: Db, instanceId: number, groupIds: readonly number[]): Promise<number[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<{ group_id: number }>`
    select group_id from person_group
    where instance_id = ${instanceId} and deleted_at is null and group_id = any(${[...groupIds]}::bigint[])
    order by group_id`.execute(db);
  return rows.map(({ group_id }) => group_id);
}
