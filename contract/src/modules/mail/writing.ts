import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  defineEvent,
  defineQuery,
  eventPayload,
  filledText,
  formatAggregateId,
  takingAnswer,
  text,
} from '../../kernel/index.ts';
import { ReceiverSchema } from './entities.ts';
import { MailCommandFields, REPLY_TYPES, ReceiverInputSchema, ReplyTypeSchema, exampleMail } from './written.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const mayBeId = v.optional(v.nullable(IdSchema), null);

/** An address that mail can be sent as. */
export const SendingAccountSchema = v.object({
  email: v.string(),
  id: v.number(),
  /** The one that the person has chosen to write from where nothing says otherwise. */
  isTheStandardMailAccount: v.boolean(),
  name: v.string(),
  /** The mailbox's own address, not another one that it may use. */
  standard: v.boolean(),
  standardTemplateId: v.nullable(v.number()),
  /** No mailbox is read behind it. */
  virtual: v.boolean(),
  accountId: v.number(),
  isShared: v.boolean(),
  /** False where the account has no server to hand mail to, or the person may only see it. */
  canSend: v.boolean(),
  manages: v.boolean(),
});

export type SendingAccount = v.InferOutput<typeof SendingAccountSchema>;

export const SignatureSchema = v.object({
  id: v.number(),
  isTheStandSignatureForTheAccount: v.boolean(),
  /** As it is put into a mail of this person. */
  mailsignature: v.string(),
  name: v.string(),
  sendingAccountId: v.number(),
  /** As it is kept, with its placeholders. */
  signature: v.string(),
  isGlobal: v.boolean(),
  changeable: v.boolean(),
  version: v.number(),
});

export type Signature = v.InferOutput<typeof SignatureSchema>;

/** A draft or template in a list. `Time` is an ISO instant. */
export const DraftLineSchema = v.object({
  ID: v.number(),
  Name: v.string(),
  Time: v.string(),
  subject: v.string(),
  receivers: v.string(),
  draftKey: v.string(),
  byName: v.string(),
  version: v.number(),
  hasAttachments: v.boolean(),
});

export type DraftLine = v.InferOutput<typeof DraftLineSchema>;

/** A file of a draft. It is named again by `originalAttachmentIds` or `attachedItems`, whatever the person sees by then. */
export const DraftFileSchema = v.object({
  /** 0 for a mail as a file. */
  AttachmentID: v.number(),
  Disposition: v.picklist(['inline', 'attachment']),
  Filename: v.string(),
  Filesize: v.number(),
  Source: v.picklist(['upload', 'mail', 'document']),
  contentType: v.string(),
  storageKey: v.string(),
  /** The item that it is a file of; null for an upload. */
  aggregateId: v.nullable(v.string()),
});

export const DraftContentSchema = v.object({
  Subject: v.string(),
  Content: v.string(),
  ReceiverTO: v.array(ReceiverSchema),
  ReceiverCC: v.array(ReceiverSchema),
  ReceiverBCC: v.array(ReceiverSchema),
  attachments: v.array(DraftFileSchema),
  /** Aggregate ids. */
  ForwardMailID: v.nullable(v.string()),
  ReplyMailID: v.nullable(v.string()),
  SourceType: v.picklist(['new', ...REPLY_TYPES]),
  TemplateName: v.string(),
  ID: v.number(),
  draftKey: v.string(),
  isGlobal: v.boolean(),
  isAutomatic: v.boolean(),
  isPlain: v.boolean(),
  senderAccountId: v.nullable(v.number()),
  signatureId: v.nullable(v.number()),
  templateId: v.nullable(v.number()),
  version: v.number(),
  savedAt: v.string(),
  savedBy: v.string(),
  /** Placeholders that are not filled. */
  fields: v.array(v.string()),
});
export type DraftContent = v.InferOutput<typeof DraftContentSchema>;

const exampleDraft: DraftContent = {
  Subject: exampleMail.subject,
  Content: exampleMail.content,
  ReceiverTO: [{ receiver: 'paul.neumann@werft.example', receiverRealName: 'Paul Neumann', state: '' }],
  ReceiverCC: [],
  ReceiverBCC: [],
  attachments: [],
  ForwardMailID: null,
  ReplyMailID: null,
  SourceType: 'new',
  TemplateName: '',
  ID: 9,
  draftKey: exampleMail.draftKey,
  isGlobal: false,
  isAutomatic: true,
  isPlain: false,
  senderAccountId: 1,
  signatureId: null,
  templateId: null,
  version: 1,
  savedAt: '2026-11-20T08:00:00.000Z',
  savedBy: 'Anna Berger',
  fields: [],
};

const lines = v.array(DraftLineSchema);
/** From what, and with what, the person can write. */
export const accounts = defineQuery({
  name: 'mail.accounts',
  params: NothingSchema,
  result: v.object({
    autoDrafts: lines,
    drafts: lines,
    globalDrafts: lines,
    templates: lines,
    globalTemplates: lines,
    sendingAccounts: v.array(SendingAccountSchema),
    signatures: v.array(SignatureSchema),
    /** Bytes that text and files of one mail may have together. */
    mostBytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['mailDrafts', 'mailAccounts'],
  example: {
    params: {},
    result: {
      autoDrafts: [],
      drafts: [],
      globalDrafts: [],
      templates: [],
      globalTemplates: [],
      sendingAccounts: [],
      signatures: [],
      mostBytes: 26_214_400,
    },
  },
});

export const draftOrTemplate = defineQuery({
  name: 'mail.draftOrTemplate',
  params: v.strictObject({ draftOrTemplateId: IdSchema }),
  result: DraftContentSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: ({ draftOrTemplateId }) => [`draft:${draftOrTemplateId}`],
  example: { params: { draftOrTemplateId: 9 }, result: exampleDraft },
});

/** What an answer begins with, and what the person should know before. The quote's text is that of `mail.details`. */
export const prepareAnswer = defineQuery({
  name: 'mail.prepareAnswer',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    replyOrForwardType: ReplyTypeSchema,
    senderAccountId: mayBeId,
  }),
  result: v.object({
    receiversTo: v.array(ReceiverInputSchema),
    receiversCC: v.array(ReceiverInputSchema),
    /** Of a mail that is written once more those whom nobody was told of, as far as they are known. */
    receiversBCC: v.optional(v.array(ReceiverInputSchema), []),
    subject: v.string(),
    originalAttachmentIds: v.array(v.number()),
    senderAccountId: v.nullable(v.number()),
    signatureId: v.nullable(v.number()),
    templateId: v.nullable(v.number()),
    warns: v.array(v.picklist(['replyElsewhere', 'claimedByOther', 'answeredAlready', 'noReply'])),
  }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => ['mailAccounts'],
  example: {
    params: { aggregateId: exampleId, replyOrForwardType: 'reply' },
    result: {
      ...exampleMail,
      receiversCC: [],
      receiversBCC: [],
      originalAttachmentIds: [],
      senderAccountId: 1,
      signatureId: null,
      templateId: null,
      warns: [],
    },
  },
});

export type PreparedAnswer = v.InferOutput<typeof prepareAnswer.result>;

const saved = { version: v.number(), savedAt: v.string() };
/** Saves a draft. An automatic one stays automatic until it is saved without `autoSave`. */
export const saveDraft = defineCommand({
  name: 'mail.saveDraft',
  // Saved again in a few seconds, and merged by its version where one is carried out twice.
  fleeting: { of: ({ autoSave }) => autoSave },
  params: takingAnswer({ ...MailCommandFields, isGlobal: v.optional(v.boolean(), false) }, prepareAnswer.result),
  result: v.object({ draftId: IdSchema, ...saved }),
  errors: [
    'NOT_FOUND',
    'RIGHT_MISSING',
    'VERSION_CONFLICT',
    'MAIL_ALREADY_SENT',
    'MAIL_ATTACHMENT_MISSING',
    'MAIL_DRAFT_TOO_MANY',
  ],
  example: { params: exampleMail, result: { draftId: 9, version: 1, savedAt: '2026-11-20T08:00:00.000Z' } },
});

/** Saves a template, which needs a name. A global one of somebody else only they and administrators change. */
export const saveTemplate = defineCommand({
  name: 'mail.saveTemplate',
  params: v.strictObject({ ...MailCommandFields, isGlobal: v.optional(v.boolean(), false) }),
  result: v.object({ templateId: IdSchema, ...saved }),
  errors: [
    'NOT_FOUND',
    'RIGHT_MISSING',
    'VERSION_CONFLICT',
    'MAIL_TEMPLATE_NAME_MISSING',
    'MAIL_ATTACHMENT_MISSING',
    'MAIL_DRAFT_TOO_MANY',
  ],
  example: {
    params: { ...exampleMail, templateName: 'Antwort auf Lieferfragen' },
    result: { templateId: 10, version: 1, savedAt: '2026-11-20T08:00:00.000Z' },
  },
});

/** Throws a draft or template away; for 30 days it can be had back. */
export const deleteDraftOrTemplate = defineCommand({
  name: 'mail.deleteDraftOrTemplate',
  params: v.strictObject({ draftOrTemplateId: IdSchema, type: v.picklist(['draft', 'template']) }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { draftOrTemplateId: 9, type: 'draft' }, result: {} },
});

export const restoreDraft = defineCommand({
  name: 'mail.restoreDraft',
  params: v.strictObject({ draftOrTemplateId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'MAIL_ALREADY_SENT'],
  example: { params: { draftOrTemplateId: 9 }, result: {} },
});

/** A template with its placeholders filled; `fields` of the answer names those that nothing is known for. */
export const fillTemplate = defineQuery({
  name: 'mail.fillTemplate',
  params: v.strictObject({
    templateId: IdSchema,
    replyOrForwardMailAggregateId: v.optional(v.nullable(AggregateIdSchema), null),
    receiver: v.optional(v.nullable(ReceiverInputSchema), null),
    senderAccountId: mayBeId,
  }),
  result: DraftContentSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  cached: false,
  refreshOn: () => [],
  example: { params: { templateId: 10 }, result: exampleDraft },
});

/** Saves a signature; `isGlobal`: for everybody who may send for the account. */
export const saveSignature = defineCommand({
  name: 'mail.saveSignature',
  params: v.strictObject({
    signatureId: mayBeId,
    sendingAccountId: IdSchema,
    name: filledText(200),
    signature: text(200_000),
    isGlobal: v.optional(v.boolean(), false),
    isStandard: v.optional(v.boolean(), false),
    aggregateVersion: v.optional(v.nullable(v.number()), null),
  }),
  result: v.object({ signatureId: IdSchema, version: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'VERSION_CONFLICT'],
  example: {
    params: { sendingAccountId: 1, name: 'Kurz', signature: '<p>Anna Berger</p>' },
    result: { signatureId: 2, version: 1 },
  },
});

export const deleteSignature = defineCommand({
  name: 'mail.deleteSignature',
  params: v.strictObject({ signatureId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { signatureId: 2 }, result: {} },
});

/** A draft is another than it was. Goes to its owner, and of a global one to all who may send for its account. */
export const draftChanged = defineEvent(
  'mail.draftChanged',
  v.object({ ...eventPayload, draftId: v.number(), version: v.number(), byUserId: v.number() }),
);

export const writingQueries = { accounts, draftOrTemplate, prepareAnswer, fillTemplate } as const;
export const writingCommands = {
  saveDraft,
  saveTemplate,
  deleteDraftOrTemplate,
  restoreDraft,
  saveSignature,
  deleteSignature,
} as const;
export const writingEvents = { draftChanged } as const;
export const writingProblems = {
  MAIL_TEMPLATE_NAME_MISSING: 422,
  MAIL_DRAFT_TOO_MANY: 422,
  MAIL_ATTACHMENT_MISSING: 422,
  MAIL_ALREADY_SENT: 409,
} as const;
