import * as v from 'valibot';
import { AggregateIdSchema, IdSchema, text, titleText } from '../../kernel/index.ts';

/** How a mail came from another one. */
export const REPLY_TYPES = ['reply', 'replyAll', 'forward', 'forwardAsAttachment', 'editAsNew'] as const;
export const ReplyTypeSchema = v.picklist(REPLY_TYPES);
export type ReplyType = v.InferOutput<typeof ReplyTypeSchema>;

/** How delivery to a receiver went; empty for mails that came in. */
export const RECEIVER_STATES = [
  '',
  'pending',
  'accepted',
  'refused',
  'unknown',
  'delayed',
  'bounced',
  'delivered',
] as const;
export const ReceiverStateSchema = v.picklist(RECEIVER_STATES);

/** An address as it was typed: whether mail can be sent there is judged when it is to be sent. */
export const TypedAddressSchema = v.pipe(text(320), v.trim());

export const ReceiverInputSchema = v.strictObject({
  receiver: TypedAddressSchema,
  receiverRealName: v.optional(titleText(200), ''),
});
export type ReceiverInput = v.InferOutput<typeof ReceiverInputSchema>;

/** The same as it was typed, with a name before it or without (`Paul Neumann <paul@werft.example>`), or as details have it. */
const TakenReceiverSchema = v.union([
  v.pipe(
    text(600),
    v.trim(),
    v.transform((typed): v.InferInput<typeof ReceiverInputSchema> => {
      const [, name = '', address = typed] = /^"?([^"<>]*?)"?\s*<([^<>]*)>$/.exec(typed) ?? [];
      return { receiver: address, receiverRealName: name };
    }),
    ReceiverInputSchema,
  ),
  v.pipe(
    v.strictObject({ ...ReceiverInputSchema.entries, state: v.optional(ReceiverStateSchema) }),
    v.transform(({ receiver, receiverRealName }) => ({ receiver, receiverRealName })),
  ),
]);

/** Most files of one mail, and most receivers that one field takes; an operator sets how many may be sent to. */
export const MAX_FILES = 200;
export const MAX_FIELD_RECEIVERS = 1000;
export const MAX_CONTENT = 2_000_000;

const receivers = v.optional(v.pipe(v.array(TakenReceiverSchema), v.maxLength(MAX_FIELD_RECEIVERS)), []);
const fileIds = v.optional(v.pipe(v.array(IdSchema), v.maxLength(MAX_FILES)), []);
const mayBeId = v.optional(v.nullable(IdSchema), null);
const uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid());

/** A file of another item, or the item itself as a file where `storageKey` is empty. */
export const AttachedItemSchema = v.strictObject({ aggregateId: AggregateIdSchema, storageKey: text(100) });

/** A mail as it is being written: for sending it, and for saving it as a draft or template. */
export const MailCommandFields = {
  /** Uploads that are complete. */
  attachmentIds: fileIds,
  /** Attachments of the mail that is answered or forwarded. */
  originalAttachmentIds: fileIds,
  autoSave: v.optional(v.boolean(), false),
  /** HTML of those tags and properties that mails of ours may use, or text where `isPlain`. */
  content: v.optional(text(MAX_CONTENT), ''),
  draftId: mayBeId,
  draftName: v.optional(titleText(200), ''),
  receiversTo: receivers,
  receiversCC: receivers,
  receiversBCC: receivers,
  replyOrForwardMailAggregateId: v.optional(v.nullable(AggregateIdSchema), null),
  replyOrForwardType: v.optional(v.nullable(ReplyTypeSchema), null),
  senderAccountId: mayBeId,
  signatureId: mayBeId,
  subject: v.optional(titleText(998), ''),
  templateId: mayBeId,
  templateName: v.optional(titleText(200), ''),
  /** The client's own name of the draft, the same from its first letter to the sent mail: saved twice it is one draft. */
  draftKey: v.optional(v.nullable(uuid), null),
  isPlain: v.optional(v.boolean(), false),
  /** As `attachmentIds`, by the client's names of uploads: they are known before the server has answered. */
  uploadIds: v.optional(v.pipe(v.array(uuid), v.maxLength(MAX_FILES)), []),
  attachedItems: v.optional(v.pipe(v.array(AttachedItemSchema), v.maxLength(MAX_FILES)), []),
  /** Version of the draft that was edited. */
  aggregateVersion: v.optional(v.nullable(v.number()), null),
};
export const WrittenMailSchema = v.strictObject(MailCommandFields);
export type WrittenMail = v.InferOutput<typeof WrittenMailSchema>;

/** A mail as examples write it. */
export const exampleMail = {
  receiversTo: [{ receiver: 'paul.neumann@werft.example', receiverRealName: 'Paul Neumann' }],
  subject: 'AW: Lieferschein fehlt',
  content: '<p>Guten Tag,</p>',
  draftKey: '5d2f6f4e-8a53-4b8d-9a34-1f2d9c3b7a10',
};
