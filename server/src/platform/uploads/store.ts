import { sql, type Insertable, type Selectable } from 'kysely';
import { atMost } from '../db/at-most.ts';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import './tables.ts';

export type UploadRow = Selectable<Tables['upload']>;
export type PartRow = Selectable<Tables['upload_part']>;

const own = (db: Db, instanceId: number, attachmentId: number) =>
  db.selectFrom('upload').selectAll().where('instance_id', '=', instanceId).where('attachment_id', '=', attachmentId);

/** An upload by the client's own name of it; undefined where there is none. */
export const findUpload = (
  db: Db,
  instanceId: number,
  userId: number,
  uploadId: string,
): Promise<UploadRow | undefined> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();

export const readUpload = (db: Db, instanceId: number, attachmentId: number): Promise<UploadRow | undefined> =>
  own(db, instanceId, attachmentId).executeTakeFirst();

/** Makes an upload, unless another request has made it meanwhile. */
export async function insertUpload(db: Db, row: Insertable<Tables['upload']>): Promise<UploadRow> {
  await db
    .insertInto('upload')
    .values(row)
    .onConflict((conflict) => conflict.columns(['instance_id', 'user_id', 'upload_id']).doNothing())
    .execute();
  const made = await findUpload(db, row.instance_id, row.user_id, row.upload_id);
  if (made === undefined) throw new Error('An upload was not kept');
  return made;
}

/** Uploads of a person that are not complete. */
export async function countOpen(db: Db, instanceId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from upload
    where instance_id = ${instanceId} and user_id = ${userId} and blob_hash is null`.execute(db);
  return rows[0]?.open ?? 0;
}

/** The row as it is after bytes were added to what is there, or undefined where another request has added some meanwhile. */
export async function addBytes(
  db: Db,
  before: UploadRow,
  added: { readonly size: number; readonly type: string; readonly at: Date; readonly wholeHash: string | null },
): Promise<UploadRow | undefined> {
  return db
    .updateTable('upload')
    .set({ size: before.size + added.size, type: added.type, touched_at: added.at, blob_hash: added.wholeHash })
    .where('instance_id', '=', before.instance_id)
    .where('attachment_id', '=', before.attachment_id)
    .where('size', '=', before.size)
    .where('blob_hash', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function insertPart(db: Db, part: PartRow): Promise<void> {
  await db.insertInto('upload_part').values(part).execute();
}

export const partsOf = (db: Db, instanceId: number, attachmentId: number): Promise<PartRow[]> =>
  db
    .selectFrom('upload_part')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('attachment_id', '=', attachmentId)
    .orderBy('at')
    .execute();

/** Says that an upload is complete, and where its bytes are. */
export async function setWhole(db: Db, row: UploadRow, hash: string, at: Date): Promise<UploadRow | undefined> {
  await db
    .updateTable('upload')
    .set({ blob_hash: hash, touched_at: at })
    .where('instance_id', '=', row.instance_id)
    .where('attachment_id', '=', row.attachment_id)
    .where('blob_hash', 'is', null)
    .execute();
  return readUpload(db, row.instance_id, row.attachment_id);
}

/** The complete ones among a person's uploads, by our ids and by the client's. */
export async function findComplete(
  db: Db,
  instanceId: number,
  userId: number,
  ids: { readonly attachmentIds: readonly number[]; readonly uploadIds: readonly string[] },
): Promise<readonly UploadRow[]> {
  const { rows } = await sql<UploadRow>`select * from upload
    where instance_id = ${instanceId} and user_id = ${userId} and blob_hash is not null
      and (attachment_id = any(${[...ids.attachmentIds]}::bigint[]) or upload_id = any(${[...ids.uploadIds]}::uuid[]))`.execute(
    db,
  );
  return rows;
}

/** Counts for each of these ids that something names it, or does so no more. Returns the ids that are there. */
export async function countUses(
  db: Db,
  instanceId: number,
  attachmentIds: readonly number[],
  by: 1 | -1,
  at: Date,
): Promise<readonly number[]> {
  // In one order, so that two who count the same ones never wait for each other.
  const { rows } = await sql<{ attachment_id: number }>`
    with held as (
      select attachment_id from upload
      where instance_id = ${instanceId} and attachment_id = any(${[...attachmentIds]}::bigint[])
      order by attachment_id for update
    )
    update upload u set uses = greatest(u.uses + ${by}::int, 0), touched_at = ${at} from held
    where u.instance_id = ${instanceId} and u.attachment_id = held.attachment_id
    returning u.attachment_id`.execute(db);
  return rows.map((row) => row.attachment_id);
}

/** Hashes of blobs that nobody may need any more. `parts`: of pieces, which nothing else can name. */
export interface Swept {
  readonly parts: readonly string[];
  readonly wholes: readonly string[];
  readonly isMore: boolean;
}

/** Takes away uploads that nothing has named since, and the pieces of complete ones. */
export async function sweepIdle(db: Db, instanceId: number, since: Date, most: number): Promise<Swept> {
  const { rows: pieces } = await sql<{ blob_hash: string }>`
    delete from upload_part p using (
      select p.attachment_id, p.at from upload_part p
      join upload u on u.instance_id = p.instance_id and u.attachment_id = p.attachment_id
      where p.instance_id = ${instanceId} and u.touched_at < ${since} and (u.blob_hash is not null or u.uses = 0)
      limit ${atMost(most)}
    ) old
    where p.instance_id = ${instanceId} and p.attachment_id = old.attachment_id and p.at = old.at
    returning p.blob_hash`.execute(db);
  // Only those that have no pieces left, whose blobs would be forgotten with them.
  const { rows: uploads } = await sql<{ blob_hash: string | null }>`
    delete from upload u where u.instance_id = ${instanceId} and u.uses = 0 and u.touched_at < ${since}
      and not exists (select from upload_part p where p.instance_id = u.instance_id and p.attachment_id = u.attachment_id)
    returning u.blob_hash`.execute(db);
  return {
    parts: pieces.map((row) => row.blob_hash),
    wholes: uploads.flatMap((row) => row.blob_hash ?? []),
    isMore: pieces.length === most,
  };
}

/** Takes away the open upload of a person that has rested the longest, and since before `since`. Returns its pieces, or undefined where none has. */
export async function dropStale(
  db: Db,
  instanceId: number,
  userId: number,
  since: Date,
): Promise<readonly string[] | undefined> {
  const stale = await db
    .selectFrom('upload')
    .select('attachment_id')
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .where('blob_hash', 'is', null)
    .where('touched_at', '<', since)
    .orderBy('touched_at')
    .limit(atMost(1))
    .forUpdate()
    .executeTakeFirst();
  if (stale === undefined) return undefined;
  const parts = await partsOf(db, instanceId, stale.attachment_id);
  await db
    .deleteFrom('upload')
    .where('instance_id', '=', instanceId)
    .where('attachment_id', '=', stale.attachment_id)
    .execute();
  return parts.map((part) => part.blob_hash);
}
