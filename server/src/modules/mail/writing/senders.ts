import { accountEvents } from '@kontor/contract/account';
import type { SendingAccount, senderCommands } from '@kontor/contract/mail';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { draftViewer, managedAccount, mayManage, maySendFor, seesDraft, usableSender } from './access.ts';
import { findDraft } from './store/drafts.ts';
import {
  chooseSender,
  findSender,
  hasEmail,
  insertSender,
  lockSenders,
  updateSender,
  type SenderRow,
} from './store/senders.ts';

/** Tells people that what they can write from, or with, is another than before. */
export function tellSenders(ctx: CommandContext, users: readonly number[]): void {
  const payload = { keys: ['mailAccounts'], processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(accountEvents.sessionChanged, { users: [...new Set([...users, ctx.person.id])] }, payload);
}

export const senderCommandHandlers: CommandHandlers<typeof senderCommands> = {
  async saveSender(ctx, { senderId, accountId, email, name, standardTemplateId }) {
    const { db, instance } = ctx;
    const account = await managedAccount(ctx, accountId);
    await lockSenders(db, instance.id, accountId);
    const known = senderId === null ? undefined : await findSender(db, instance.id, senderId);
    if (senderId !== null && known?.account_id !== accountId) return fail('NOT_FOUND');
    if (known?.is_main && (known.email !== email || known.name !== name)) return fail('MAIL_SENDER_MAIN');
    if (standardTemplateId !== null && standardTemplateId !== known?.standard_template_id)
      await requireTemplate(ctx, standardTemplateId);
    if (await hasEmail(db, instance.id, accountId, email, senderId ?? 0)) return fail('MAIL_SENDER_EXISTS');
    tellSenders(ctx, account.member_ids);
    if (!known?.is_main)
      ctx.audit({ kind: 'mailbox.changed', subject: account.email, details: { change: 'changed', sender: email } });
    if (known === undefined) {
      const made = await insertSender(db, instance.id, { accountId, email, name, standardTemplateId });
      return { senderId: made ?? fail('MAIL_SENDER_EXISTS') };
    }
    await updateSender(db, instance.id, known.sender_id, { email, name, standard_template_id: standardTemplateId });
    return { senderId: known.sender_id };
  },

  async removeSender(ctx, { senderId }) {
    requireRight(ctx, 'createMail');
    const { db, instance } = ctx;
    const sender = await findSender(db, instance.id, senderId);
    if (sender === undefined) return fail('NOT_FOUND');
    const account = await managedAccount(ctx, sender.account_id);
    if (sender.is_main) return fail('MAIL_SENDER_MAIN');
    await updateSender(db, instance.id, senderId, { removed_at: new Date(ctx.now()) });
    ctx.audit({
      kind: 'mailbox.changed',
      subject: account.email,
      details: { change: 'changed', senderRemoved: sender.email },
    });
    tellSenders(ctx, account.member_ids);
    return {};
  },

  async chooseSender(ctx, { senderId }) {
    requireRight(ctx, 'createMail');
    const sender = await usableSender(ctx, senderId);
    await chooseSender(ctx.db, ctx.instance.id, ctx.person.id, sender.sender_id);
    tellSenders(ctx, []);
    return {};
  },
};

/** Throws NOT_FOUND if it is no template that the person sees. */
async function requireTemplate(ctx: CommandContext, templateId: number): Promise<void> {
  const template = await findDraft(ctx.db, ctx.instance.id, templateId);
  const isThere = template?.kind === 'template' && template.deleted_at === null;
  if (!isThere || !seesDraft(await draftViewer(ctx), template)) fail('NOT_FOUND');
}

/** The sender that a person writes as where nothing says otherwise: the one that they chose, else the first that they may. */
export function standardOf(
  person: CommandContext['person'],
  senders: readonly SenderRow[],
  chosenId: number | null,
): SenderRow | undefined {
  const usable = senders.filter((sender) => maySendFor(person, sender));
  return usable.find((sender) => sender.sender_id === chosenId) ?? usable[0];
}

/** An address as the person can write from it. `hasRelay`: the operator's mail server takes what has none of its own. */
export const toSendingAccount = (
  person: CommandContext['person'],
  sender: SenderRow,
  about: { readonly isStandard: boolean; readonly hasRelay: boolean },
): SendingAccount => ({
  email: sender.email,
  id: sender.sender_id,
  isTheStandardMailAccount: about.isStandard,
  name: sender.name,
  standard: sender.is_main,
  standardTemplateId: sender.standard_template_id,
  virtual: sender.kind === 'smtp',
  accountId: sender.account_id,
  isShared: sender.member_ids.length > 1,
  canSend:
    (maySendFor(person, sender) || (sender.stands_in && person.rights.createMail)) &&
    (sender.smtp_host !== null || about.hasRelay),
  manages: mayManage(person, sender),
});
