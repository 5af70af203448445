import type { CalendarLevel, CalendarRight } from '@kontor/contract/appointment';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

export interface RightRow {
  readonly owner_id: number;
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly level: CalendarLevel;
}

/** What is said about some calendars. */
export async function readRights(
  db: Db,
  instanceId: number,
  ownerIds: readonly number[],
): Promise<readonly RightRow[]> {
  const { rows } = await sql<RightRow>`select owner_id, user_id, group_id, level from calendar_right
    where instance_id = ${instanceId} and owner_id = any(${[...ownerIds]}::int[]) order by owner_id, right_id`.execute(
    db,
  );
  return rows;
}

/** Gives a calendar these rights and no others. */
export async function replaceRights(
  db: Db,
  instanceId: number,
  ownerId: number,
  rights: readonly CalendarRight[],
): Promise<void> {
  await db.deleteFrom('calendar_right').where('instance_id', '=', instanceId).where('owner_id', '=', ownerId).execute();
  if (rights.length === 0) return;
  await db
    .insertInto('calendar_right')
    .values(
      rights.map(({ userId, groupId, level }) => ({
        instance_id: instanceId,
        owner_id: ownerId,
        user_id: userId,
        group_id: groupId,
        level,
      })),
    )
    .execute();
}

/** Somebody with a calendar. */
export interface CalendarPerson {
  readonly user_id: number;
  readonly user_name: string;
}

/** The names that people sign in with. */
export async function signInNames(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<CalendarPerson>`select user_id, user_name from app_user
    where instance_id = ${instanceId} and user_id = any(${[...userIds]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.user_name]));
}

/** People by their names and addresses; all who are active, or some. */
export async function calendarPeopleAddresses(
  db: Db,
  instanceId: number,
  userIds?: readonly number[],
): Promise<readonly { readonly user_id: number; readonly name: string; readonly email: string | null }[]> {
  const { rows } = await sql<{ user_id: number; name: string; email: string | null }>`
    select user_id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name) as name, nullif(email, '') as email from app_user
    where instance_id = ${instanceId} and (${userIds === undefined} and is_active or user_id = any(${[...(userIds ?? [])]}::int[]))
    order by user_id`.execute(db);
  return rows;
}
