import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import '../tables.ts';

export type LinkRow = Selectable<Tables['one_time_link']>;

/** Keeps a link; one of the same person and kind that was open is void. */
export async function putLink(db: Db, link: LinkRow): Promise<void> {
  const { instance_id, user_id, kind, ...rest } = link;
  await db
    .insertInto('one_time_link')
    .values({ instance_id, user_id, kind, ...rest })
    .onConflict((conflict) => conflict.columns(['instance_id', 'user_id', 'kind']).doUpdateSet(rest))
    .execute();
}

export const findLink = (db: Db, instanceId: number, tokenHash: Buffer, now: Date): Promise<LinkRow | undefined> =>
  db
    .selectFrom('one_time_link')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Takes a link away and answers it: of several who try at once, one gets it. */
export const takeLink = (db: Db, instanceId: number, tokenHash: Buffer, now: Date): Promise<LinkRow | undefined> =>
  db
    .deleteFrom('one_time_link')
    .where('instance_id', '=', instanceId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Voids all open links of a person, as after a new password. */
export async function dropLinksOf(db: Db, instanceId: number, userId: number): Promise<void> {
  await sql`delete from one_time_link where instance_id = ${instanceId} and user_id = ${userId}`.execute(db);
}
