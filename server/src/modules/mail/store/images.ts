import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import './tables.ts';

export type ImageRow = Selectable<Tables['mail_image']>;

export const findImage = (db: Db, instanceId: number, mailId: number, imageId: number): Promise<ImageRow | undefined> =>
  db
    .selectFrom('mail_image')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('mail_id', '=', mailId)
    .where('image_id', '=', imageId)
    .executeTakeFirst();

/** Bytes of all images of a mail that are kept. */
export async function bytesOfImages(db: Db, instanceId: number, mailId: number): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(sum(size), 0)::bigint as size from mail_image
    where instance_id = ${instanceId} and mail_id = ${mailId}`.execute(db);
  return rows[0]?.size ?? 0;
}

/** Keeps what became of an image; one that was had stays. */
export async function putImage(db: Db, image: ImageRow): Promise<void> {
  await db
    .insertInto('mail_image')
    .values(image)
    .onConflict((conflict) =>
      conflict
        .columns(['instance_id', 'mail_id', 'image_id'])
        .doUpdateSet({ ...image })
        .where('mail_image.blob_hash', 'is', null),
    )
    .execute();
}
