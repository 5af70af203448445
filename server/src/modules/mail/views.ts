import { formatAggregateId } from '@kontor/contract/kernel';
import {
  mailExtras,
  type AccountState,
  type Attachment,
  type MailAccount,
  type MailDetail,
} from '@kontor/contract/mail';
import type { MailAddress } from '../../platform/mailparse/index.ts';
import { toEntryRow, type NotSearched, type PageRow, type TipPerson } from '../activity/index.ts';
import { fileKind, unreadableReason } from './rules.ts';
import type { AccountRow } from './store/accounts.ts';
import type { MailPeople } from './tables.ts';
import type { AttachmentRow, MailInFull } from './store/mails.ts';

const idOf = (mailId: number, userId: number): string =>
  formatAggregateId({ module: 'email', entryId: mailId, userId });

const receivers = (list: readonly MailAddress[]) =>
  list.map(({ name, address }) => ({ receiver: address, receiverRealName: name, state: '' }));

/** One attachment as the wire has it. Its storage key is its place in the mail. */
export const toAttachment = (row: AttachmentRow, userId: number, why: NotSearched | undefined): Attachment => ({
  attachmentId: row.attachment_id,
  filename: row.filename,
  fileSize: row.size,
  fileType: fileKind(row.content_type, row.filename),
  'content-type': row.content_type,
  'content-id': row.content_id,
  'content-disposition': row.disposition,
  isDeleted: false,
  storageKey: String(row.part),
  downloadAggregateId: idOf(row.mail_id, userId),
  ...(why === undefined ? {} : { notSearched: why }),
});

/** A mail as the reader shows it to one person. */
export function toDetail(
  mail: MailInFull<PageRow>,
  userId: number,
  whyNot: (mailId: number, part: number) => NotSearched | undefined,
): MailDetail {
  const { people } = mail;
  const from = people.from[0] ?? people.sender;
  const { extras, spam, trashed } = mail.entry;
  const entry = toEntryRow(mail.entry);
  return {
    aggregateId: idOf(mail.mail_id, userId),
    subject: mail.subject,
    senderAddress: from?.address ?? '',
    senderRealName: from?.name ?? '',
    receiverAddressesTo: receivers(people.to),
    receiverAddressesCC: receivers(people.cc),
    receiverAddressesBCC: receivers(people.bcc),
    readableContentHTML: mail.html,
    timestamp: entry.timestamp,
    contactPicture: null,
    mailModelAttachments: (mail.attachments ?? []).map((row) =>
      toAttachment(row, userId, whyNot(row.mail_id, row.part)),
    ),
    externalImages: mail.external_images.length,
    warnings: [...mail.warnings],
    unreadable: mail.unreadable !== null,
    unreadableReason: unreadableReason(mail.unreadable),
    sendState: mailExtras({ ...extras, isSpam: spam, isTrash: trashed, isDeleted: trashed }),
    entry: { ...entry, userList: entry.userList.map(([id, status]) => [id, status]) },
  };
}

/** An account as settings show it; its password never leaves the server. */
export const toAccount = (row: AccountRow, state: AccountState, changeable: boolean): MailAccount => ({
  id: row.account_id,
  boxId: row.box_id,
  kind: row.kind,
  name: row.name,
  email: row.email,
  host: row.host,
  port: row.port,
  security: row.security,
  userName: row.user_name,
  authentication: row.authentication,
  oauth2: row.token_url === null ? null : { tokenUrl: row.token_url, clientId: row.client_id ?? '' },
  trustedFingerprint: row.trusted_fingerprint,
  ownerId: row.owner_id,
  memberIds: [...row.member_ids],
  sharedState: row.shared_state,
  changeable,
  state,
});

/** Everybody who is named in a mail's head. A sender who is the author is not named twice. */
export const tipPeople = ({ from, sender, replyTo, to, cc, bcc }: MailPeople): readonly TipPerson[] => {
  const all = { from, sender: sender === null ? [] : [sender], replyTo, to, cc, bcc };
  const isAuthor = ({ address }: MailAddress): boolean => from.some((one) => one.address === address);
  return Object.entries(all).flatMap(([role, people]) =>
    people
      .filter((one) => (role !== 'sender' && role !== 'replyTo') || !isAuthor(one))
      .map(({ name, address }) => ({ role: role as TipPerson['role'], name, address })),
  );
};
