import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineQuery,
  formatAggregateId,
  itemKey,
  text,
} from '../../kernel/index.ts';
import { FilterBoxSchema, FilterUserSchema, GROUPS_KEY } from '../account/index.ts';
import { exampleRow, itemsQuery } from '../activity/index.ts';
import { RECORDS_KEY } from '../record/index.ts';
import { addressQueries } from './addresses.ts';
import { MailDetailSchema, mailExtras, sendStateOf } from './detail.ts';
import { AttachmentSchema, MailAccountSchema, MailServerFaultSchema, MailServerSchema } from './entities.ts';
import { readingQueries } from './reading.ts';
import { quarantineQueries } from './quarantine.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const byId = v.strictObject({ aggregateId: AggregateIdSchema });
const storageKey = text(100);

const exampleExtras = mailExtras({ hasAttachments: true, answered: true, answeredBy: 'Anna Berger', threadId: 17 });

const exampleAttachment: v.InferOutput<typeof AttachmentSchema> = {
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
  notSearched: 'encrypted',
};

/** Mails of the person's boxes, filtered. */
export const items = itemsQuery('mail.items', 'email');

export const boxes = defineQuery({
  name: 'mail.boxes',
  params: NothingSchema,
  result: v.object({ boxes: v.array(FilterBoxSchema), users: v.array(FilterUserSchema) }),
  refreshOn: () => ['boxes:email', 'people', GROUPS_KEY],
  example: {
    params: {},
    result: { boxes: [{ boxId: 3, isVirtual: false, name: 'info@nordwerk.example' }], users: [] },
  },
});

export const details = defineQuery({
  name: 'mail.details',
  params: byId,
  result: MailDetailSchema,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), RECORDS_KEY],
  example: {
    params: { aggregateId: exampleId },
    result: {
      aggregateId: exampleId,
      subject: 'Lieferschein fehlt',
      senderAddress: 'paul.neumann@werft.example',
      senderRealName: 'Paul Neumann',
      receiverAddressesTo: [{ receiver: 'info@nordwerk.example', receiverRealName: '', state: '' }],
      receiverAddressesCC: [],
      receiverAddressesBCC: [],
      readableContentHTML: '<p>Guten Tag,</p>',
      timestamp: 1_795_219_200,
      contactPicture: null,
      mailModelAttachments: [exampleAttachment],
      externalImages: 0,
      warnings: [],
      unreadable: false,
      unreadableReason: null,
      sendState: sendStateOf(exampleExtras, null),
      extras: exampleExtras,
      threadId: 17,
      answers: [{ kind: 'answer', aggregateId: null, by: 'Anna Berger', at: 1_795_222_800 }],
      outgoing: null,
      claim: null,
      authentication: null,
      signature: null,
      invitation: null,
      unsubscribe: null,
      bounce: null,
      mailbox: { accountId: 1, email: 'info@nordwerk.example', sends: true, manages: false, isShared: true },
      firedRules: [],
      links: [],
      related: [],
      entry: { ...exampleRow, userList: [[1, 1]] },
    },
  },
});

export const attachments = defineQuery({
  name: 'mail.attachments',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    storageKeys: v.optional(v.pipe(v.array(storageKey), v.maxLength(1000)), []),
  }),
  result: v.array(AttachmentSchema),
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: { aggregateId: exampleId, storageKeys: ['1'] }, result: [exampleAttachment] },
});

/** Bytes of one attachment. */
export const attachmentContent = defineQuery({
  name: 'mail.attachmentContent',
  params: v.strictObject({ aggregateId: AggregateIdSchema, storageKey }),
  result: v.unknown(),
  bytes: true,
  audit: 'data.exported',
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: { aggregateId: exampleId, storageKey: '1' }, result: null },
});

/** The mail as it arrived, byte for byte, type `message/rfc822`. */
export const source = defineQuery({
  name: 'mail.source',
  cost: 'heavy',
  params: byId,
  result: v.unknown(),
  bytes: true,
  audit: 'data.exported',
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: { aggregateId: exampleId }, result: null },
});

/** Bytes of an external image of a mail, fetched by the server; `imageId` counts from 0 in the order of the mail. */
export const externalImage = defineQuery({
  name: 'mail.externalImage',
  cost: 'outside',
  params: v.strictObject({ aggregateId: AggregateIdSchema, imageId: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  result: v.unknown(),
  bytes: true,
  errors: ['NOT_FOUND', 'IMAGE_NOT_AVAILABLE'],
  refreshOn: () => [],
  example: { params: { aggregateId: exampleId, imageId: 0 }, result: null },
});

/** The mail accounts that the person owns or belongs to (an administrator: all), with what each is doing now. */
export const accountSettings = defineQuery({
  name: 'mail.accountSettings',
  params: NothingSchema,
  result: v.array(MailAccountSchema),
  refreshOn: () => ['mailAccounts'],
  example: {
    params: {},
    result: [
      {
        id: 1,
        boxId: 3,
        kind: 'imap',
        name: 'Büro',
        email: 'info@nordwerk.example',
        host: 'imap.nordwerk.example',
        port: 993,
        security: 'tls',
        userName: 'info@nordwerk.example',
        authentication: 'password',
        oauth2: null,
        trustedFingerprint: null,
        sending: {
          host: 'smtp.nordwerk.example',
          port: 465,
          security: 'tls',
          userName: '',
          trustedFingerprint: null,
        },
        sendingFault: null,
        sentCopy: 'auto',
        ownerId: 1,
        memberIds: [1, 2],
        sharedState: true,
        changeable: true,
        state: {
          phase: 'watching',
          done: 120,
          total: 120,
          folder: 'INBOX',
          fault: null,
          lastSync: '2026-11-20T08:00:00.000Z',
          quarantined: 0,
          leftOut: [],
        },
      },
    ],
  },
});

/**
 * Tries to sign in to a mail server and answers how many mails there are, or what went wrong. Sent by POST: it bears a password.
 * With `accountId` the stored secrets stand in for empty ones.
 */
export const testConnection = defineQuery({
  name: 'mail.testConnection',
  cost: 'outside',
  params: v.strictObject({
    ...MailServerSchema.entries,
    accountId: v.optional(v.nullable(IdSchema), null),
  }),
  result: v.object({
    fault: v.nullable(MailServerFaultSchema),
    folders: v.number(),
    mails: v.number(),
    /** Takes the place of the refresh token that was given, which is worth nothing any more; null where it is still good. */
    refreshToken: v.nullable(v.string()),
  }),
  cached: false,
  refreshOn: () => [],
  example: {
    params: { host: 'imap.nordwerk.example', port: 993, security: 'tls', userName: 'info', password: 'geheim' },
    result: {
      fault: { code: 'HOST_NOT_FOUND', address: 'imap.nordwerk.example:993', serverSaid: '', fingerprint: null },
      folders: 0,
      mails: 0,
      refreshToken: null,
    },
  },
});

export const queries = {
  items,
  boxes,
  details,
  attachments,
  attachmentContent,
  source,
  externalImage,
  accountSettings,
  testConnection,
  ...readingQueries,
  ...addressQueries,
  ...quarantineQueries,
} as const;
