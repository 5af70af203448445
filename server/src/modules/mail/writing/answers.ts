import type { AggregateId } from '@kontor/contract/kernel';
import type { PreparedAnswer, ReplyType } from '@kontor/contract/mail';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { entriesById, toEntryRow, type PageRow } from '../../activity/index.ts';
import { personalExtras } from '../reading/extras.ts';
import { addressKey } from '../rules.ts';
import { findInFull, type MailInFull } from '../store/mails.ts';
import { draftViewer, maySendFor, type Asker, seesDraft, sendersOf, standInAccounts, usableSender } from './access.ts';
import { isNoReply, receiversOf, subjectOf, type Language } from './rules.ts';
import { standardOf } from './senders.ts';
import { standardSignature } from './signatures.ts';
import { findDraft } from './store/drafts.ts';
import { chosenSender, type SenderRow } from './store/senders.ts';
import { signaturesOf } from './store/signatures.ts';

/** Returns the mail if it is one and the person sees it. Throws NOT_FOUND. */
export async function originalOf(ctx: Asker, id: AggregateId): Promise<MailInFull<PageRow>> {
  requireRight(ctx, 'mailList');
  const { db, instance, person } = ctx;
  const ids = id.module === 'email' ? [id.entryId] : [];
  const entries = entriesById({ instanceId: instance.id, userId: person.id }, ids);
  const [mail] = await findInFull(db, instance.id, ids, entries, Number.MAX_SAFE_INTEGER);
  return mail ?? fail('NOT_FOUND');
}

/** From which address an answer goes: of the mailbox that the mail came to the one that was written to, else the standard one. */
export async function senderFor(
  ctx: Asker,
  mail: MailInFull<PageRow>,
  senders: readonly SenderRow[],
): Promise<SenderRow | undefined> {
  const { person, db, instance } = ctx;
  const stoodInFor = await standInAccounts(ctx, mail.mail_id);
  const ofBox = senders.filter(
    (one) => one.box_id === mail.entry.box_id && (maySendFor(person, one) || stoodInFor.has(one.account_id)),
  );
  const { from, to, cc, bcc } = mail.people;
  const named = new Set([...from, ...to, ...cc, ...bcc].map(({ address }) => addressKey(address)));
  return (
    ofBox.find(({ email }) => named.has(addressKey(email))) ??
    ofBox[0] ??
    standardOf(person, senders, await chosenSender(db, instance.id, person.id))
  );
}

/** The template that mails of a sender begin with, where the person sees it. */
async function templateOf(ctx: QueryContext, sender: SenderRow | undefined): Promise<number | null> {
  const id = sender?.standard_template_id ?? null;
  const template = id === null ? undefined : await findDraft(ctx.db, ctx.instance.id, id);
  if (template === undefined || template.kind !== 'template' || template.deleted_at !== null) return null;
  return seesDraft(await draftViewer(ctx), template) ? id : null;
}

/** What an answer begins with. */
export async function prepareAnswer(
  ctx: QueryContext,
  params: {
    readonly aggregateId: AggregateId;
    readonly replyOrForwardType: ReplyType;
    readonly senderAccountId: number | null;
  },
  language: Language,
): Promise<PreparedAnswer> {
  const { replyOrForwardType: type } = params;
  const mail = await originalOf(ctx, params.aggregateId);
  const senders = await sendersOf(ctx);
  const sender =
    params.senderAccountId === null
      ? await senderFor(ctx, mail, senders)
      : await usableSender(ctx, params.senderAccountId, mail.mail_id);
  const own = new Set(senders.map(({ email }) => addressKey(email)));
  const { to, cc, bcc } = receiversOf(mail.people, type, own);
  const files = (mail.attachments ?? []).filter(
    (file) => file.disposition === 'attachment' || file.content_id === null,
  );
  const isAnswer = type === 'reply' || type === 'replyAll';
  const signatures =
    sender === undefined ? [] : await signaturesOf(ctx.db, ctx.instance.id, ctx.person.id, [sender.sender_id]);
  const warns: PreparedAnswer['warns'] = [];
  if (isAnswer) {
    if (mail.warnings.some(({ code }) => code === 'REPLY_ELSEWHERE')) warns.push('replyElsewhere');
    const personal = await personalExtras(ctx, [toEntryRow(mail.entry)]);
    const { answered } = { ...mail.entry.extras, ...personal.get(mail.mail_id)?.extras };
    if (answered === true) warns.push('answeredAlready');
    if (to.some(({ receiver }) => isNoReply(receiver))) warns.push('noReply');
  }
  return {
    receiversTo: [...to],
    receiversCC: [...cc],
    receiversBCC: [...bcc],
    subject: subjectOf(mail.subject, type, language),
    originalAttachmentIds:
      type === 'forward' || type === 'editAsNew' ? files.map(({ attachment_id: id }) => id).slice(0, 200) : [],
    senderAccountId: sender?.sender_id ?? null,
    signatureId: sender === undefined ? null : (standardSignature(signatures, sender.sender_id)?.signature_id ?? null),
    templateId: await templateOf(ctx, sender),
    warns,
  };
}
