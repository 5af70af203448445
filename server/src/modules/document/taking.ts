import type { FileData } from '@kontor/contract/document';
import type { AggregateId } from '@kontor/contract/kernel';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { fileName, findUploads, takeUploads, typeOf } from '../../platform/uploads/index.ts';
import { takeSeen, type ItemKinds } from '../activity/index.ts';
import { bytesOf } from './rules.ts';

/** A file as a document is going to have it. */
export interface TakenFile {
  readonly filename: string;
  readonly size: number;
  readonly content_type: string;
  readonly blob_hash: string;
  /** The upload that it was, which is kept for as long as the version is. */
  readonly attachment_id: number | null;
}

const missing = (why: string): never => fail('DOCUMENT_FILE_MISSING', { detail: why });

/** The file that a command brings. Fails with DOCUMENT_FILE_MISSING where it is not there, not complete, or of another size. */
export async function takeFile(
  ctx: CommandContext,
  given: { readonly fileName: string; readonly size: number; readonly type: string; readonly data: FileData },
): Promise<TakenFile> {
  const { data } = given;
  if (typeof data === 'string') {
    const bytes = bytesOf(data);
    if (bytes.length !== given.size) return missing('size');
    return {
      filename: nameOf(given.fileName),
      size: bytes.length,
      content_type: typeOf(bytes, given.type),
      // Kept before the transaction is: what is rolled back leaves bytes that nothing names, never a document without any.
      blob_hash: await ctx.blobs.put(ctx.instance.id, bytes),
      attachment_id: null,
    };
  }
  const ids = {
    attachmentIds: 'attachmentId' in data ? [data.attachmentId] : [],
    uploadIds: 'uploadId' in data ? [data.uploadId] : [],
  };
  const [upload] = await findUploads(ctx, ctx.person.id, ids);
  if (upload === undefined) return missing('upload');
  if (upload.size !== given.size) return missing('size');
  if (!(await takeUploads(ctx, [upload.attachmentId]))) return missing('upload');
  return {
    filename: nameOf(given.fileName),
    size: upload.size,
    content_type: upload.type,
    blob_hash: upload.blobHash,
    attachment_id: upload.attachmentId,
  };
}

/** The same of another item's file. */
export async function takeFileOfItem(
  ctx: CommandContext,
  itemKinds: ItemKinds,
  origin: AggregateId,
  storageKey: string,
): Promise<TakenFile> {
  const { module, entryId } = origin;
  // Taken before anything that hangs on the new item, in the order in which all take items and records.
  if ((await takeSeen(ctx, [origin])).length === 0) return missing('item');
  const file = await itemKinds.get(module)?.fileToTake?.(ctx, entryId, storageKey);
  if (file === undefined) return missing('item');
  return {
    filename: nameOf(file.filename),
    size: file.size,
    content_type: file.contentType,
    blob_hash: file.blobHash,
    attachment_id: null,
  };
}

/** A file's name as it is kept. */
export const nameOf = (given: string): string => fileName(given) || 'Datei';
