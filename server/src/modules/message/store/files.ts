import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ItemFile } from '../../activity/index.ts';
import type { TextOf } from './edits.ts';
import { hidesPast } from './texts.ts';
import '../tables.ts';

/** A file as a text has it, or what somebody has begun to write. */
export interface FileRow {
  readonly filename: string;
  readonly size: number;
  readonly content_type: string;
  readonly blob_hash: string;
  /** Of the upload that it came as; `NO_UPLOAD` for what came with a mail. */
  readonly attachment_id: number;
}

export const NO_UPLOAD = 0;

/** The same in its place. */
export type TextFileRow = FileRow & { readonly no: number; readonly part: number };

const placed = (instanceId: number, files: readonly FileRow[]) =>
  files.map(({ filename, size, content_type, blob_hash, attachment_id }, part) => ({
    instance_id: instanceId,
    part,
    filename,
    size,
    content_type,
    blob_hash,
    attachment_id,
  }));

const COLUMNS = sql`f.filename, f.size, f.content_type, f.blob_hash, f.attachment_id`;

/** Gives a text, which has none yet, its files. */
export async function insertFiles(
  db: Db,
  instanceId: number,
  { messageId, segmentId, no }: TextOf,
  files: readonly FileRow[],
): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('message_file')
    .values(placed(instanceId, files).map((row) => ({ ...row, message_id: messageId, segment_id: segmentId, no })))
    .execute();
}

/** Files of some texts of a thread, in their order; those of the first one of all threads stand in segment 0. */
export async function readFiles(
  db: Db,
  instanceId: number,
  { messageId, segmentId }: Pick<TextOf, 'messageId' | 'segmentId'>,
  nos: readonly number[],
): Promise<readonly TextFileRow[]> {
  if (nos.length === 0) return [];
  const { rows } = await sql<TextFileRow>`
    select f.no, f.part, ${COLUMNS} from message_file f
    where f.instance_id = ${instanceId} and f.message_id = ${messageId} and f.no = any(${[...nos]}::int[])
      and f.segment_id = case when f.no = 0 then 0 else ${segmentId}::int end
    order by f.no, f.part`.execute(db);
  return rows;
}

/** Takes its files away from a text. Returns the uploads that they came as. */
export async function deleteFiles(
  db: Db,
  instanceId: number,
  { messageId, segmentId, no }: TextOf,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from message_file where instance_id = ${instanceId} and message_id = ${messageId} and segment_id = ${segmentId}
      and no = ${no} returning attachment_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Files of the first texts of messages, for search, of those that all who see them read. */
export async function firstFiles(
  db: Db,
  instanceId: number,
  messageIds: readonly number[],
): Promise<readonly (ItemFile & { readonly messageId: number })[]> {
  const { rows } = await sql<ItemFile & { messageId: number }>`
    select f.message_id as "messageId", f.part, f.filename as name, f.content_type as type, f.size, f.blob_hash as hash
    from message_file f
    where f.instance_id = ${instanceId} and f.message_id = any(${[...messageIds]}::bigint[]) and f.segment_id = 0 and f.no = 0
      and not ${hidesPast(instanceId, sql`f.message_id`)}
    order by f.message_id, f.part`.execute(db);
  return rows;
}

/** Gives a draft these files in place of those that it has. Returns the uploads that those came as. */
export async function putDraftFiles(
  db: Db,
  instanceId: number,
  draftId: number,
  files: readonly FileRow[],
): Promise<readonly number[]> {
  const had = await deleteDraftFiles(db, instanceId, draftId);
  if (files.length > 0)
    await db
      .insertInto('message_draft_file')
      .values(placed(instanceId, files).map((row) => ({ ...row, draft_id: draftId })))
      .execute();
  return had;
}

/** Takes its files away from a draft. Returns the uploads that they came as. */
export async function deleteDraftFiles(db: Db, instanceId: number, draftId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from message_draft_file where instance_id = ${instanceId} and draft_id = ${draftId}
    returning attachment_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Files of drafts, in their order. */
export async function readDraftFiles(
  db: Db,
  instanceId: number,
  draftIds: readonly number[],
): Promise<readonly (FileRow & { readonly draft_id: number })[]> {
  if (draftIds.length === 0) return [];
  const { rows } = await sql<FileRow & { draft_id: number }>`
    select f.draft_id, ${COLUMNS} from message_draft_file f
    where f.instance_id = ${instanceId} and f.draft_id = any(${[...draftIds]}::bigint[]) order by f.draft_id, f.part`.execute(
    db,
  );
  return rows;
}
