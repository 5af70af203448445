import * as v from 'valibot';
import { IdSchema, filledText, text } from '../../kernel/index.ts';
import { ReceiverStateSchema } from './written.ts';

export const ReceiverSchema = v.object({
  receiver: v.string(),
  receiverRealName: v.string(),
  /** How delivery to this receiver went; empty for mails that came in. */
  state: ReceiverStateSchema,
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
  /** Returns go to an unlike domain. `value`: where. */
  'REPLY_ELSEWHERE',
  /** The domain that it claims to be from says that it is not. `value`: the domain, `other`: what it asks for, `reject` or `quarantine`. */
  'AUTHENTICATION_FAILED',
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

const { host, port, security, trustedFingerprint } = MailServerSchema.entries;
/** Where mail of an account is handed over. Without a user name that of reading is used, with its secrets; an empty password keeps the stored one. */
export const SendingServerSchema = v.strictObject({
  host,
  port,
  security,
  userName: v.optional(text(320), ''),
  password: v.optional(text(1000), ''),
  trustedFingerprint,
});

/** Who files what was sent in the sent folder of a mailbox: found out, Kontor, or its server. */
export const SENT_COPIES = ['auto', 'append', 'server'] as const;

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
  'NOT_AN_SMTP_SERVER',
  'SIGN_IN_REFUSED',
  'TOKEN_REFUSED',
  /** It lists mails and gives none of them. */
  'MAILS_WITHHELD',
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
  /** Folders that cannot be read, since their names bear line breaks or other control characters: the first 20. */
  leftOut: v.array(v.string()),
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
  /** Where its mail is handed over, without the password; null for the operator's own mail server. */
  sending: v.nullable(
    v.object({
      host: v.string(),
      port: v.number(),
      security: v.picklist(SECURITIES),
      /** Empty: signed in as for reading. */
      userName: v.string(),
      trustedFingerprint: v.nullable(v.string()),
    }),
  ),
  /** What went wrong when mail was last handed over; null where nothing did. */
  sendingFault: v.nullable(MailServerFaultSchema),
  /** Who files what was sent in the sent folder. */
  sentCopy: v.picklist(SENT_COPIES),
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
