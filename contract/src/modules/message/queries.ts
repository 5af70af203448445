import * as v from 'valibot';
import {
  AggregateIdSchema,
  MARKS,
  NothingSchema,
  defineQuery,
  formatAggregateId,
  itemKey,
  text,
} from '../../kernel/index.ts';
import { FilterUserSchema, GROUPS_KEY } from '../account/index.ts';
import {
  ACTIVITY_LIST,
  ATTENDANCE_KEY,
  AttendantSchema,
  EntriesSchema,
  ListParamsSchema,
  exampleEntry,
  exampleRow,
  filteredKeys,
  listKey,
} from '../activity/index.ts';
import { RECORDS_KEY } from '../record/index.ts';
import {
  DEFAULT_EDIT_MINUTES,
  DETAIL_TEXTS,
  DRAFTS_KEY,
  MAX_FOUND,
  MAX_RECEIVERS_PAGE,
  MAX_TEXTS,
  MESSAGE_FILTERS,
  MESSAGE_RULES_KEY,
  MessageDetailSchema,
  MessageDraftSchema,
  MessageRulesSchema,
  PartnerIdSchema,
  ReceiverSchema,
  TextSchema,
  messageExtras,
  messageKey,
  textedKey,
  type MessageExtras,
  type MessageText,
} from './entities.ts';
import { file, filePreview } from './file-queries.ts';

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
  files: [{ part: 0, name: 'Lieferschein.pdf', type: 'application/pdf', size: 18_231, fileType: 'pdf' }],
  edit: 0,
  editedAt: null,
  takenBackAt: null,
  reactions: [],
  receiverData: null,
  writtenAt: null,
};

/** Messages that the person sees, filtered. */
export const items = defineQuery({
  name: 'message.items',
  cost: 'essential',
  params: v.strictObject({
    ...ListParamsSchema.entries,
    customFilter: v.optional(v.picklist(MESSAGE_FILTERS), ''),
  }),
  result: EntriesSchema,
  refreshOn: (params) => filteredKeys(listKey('message'), params),
  list: ACTIVITY_LIST,
  steady: true,
  example: {
    params: { view: 'open', customFilter: 'unread' },
    result: [{ ...exampleEntry, moduleName: 'message', extras: exampleExtras }],
  },
});

/** One thread of a message. Left out: the only one that there is for the person, or for who sent it to several their first text. */
const PartnerSchema = v.optional(v.nullable(PartnerIdSchema), null);

export const details = defineQuery({
  name: 'message.details',
  params: v.strictObject({ aggregateId: AggregateIdSchema, communicationPartnerUserId: PartnerSchema }),
  result: MessageDetailSchema,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [
    itemKey(aggregateId),
    messageKey(aggregateId),
    MESSAGE_RULES_KEY,
    RECORDS_KEY,
    'people',
  ],
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
      hasSenderLeft: false,
      sendState: 3,
      status: 1,
      communicationPartnerUserId: 2,
      texts: [exampleText],
      hasMore: false,
      changes: 0,
      lastNo: 0,
      readNo: -1,
      unread: 1,
      receivers: [
        { userId: 1, name: 'Anna Berger', status: 1, readAt: null, confirmedAt: null, lastNo: null, unread: null },
      ],
      receiverCount: 1,
      guestCount: 0,
      joinedNo: 0,
      leftAt: null,
      changeable: true,
      mutedUntil: null,
      draft: null,
      waiting: [],
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

/**
 * Texts of one thread in the order of their numbers: the last ones, those before a number, or those after one. With `changedAfter`, the `changes` of
 * details that were answered before, those alone that have become others since, the first ones of these.
 */
export const texts = defineQuery({
  name: 'message.texts',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    communicationPartnerUserId: PartnerSchema,
    before: v.optional(v.nullable(TextNoSchema), null),
    after: v.optional(v.nullable(TextNoSchema), null),
    changedAfter: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), null),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_TEXTS)), DETAIL_TEXTS),
  }),
  result: v.array(TextSchema),
  errors: ['NOT_FOUND'],
  ownPaging: true,
  refreshOn: ({ aggregateId }) => [messageKey(aggregateId), MESSAGE_RULES_KEY],
  example: {
    params: { aggregateId: exampleId, communicationPartnerUserId: 2, after: -1, limit: 50 },
    result: [exampleText],
  },
});

/** What a text said before it was edited, the oldest first, for those who read it; nothing of one that was taken back. */
export const edits = defineQuery({
  name: 'message.edits',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    communicationPartnerUserId: PartnerSchema,
    no: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  /** `at`: until when it said so, ISO 8601; `message`: HTML. */
  result: v.array(v.object({ edit: v.number(), at: v.string(), message: v.string() })),
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [messageKey(aggregateId)],
  example: {
    params: { aggregateId: exampleId, communicationPartnerUserId: 2, no: 0 },
    result: [{ edit: 0, at: '2026-11-23T09:02:00.000Z', message: '<p>Was kostet er?</p>' }],
  },
});

/**
 * The texts of one thread in which all is that is searched for, the last ones first; words are beginnings, as in lists. It is looked from `before` on
 * towards the first text, and in so many that an answer may have none though there are more.
 */
export const find = defineQuery({
  name: 'message.find',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    communicationPartnerUserId: PartnerSchema,
    searchTerm: text(200),
    before: v.optional(v.nullable(TextNoSchema), null),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_FOUND)), 20),
  }),
  result: v.object({
    /** `text`: what it says around what was found, which stands between `MARKS`. */
    found: v.array(v.object({ no: v.number(), text: v.string() })),
    /** Before which number it is to be gone on with; null where all was looked at. */
    before: v.nullable(v.number()),
  }),
  errors: ['NOT_FOUND'],
  ownPaging: true,
  refreshOn: ({ aggregateId }) => [messageKey(aggregateId), textedKey(aggregateId)],
  example: {
    params: { aggregateId: exampleId, communicationPartnerUserId: 2, searchTerm: 'liefer', limit: 20 },
    result: { found: [{ no: 0, text: `Was kostet der ${MARKS.from}Lieferschein${MARKS.to}?` }], before: null },
  },
});

/** What a notification says of a message: what was said in it last, in whichever of its threads, and where an answer to that goes. */
export const notice = defineQuery({
  name: 'message.notice',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: v.object({
    /** Who has said it. */
    by: v.string(),
    /** The first words of it. */
    text: v.string(),
    /** For `message.send`. */
    communicationPartnerUserId: v.nullable(v.number()),
    mayAnswer: v.boolean(),
  }),
  errors: ['NOT_FOUND'],
  cached: false,
  refreshOn: ({ aggregateId }) => [messageKey(aggregateId), textedKey(aggregateId)],
  example: {
    params: { aggregateId: exampleId },
    result: { by: 'Ben Kurz', text: 'Was kostet der Lieferschein?', communicationPartnerUserId: null, mayAnswer: true },
  },
});

/** Who else is in a thread, and what they do there. */
export const attendance = defineQuery({
  name: 'message.attendance',
  params: v.strictObject({ aggregateId: AggregateIdSchema, communicationPartnerUserId: PartnerSchema }),
  result: v.array(AttendantSchema),
  errors: ['NOT_FOUND'],
  cached: false,
  refreshOn: () => [ATTENDANCE_KEY],
  example: { params: { aggregateId: exampleId, communicationPartnerUserId: 2 }, result: [] },
});

const PageSchema = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(10_000)), 1);
const limitOf = (max: number, usual: number) =>
  v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(max)), usual);

/**
 * Whom a message went to, by name, or those of them who have not read it, are not done with it, or have not confirmed it. Who has not read it is
 * RIGHT_MISSING for who is told of nobody's reading.
 */
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
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), messageKey(aggregateId), MESSAGE_RULES_KEY],
  example: {
    params: { aggregateId: exampleId, only: 'unread' },
    result: {
      count: 1,
      receivers: [{ userId: 1, name: 'Anna Berger', status: 1, readAt: null, confirmedAt: null, lastNo: 0, unread: 0 }],
    },
  },
});

/**
 * Who has confirmed a message that asks for it, and when: a table of all whom it went to, for who sent it. Times are ISO 8601. German spreadsheets take
 * `;`, and have German headings.
 */
export const confirmations = defineQuery({
  name: 'message.confirmations',
  cost: 'heavy',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    delimiter: v.optional(v.picklist([';', ',']), ';'),
  }),
  result: v.unknown(),
  bytes: true,
  audit: 'data.exported',
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => [],
  example: { params: { aggregateId: exampleId, delimiter: ';' }, result: null },
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
  result: v.array(MessageDraftSchema),
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
        files: [{ attachmentId: 4, name: 'Angebot.pdf', type: 'application/pdf', size: 18_231, fileType: 'pdf' }],
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
  example: { params: {}, result: { editMinutes: DEFAULT_EDIT_MINUTES, readMarks: true } },
});

export const queries = {
  items,
  details,
  texts,
  edits,
  find,
  notice,
  file,
  filePreview,
  attendance,
  receivers,
  confirmations,
  availableReceivers,
  drafts,
  rules,
} as const;
