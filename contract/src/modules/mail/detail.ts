import * as v from 'valibot';
import { EntryRowSchema, RelatedItemSchema } from '../activity/index.ts';
import { LinkSchema } from '../record/index.ts';
import { AuthenticationSchema, SignatureCheckSchema } from './checks.ts';
import { AttachmentSchema, ReceiverSchema, SenderWarningSchema, UnreadableReasonSchema } from './entities.ts';
import { InvitationSchema, UnsubscribeSchema } from './invitation.ts';
import { OutgoingSchema, SMTP_LOG_TYPES } from './outgoing.ts';
import { ReceiverStateSchema } from './written.ts';

/** What became of a mail of ours; null for what came in. */
const smtpLogType = v.nullable(v.picklist(SMTP_LOG_TYPES));

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
  smtpLogType,
  userHasAccessToTheAnswer: v.boolean(),
  userIsAuthorizedToDelete: v.boolean(),
  userIsAuthorizedToSpam: v.boolean(),
  /** Address of the sender, for the list's hover tip and the picture's colour. */
  senderAddress: v.string(),
  /** First words of the text, for the large row. */
  preview: v.string(),
  /** True where something about the sender is odd; `warnings` of the mail's details says what. */
  warned: v.boolean(),
  /** The thread that it belongs to; null while that is not known. */
  threadId: v.nullable(v.number()),
  /** Who has taken it on, by name and id; null where nobody has. */
  claimedBy: v.nullable(v.string()),
  claimedById: v.nullable(v.number()),
  /** How many internal comments it has. */
  comments: v.number(),
  /** Whether one of them names the person. */
  isMentioned: v.boolean(),
  /** True where it brings an appointment. */
  invitation: v.boolean(),
  /** Until when it is out of the way, in seconds; -1 until it is answered, null where it is not. */
  snoozedUntil: v.nullable(v.number()),
  /** When it came back, in seconds. */
  wokenAt: v.nullable(v.number()),
  /** Who has answered, where that brought it back; null where it was the time. */
  wokenBy: v.optional(v.nullable(v.string()), null),
  /** Whom the person sees it for; null where it is theirs. */
  substituteFor: v.nullable(v.string()),
  /** The mail that this one says something about the delivery of, where the person sees that. */
  bounceOf: v.nullable(v.string()),
});
export type MailExtras = v.InferOutput<typeof MailExtrasSchema>;

/** Extras of a mail of which only what was stored is known; what depends on the person, and what was not known then, is filled by default. */
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
  threadId: null,
  claimedBy: null,
  claimedById: null,
  comments: 0,
  isMentioned: false,
  invitation: false,
  snoozedUntil: null,
  wokenAt: null,
  wokenBy: null,
  substituteFor: null,
  bounceOf: null,
  ...stored,
});

/** What became of a mail, and what the person may do with it. */
export const SendStateSchema = v.object({
  answered: v.boolean(),
  answeredBy: v.nullable(v.string()),
  answeredWithTheMailId: v.nullable(v.number()),
  containsExternalImages: v.boolean(),
  isDeleted: v.boolean(),
  isSpam: v.boolean(),
  shouldShowTheClaimButton: v.boolean(),
  shouldShowTheReplyButton: v.boolean(),
  /** What was said to the mail server and by it, the newest last, at most 64 kB; null for all but those who send for the account. */
  smtpLogLog: v.nullable(v.string()),
  smtpLogType,
  userHasAccessToTheAnswer: v.boolean(),
  userIsAuthorizedToDelete: v.boolean(),
  userIsAuthorizedToSpam: v.boolean(),
});
export type SendState = v.InferOutput<typeof SendStateSchema>;

/** The part of a mail's extras that is its send state, with the log beside it. */
export const sendStateOf = (extras: MailExtras, smtpLogLog: string | null): SendState => ({
  answered: extras.answered,
  answeredBy: extras.answeredBy,
  answeredWithTheMailId: extras.answeredWithTheMailId,
  containsExternalImages: extras.containsExternalImages,
  isDeleted: extras.isDeleted,
  isSpam: extras.isSpam,
  shouldShowTheClaimButton: extras.shouldShowTheClaimButton,
  shouldShowTheReplyButton: extras.shouldShowTheReplyButton,
  smtpLogLog,
  smtpLogType: extras.smtpLogType,
  userHasAccessToTheAnswer: extras.userHasAccessToTheAnswer,
  userIsAuthorizedToDelete: extras.userIsAuthorizedToDelete,
  userIsAuthorizedToSpam: extras.userIsAuthorizedToSpam,
});

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
  sendState: SendStateSchema,
  extras: MailExtrasSchema,
  /** The thread that it belongs to; null while that is not known. */
  threadId: v.nullable(v.number()),
  /** Mails that were sent from here as answers to it, or to pass it on, the newest last. No id where the person does not see that mail. */
  answers: v.array(
    v.object({
      kind: v.picklist(['answer', 'forward']),
      aggregateId: v.nullable(v.string()),
      by: v.string(),
      /** Seconds since 1970. */
      at: v.number(),
    }),
  ),
  /** How it is doing on its way out, where it was sent from here. */
  outgoing: v.nullable(OutgoingSchema),
  /** Who has taken it on, and when, in seconds; null where nobody has. */
  claim: v.nullable(v.object({ userId: v.number(), name: v.string(), at: v.number(), isMine: v.boolean() })),
  /** Where it is from; null where that was not checked. */
  authentication: v.nullable(AuthenticationSchema),
  /** What its signature is worth; null where it has none, or that was not checked. */
  signature: v.nullable(SignatureCheckSchema),
  invitation: v.nullable(InvitationSchema),
  unsubscribe: v.nullable(UnsubscribeSchema),
  /**
   * Of a report: the mail whose delivery it tells of, with those of its receivers whom it names. Of a mail of ours: the last report about
   * it, with those receivers of whom reports told. No id where the person does not see that mail.
   */
  bounce: v.nullable(
    v.object({
      aggregateId: v.nullable(v.string()),
      receivers: v.array(v.object({ receiver: v.string(), state: ReceiverStateSchema, answer: v.string() })),
    }),
  ),
  /** The mailbox that the person sees it in, and what they may do for that; id 0 where it is none of mail. */
  mailbox: v.object({
    accountId: v.number(),
    email: v.string(),
    sends: v.boolean(),
    manages: v.boolean(),
    isShared: v.boolean(),
  }),
  /** Rules that did something with it. */
  firedRules: v.array(v.object({ ruleId: v.string(), name: v.string() })),
  /** Records that it has to do with, and why. */
  links: v.array(LinkSchema),
  /** What was made of it, or of its files. */
  related: v.array(RelatedItemSchema),
  /** The mail's list entry, so that its state is known where no list was loaded. */
  entry: EntryRowSchema,
});
export type MailDetail = v.InferOutput<typeof MailDetailSchema>;
