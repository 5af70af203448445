import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import '../tables.ts';

/** A picture in the text of an item. */
export interface PictureRow {
  readonly picture_key: string;
  readonly blob_hash: string;
  readonly content_type: string;
  readonly size: number;
  readonly attachment_id: number | null;
}

export async function readPictures(
  db: Db,
  instanceId: number,
  activityId: number,
  keys: readonly string[],
): Promise<readonly PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select picture_key, blob_hash, content_type, size, attachment_id from activity_picture
    where instance_id = ${instanceId} and activity_id = ${activityId} and picture_key = any(${[...keys]}::text[])`.execute(
    db,
  );
  return rows;
}

export async function countPictures(db: Db, instanceId: number, activityId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from activity_picture
    where instance_id = ${instanceId} and activity_id = ${activityId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertPictures(
  ctx: ChangeContext,
  activityId: number,
  pictures: readonly PictureRow[],
): Promise<void> {
  if (pictures.length === 0) return;
  await ctx.db
    .insertInto('activity_picture')
    .values(pictures.map((one) => ({ ...one, instance_id: ctx.instance.id, activity_id: activityId })))
    .onConflict((it) => it.doNothing())
    .execute();
}

/** Pictures of other items, which the person sees, by their keys. */
export async function picturesSeen(
  db: Db,
  viewer: { readonly instanceId: number; readonly userId: number },
  keys: readonly string[],
): Promise<readonly PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select distinct on (p.picture_key) p.picture_key, p.blob_hash, p.content_type, p.size, null as attachment_id
    from activity_picture p join activity_user au on au.instance_id = p.instance_id and au.activity_id = p.activity_id
    where p.instance_id = ${viewer.instanceId} and au.user_id = ${viewer.userId}
      and p.picture_key = any(${[...keys]}::text[]) order by p.picture_key`.execute(db);
  return rows;
}

/** Gives an item the pictures of another one, under their keys. */
export async function copyPictures(ctx: ChangeContext, fromId: number, toId: number): Promise<void> {
  await sql`insert into activity_picture (instance_id, activity_id, picture_key, blob_hash, content_type, size)
    select instance_id, ${toId}, picture_key, blob_hash, content_type, size from activity_picture
    where instance_id = ${ctx.instance.id} and activity_id = ${fromId} on conflict do nothing`.execute(ctx.db);
}
