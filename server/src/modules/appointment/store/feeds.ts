import type { FeedLevel } from '@kontor/contract/appointment';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

export type FeedRow = Selectable<Tables['calendar_feed']>;

/** The feed of a person's calendar. */
export const findFeed = (db: Db, instanceId: number, userId: number): Promise<FeedRow | undefined> =>
  db
    .selectFrom('calendar_feed')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Makes a person's feed, or another one in its place. */
export async function putFeed(
  db: Db,
  instanceId: number,
  feed: { readonly user_id: number; readonly level: FeedLevel; readonly nonce: string; readonly created_at: Date },
): Promise<void> {
  const { user_id: _id, ...rest } = feed;
  await db
    .insertInto('calendar_feed')
    .values({ ...feed, instance_id: instanceId, last_used_at: null })
    .onConflict((conflict) => conflict.columns(['instance_id', 'user_id']).doUpdateSet({ ...rest, last_used_at: null }))
    .execute();
}

/** Takes a person's feed away. False where there is none. */
export async function dropFeed(db: Db, instanceId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('calendar_feed')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Notes that a feed was read. */
export async function touchFeed(db: Db, instanceId: number, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('calendar_feed')
    .set({ last_used_at: now })
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .execute();
}
