import type { ResultOf } from '@kontor/contract/kernel';
import type { sendingCommands } from '@kontor/contract/mail';
import type { CommandContext } from '../../../platform/operation/context.ts';
import { takeUploads, releaseUploads } from '../../../platform/uploads/index.ts';
import { findDraft, findDraftByKey, insertDraft, updateDraft } from '../writing/store/drafts.ts';
import { filesOfDraft, writeFiles } from '../writing/store/files.ts';
import { uploadsOf } from './send.ts';
import type { OutgoingRow } from './store/outgoing.ts';

/** Makes a draft again of a mail that is not to be sent after all, with its files. */
export async function restoreDraft(
  ctx: CommandContext,
  row: OutgoingRow,
): Promise<ResultOf<typeof sendingCommands.cancelSending>> {
  const { db, instance } = ctx;
  const { written, files } = row.fields;
  const now = new Date(ctx.now());
  const content = {
    kind: 'draft' as const,
    name: written.draftName,
    sender_id: row.sender_id,
    signature_id: written.signatureId,
    subject: written.subject,
    content: written.content,
    is_plain: written.isPlain,
    receivers: JSON.stringify({ to: written.receiversTo, cc: written.receiversCC, bcc: written.receiversBCC }),
    answer_type: written.replyOrForwardType,
    answer_mail_id: written.replyOrForwardMailAggregateId?.entryId ?? null,
    template_id: written.templateId,
    saved_at: now,
    saved_by: ctx.person.id,
    deleted_at: null,
    outgoing_id: null,
  };
  const found =
    row.draft_id !== null
      ? await findDraft(db, instance.id, row.draft_id)
      : row.draft_key !== null
        ? await findDraftByKey(db, instance.id, row.draft_key)
        : undefined;
  // What the outbox held the draft holds now, beside what it had already.
  if (found !== undefined) {
    const had = uploadsOf(await filesOfDraft(db, instance.id, found.draft_id));
    await takeUploads(ctx, uploadsOf(files));
    await releaseUploads(ctx, [...had]);
    const version = await updateDraft(db, instance.id, found.draft_id, content);
    await writeFiles(db, instance.id, found.draft_id, files);
    await releaseUploads(ctx, uploadsOf(files));
    return { draftId: found.draft_id, draftKey: found.draft_key, version };
  }
  const draftKey = row.draft_key ?? ctx.newId();
  const draftId = await insertDraft(db, {
    instance_id: instance.id,
    draft_key: draftKey,
    owner_id: row.user_id,
    ...content,
  });
  if (draftId === undefined) throw new Error('A draft of this key came meanwhile');
  await writeFiles(db, instance.id, draftId, files);
  return { draftId, draftKey, version: 1 };
}
