import { MAX_PICTURES, MAX_PICTURE_BYTES, type writtenQueries } from '@kontor/contract/activity';
import { WRITTEN_PICTURES } from '@kontor/contract/kernel';
import { cleanNote } from '../../platform/html/index.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import { BytesAnswer, type QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { findUploads, takeUploads } from '../../platform/uploads/index.ts';
import { seesItem } from './links.ts';
import { countPictures, insertPictures, picturesSeen, readPictures, type PictureRow } from './store/pictures.ts';

/** What somebody has written for an item, as it is kept. */
export interface Written {
  /** HTML of the contract's `NOTE_HTML`. */
  readonly html: string;
  /** Its words, as they are searched. */
  readonly text: string;
  /** People whom it names. */
  readonly mentions: readonly number[];
  /** Of its check-lists. */
  readonly tasks: { readonly done: number; readonly all: number };
}

/**
 * Cleans what somebody has written for an item, and keeps the pictures in it: those that were uploaded, those that the item has, and those
 * of other items that the person sees, as they come by pasting. Others are left out. Throws WRITTEN_PICTURE_INVALID.
 */
export async function takeWritten(ctx: CommandContext, activityId: number, given: string): Promise<Written> {
  const { html, text, mentions, tasks, uploads, inline } = cleanNote(given);
  const keys = [...new Set([...uploads.map(keyOfUpload), ...inline])];
  if (keys.length === 0) return { html, text, mentions, tasks };
  const { db, instance, person } = ctx;
  const kept = new Set((await readPictures(db, instance.id, activityId, keys)).map((row) => row.picture_key));
  const uploaded = await takePictures(
    ctx,
    uploads.filter((id) => !kept.has(keyOfUpload(id))),
  );
  const missing = inline.filter((key) => !kept.has(key));
  const pasted =
    missing.length === 0 ? [] : await picturesSeen(db, { instanceId: instance.id, userId: person.id }, missing);
  const added = [...uploaded, ...pasted];
  if (added.length > 0 && added.length + (await countPictures(db, instance.id, activityId)) > MAX_PICTURES)
    return fail('WRITTEN_PICTURE_INVALID', { detail: 'count' });
  await insertPictures(ctx, activityId, added);
  for (const { picture_key: key } of added) kept.add(key);
  return { html: withPictures(html, kept), text, mentions, tasks };
}

async function takePictures(ctx: CommandContext, uploadIds: readonly string[]): Promise<readonly PictureRow[]> {
  if (uploadIds.length === 0) return [];
  const found = new Map(
    (await findUploads(ctx, ctx.person.id, { attachmentIds: [], uploadIds })).map((one) => [one.uploadId, one]),
  );
  const rows = uploadIds.map((upload): PictureRow => {
    const file = found.get(upload);
    if (file === undefined || !WRITTEN_PICTURES.some((type) => type === file.type) || file.size > MAX_PICTURE_BYTES)
      return fail('WRITTEN_PICTURE_INVALID', { data: { upload } });
    return {
      picture_key: keyOfUpload(upload),
      blob_hash: file.blobHash,
      content_type: file.type,
      size: file.size,
      attachment_id: file.attachmentId,
    };
  });
  if (
    !(await takeUploads(
      ctx,
      rows.flatMap((row) => row.attachment_id ?? []),
    ))
  )
    return fail('WRITTEN_PICTURE_INVALID', { detail: 'gone' });
  return rows;
}

export const writtenQueryHandlers: QueryHandlers<typeof writtenQueries> = {
  async picture(ctx, { aggregateId, key }) {
    const { db, instance, blobs } = ctx;
    const [picture] = (await seesItem(ctx, aggregateId))
      ? await readPictures(db, instance.id, aggregateId.entryId, [key])
      : [];
    if (picture === undefined) return fail('NOT_FOUND');
    return new BytesAnswer({
      type: picture.content_type,
      fileName: key,
      size: picture.size,
      tag: picture.blob_hash,
      read: (range) => blobs.stream(instance.id, picture.blob_hash, range),
    });
  },
};

/** What a picture of an upload is called in an item: the same however often it is saved. */
const keyOfUpload = (uploadId: string): string => uploadId.replaceAll('-', '').toLowerCase();

const IMG = /<img\b[^>]*>/g;
const UPLOAD = /\sdata-kontor-upload="([^"]*)"/;
const INLINE = /\sdata-kontor-inline="([^"]*)"/;

/** Returns cleaned HTML in which uploads have become pictures of the item. Pictures whose key is not in `kept` are left out. */
const withPictures = (html: string, kept: ReadonlySet<string>): string =>
  html.replace(IMG, (tag) => {
    const upload = UPLOAD.exec(tag)?.[1];
    const key = upload === undefined || upload === '' ? (INLINE.exec(tag)?.[1] ?? '') : keyOfUpload(upload);
    if (!kept.has(key)) return '';
    return tag.replace(UPLOAD, '').replace(INLINE, '').replace(/^<img/, `<img data-kontor-inline="${key}"`);
  });
