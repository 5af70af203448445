import * as v from 'valibot';
import { AggregateIdSchema, IdSchema, defineQuery, formatAggregateId, itemKey } from '../../kernel/index.ts';
import { exampleEntry, exampleRow, itemsQuery } from '../activity/index.ts';
import { RECORDS_KEY } from '../record/index.ts';
import {
  DETAIL_TEXTS,
  MAX_TEXTS,
  MessageDetailSchema,
  TextSchema,
  messageExtras,
  messageKey,
  type MessageExtras,
  type MessageText,
} from './entities.ts';

const exampleId = formatAggregateId({ module: 'message', entryId: 17, userId: 1 });
const { archivButton, globalizationButton, idoButton, spoingButton, statusButton } = exampleEntry;

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
      receivers: [{ userId: 1, name: 'Anna Berger', status: 1, readAt: null, lastNo: null, unread: null }],
      receiverCount: 1,
      changeable: true,
      mutedUntil: null,
      draft: null,
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
      archivButton,
      globalizationButton,
      idoButton,
      spoingButton,
      statusButton,
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

export const queries = { items, details, texts } as const;
