import type { EntryRow } from '@kontor/contract/activity';
import type { DraftContent, ReceiverInput, ReplyType } from '@kontor/contract/mail';
import { picturesOf, type WrittenNode } from '../../../editor/document.ts';
import { toHtml } from './editor/to-html.ts';
import { toText } from './editor/to-text.ts';

/** A file of a mail that is written: an upload of this device, one that the draft has, or one of another item. */
export interface WrittenFile {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** Stands in the text, and goes with it. */
  readonly isInline: boolean;
  readonly uploadId?: string;
  readonly attachmentId?: number;
  /** A file of the mail that is answered. */
  readonly originalId?: number;
  /** A file of another item; without a key the item itself. */
  readonly item?: { readonly aggregateId: string; readonly storageKey: string };
}

/** A mail as it is written: plain data, as it is kept on the device. */
export interface Writing {
  readonly draftKey: string;
  readonly kind: 'mail' | 'template';
  readonly draftId: number | null;
  readonly version: number | null;
  readonly draftName: string;
  readonly isGlobal: boolean;
  readonly subject: string;
  readonly receiversTo: readonly ReceiverInput[];
  readonly receiversCC: readonly ReceiverInput[];
  readonly receiversBCC: readonly ReceiverInput[];
  readonly doc: WrittenNode;
  readonly isPlain: boolean;
  readonly senderAccountId: number | null;
  readonly signatureId: number | null;
  readonly templateId: number | null;
  readonly answer: { readonly type: ReplyType; readonly aggregateId: string } | null;
  readonly files: readonly WrittenFile[];
  readonly importance: 'low' | 'normal' | 'high';
  readonly wantsDelivery: boolean;
}

/** What the server has of a mail that is written. */
export type Held = Pick<Writing, 'draftId' | 'version'>;

/** All of a mail but its text. */
export type Envelope = Omit<Writing, 'doc'>;

/** Files that go along: pictures that were taken out of the text again stay behind. */
export function filesOf({ files, doc, isPlain }: Pick<Writing, 'files' | 'doc' | 'isPlain'>): readonly WrittenFile[] {
  const shown = new Set(isPlain ? [] : picturesOf(doc));
  return files.filter(
    ({ isInline, uploadId, attachmentId }) =>
      !isInline ||
      (uploadId !== undefined && shown.has(uploadId)) ||
      (uploadId === undefined && attachmentId !== undefined),
  );
}

/** The newest file of an item that is one, by its list entry; `fallback` where that names none. */
export function fileOfRow(
  aggregateId: string,
  row: Pick<EntryRow, 'information' | 'extras'> | undefined,
  fallback: string,
): WrittenFile {
  const { filename, filesize } = row?.extras ?? {};
  return {
    key: `item ${aggregateId}`,
    name: (typeof filename === 'string' ? filename : '') || row?.information || fallback,
    size: typeof filesize === 'number' ? filesize : 0,
    type: '',
    isInline: false,
    item: { aggregateId, storageKey: '' },
  };
}

/** Uploads that a mail needs. */
export const uploadsOf = (writing: Writing): readonly string[] =>
  filesOf(writing).flatMap(({ uploadId }) => uploadId ?? []);

/** What is sent of a mail to the server. `isThere`: whether an upload has come there already. */
export function toCommand(writing: Writing, isThere: (uploadId: string) => boolean = () => true) {
  const files = filesOf(writing);
  const { answer, kind } = writing;
  return {
    draftId: kind === 'mail' ? writing.draftId : null,
    templateId: kind === 'template' ? writing.draftId : writing.templateId,
    draftKey: writing.draftKey,
    aggregateVersion: writing.version,
    autoSave: false,
    draftName: kind === 'mail' ? writing.draftName : '',
    templateName: kind === 'template' ? writing.draftName : '',
    subject: writing.subject,
    content: writing.isPlain ? toText(writing.doc) : toHtml(writing.doc),
    isPlain: writing.isPlain,
    receiversTo: [...writing.receiversTo],
    receiversCC: [...writing.receiversCC],
    receiversBCC: [...writing.receiversBCC],
    senderAccountId: writing.senderAccountId,
    signatureId: writing.signatureId,
    replyOrForwardMailAggregateId: answer?.aggregateId ?? null,
    replyOrForwardType: answer?.type ?? null,
    attachmentIds: files.flatMap(({ attachmentId, uploadId }) =>
      uploadId === undefined && attachmentId !== undefined ? [attachmentId] : [],
    ),
    originalAttachmentIds: files.flatMap(({ originalId }) => originalId ?? []),
    uploadIds: files.flatMap(({ uploadId }) => (uploadId !== undefined && isThere(uploadId) ? [uploadId] : [])),
    attachedItems: files.flatMap(({ item }) => item ?? []),
  };
}

const bare = (list: DraftContent['ReceiverTO']): ReceiverInput[] =>
  list.map(({ receiver, receiverRealName }) => ({ receiver, receiverRealName }));

/** A draft or template of the server's, as it is written on. */
export function fromContent(content: DraftContent, doc: WrittenNode, kind: Writing['kind']): Writing {
  const answered = content.ReplyMailID ?? content.ForwardMailID;
  return {
    draftKey: content.draftKey,
    kind,
    draftId: content.ID,
    version: content.version,
    draftName: content.TemplateName,
    isGlobal: content.isGlobal,
    subject: content.Subject,
    receiversTo: bare(content.ReceiverTO),
    receiversCC: bare(content.ReceiverCC),
    receiversBCC: bare(content.ReceiverBCC),
    doc,
    isPlain: content.isPlain,
    senderAccountId: content.senderAccountId,
    signatureId: content.signatureId,
    templateId: content.templateId,
    answer:
      answered === null || content.SourceType === 'new' ? null : { type: content.SourceType, aggregateId: answered },
    files: content.attachments.flatMap(toFile),
    importance: 'normal',
    wantsDelivery: false,
  };
}

function toFile(file: DraftContent['attachments'][number], index: number): WrittenFile[] {
  const about = {
    name: file.Filename,
    size: file.Filesize,
    type: file.contentType,
    isInline: file.Disposition === 'inline',
  };
  if (file.Source === 'upload')
    return [{ ...about, key: `saved ${file.AttachmentID}`, attachmentId: file.AttachmentID }];
  // Pictures of the quoted mail are found again by the quote.
  if (about.isInline || file.aggregateId === null) return [];
  return [{ ...about, key: `mail ${index}`, item: { aggregateId: file.aggregateId, storageKey: file.storageKey } }];
}
