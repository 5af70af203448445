import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import '../tables.ts';

export interface WaitRow {
  readonly user_id: number;
  readonly of_user_id: number;
}

export async function putWait(
  { db, instance }: ChangeContext,
  { user_id: userId, of_user_id: ofUserId }: WaitRow,
  until: Date,
): Promise<void> {
  await sql`insert into presence_wait (instance_id, user_id, of_user_id, until) values (${instance.id}, ${userId}, ${ofUserId}, ${until})
    on conflict (instance_id, of_user_id, user_id) do update set until = excluded.until`.execute(db);
}

export async function deleteWait(
  { db, instance }: ChangeContext,
  { user_id: userId, of_user_id: ofUserId }: WaitRow,
): Promise<void> {
  await db
    .deleteFrom('presence_wait')
    .where('instance_id', '=', instance.id)
    .where('user_id', '=', userId)
    .where('of_user_id', '=', ofUserId)
    .execute();
}

/** Until when a person waits for another; undefined where they do not. */
export async function findWait(db: Db, instanceId: number, wait: WaitRow, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('presence_wait')
    .select('until')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', wait.user_id)
    .where('of_user_id', '=', wait.of_user_id)
    .where('until', '>', now)
    .executeTakeFirst();
  return row?.until;
}

/** Whether anybody waits for one of some people. */
export async function isAnyAwaited(
  db: Db,
  instanceId: number,
  ofUserIds: readonly number[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`select from presence_wait where instance_id = ${instanceId}
    and of_user_id = any(${[...ofUserIds]}::int[]) and until > ${now} limit 1`.execute(db);
  return rows.length > 0;
}

/** Takes the waits for people out, as far as they are not over, and returns them. */
export async function takeWaits(
  { db, instance }: ChangeContext,
  ofUserIds: readonly number[],
  now: Date,
): Promise<readonly WaitRow[]> {
  const { rows } = await sql<WaitRow>`delete from presence_wait
    where instance_id = ${instance.id} and of_user_id = any(${[...ofUserIds]}::int[]) and until > ${now}
    returning user_id, of_user_id`.execute(db);
  return rows;
}

export async function forgetWaits({ db, instance }: ChangeContext, now: Date): Promise<void> {
  await sql`delete from presence_wait where instance_id = ${instance.id} and until <= ${now}`.execute(db);
}
