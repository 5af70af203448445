import { formatAggregateId } from '@kontor/contract/kernel';
import type { DraftContent, DraftLine, ReceiverInput } from '@kontor/contract/mail';
import type { InstanceContext } from '../../../platform/operation/context.ts';
import { namesOf } from '../../account/index.ts';
import { fieldsIn } from './clean.ts';
import type { DraftLineRow, DraftRow } from './store/drafts.ts';
import { filesOfDraft, type WrittenFile } from './store/files.ts';

const MAX_NAMED = 5;

const mailIdOf = (mailId: number, userId: number): string =>
  formatAggregateId({ module: 'email', entryId: mailId, userId });

const receiversOf = (list: readonly ReceiverInput[] = []) => list.map((one) => ({ ...one, state: '' as const }));

/** Receivers on one line. */
function namedReceivers({ to = [], cc = [], bcc = [] }: DraftRow['receivers']): string {
  const all = [...to, ...cc, ...bcc].map(({ receiver, receiverRealName }) => receiverRealName || receiver);
  const named = all.slice(0, MAX_NAMED).join(', ');
  return all.length > MAX_NAMED ? `${named} +${all.length - MAX_NAMED}` : named;
}

export const toDraftLine = (row: DraftLineRow, names: ReadonlyMap<number, string>): DraftLine => ({
  ID: row.draft_id,
  Name: row.name,
  Time: row.saved_at.toISOString(),
  subject: row.subject,
  receivers: namedReceivers(row.receivers),
  draftKey: row.draft_key,
  byName: names.get(row.saved_by) ?? '',
  version: row.version,
  hasAttachments: row.has_files,
});

const toDraftFile = (file: WrittenFile, userId: number): DraftContent['attachments'][number] => ({
  AttachmentID: file.attachmentId ?? 0,
  Disposition: file.disposition,
  Filename: file.filename,
  Filesize: file.size,
  Source: file.source,
  contentType: file.contentType,
  storageKey: file.fromPart === null ? '' : String(file.fromPart),
  aggregateId:
    file.fromMailId === null
      ? null
      : formatAggregateId({
          module: file.source === 'document' ? 'document' : 'email',
          entryId: file.fromMailId,
          userId,
        }),
});

/** A draft or template as one person edits it. */
export async function toDraftContent(
  { db, instance, person }: Pick<InstanceContext, 'db' | 'instance'> & { readonly person: { readonly id: number } },
  draft: DraftRow,
): Promise<DraftContent> {
  const [files, names] = [
    await filesOfDraft(db, instance.id, draft.draft_id),
    await namesOf(db, instance.id, [draft.saved_by]),
  ];
  const isTemplate = draft.kind === 'template';
  const answered = draft.answer_mail_id === null ? null : mailIdOf(draft.answer_mail_id, person.id);
  const isReply = draft.answer_type === 'reply' || draft.answer_type === 'replyAll';
  return {
    Subject: draft.subject,
    Content: draft.content,
    ReceiverTO: receiversOf(draft.receivers.to),
    ReceiverCC: receiversOf(draft.receivers.cc),
    ReceiverBCC: receiversOf(draft.receivers.bcc),
    attachments: files.map((file) => toDraftFile(file, person.id)),
    ForwardMailID: isReply ? null : answered,
    ReplyMailID: isReply ? answered : null,
    SourceType: draft.answer_type ?? 'new',
    TemplateName: isTemplate ? draft.name : '',
    ID: draft.draft_id,
    draftKey: draft.draft_key,
    isGlobal: draft.is_global,
    isAutomatic: draft.kind === 'auto',
    isPlain: draft.is_plain,
    senderAccountId: draft.sender_id,
    signatureId: draft.signature_id,
    templateId: draft.template_id,
    version: draft.version,
    savedAt: draft.saved_at.toISOString(),
    savedBy: names.get(draft.saved_by) ?? '',
    fields: draft.is_plain ? [] : fieldsIn(draft.content),
  };
}
