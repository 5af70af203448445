import * as v from 'valibot';
import { AggregateIdSchema, defineQuery, formatAggregateId, itemKey, text } from '../../kernel/index.ts';
import { AttachmentSchema, ReceiverSchema } from './entities.ts';
import { InvitationSchema } from './invitation.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
/** `3` is a file of the mail, `3.0` one of the mail in it, and so on, three deep. */
const storageKey = text(100);
const byFile = v.strictObject({ aggregateId: AggregateIdSchema, storageKey });
const errors = ['NOT_FOUND', 'PREVIEW_NOT_AVAILABLE'];
const example = { aggregateId: exampleId, storageKey: '1' };

/** A file to be looked at: a picture made anew, a PDF, or text. Office files come as PDF where the server has LibreOffice. */
export const attachmentPreview = defineQuery({
  name: 'mail.attachmentPreview',
  cost: 'heavy',
  params: byFile,
  result: v.unknown(),
  bytes: true,
  errors,
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: example, result: null },
});

/** A mail that is a file of another one. */
export const AttachedMailSchema = v.object({
  subject: v.string(),
  senderAddress: v.string(),
  senderRealName: v.string(),
  receiverAddressesTo: v.array(ReceiverSchema),
  receiverAddressesCC: v.array(ReceiverSchema),
  timestamp: v.nullable(v.number()),
  readableContentHTML: v.string(),
  mailModelAttachments: v.array(AttachmentSchema),
});

export const attachedMail = defineQuery({
  name: 'mail.attachedMail',
  cost: 'heavy',
  params: byFile,
  result: AttachedMailSchema,
  errors,
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: {
    params: example,
    result: {
      subject: 'Angebot',
      senderAddress: 'paul.neumann@werft.example',
      senderRealName: 'Paul Neumann',
      receiverAddressesTo: [],
      receiverAddressesCC: [],
      timestamp: null,
      readableContentHTML: '<p>Guten Tag,</p>',
      mailModelAttachments: [],
    },
  },
});

/** The appointments of a calendar file, at most 100. */
export const attachedEvents = defineQuery({
  name: 'mail.attachedEvents',
  params: byFile,
  result: v.array(InvitationSchema),
  errors,
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: example, result: [] },
});

/** The people of a contact file, at most 500. */
export const attachedContacts = defineQuery({
  name: 'mail.attachedContacts',
  params: byFile,
  result: v.array(
    v.object({
      name: v.string(),
      organisation: v.string(),
      emails: v.array(v.string()),
      phones: v.array(v.string()),
      addresses: v.array(v.string()),
      birthday: v.string(),
      note: v.string(),
    }),
  ),
  errors,
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: {
    params: example,
    result: [
      {
        name: 'Paul Neumann',
        organisation: 'Werft',
        emails: ['paul.neumann@werft.example'],
        phones: ['+49 40 555 0101'],
        addresses: [],
        birthday: '',
        note: '',
      },
    ],
  },
});

/** All files of a mail, or those that are named, in one ZIP. */
export const attachmentsArchive = defineQuery({
  name: 'mail.attachmentsArchive',
  cost: 'heavy',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    storageKeys: v.optional(v.pipe(v.array(storageKey), v.maxLength(1000)), []),
  }),
  result: v.unknown(),
  bytes: true,
  audit: 'data.exported',
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: { aggregateId: exampleId }, result: null },
});

export const previewQueries = {
  attachmentPreview,
  attachedMail,
  attachedEvents,
  attachedContacts,
  attachmentsArchive,
} as const;
