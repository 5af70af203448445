import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Whether a copy lies among the mails, and not only to be expunged. */
export const isHome = sql`(f.role not in ('trash', 'junk') and not c.deleted)`;

/** SQL of whether a move of a copy was begun and has not ended, while `place` is where it lies. */
export const isHalfMovedFrom = (place: RawBuilder<unknown>) =>
  sql<boolean>`(c.want_place is not null and c.uid is not null and coalesce(c.target_path <> f.path, false)
    and (f.role = ${place} or (${place} = 'inbox' and f.role not in ('trash', 'junk'))))`;

/**
 * SQL of whether a copy was being moved when the person thought better of it: it is to stay where it lies, and nobody knows whether the
 * server has moved it or made a second one. The wish stays until all folders were looked at, so that a copy that turns up elsewhere is
 * brought back.
 */
export const isHalfMoved = isHalfMovedFrom(sql`c.want_place`);

/** Returns the copies of an account for which `isHalfMoved` is true. */
export async function halfMovedCopies(db: Db, instanceId: number, accountId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ copy_id: number }>`select c.copy_id from mail_copy c
    join mail_folder f on f.instance_id = c.instance_id and f.folder_id = c.folder_id
    where c.instance_id = ${instanceId} and f.account_id = ${accountId} and ${isHalfMoved}`.execute(db);
  return rows.map((row) => row.copy_id);
}

/** All folders were looked at since these moves broke off: what had come of them has turned up. Marks of them are to be taken away. */
export async function endHalfMoves(db: Db, instanceId: number, copyIds: readonly number[]): Promise<void> {
  await sql`update mail_copy c set target_path = null, target_uid = null,
      want_place = case when c.want_place = 'inbox' and c.deleted then c.want_place end from mail_folder f
    where c.instance_id = ${instanceId} and c.copy_id = any(${[...copyIds]}::bigint[]) and f.instance_id = c.instance_id
      and f.folder_id = c.folder_id and ${isHalfMoved}`.execute(db);
}
