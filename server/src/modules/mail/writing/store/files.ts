import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import type { FileSource } from '../tables.ts';
import '../../store/tables.ts';

/** A file of a mail that is being written. */
export interface WrittenFile {
  readonly source: FileSource;
  /** Of the upload, or of the attachment of another mail; null for a mail as a file, and for a document. */
  readonly attachmentId: number | null;
  /** The mail, or the document, that it is a file of. */
  readonly fromMailId: number | null;
  /** Place in that mail, or version of that document; null for the mail itself, or the newest version. */
  readonly fromPart: number | null;
  readonly filename: string;
  readonly size: number;
  readonly contentType: string;
  readonly blobHash: string;
  readonly disposition: 'inline' | 'attachment';
}

/** An attachment of a mail as the files of another one are made of it. */
export type SeenAttachment = WrittenFile & { readonly fromMailId: number; readonly fromPart: number };

/** Attachments of mails that the person sees: those with these ids, and those at these places. */
export async function seenAttachments(
  db: Db,
  viewer: { readonly instanceId: number; readonly userId: number },
  mailIds: readonly number[],
): Promise<readonly SeenAttachment[]> {
  const { rows } = await sql<SeenAttachment>`
    select 'mail' as source, f.attachment_id as "attachmentId", f.mail_id as "fromMailId", f.part as "fromPart", f.filename, f.size,
      f.content_type as "contentType", f.blob_hash as "blobHash", 'attachment' as disposition
    from mail_attachment f
    where f.instance_id = ${viewer.instanceId} and f.mail_id = any(${[...mailIds]}::bigint[]) and exists (
      select from activity_user au
      where au.instance_id = f.instance_id and au.activity_id = f.mail_id and au.user_id = ${viewer.userId})
    order by f.mail_id, f.part`.execute(db);
  return rows;
}

/** Files of a draft or template, in their order. */
export async function filesOfDraft(db: Db, instanceId: number, draftId: number): Promise<readonly WrittenFile[]> {
  const { rows } = await sql<WrittenFile>`
    select source, attachment_id as "attachmentId", from_mail_id as "fromMailId", from_part as "fromPart", filename, size,
      content_type as "contentType", blob_hash as "blobHash", disposition
    from mail_draft_file where instance_id = ${instanceId} and draft_id = ${draftId} order by place`.execute(db);
  return rows;
}

/** Gives a draft these files in place of those that it has. */
export async function writeFiles(
  db: Db,
  instanceId: number,
  draftId: number,
  files: readonly WrittenFile[],
): Promise<void> {
  await db
    .deleteFrom('mail_draft_file')
    .where('instance_id', '=', instanceId)
    .where('draft_id', '=', draftId)
    .execute();
  if (files.length === 0) return;
  await db
    .insertInto('mail_draft_file')
    .values(
      files.map((file, index) => ({
        instance_id: instanceId,
        draft_id: draftId,
        place: index,
        source: file.source,
        attachment_id: file.attachmentId,
        from_mail_id: file.fromMailId,
        from_part: file.fromPart,
        filename: file.filename,
        size: file.size,
        content_type: file.contentType,
        blob_hash: file.blobHash,
        disposition: file.disposition,
      })),
    )
    .execute();
}
