import type { ChangeContext, InstanceContext } from '../operation/context.ts';
import { countUses, findComplete } from './store.ts';

/** A file that was uploaded. */
export interface UploadedFile {
  readonly attachmentId: number;
  /** The client's own name of it. */
  readonly uploadId: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly blobHash: string;
}

/** Those of a person's uploads with these ids that are complete. */
export async function findUploads(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  userId: number,
  ids: { readonly attachmentIds: readonly number[]; readonly uploadIds: readonly string[] },
): Promise<readonly UploadedFile[]> {
  if (ids.attachmentIds.length + ids.uploadIds.length === 0) return [];
  const rows = await findComplete(db, instance.id, userId, ids);
  return rows.flatMap((row) =>
    row.blob_hash === null
      ? []
      : {
          attachmentId: row.attachment_id,
          uploadId: row.upload_id,
          name: row.name,
          type: row.type,
          size: row.size,
          blobHash: row.blob_hash,
        },
  );
}

/** Keeps uploads from being swept, in the transaction of what names them: once for each thing that does. False where one is gone. */
export async function takeUploads(ctx: ChangeContext, attachmentIds: readonly number[]): Promise<boolean> {
  const ids = [...new Set(attachmentIds)];
  if (ids.length === 0) return true;
  return (await countUses(ctx.db, ctx.instance.id, ids, 1, new Date(ctx.now()))).length === ids.length;
}

/** Says that something names these uploads no more. What nothing names is swept after a day. */
export async function releaseUploads(ctx: ChangeContext, attachmentIds: readonly number[]): Promise<void> {
  const ids = [...new Set(attachmentIds)];
  if (ids.length > 0) await countUses(ctx.db, ctx.instance.id, ids, -1, new Date(ctx.now()));
}
