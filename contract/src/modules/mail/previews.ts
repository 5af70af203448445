import * as v from 'valibot';
import { AggregateIdSchema, defineQuery, formatAggregateId, itemKey, text } from '../../kernel/index.ts';
import { listKey } from '../activity/index.ts';
import { RECORDS_KEY, recordParams } from '../record/index.ts';
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

/** Files of mails that are told of at once. */
export const MAILS_WITH_FILES = 50;

/**
 * The files of the mails that a record is linked with, by their mails, the newest first: of mails alone that the person sees, `MAILS_WITH_FILES` of them at once. Pictures in
 * the text of a mail are none of them.
 */
export const attachmentsOfRecord = defineQuery({
  name: 'mail.attachmentsOfRecord',
  params: v.strictObject({
    ...recordParams,
    /** Mails that are left out, as they are known. */
    skip: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)), 0),
  }),
  result: v.object({
    mails: v.array(
      v.object({
        aggregateId: v.string(),
        subject: v.string(),
        senderAddress: v.string(),
        senderRealName: v.string(),
        /** Seconds since 1970. */
        timestamp: v.number(),
        files: v.array(AttachmentSchema),
      }),
    ),
    isMore: v.boolean(),
  }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => [listKey('email'), RECORDS_KEY],
  example: {
    params: { idoId: 7, idoInstanceId: 1 },
    result: {
      mails: [
        {
          aggregateId: exampleId,
          subject: 'Angebot',
          senderAddress: 'paul.neumann@werft.example',
          senderRealName: 'Paul Neumann',
          timestamp: 1_795_219_200,
          files: [
            {
              attachmentId: 1,
              filename: 'Lieferschein.pdf',
              fileSize: 18_231,
              fileType: 'pdf',
              'content-type': 'application/pdf',
              'content-id': null,
              'content-disposition': 'attachment',
              isDeleted: false,
              storageKey: '1',
              downloadAggregateId: exampleId,
            },
          ],
        },
      ],
      isMore: false,
    },
  },
});

export const previewQueries = {
  attachmentsOfRecord,
  attachmentPreview,
  attachedMail,
  attachedEvents,
  attachedContacts,
  attachmentsArchive,
} as const;
