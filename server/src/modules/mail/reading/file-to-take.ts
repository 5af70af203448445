import { isDeviceName } from '@kontor/contract/file-names';
import { readInside, type PreviewParts } from '../../../platform/preview/index.ts';
import type { FileToTake, Taker } from '../../activity/index.ts';
import { locationsOf } from '../previews/rules.ts';
import { findAttachment, findMail } from '../store/mails.ts';
import { rawOf } from '../store/raws.ts';

const MAX_NAME = 200;
const NAMELESS = 'E-Mail';

/**
 * Returns a file of a mail, by its key as attachments have it, also one in a mail in it; empty: the mail as it was sent. Undefined where
 * the person does not see it, or there is no such file. Throws PREVIEW_NOT_AVAILABLE if it lies in one that cannot be opened.
 */
export async function fileToTake(
  ctx: Taker,
  previews: PreviewParts,
  mailId: number,
  storageKey: string,
): Promise<FileToTake | undefined> {
  const { db, instance, person } = ctx;
  const mail = person.rights.mailList ? await findMail(db, instance.id, person.id, mailId) : undefined;
  if (mail === undefined) return undefined;
  if (storageKey === '') return mailAsFile(ctx, mailId, mail.subject);
  for (const { key, path } of locationsOf(storageKey)) {
    const row = await findAttachment(db, instance.id, mailId, key);
    if (row === undefined) continue;
    const { filename, content_type: contentType, size, blob_hash: blobHash } = row;
    if (path.length === 0) return { filename, contentType, size, blobHash };
    const stored = { name: filename, type: contentType, size, hash: blobHash };
    const { name, type, bytes } = await readInside(ctx, previews, 'file', stored, path);
    const hash = await ctx.blobs.put(instance.id, bytes);
    return { filename: name, contentType: type, size: bytes.length, blobHash: hash };
  }
  return undefined;
}

async function mailAsFile(
  { db, instance, person }: Taker,
  mailId: number,
  subject: string,
): Promise<FileToTake | undefined> {
  const raw = await rawOf(db, instance.id, person.id, mailId);
  const name = subject
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .toWellFormed();
  return (
    raw && {
      filename: `${isDeviceName(name) ? '_' : ''}${name || NAMELESS}.eml`,
      size: raw.raw_size,
      contentType: 'message/rfc822',
      blobHash: raw.raw_hash,
    }
  );
}
