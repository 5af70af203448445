import type { AppScope } from '@kontor/contract/account';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import type { UserRow } from '../store.ts';
import '../tables.ts';

export type AppPasswordRow = Selectable<Tables['app_password']>;

/** The app passwords of a person, the oldest first. */
export const appPasswordsOf = (db: Db, instanceId: number, userId: number): Promise<AppPasswordRow[]> =>
  db
    .selectFrom('app_password')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .orderBy('app_password_id')
    .execute();

/** How many app passwords a person has; nobody adds one for them before the transaction ends. */
export async function countAppPasswords(db: Db, instanceId: number, userId: number): Promise<number> {
  await sql`select from app_user where instance_id = ${instanceId} and user_id = ${userId} for no key update`.execute(
    db,
  );
  return (await appPasswordsOf(db, instanceId, userId)).length;
}

/** Keeps an app password. Returns its number. */
export async function insertAppPassword(
  db: Db,
  made: {
    readonly instance_id: number;
    readonly user_id: number;
    readonly name: string;
    readonly scope: AppScope;
    readonly secret_hash: Buffer;
    readonly created_at: Date;
  },
): Promise<number> {
  const { app_password_id: id } = await db
    .insertInto('app_password')
    .values(made)
    .returning('app_password_id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes an app password of a person. Returns its name, undefined where there is none. */
export async function removeAppPassword(
  db: Db,
  instanceId: number,
  userId: number,
  appPasswordId: number,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('app_password')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('app_password_id', '=', appPasswordId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Removes all app passwords of a person. Returns how many there were. */
export async function dropAppPasswords(db: Db, instanceId: number, userId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('app_password')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export interface AppPasswordOwner extends Pick<
  UserRow,
  'user_id' | 'user_name' | 'rights' | 'is_administrator' | 'is_active' | 'is_unlocked'
> {
  readonly app_password_id: number;
  readonly last_used_at: Date | null;
}

/** Whose app password for a purpose a hash is of. */
export async function findAppPassword(
  db: Db,
  instanceId: number,
  scope: AppScope,
  hash: Buffer,
): Promise<AppPasswordOwner | undefined> {
  const { rows } = await sql<AppPasswordOwner>`
    select p.app_password_id, p.last_used_at, u.user_id, u.user_name, u.rights, u.is_administrator, u.is_active, u.is_unlocked
    from app_password p join app_user u on u.instance_id = p.instance_id and u.user_id = p.user_id
    where p.instance_id = ${instanceId} and p.secret_hash = ${hash} and p.scope = ${scope}`.execute(db);
  return rows[0];
}

/** Notes that an app password was used. */
export async function touchAppPassword(db: Db, instanceId: number, appPasswordId: number, now: Date): Promise<void> {
  await db
    .updateTable('app_password')
    .set({ last_used_at: now })
    .where('instance_id', '=', instanceId)
    .where('app_password_id', '=', appPasswordId)
    .execute();
}
