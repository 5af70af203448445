import type { ChangeContext } from '../../../platform/operation/context.ts';
import { addViewers } from '../../activity/index.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { MailRow } from '../store/mails.ts';
import { keepRaws } from '../store/raws.ts';
import { wantAppend } from './store/appends.ts';

/** Puts a mail into another account: its people see it at once, and its mail server gets the bytes when it can. */
export async function copyInto(
  ctx: ChangeContext,
  account: AccountRow,
  mail: Pick<MailRow, 'mail_id' | 'message_id'>,
  raw: Pick<MailRow, 'raw_hash' | 'raw_size'>,
): Promise<void> {
  const viewers = account.member_ids.map((userId) => ({
    userId,
    boxId: account.box_id,
    status: 1 as const,
    mine: account.member_ids.length === 1,
  }));
  await addViewers(ctx, 'email', mail.mail_id, viewers);
  await keepRaws(ctx.db, ctx.instance.id, [{ ...raw, mail_id: mail.mail_id, box_id: account.box_id }]);
  await wantAppend(ctx.db, {
    instance_id: ctx.instance.id,
    account_id: account.account_id,
    mail_id: mail.mail_id,
    role: 'inbox',
    raw_hash: raw.raw_hash,
    raw_size: raw.raw_size,
    message_id: mail.message_id === null ? null : `<${mail.message_id}>`,
    reference: null,
    flags: [],
    internal_date: new Date(ctx.now()),
    not_before: new Date(ctx.now()),
    looks_left: 0,
  });
}
