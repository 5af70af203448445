import type { ParamsOf } from '@kontor/contract/kernel';
import type { DraftFile, FilesToSend, TextFile, messageQueries } from '@kontor/contract/message';
import { fileKind, safeType } from '../../platform/files/kinds.ts';
import type { ChangeContext, CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { BytesAnswer } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { previewOf, type PreviewParts } from '../../platform/preview/index.ts';
import { fileName, findUploads, releaseUploads, takeUploads } from '../../platform/uploads/index.ts';
import { findThread, readThreadOf } from './access.ts';
import { deleteDraft, findDraftId, type DraftOf } from './store/drafts.ts';
import { deleteDraftFiles, putDraftFiles, readFiles, type FileRow, type TextFileRow } from './store/files.ts';
import { readTexts } from './store/texts.ts';

type FileParams = ParamsOf<typeof messageQueries.file>;

/** The uploads that files are made of, each once, kept from being swept. Fails with MESSAGE_FILE_MISSING. */
export async function takeFiles(ctx: CommandContext, given: FilesToSend): Promise<readonly FileRow[]> {
  if (given.length === 0) return [];
  const uploads = await findUploads(ctx, ctx.person.id, {
    attachmentIds: given.flatMap((one) => ('attachmentId' in one ? one.attachmentId : [])),
    uploadIds: given.flatMap((one) => ('uploadId' in one ? one.uploadId : [])),
  });
  const taken = new Set<number>();
  const files = given.map((one): FileRow => {
    const upload = uploads.find((found) =>
      'attachmentId' in one ? found.attachmentId === one.attachmentId : found.uploadId === one.uploadId,
    );
    if (upload === undefined || taken.has(upload.attachmentId)) return fail('MESSAGE_FILE_MISSING', { data: one });
    taken.add(upload.attachmentId);
    return {
      filename: fileName(upload.name) || 'Datei',
      size: upload.size,
      content_type: upload.type,
      blob_hash: upload.blobHash,
      attachment_id: upload.attachmentId,
    };
  });
  // One that was swept since it was found.
  if (!(await takeUploads(ctx, [...taken]))) return fail('MESSAGE_FILE_MISSING');
  return files;
}

/** Gives a draft these files, which were taken, in place of those that it has. */
export async function keepDraftFiles(ctx: ChangeContext, draftId: number, files: readonly FileRow[]): Promise<void> {
  await releaseUploads(ctx, await putDraftFiles(ctx.db, ctx.instance.id, draftId, files));
}

/** Throws away what somebody has begun to write, with its files. Returns whether there was something. */
export async function dropDraft(ctx: ChangeContext, of: DraftOf): Promise<boolean> {
  const { db, instance } = ctx;
  const draftId = await findDraftId(db, instance.id, of);
  if (draftId === undefined) return false;
  await releaseUploads(ctx, await deleteDraftFiles(db, instance.id, draftId));
  return deleteDraft(db, instance.id, of);
}

const about = (row: FileRow) => ({
  name: row.filename,
  type: row.content_type,
  size: row.size,
  fileType: fileKind(row.content_type, row.filename),
});

export const toTextFile = (row: FileRow & { readonly part: number }): TextFile => ({ part: row.part, ...about(row) });
export const toDraftFile = (row: FileRow): DraftFile => ({ attachmentId: row.attachment_id, ...about(row) });

/** A file of a text that the person reads. Fails with NOT_FOUND. */
async function seenFile(ctx: QueryContext, { no, part, ...thread }: FileParams): Promise<TextFileRow> {
  const { db, instance } = ctx;
  const seen = await findThread(ctx, thread);
  const of = readThreadOf(seen);
  const [text] = await readTexts(db, instance.id, of, { before: no + 1, after: no - 1, limit: 1 });
  const files = text === undefined ? [] : await readFiles(db, instance.id, of, [no]);
  return files.find((file) => file.part === part) ?? fail('NOT_FOUND');
}

/** A file as it was brought. Fails with NOT_FOUND. */
export async function readFile(ctx: QueryContext, params: FileParams): Promise<BytesAnswer> {
  const file = await seenFile(ctx, params);
  return new BytesAnswer({
    type: safeType(file.content_type),
    fileName: file.filename,
    size: file.size,
    tag: file.blob_hash,
    read: (range) => ctx.blobs.stream(ctx.instance.id, file.blob_hash, range),
  });
}

/** A file to be looked at. Fails with NOT_FOUND and PREVIEW_NOT_AVAILABLE. */
export async function previewFile(ctx: QueryContext, previews: PreviewParts, params: FileParams): Promise<BytesAnswer> {
  const { filename: name, content_type: type, size, blob_hash: hash } = await seenFile(ctx, params);
  return previewOf(ctx, previews, { name, type, size, hash });
}
