import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  InstantSchema,
  NothingSchema,
  defineCommand,
  formatAggregateId,
  takingAnswer,
} from '../../kernel/index.ts';
import { DoingSchema } from '../activity/index.ts';
import { recordParams } from '../record/index.ts';
import {
  AddresseeSchema,
  FilesToSendSchema,
  MAX_UNDO_SECONDS,
  MessageContentSchema,
  MessageDraftSchema,
  MessageRulesSchema,
  PartnerIdSchema,
  SignSchema,
} from './entities.ts';
import { ADDRESS_PROBLEMS, MAIL_PROBLEMS } from './problems.ts';

const exampleId = formatAggregateId({ module: 'message', entryId: 17, userId: 1 });
const flag = v.optional(v.boolean(), false);
/** Records to link it with: the window of the record button. */
const idoLinkings = v.optional(v.pipe(v.array(v.strictObject(recordParams)), v.maxLength(50)), []);
/** Number of a text in its thread. */
const TextNoSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A thread of a message: whose with the sender; left out where there is only one for the person. */
const threadParams = {
  aggregateId: AggregateIdSchema,
  communicationPartnerUserId: v.optional(v.nullable(PartnerIdSchema), null),
};
/** How a message goes to those who get it. */
const choices = {
  /** Everybody reads everything that is said in it. */
  isOpen: flag,
  /** Those who get it know of each other. */
  seeEachOther: flag,
  /** They are asked to confirm that they have got it. */
  confirm: flag,
};
/** What goes with a text. With files it may say nothing. */
const files = v.optional(FilesToSendSchema, []);
/** What is to be sent later. Who may not do it any more by then, or has nobody left to send it to, has it as a draft again. */
const laterParams = {
  /** Left out, or past: at once. At most a year from now. */
  sendAt: v.optional(v.nullable(InstantSchema), null),
  /** For so long it can be taken back before anybody hears of it. */
  undoSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_UNDO_SECONDS)), 0),
};
/** Of what waits to be sent; null for what was sent at once. */
const waitingId = v.nullable(v.number());
/** What is said, under either of its names. */
const contentParams = {
  messageContent: v.optional(MessageContentSchema),
  message: v.optional(MessageContentSchema),
};
const ofContent = <T extends { readonly messageContent?: string | undefined; readonly message?: string | undefined }>({
  message,
  messageContent = message ?? '',
  ...rest
}: T) => ({ ...rest, messageContent });

/** Begins a message that only its maker sees until it is sent. One that is never sent is swept after a day. */
export const create = defineCommand({
  name: 'message.create',
  params: v.strictObject({
    /** What is not known of it is passed over. */
    messageAppConfiguration: v.optional(
      v.object({
        idoLinkings,
        addressee: v.optional(AddresseeSchema, []),
        messageContent: v.optional(MessageContentSchema, ''),
      }),
      {},
    ),
  }),
  result: v.object({ aggregateId: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { messageAppConfiguration: { idoLinkings: [] } }, result: { aggregateId: exampleId } },
});

/**
 * Sends a message, or keeps it as it stands: one that was begun, or without `aggregateId` a new one. `sendState`: 3 sends, 0 keeps. `leftOut`: those
 * whom it should have gone to who are gone, or may see no messages.
 */
export const composeSend = defineCommand({
  name: 'message.composeSend',
  params: v.pipe(
    v.strictObject({
      aggregateId: v.optional(v.nullable(AggregateIdSchema), null),
      addressee: AddresseeSchema,
      ...contentParams,
      sendState: v.optional(v.picklist([0, 3]), 3),
      /** New for those who get it. */
      status: v.optional(v.literal(1), 1),
      ...choices,
      idoLinkings,
      files,
      ...laterParams,
      /** The item that is asked about. */
      origin: v.optional(v.nullable(AggregateIdSchema), null),
    }),
    v.transform(ofContent),
  ),
  result: v.object({ aggregateId: v.string(), leftOut: v.array(v.number()), waitingId }),
  errors: [
    'NOT_FOUND',
    'RIGHT_MISSING',
    'MESSAGE_RECEIVERS_NONE',
    'MESSAGE_TOO_MANY_RECEIVERS',
    'MESSAGE_SENT',
    'MESSAGE_FILE_MISSING',
    ...ADDRESS_PROBLEMS,
  ],
  example: {
    params: { addressee: [2], message: '<p>Was kostet der Lieferschein?</p>', sendState: 3, status: 1 },
    result: { aggregateId: exampleId, leftOut: [], waitingId: null },
  },
});

/** Says something in a thread. `aggregateVersion` may be any: what is added is at odds with nothing. `done`: the person is done with it by that. */
export const send = defineCommand({
  name: 'message.send',
  params: v.pipe(
    v.strictObject({
      ...threadParams,
      aggregateVersion: v.optional(v.number()),
      /** The person who asks, and nobody else. */
      authenticatedUserId: v.optional(IdSchema),
      ...contentParams,
      /** Number of the text of this thread that is answered. */
      replyTo: v.optional(v.nullable(TextNoSchema), null),
      files,
      ...laterParams,
      done: flag,
      /** When it was written, where that was before it could be sent. */
      writtenAt: v.optional(v.nullable(InstantSchema), null),
    }),
    v.transform(ofContent),
  ),
  /** `no`: -1 for what waits. */
  result: v.object({ no: v.number(), waitingId }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MESSAGE_RECEIVERS_NONE', 'MESSAGE_FILE_MISSING', ...MAIL_PROBLEMS],
  example: {
    params: {
      aggregateId: exampleId,
      aggregateVersion: 4,
      communicationPartnerUserId: 2,
      messageContent: '<p>46,90 EUR, wie besprochen.</p>',
      replyTo: 0,
      files: [{ uploadId: '0b1d5f6e-3a77-4d0c-9d1e-5b8f3c2a9e10' }],
      done: true,
    },
    result: { no: 1, waitingId: null },
  },
});

/** Says that the person has read a thread as far as a text. It never takes anything back; a number that is not there yet means the last one. */
export const markRead = defineCommand({
  name: 'message.markRead',
  params: v.strictObject({ ...threadParams, no: TextNoSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { aggregateId: exampleId, communicationPartnerUserId: 2, no: 3 }, result: {} },
});

/**
 * Has a thread unread again from a text on, which is New by that. `readNo`: how far the person had read it as their device knew. Where they have read further
 * since, on another device, nothing is changed; null: it is changed in any case.
 */
export const markUnread = defineCommand({
  name: 'message.markUnread',
  params: v.strictObject({
    ...threadParams,
    no: TextNoSchema,
    readNo: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(-1))), null),
  }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { aggregateId: exampleId, communicationPartnerUserId: 2, no: 0 }, result: {} },
});

/** Has a message stay as it stands with the person until a moment, whatever is said in it; null: no longer. */
export const mute = defineCommand({
  name: 'message.mute',
  params: v.strictObject({ aggregateId: AggregateIdSchema, until: v.nullable(InstantSchema) }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId, until: '2026-11-24T07:00:00.000Z' }, result: {} },
});

const exampleThread = { aggregateId: exampleId, communicationPartnerUserId: 2 };

/** Changes what a text of the person's own says. `edit`: the number of the edit that this one began from. */
export const edit = defineCommand({
  name: 'message.edit',
  params: v.pipe(
    v.strictObject({ ...threadParams, no: TextNoSchema, edit: TextNoSchema, ...contentParams }),
    v.transform(ofContent),
  ),
  result: v.object({ edit: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MESSAGE_TEXT_LATE', 'MESSAGE_TEXT_CONFLICT', 'MESSAGE_TEXT_MAILED'],
  example: {
    params: { ...exampleThread, no: 1, edit: 0, messageContent: '<p>47,90 EUR</p>' },
    result: { edit: 1 },
  },
});

/** Takes back a text of the person's own: that it was there stays, and nothing of what it said. */
export const takeBack = defineCommand({
  name: 'message.takeBack',
  params: v.strictObject({ ...threadParams, no: TextNoSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MESSAGE_TEXT_LATE', 'MESSAGE_TEXT_MAILED'],
  example: { params: { ...exampleThread, no: 1 }, result: {} },
});

/** Puts a sign to a text, or takes it away again. */
export const react = defineCommand({
  name: 'message.react',
  params: v.strictObject({ ...threadParams, no: TextNoSchema, sign: SignSchema, isOn: v.boolean() }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { ...exampleThread, no: 0, sign: '👍', isOn: true }, result: {} },
});

/** Says that the person has got a message that asks for it. */
export const confirm = defineCommand({
  name: 'message.confirm',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId }, result: {} },
});

/** Keeps what the person writes, one text in each thread; without `aggregateId` a message is begun for it. */
export const saveDraft = defineCommand({
  name: 'message.saveDraft',
  params: v.pipe(
    takingAnswer(
      {
        aggregateId: v.optional(v.nullable(AggregateIdSchema), null),
        communicationPartnerUserId: v.optional(v.nullable(PartnerIdSchema), null),
        ...contentParams,
        addressee: v.optional(AddresseeSchema, []),
        ...choices,
        /** All that are to be kept. */
        files,
      },
      MessageDraftSchema,
    ),
    v.transform(ofContent),
  ),
  result: v.object({ draftId: v.number(), aggregateId: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MESSAGE_FILE_MISSING', 'MESSAGE_SENT'],
  example: {
    params: { ...exampleThread, messageContent: '<p>46,90 EUR</p>' },
    result: { draftId: 3, aggregateId: exampleId },
  },
});

/** Throws away what the person has written in a thread; of a message that was not sent, the message with it. */
export const discardDraft = defineCommand({
  name: 'message.discardDraft',
  params: v.strictObject(threadParams),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'MESSAGE_SENT'],
  example: { params: exampleThread, result: {} },
});

/**
 * Brings a message back to those who have not read it, as New; to those who are not done with it, where nobody is told of that. Once a day; asked for
 * more often it reminds nobody.
 */
export const remind = defineCommand({
  name: 'message.remind',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: v.object({ count: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId }, result: { count: 2 } },
});

/** Sends a text with its files on to others as a message of its own, under what the person says to it. */
export const forward = defineCommand({
  name: 'message.forward',
  params: v.strictObject({
    ...threadParams,
    no: TextNoSchema,
    addressee: AddresseeSchema,
    message: v.optional(MessageContentSchema, ''),
  }),
  result: v.object({ aggregateId: v.string(), leftOut: v.array(v.number()) }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MESSAGE_RECEIVERS_NONE', 'MESSAGE_TOO_MANY_RECEIVERS', ...ADDRESS_PROBLEMS],
  example: {
    params: { ...exampleThread, no: 0, addressee: [3], message: '<p>Weißt du das?</p>' },
    result: { aggregateId: exampleId, leftOut: [] },
  },
});

/** Says what holds for the messages of the instance. For administrators. */
export const saveRules = defineCommand({
  name: 'message.saveRules',
  params: MessageRulesSchema,
  result: NothingSchema,
  errors: ['RIGHT_MISSING'],
  example: { params: { editMinutes: 60, readMarks: true }, result: {} },
});

/**
 * Says what the person is doing in a thread: whoever writes is told of to the others of that thread, and nothing of it is kept. Of the overview of several
 * threads, and of who only reads by a share, nobody is told.
 */
export const attend = defineCommand({
  name: 'message.attend',
  fleeting: true,
  params: v.strictObject({ ...threadParams, doing: DoingSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { ...exampleThread, doing: 'writing' }, result: {} },
});

/**
 * Takes back what waits to be sent, before anybody has heard of it: it is the draft of its thread again, before what was written there since. Without
 * `waitingId` it is what the person has said in the message last.
 */
export const unsend = defineCommand({
  name: 'message.unsend',
  params: v.strictObject({ aggregateId: AggregateIdSchema, waitingId: v.optional(v.nullable(IdSchema), null) }),
  result: v.object({ draftId: v.number() }),
  errors: ['NOT_FOUND', 'MESSAGE_SENT'],
  example: { params: { aggregateId: exampleId, waitingId: 5 }, result: { draftId: 3 } },
});

/**
 * Has more people in an open message. They read what is said from now on, with `withHistory` all that was; what the message is called they know in any
 * case. `added`: those who were not in it. For whoever is in it and may begin messages.
 */
export const addPeople = defineCommand({
  name: 'message.addPeople',
  params: v.strictObject({ aggregateId: AggregateIdSchema, addressee: AddresseeSchema, withHistory: flag }),
  result: v.object({ added: v.array(v.number()), leftOut: v.array(v.number()) }),
  errors: [
    'NOT_FOUND',
    'RIGHT_MISSING',
    'MESSAGE_NOT_OPEN',
    'MESSAGE_RECEIVERS_NONE',
    'MESSAGE_TOO_MANY_RECEIVERS',
    'MESSAGE_OPEN_ADDRESS',
  ],
  example: {
    params: { aggregateId: exampleId, addressee: [3], withHistory: true },
    result: { added: [3], leftOut: [] },
  },
});

/** Takes the person out of an open message: they keep what they have seen of it, and hear no more. */
export const leave = defineCommand({
  name: 'message.leave',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MESSAGE_NOT_OPEN'],
  example: { params: { aggregateId: exampleId }, result: {} },
});

export const commands = {
  create,
  composeSend,
  send,
  markRead,
  markUnread,
  mute,
  edit,
  takeBack,
  react,
  confirm,
  saveDraft,
  discardDraft,
  remind,
  forward,
  attend,
  unsend,
  addPeople,
  leave,
  saveRules,
} as const;
