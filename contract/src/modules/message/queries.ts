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
import { FilterUserSchema, GROUPS_KEY } from '../account/index.ts';
import { exampleEntry, exampleRow, itemsQuery } from '../activity/index.ts';
import { RECORDS_KEY } from '../record/index.ts';
import {
  AddresseesSchema,
  DEFAULT_EDIT_MINUTES,
  DETAIL_TEXTS,
  DRAFTS_KEY,
  MAX_RECEIVERS_PAGE,
  MAX_TEXTS,
  MESSAGE_RULES_KEY,
  MessageDetailSchema,
  MessageRulesSchema,
  ReceiverSchema,
  TextSchema,
  messageExtras,
  messageKey,
  type MessageExtras,
  type MessageText,
} from './entities.ts';

const exampleId = formatAggregateId({ module: 'message', entryId: 17, userId: 1 });

const exampleExtras: MessageExtras = messageExtras({
  lastBy: 2,
  lastText: 'Was kostet der Lieferschein?',
  partner: 2,
  unread: 1,
});
const exampleText: MessageText = {
  no: 0,
  sendBy: 2,
  sendByName: 'Ben Kurz',
  sendDate: '2026-11-23T09:00:00.000Z',
  replyTo: null,
  message: '<p>Was kostet der Lieferschein?</p>',
  edit: 0,
  editedAt: null,
  takenBackAt: null,
  reactions: [],
  receiverData: null,
  writtenAt: null,
};

/** Messages that the person sees, filtered. */
export const items = itemsQuery('message.items', 'message', exampleExtras);

/** One thread of a message. Left out: the only one that there is for the person, or for who sent it to several their first text. */
const PartnerSchema = v.optional(v.nullable(IdSchema), null);

export const details = defineQuery({
  name: 'message.details',
  params: v.strictObject({ aggregateId: AggregateIdSchema, communicationPartnerUserId: PartnerSchema }),
  result: MessageDetailSchema,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), messageKey(aggregateId), RECORDS_KEY, 'people'],
  example: {
    params: { aggregateId: exampleId, communicationPartnerUserId: 2 },
    result: {
      aggregateId: exampleId,
      aggregateVersion: 1,
      isOpen: false,
      seeEachOther: false,
      group: null,
      addressee: [1],
      senderUserId: 2,
      senderName: 'Ben Kurz',
      sendState: 3,
      status: 1,
      communicationPartnerUserId: 2,
      texts: [exampleText],
      hasMore: false,
      lastNo: 0,
      readNo: -1,
      unread: 1,
      receivers: [
        { userId: 1, name: 'Anna Berger', status: 1, readAt: null, confirmedAt: null, lastNo: null, unread: null },
      ],
      receiverCount: 1,
      changeable: true,
      mutedUntil: null,
      draft: null,
      confirmation: null,
      links: [],
      related: [],
      entry: {
        ...exampleRow,
        boxId: 0,
        moduleName: 'message',
        information: 'Was kostet der Lieferschein?',
        contact: 'Ben Kurz',
        channel: '',
        userList: [
          [1, 1],
          [2, 2],
        ],
        extras: exampleExtras,
      },
      archivButton: exampleEntry.archivButton,
      globalizationButton: exampleEntry.globalizationButton,
      idoButton: exampleEntry.idoButton,
      spoingButton: exampleEntry.spoingButton,
      statusButton: exampleEntry.statusButton,
    },
  },
});

const TextNoSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(-1));

/** Texts of one thread in the order of their numbers: the last ones, those before a number, or those after one. */
export const texts = defineQuery({
  name: 'message.texts',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    communicationPartnerUserId: PartnerSchema,
    before: v.optional(v.nullable(TextNoSchema), null),
    after: v.optional(v.nullable(TextNoSchema), null),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_TEXTS)), DETAIL_TEXTS),
  }),
  result: v.array(TextSchema),
  errors: ['NOT_FOUND'],
  ownPaging: true,
  refreshOn: ({ aggregateId }) => [messageKey(aggregateId)],
  example: {
    params: { aggregateId: exampleId, communicationPartnerUserId: 2, after: -1, limit: 50 },
    result: [exampleText],
  },
});

const PageSchema = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(10_000)), 1);
const limitOf = (max: number, usual: number) =>
  v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(max)), usual);

/** Whom a message went to, by name, or those of them who have not read it, are not done with it, or have not confirmed it. */
export const receivers = defineQuery({
  name: 'message.receivers',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    only: v.optional(v.nullable(v.picklist(['unread', 'unfinished', 'unconfirmed'])), null),
    page: PageSchema,
    limit: limitOf(MAX_RECEIVERS_PAGE, MAX_RECEIVERS_PAGE),
  }),
  result: v.object({
    /** On all pages. */
    count: v.number(),
    receivers: v.array(ReceiverSchema),
  }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  ownPaging: true,
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), messageKey(aggregateId)],
  example: {
    params: { aggregateId: exampleId, only: 'unread' },
    result: {
      count: 1,
      receivers: [{ userId: 1, name: 'Anna Berger', status: 1, readAt: null, confirmedAt: null, lastNo: 0, unread: 0 }],
    },
  },
});

/** People and groups that a message can go to, by the beginnings of words of their names. */
export const availableReceivers = defineQuery({
  name: 'message.availableReceivers',
  params: v.strictObject({ searchTerm: v.optional(text(200), ''), limit: limitOf(1000, 50) }),
  result: v.array(FilterUserSchema),
  ownPaging: true,
  refreshOn: () => ['people', GROUPS_KEY],
  example: {
    params: { searchTerm: 'anna', limit: 50 },
    result: [
      {
        userId: 1,
        userIds: [1],
        fullName: 'Anna Berger',
        groupName: '',
        active: true,
        UserAvatar: null,
        UserDisplayname: 'Anna Berger',
      },
    ],
  },
});

/** What the person has begun to write, the newest first: messages that were not sent, and answers. */
export const drafts = defineQuery({
  name: 'message.drafts',
  params: NothingSchema,
  result: v.array(
    v.object({
      draftId: v.number(),
      aggregateId: v.string(),
      communicationPartnerUserId: v.nullable(v.number()),
      isAnswer: v.boolean(),
      /** What lists call the message. */
      information: v.string(),
      /** HTML. */
      messageContent: v.string(),
      addressee: AddresseesSchema,
      /** ISO 8601. */
      savedAt: v.string(),
    }),
  ),
  refreshOn: () => [DRAFTS_KEY],
  example: {
    params: {},
    result: [
      {
        draftId: 3,
        aggregateId: exampleId,
        communicationPartnerUserId: 2,
        isAnswer: true,
        information: 'Was kostet der Lieferschein?',
        messageContent: '<p>46,90 EUR</p>',
        addressee: [],
        savedAt: '2026-11-23T09:10:00.000Z',
      },
    ],
  },
});

/** What holds for the messages of the instance. */
export const rules = defineQuery({
  name: 'message.rules',
  params: NothingSchema,
  result: MessageRulesSchema,
  refreshOn: () => [MESSAGE_RULES_KEY],
  example: { params: {}, result: { editMinutes: DEFAULT_EDIT_MINUTES } },
});

export const queries = { items, details, texts, receivers, availableReceivers, drafts, rules } as const;
