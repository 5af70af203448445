import * as v from 'valibot';
import { IdSchema, filledText, text } from '../../kernel/index.ts';
import { EntryRowSchema } from '../activity/index.ts';

/** The fields of a mail in `extras` of its list entry. */
export const MailExtrasSchema = v.object({
  answered: v.boolean(),
  answeredBy: v.nullable(v.string()),
  answeredWithTheMailId: v.nullable(v.number()),
  containsExternalImages: v.boolean(),
  destinationCopyAccounts: v.array(v.object({ description: v.string(), id: v.number() })),
  forwarded: v.boolean(),
  forwardedBy: v.nullable(v.string()),
  hasAttachments: v.boolean(),
  isDeleted: v.boolean(),
  isSpam: v.boolean(),
  isTrash: v.boolean(),
  shouldShowTheClaimButton: v.boolean(),
  shouldShowTheReplyButton: v.boolean(),
  smtpLogDescription: v.nullable(v.string()),
  smtpLogType: v.nullable(v.string()),
  userHasAccessToTheAnswer: v.boolean(),
  userIsAuthorizedToDelete: v.boolean(),
  userIsAuthorizedToSpam: v.boolean(),
  /** Address of the sender, for the list's hover tip and the picture's colour. */
  senderAddress: v.string(),
  /** First words of the text, for the large row. */
  preview: v.string(),
  /** True where something about the sender is odd; `warnings` of the mail's details says what. */
  warned: v.boolean(),
});
export type MailExtras = v.InferOutput<typeof MailExtrasSchema>;

/** Extras of a mail of which only what was stored is known; what depends on the person or on sending is filled by default. */
export const mailExtras = (stored: Partial<MailExtras>): MailExtras => ({
  answered: false,
  answeredBy: null,
  answeredWithTheMailId: null,
  containsExternalImages: false,
  destinationCopyAccounts: [],
  forwarded: false,
  forwardedBy: null,
  hasAttachments: false,
  isDeleted: false,
  isSpam: false,
  isTrash: false,
  shouldShowTheClaimButton: false,
  shouldShowTheReplyButton: false,
  smtpLogDescription: null,
  smtpLogType: null,
  userHasAccessToTheAnswer: false,
  userIsAuthorizedToDelete: true,
  userIsAuthorizedToSpam: true,
  senderAddress: '',
  preview: '',
  warned: false,
  ...stored,
});

export const ReceiverSchema = v.object({
  receiver: v.string(),
  receiverRealName: v.string(),
  /** How delivery to this receiver went; empty for mails that came in. */
  state: v.string(),
});

/** Why search does not find what a file says: `cut` where it finds its beginning, `unknown` where its format is not read. */
export const NOT_SEARCHED = ['encrypted', 'tooBig', 'noText', 'broken', 'tooSlow', 'unknown', 'cut'] as const;

export const AttachmentSchema = v.object({
  attachmentId: v.number(),
  filename: v.string(),
  /** Bytes of the decoded content. */
  fileSize: v.number(),
  /** Kind of file for the icon: image, pdf, text, audio, video, archive, mail, calendar, contact, office, other. */
  fileType: v.string(),
  'content-type': v.string(),
  'content-id': v.nullable(v.string()),
  'content-disposition': v.picklist(['inline', 'attachment']),
  isDeleted: v.boolean(),
  storageKey: v.string(),
  downloadAggregateId: v.string(),
  /** Absent where it is searched, has not been read yet, or is of a kind without text, such as a picture. */
  notSearched: v.optional(v.picklist(NOT_SEARCHED)),
});
export type Attachment = v.InferOutput<typeof AttachmentSchema>;

/** What can be odd about who a mail claims to be from. */
export const SENDER_WARNINGS = [
  /** Several From addresses, or From and Sender of unlike domains. `value`: all others. */
  'SEVERAL_SENDERS',
  /** The display name holds an address other than the real one. `value`: that address. */
  'NAME_IS_ADDRESS',
  /** The display name is that of a person of the instance, the address of a foreign domain. `value`: the name. */
  'NAME_OF_COLLEAGUE',
  /** The domain looks like an own or an often-written one. `value`: the domain, `other`: the one it looks like. */
  'LOOKALIKE_DOMAIN',
  /** A label of the domain, or a word of the name, mixes scripts. `value`: where. */
  'MIXED_SCRIPTS',
  /** Name or address holds characters that nobody sees. `value`: the text with these written out. */
  'HIDDEN_CHARACTERS',
  /** Answers go to an unlike domain. `value`: where. */
  'REPLY_ELSEWHERE',
] as const;

export const SenderWarningSchema = v.object({
  code: v.picklist(SENDER_WARNINGS),
  value: v.string(),
  /** What `value` is held against: mostly the real address; may be empty. */
  other: v.string(),
});
export type SenderWarning = v.InferOutput<typeof SenderWarningSchema>;

/**
 * Why a mail could not be read: it took too long or broke its reader, needed too much memory, is too large to be taken apart, is no
 * mail, or its server gave only its beginning.
 */
export const UNREADABLE_REASONS = [
  'out-of-time',
  'crashed',
  'out-of-memory',
  'too-large',
  'malformed',
  'truncated',
] as const;
export const UnreadableReasonSchema = v.picklist(UNREADABLE_REASONS);
export type UnreadableReason = v.InferOutput<typeof UnreadableReasonSchema>;

/**
 * One mail as the reader shows it. `readableContentHTML` is sanitised and holds no address that a browser would fetch:
 * an inline image is `<img data-kontor-inline="{storageKey}">`, an external one `<img data-kontor-external="{imageId}">`
 * (ask `mail.externalImage` after consent), quoted text is in `<details data-kontor-quote>`.
 */
export const MailDetailSchema = v.object({
  aggregateId: v.string(),
  subject: v.string(),
  senderAddress: v.string(),
  senderRealName: v.string(),
  receiverAddressesTo: v.array(ReceiverSchema),
  receiverAddressesCC: v.array(ReceiverSchema),
  receiverAddressesBCC: v.array(ReceiverSchema),
  readableContentHTML: v.string(),
  timestamp: v.number(),
  contactPicture: v.nullable(v.string()),
  mailModelAttachments: v.array(AttachmentSchema),
  /** How many external images the mail would load. */
  externalImages: v.number(),
  /** What is odd about the sender; empty for nearly all mails. */
  warnings: v.array(SenderWarningSchema),
  /** True where the mail could not be read and only its source can be downloaded. */
  unreadable: v.boolean(),
  /** Why not; null where it could. One that is `truncated` shows what there is of it. */
  unreadableReason: v.nullable(UnreadableReasonSchema),
  sendState: MailExtrasSchema,
  /** The mail's list entry, so that its state is known where no list was loaded. */
  entry: EntryRowSchema,
});
export type MailDetail = v.InferOutput<typeof MailDetailSchema>;

export const SECURITIES = ['tls', 'starttls', 'none'] as const;

const hostName = v.pipe(filledText(253), v.trim(), v.toLowerCase(), v.regex(/^[^\s/@]+$/u, 'HOST_INVALID'));

export const AUTHENTICATIONS = ['password', 'oauth2'] as const;

/** Where access tokens come from. In a change an empty secret keeps the stored one. */
export const OAuth2Schema = v.strictObject({
  tokenUrl: v.pipe(filledText(2000), v.trim(), v.regex(/^https?:\/\/[^\s/]+/i, 'URL_INVALID')),
  clientId: filledText(1000),
  /** Empty for clients that have none. */
  clientSecret: v.optional(text(2000), ''),
  refreshToken: v.optional(text(8000), ''),
});
export type OAuth2 = v.InferOutput<typeof OAuth2Schema>;

/** Where and as whom a mailbox is read over IMAP. What belongs to the other way of signing in is left out or empty. */
export const MailServerSchema = v.strictObject({
  host: hostName,
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65535)),
  security: v.picklist(SECURITIES),
  userName: filledText(320),
  authentication: v.optional(v.picklist(AUTHENTICATIONS), 'password'),
  /** Empty with `oauth2`; in a change an empty one keeps the stored one. */
  password: v.optional(text(1000), ''),
  oauth2: v.optional(v.nullable(OAuth2Schema), null),
  /** SHA-256 of a certificate that the person chose to trust although no authority vouches for it. */
  trustedFingerprint: v.optional(
    v.nullable(v.pipe(v.string(), v.toUpperCase(), v.regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/))),
    null,
  ),
});
export type MailServer = v.InferOutput<typeof MailServerSchema>;

type Secrets = Pick<MailServer, 'authentication' | 'password' | 'oauth2'>;

/** The secret that a server cannot be signed in to without and that was not given; undefined where there is enough. */
export const missingSecret = ({ authentication, password, oauth2 }: Secrets): 'password' | 'oauth2' | undefined => {
  if (authentication === 'password') return password === '' ? 'password' : undefined;
  return oauth2 === null || oauth2.refreshToken === '' ? 'oauth2' : undefined;
};

/** What can go wrong with a mail server; the client has a sentence for each: what was tried, what the server said, what to do. */
export const MAIL_SERVER_FAULTS = [
  'HOST_NOT_FOUND',
  'HOST_NOT_ALLOWED',
  'CONNECTION_REFUSED',
  'CONNECTION_TIMED_OUT',
  'CONNECTION_LOST',
  'TLS_FAILED',
  'CERTIFICATE_NOT_TRUSTED',
  'STARTTLS_NOT_OFFERED',
  'NOT_AN_IMAP_SERVER',
  'SIGN_IN_REFUSED',
  'TOKEN_REFUSED',
  'SERVER_REFUSED',
  'UNKNOWN',
] as const;

export const MailServerFaultSchema = v.object({
  code: v.picklist(MAIL_SERVER_FAULTS),
  /** `host:port` that was tried. */
  address: v.string(),
  /** The server's own words, or the system's; may be empty. */
  serverSaid: v.string(),
  /** Fingerprint of a certificate that was refused, so that the person can choose to trust it. */
  fingerprint: v.nullable(v.string()),
});
export type MailServerFault = v.InferOutput<typeof MailServerFaultSchema>;

export const ACCOUNT_PHASES = ['connecting', 'syncing', 'watching', 'failed', 'paused'] as const;

/** What an account is doing. `done` of `total` mails are in the list during the first sync. */
export const AccountStateSchema = v.object({
  phase: v.picklist(ACCOUNT_PHASES),
  done: v.number(),
  total: v.number(),
  folder: v.string(),
  fault: v.nullable(MailServerFaultSchema),
  /** ISO instant of the last complete look at the server. */
  lastSync: v.nullable(v.string()),
  /** Mails that could not be read and are kept whole. */
  quarantined: v.number(),
});
export type AccountState = v.InferOutput<typeof AccountStateSchema>;

export const MailAccountSchema = v.object({
  id: IdSchema,
  boxId: IdSchema,
  /** `smtp`: Kontor receives its mail itself, and it has no server, user name and port. */
  kind: v.picklist(['imap', 'smtp']),
  name: v.string(),
  email: v.string(),
  host: v.string(),
  port: v.number(),
  security: v.picklist(SECURITIES),
  userName: v.string(),
  authentication: v.picklist(AUTHENTICATIONS),
  /** Without its secrets, which never leave the server. */
  oauth2: v.nullable(v.object({ tokenUrl: v.string(), clientId: v.string() })),
  trustedFingerprint: v.nullable(v.string()),
  ownerId: v.number(),
  /** The people who see the account's mails, the owner among them. */
  memberIds: v.array(v.number()),
  /** True where Done by one is Done for all. */
  sharedState: v.boolean(),
  changeable: v.boolean(),
  state: AccountStateSchema,
});
export type MailAccount = v.InferOutput<typeof MailAccountSchema>;

export const AccountFieldsSchema = {
  name: filledText(100),
  email: v.pipe(text(320), v.trim(), v.email()),
  memberIds: v.optional(v.pipe(v.array(IdSchema), v.maxLength(1000)), []),
  sharedState: v.optional(v.boolean(), true),
};
