import { formatAggregateId } from '@kontor/contract/kernel';
import {
  mailExtras,
  sendStateOf,
  type AccountState,
  type Attachment,
  type MailAccount,
  type MailDetail,
  type MailExtras,
} from '@kontor/contract/mail';
import { fileKind } from '../../../platform/files/kinds.ts';
import type { MailAddress } from '../../../platform/mailparse/index.ts';
import { toEntryRow, type NotSearched, type PageRow, type TipPerson } from '../../activity/index.ts';
import type { Found } from './details.ts';
import { beyondDefaults } from './extras.ts';
import { unreadableReason } from '../rules.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { MailPeople } from '../store/tables.ts';
import type { AttachmentRow, MailInFull } from '../store/mails.ts';

export const idOf = (mailId: number, userId: number): string =>
  formatAggregateId({ module: 'email', entryId: mailId, userId });

/** What details say beyond what is stored with a mail: of its way out, and of what the person who asks may do with it. */
export interface DetailFor extends Pick<
  MailDetail,
  'answers' | 'outgoing' | 'claim' | 'bounce' | 'mailbox' | 'firedRules'
> {
  /** How delivery to an address went; empty for mails that came in. */
  readonly stateOf: (address: string) => ReceiverState;
  readonly extras: Partial<MailExtras>;
  readonly smtpLogLog: string | null;
}

type ReceiverState = MailDetail['receiverAddressesTo'][number]['state'];

const receivers = (list: readonly MailAddress[], stateOf: DetailFor['stateOf']) =>
  list.map(({ name, address }) => ({ receiver: address, receiverRealName: name, state: stateOf(address) }));

/** What a file is asked for by: its place in the mail, or in the file that it lay in. */
export const storageKeyOf = (row: Pick<AttachmentRow, 'part' | 'storage_key'>): string =>
  row.storage_key ?? String(row.part);

/** One attachment as the wire has it. */
export const toAttachment = (row: AttachmentRow, userId: number, why: NotSearched | undefined): Attachment => ({
  attachmentId: row.attachment_id,
  filename: row.filename,
  fileSize: row.size,
  fileType: fileKind(row.content_type, row.filename),
  'content-type': row.content_type,
  'content-id': row.content_id,
  'content-disposition': row.disposition,
  isDeleted: false,
  storageKey: storageKeyOf(row),
  downloadAggregateId: idOf(row.mail_id, userId),
  ...(why === undefined ? {} : { notSearched: why }),
});

/** A mail as the reader shows it to one person. */
export function toDetail(
  mail: MailInFull<PageRow>,
  userId: number,
  whyNot: (mailId: number, part: number) => NotSearched | undefined,
  { stateOf, extras: forPerson, smtpLogLog, ...found }: Found & DetailFor,
): MailDetail {
  const { people } = mail;
  const from = people.from[0] ?? people.sender;
  const { spam, trashed, own_seconds: sentAt } = mail.entry;
  const entry = toEntryRow(mail.entry);
  const { extras, snoozedUntil } = entry;
  const whole = mailExtras({
    ...extras,
    snoozedUntil,
    isSpam: spam,
    isTrash: trashed,
    isDeleted: trashed,
    ...forPerson,
  });
  return {
    aggregateId: idOf(mail.mail_id, userId),
    subject: mail.subject,
    senderAddress: from?.address ?? '',
    senderRealName: from?.name ?? '',
    receiverAddressesTo: receivers(people.to, stateOf),
    receiverAddressesCC: receivers(people.cc, stateOf),
    receiverAddressesBCC: receivers(people.bcc, stateOf),
    readableContentHTML: mail.html,
    // The entry's is when it came back, where it was put off.
    timestamp: Math.floor(sentAt),
    ...found,
    mailModelAttachments: (mail.attachments ?? []).map((row) =>
      toAttachment(row, userId, whyNot(row.mail_id, row.part)),
    ),
    externalImages: mail.external_images.length,
    warnings: [...mail.warnings],
    unreadable: mail.unreadable !== null,
    unreadableReason: unreadableReason(mail.unreadable),
    sendState: sendStateOf(whole, smtpLogLog),
    extras: whole,
    // As the lists have it: it takes the place of their row.
    entry: {
      ...entry,
      extras: { ...extras, ...beyondDefaults(forPerson, extras) },
      userList: entry.userList.map(([id, status]) => [id, status]),
    },
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
  sending:
    row.smtp_host === null
      ? null
      : {
          host: row.smtp_host,
          port: row.smtp_port ?? 587,
          security: row.smtp_security ?? 'starttls',
          userName: row.smtp_user_name ?? '',
          trustedFingerprint: row.smtp_fingerprint,
        },
  sendingFault: row.smtp_fault,
  sentCopy: row.sent_copy,
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
