import { WRITTEN_PICTURES, type AggregateId } from '@kontor/contract/kernel';
import type { WrittenMail } from '@kontor/contract/mail';
import { fail } from '../../../platform/operation/problem.ts';
import { findUploads, type UploadedFile } from '../../../platform/uploads/index.ts';
import type { ItemKinds, Taker } from '../../activity/index.ts';
import { findMail } from '../store/mails.ts';
import { seenDraft } from './access.ts';
import { filesOfDraft, seenAttachments, type SeenAttachment, type WrittenFile } from './store/files.ts';

export type { WrittenFile } from './store/files.ts';

type Asker = Taker;
type Named = Pick<
  WrittenMail,
  | 'attachmentIds'
  | 'uploadIds'
  | 'originalAttachmentIds'
  | 'attachedItems'
  | 'replyOrForwardMailAggregateId'
  | 'content'
  | 'draftId'
  | 'draftKey'
>;

/** Names of uploads, and places in the mail that is answered, that stand as pictures in the text. */
function picturesIn(content: string): { readonly uploads: ReadonlySet<string>; readonly parts: ReadonlySet<number> } {
  const uploads = [...content.matchAll(/(?:data-kontor-upload="|src="cid:)([\w-]{1,40})"/g)];
  const parts = [...content.matchAll(/data-kontor-inline="(\d{1,6})"/g)];
  return {
    uploads: new Set(uploads.map(([, name = '']) => name.toLowerCase())),
    parts: new Set(parts.map(([, part]) => Number(part))),
  };
}

const isPicture = (contentType: string): boolean => WRITTEN_PICTURES.some((type) => type === contentType);

/**
 * Returns the files that a mail names, each once: uploads; attachments of the mail that is answered; files of other items; pictures of the
 * quoted mail that are in the text. Only files that the person may see or that the draft has already are taken. Throws
 * MAIL_ATTACHMENT_MISSING, whose `detail` names the first file that is not there.
 */
export async function resolveFiles(ctx: Asker, itemKinds: ItemKinds, written: Named): Promise<readonly WrittenFile[]> {
  const draft = await seenDraft(ctx, written);
  const kept = draft === undefined ? [] : await filesOfDraft(ctx.db, ctx.instance.id, draft.draft_id);
  const original = written.replyOrForwardMailAggregateId;
  const originalId = original?.module === 'email' ? original.entryId : undefined;
  const pictures = picturesIn(written.content);
  const files: WrittenFile[] = [];
  const missing = (name: string | number): never => fail('MAIL_ATTACHMENT_MISSING', { detail: String(name) });

  files.push(...(await uploadedFiles(ctx, written, { kept, pictures: pictures.uploads, missing })));

  const mailIds = new Set(
    written.attachedItems.flatMap(({ aggregateId: { module, entryId } }) => (module === 'email' ? [entryId] : [])),
  );
  if (originalId !== undefined) mailIds.add(originalId);
  const viewer = { instanceId: ctx.instance.id, userId: ctx.person.id };
  const seen = mailIds.size === 0 ? [] : await seenAttachments(ctx.db, viewer, [...mailIds]);
  const ofMails = kept.filter(({ source }) => source === 'mail');

  for (const id of written.originalAttachmentIds) {
    const found = seen.find((file) => file.attachmentId === id && file.fromMailId === originalId);
    files.push(found ?? ofMails.find((file) => file.attachmentId === id) ?? missing(id));
  }
  for (const { aggregateId, storageKey } of written.attachedItems) {
    files.push(
      (await fileOfItem(ctx, itemKinds, aggregateId, storageKey, { seen, kept })) ??
        missing(storageKey || aggregateId.entryId),
    );
  }
  const inText = await picturesOfOriginal(ctx, written.content, { originalId, parts: pictures.parts, seen, ofMails });
  return onceEach(files, inText);
}

/** Files of the person's own uploads, or of those that the draft has, whoever brought them. */
async function uploadedFiles(
  ctx: Asker,
  { attachmentIds, uploadIds }: Named,
  about: {
    readonly kept: readonly WrittenFile[];
    readonly pictures: ReadonlySet<string>;
    readonly missing: (name: string | number) => never;
  },
): Promise<WrittenFile[]> {
  const uploads = await findUploads(ctx, ctx.person.id, { attachmentIds, uploadIds });
  const isInText = ({ attachmentId, uploadId, type }: UploadedFile): boolean =>
    isPicture(type) && (about.pictures.has(uploadId) || about.pictures.has(String(attachmentId)));
  const toFile = (upload: UploadedFile): WrittenFile => ({
    source: 'upload',
    attachmentId: upload.attachmentId,
    fromMailId: null,
    fromPart: null,
    filename: upload.name,
    size: upload.size,
    contentType: upload.type,
    blobHash: upload.blobHash,
    disposition: isInText(upload) ? 'inline' : 'attachment',
  });
  const byId = (id: number): WrittenFile => {
    const own = uploads.find(({ attachmentId }) => attachmentId === id);
    if (own !== undefined) return toFile(own);
    return (
      about.kept.find(({ source, attachmentId }) => source === 'upload' && attachmentId === id) ?? about.missing(id)
    );
  };
  const byName = (name: string): WrittenFile => {
    const own = uploads.find(({ uploadId }) => uploadId === name);
    return own === undefined ? about.missing(name) : toFile(own);
  };
  return [...attachmentIds.map(byId), ...uploadIds.map(byName)];
}

/** A file of another item, or that item as a file: as the person sees it, else as the draft has it already. Undefined where it is neither. */
async function fileOfItem(
  ctx: Asker,
  itemKinds: ItemKinds,
  { module, entryId }: AggregateId,
  storageKey: string,
  { seen, kept }: { readonly seen: readonly SeenAttachment[]; readonly kept: readonly WrittenFile[] },
): Promise<WrittenFile | undefined> {
  const part = /^\d{1,6}$/.test(storageKey) ? Number(storageKey) : null;
  if (storageKey !== '' && part === null) return undefined;
  const source = module === 'email' ? 'mail' : 'document';
  const isSame = (file: WrittenFile): boolean =>
    file.source === source && file.fromMailId === entryId && file.fromPart === part;
  const known = seen.find(isSame) ?? kept.find(isSame);
  if (known !== undefined) return known;
  const file = await itemKinds.get(module)?.fileToTake?.(ctx, entryId, storageKey);
  return (
    file && { ...file, source, attachmentId: null, fromMailId: entryId, fromPart: part, disposition: 'attachment' }
  );
}

/** Pictures of the mail that is answered which its quote shows. One that is not there leaves its description. */
async function picturesOfOriginal(
  ctx: Asker,
  content: string,
  about: {
    readonly originalId: number | undefined;
    readonly parts: ReadonlySet<number>;
    readonly seen: readonly SeenAttachment[];
    readonly ofMails: readonly WrittenFile[];
  },
): Promise<WrittenFile[]> {
  const { originalId } = about;
  if (originalId === undefined) return [];
  // The quote of a whole mail is put in by the server.
  const whole = content.includes('data-kontor-whole')
    ? await findMail(ctx.db, ctx.instance.id, ctx.person.id, originalId)
    : undefined;
  const parts = new Set([...about.parts, ...picturesIn(whole?.html ?? '').parts]);
  const isShown = (file: WrittenFile): boolean =>
    file.fromMailId === originalId &&
    file.fromPart !== null &&
    parts.has(file.fromPart) &&
    file.contentType.startsWith('image/');
  return [...about.seen.filter(isShown), ...about.ofMails.filter(isShown)].map((file) => ({
    ...file,
    disposition: 'inline',
  }));
}

const identityOf = ({ source, attachmentId, fromMailId, fromPart }: WrittenFile): string =>
  source === 'upload' ? `upload ${attachmentId}` : `${source} ${fromMailId} ${fromPart ?? ''}`;

/** Each file once; what stands in the text is no attachment besides. */
function onceEach(files: readonly WrittenFile[], inText: readonly WrittenFile[]): readonly WrittenFile[] {
  const shown = new Set(inText.map(identityOf));
  const all = [...files.filter((file) => !shown.has(identityOf(file))), ...inText];
  return [...new Map(all.map((file) => [identityOf(file), file])).values()];
}
