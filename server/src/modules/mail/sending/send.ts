import type { ResultOf, ParamsOf } from '@kontor/contract/kernel';
import { type sendingCommands, type WrittenMail } from '@kontor/contract/mail';
import type { CommandContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { findUploads, takeUploads } from '../../../platform/uploads/index.ts';
import { requireRight } from '../../account/index.ts';
import type { ItemKinds } from '../../activity/index.ts';
import { findMail, type MailRow } from '../store/mails.ts';
import { maySendFor, seenDraft, sendersOf, usableSender } from '../writing/access.ts';
import { resolveFiles, type WrittenFile } from '../writing/files.ts';
import { lockDraft, type DraftRow } from '../writing/store/drafts.ts';
import type { SenderRow } from '../writing/store/senders.ts';
import { toDraftContent } from '../writing/views.ts';
import { contentIdOf } from './build.ts';
import { hasPlaceholder, picturesIn } from './content.ts';
import { identityFor, queueMail, type Receiver } from './queue.ts';
import { isSendTime, referencesOf, sendableAddress } from './rules.ts';
import type { NewFile } from './store/outgoing.ts';
import { markDraftSent, standardSender } from './store/drafts.ts';
import type { OutgoingFields } from './tables.ts';

/** What operators allow. */
export interface SendLimits {
  readonly mostBytes: number;
  readonly mostReceivers: number;
}

type Params = ParamsOf<typeof sendingCommands.send>;

/** Puts a mail into the outbox, in the transaction of `ctx`. */
export async function sendMail(
  ctx: CommandContext,
  { limits, itemKinds }: { readonly limits: SendLimits; readonly itemKinds: () => ItemKinds },
  { sendAt, undoSeconds, wantsDelivery, importance, ...written }: Params,
): Promise<ResultOf<typeof sendingCommands.send>> {
  requireRight(ctx, 'createMail');
  const now = ctx.now();
  const original = await originalOf(ctx, written);
  const sender = await senderOf(ctx, written, original);
  const receivers = receiversIn(written, limits);
  const at = sendAt === null ? now + undoSeconds * 1000 : Date.parse(sendAt);
  if (!isSendTime(at, now)) return fail('MAIL_SEND_TIME');
  if (hasPlaceholder(written.content)) return fail('MAIL_PLACEHOLDER_LEFT');
  const whole = withOriginal(written);
  const draft = await draftOf(ctx, written);
  const files = await resolveFiles(ctx, itemKinds(), whole);
  if (files.reduce((sum, { size }) => sum + size, Buffer.byteLength(written.content)) > limits.mostBytes)
    return fail('MAIL_TOO_LARGE', { detail: String(limits.mostBytes) });
  const identity = identityFor(sender);
  const { kept, pictures } = await filesToSend(ctx, whole, files, identity.reference, identity.domain);
  const start = new Date(Math.max(at, now));
  const outgoingId = await queueMail(ctx, {
    ...identity,
    cause: 'person',
    userId: ctx.person.id,
    sender,
    receivers,
    files: kept,
    fields: { written, files, pictures, past: pastOf(written, original), wantsDelivery, importance },
    sendAt: start,
    draft: { key: written.draftKey ?? draft?.draft_key ?? null, id: draft?.draft_id ?? null },
  });
  if (outgoingId === undefined) return fail('MAIL_ALREADY_SENT');
  await takeUploads(ctx, uploadsOf(files));
  if (draft !== undefined) await markDraftSent(ctx.db, ctx.instance.id, draft.draft_id, outgoingId);
  return { outgoingId, draftId: draft?.draft_id ?? null, sendAt: start.toISOString() };
}

/** The uploads among files, each once. */
export const uploadsOf = (files: readonly WrittenFile[]): number[] => [
  ...new Set(
    files.flatMap(({ source, attachmentId }) => (source === 'upload' && attachmentId !== null ? [attachmentId] : [])),
  ),
];

/** A mail that is passed on whole bears it as a file. */
function withOriginal(written: WrittenMail): WrittenMail {
  const { replyOrForwardMailAggregateId: aggregateId, replyOrForwardType: type, attachedItems } = written;
  if (type !== 'forwardAsAttachment' || aggregateId === null) return written;
  const isThere = attachedItems.some(
    (item) => item.storageKey === '' && item.aggregateId.entryId === aggregateId.entryId,
  );
  return isThere ? written : { ...written, attachedItems: [...attachedItems, { aggregateId, storageKey: '' }] };
}

async function originalOf(ctx: CommandContext, { replyOrForwardMailAggregateId: id }: WrittenMail) {
  if (id === null) return undefined;
  const mail = id.module === 'email' ? await findMail(ctx.db, ctx.instance.id, ctx.person.id, id.entryId) : undefined;
  return mail ?? fail('NOT_FOUND');
}

/** Whom the mail is from: the sender that was named, else the person's usual one, else the first that they may use. */
async function senderOf(ctx: CommandContext, written: WrittenMail, original: MailRow | undefined): Promise<SenderRow> {
  if (written.senderAccountId !== null) return usableSender(ctx, written.senderAccountId, original?.mail_id);
  const usable = (await sendersOf(ctx)).filter((sender) => maySendFor(ctx.person, sender));
  const named = new Set(
    [...(original?.people.to ?? []), ...(original?.people.cc ?? [])].map(({ address }) => address.toLowerCase()),
  );
  const standard = await standardSender(ctx.db, ctx.instance.id, ctx.person.id);
  return (
    usable.find(({ email }) => named.has(email.toLowerCase())) ??
    usable.find(({ sender_id: id }) => id === standard) ??
    usable.find(({ owner_id: ownerId }) => ownerId === ctx.person.id) ??
    usable[0] ??
    fail('MAIL_SENDER_MISSING')
  );
}

const FIELDS = [
  ['receiversTo', 'to'],
  ['receiversCC', 'cc'],
  ['receiversBCC', 'bcc'],
] as const;

/** Everybody the mail goes to, each once: who is named openly is not hidden besides. */
function receiversIn(written: WrittenMail, { mostReceivers }: SendLimits): readonly Receiver[] {
  const found = new Map<string, Receiver>();
  const errors: { path: string; message: string }[] = [];
  for (const [name, field] of FIELDS)
    for (const [index, { receiver, receiverRealName }] of written[name].entries()) {
      const address = sendableAddress(receiver);
      if (address === undefined) errors.push({ path: `${name}.${index}.receiver`, message: 'ADDRESS_INVALID' });
      else if (!found.has(address.toLowerCase()))
        found.set(address.toLowerCase(), { address, name: receiverRealName.replace(/\p{Cc}+/gu, ' ').trim(), field });
    }
  if (errors.length > 0) return fail('MAIL_ADDRESS_INVALID', { errors });
  if (found.size === 0) return fail('MAIL_NO_RECEIVER');
  if (found.size > mostReceivers) return fail('MAIL_TOO_MANY_RECEIVERS', { detail: String(mostReceivers) });
  return [...found.values()];
}

/** The draft that the mail was, locked. Fails where it was sent or changed meanwhile. */
async function draftOf(ctx: CommandContext, written: WrittenMail): Promise<DraftRow | undefined> {
  const seen = await seenDraft(ctx, written);
  if (seen === undefined || seen.kind === 'template') return undefined;
  await lockDraft(ctx.db, ctx.instance.id, seen.draft_id);
  const draft = (await seenDraft(ctx, written)) ?? seen;
  if (draft.outgoing_id !== null) return fail('MAIL_ALREADY_SENT');
  const { aggregateVersion } = written;
  if (aggregateVersion !== null && draft.version > aggregateVersion)
    return fail('VERSION_CONFLICT', { data: await toDraftContent(ctx, draft) });
  return draft;
}

function pastOf(written: WrittenMail, original: MailRow | undefined): OutgoingFields['past'] {
  const { replyOrForwardType: type } = written;
  if (original === undefined || type === null || type === 'editAsNew') return null;
  const kind = type === 'reply' || type === 'replyAll' ? 'answer' : 'forward';
  return {
    mailId: original.mail_id,
    kind,
    inReplyTo: kind === 'answer' ? original.message_id : null,
    references: referencesOf(original),
  };
}

/** Files as the mail bears them, and what its text calls those that are pictures in it. */
async function filesToSend(
  ctx: CommandContext,
  written: WrittenMail,
  files: readonly WrittenFile[],
  reference: string,
  domain: string,
): Promise<{ kept: NewFile[]; pictures: Record<string, string> }> {
  const named = picturesIn(written.content);
  const uploadIds = named.uploads.filter((id) => !/^\d+$/.test(id)).map((id) => id.toLowerCase());
  const names = new Map(
    (await findUploads(ctx, ctx.person.id, { attachmentIds: [], uploadIds })).map((upload) => [
      upload.attachmentId,
      upload.uploadId,
    ]),
  );
  const pictures: Record<string, string> = {};
  const kept = files.map((file, index): NewFile => {
    const isShown = file.disposition === 'inline';
    const contentId = isShown ? contentIdOf(reference, index, domain) : null;
    if (contentId !== null && file.source === 'upload') {
      pictures[`upload:${file.attachmentId}`] = contentId;
      const name = names.get(file.attachmentId ?? 0);
      if (name !== undefined) pictures[`upload:${name}`] = contentId;
    } else if (contentId !== null && file.fromPart !== null) pictures[`inline:${file.fromPart}`] = contentId;
    return {
      filename: file.filename,
      size: file.size,
      content_type: file.contentType,
      blob_hash: file.blobHash,
      disposition: file.disposition,
      content_id: contentId,
    };
  });
  return { kept, pictures };
}
