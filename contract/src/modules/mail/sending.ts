import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  defineEvent,
  defineQuery,
  eventPayload,
  formatAggregateId,
  takingAnswer,
} from '../../kernel/index.ts';
import { MailServerFaultSchema, SENT_COPIES, SendingServerSchema } from './entities.ts';
import { OUTGOING_STATES, OutgoingSchema, type Outgoing } from './outgoing.ts';
import { prepareAnswer } from './writing.ts';
import { MailCommandFields, TypedAddressSchema, exampleMail } from './written.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const byOutgoing = v.strictObject({ outgoingId: IdSchema });
const instant = v.pipe(v.string(), v.isoTimestamp());

const exampleOutgoing: Outgoing = {
  outgoingId: 4,
  aggregateId: null,
  subject: 'AW: Lieferschein fehlt',
  senderAccountId: 1,
  senderAddress: 'info@nordwerk.example',
  byName: 'Anna Berger',
  isMine: true,
  state: 'waiting',
  receivers: [
    { receiver: 'paul.neumann@werft.example', receiverRealName: 'Paul Neumann', state: 'pending', answer: '' },
  ],
  sendAt: '2026-11-20T08:00:10.000Z',
  since: '2026-11-20T08:00:00.000Z',
  nextTryAt: null,
  attempts: 0,
  answer: '',
  fault: null,
  isCancellable: true,
  hasAttachments: false,
  size: null,
};

/** Most seconds in which a mail that was sent can be taken back, and how many they usually are. */
export const MAX_UNDO_SECONDS = 60;
export const UNDO_SECONDS = 10;

/** Sends a mail: it stands in the outbox until its time, and then until the mail server has answered. A draft that it was is one no more. */
export const send = defineCommand({
  name: 'mail.send',
  params: takingAnswer(
    {
      ...MailCommandFields,
      /** ISO instant at which it is sent; null for as soon as it cannot be taken back any more. */
      sendAt: v.optional(v.nullable(instant), null),
      undoSeconds: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_UNDO_SECONDS)),
        UNDO_SECONDS,
      ),
      /** Asks the receivers' servers to say that it came. */
      wantsDelivery: v.optional(v.boolean(), false),
      importance: v.optional(v.picklist(['low', 'normal', 'high']), 'normal'),
    },
    prepareAnswer.result,
  ),
  result: v.object({ outgoingId: IdSchema, draftId: v.nullable(IdSchema), sendAt: v.string() }),
  errors: [
    'NOT_FOUND',
    'RIGHT_MISSING',
    'MAIL_NO_RECEIVER',
    'MAIL_ADDRESS_INVALID',
    'MAIL_TOO_MANY_RECEIVERS',
    'MAIL_TOO_LARGE',
    'MAIL_ATTACHMENT_MISSING',
    'MAIL_SENDER_MISSING',
    'MAIL_PLACEHOLDER_LEFT',
    'MAIL_SEND_TIME',
    'MAIL_ALREADY_SENT',
    'VERSION_CONFLICT',
  ],
  example: { params: exampleMail, result: { outgoingId: 4, draftId: null, sendAt: '2026-11-20T08:00:10.000Z' } },
});

/** Takes a mail back that no mail server has begun to take: it is a draft again, with its files. */
export const cancelSending = defineCommand({
  name: 'mail.cancelSending',
  params: byOutgoing,
  result: v.object({ draftId: IdSchema, draftKey: v.string(), version: v.number() }),
  errors: ['NOT_FOUND', 'MAIL_SENDING_BEGUN'],
  example: {
    params: { outgoingId: 4 },
    result: { draftId: 9, draftKey: exampleMail.draftKey, version: 3 },
  },
});

/** Sends a waiting mail at another time. */
export const changeSending = defineCommand({
  name: 'mail.changeSending',
  params: v.strictObject({ outgoingId: IdSchema, sendAt: instant }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'MAIL_SENDING_BEGUN', 'MAIL_SEND_TIME'],
  example: { params: { outgoingId: 4, sendAt: '2026-11-23T07:00:00.000Z' }, result: {} },
});

/**
 * Says what is to become of a mail of which nobody knows whether it was taken, or which was refused: `again` sends it once more, under
 * the same Message-ID, to those who may not have it; `sent` takes it as sent; `later` leaves it and marks its item as In process.
 */
export const settleSending = defineCommand({
  name: 'mail.settleSending',
  params: v.strictObject({ outgoingId: IdSchema, decision: v.picklist(['again', 'sent', 'later']) }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'MAIL_NOT_UNSURE'],
  example: { params: { outgoingId: 4, decision: 'again' }, result: {} },
});

/** Puts a copy of a mail into another mailbox, in the lists at once and on its server. Done twice it is one copy. */
export const copyToAccount = defineCommand({
  name: 'mail.copyToAccount',
  params: v.strictObject({ aggregateId: AggregateIdSchema, destinationAccountIdConfiguration: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId, destinationAccountIdConfiguration: 2 }, result: {} },
});

/** Sets how mail leaves an account; null takes the operator's own mail server. `sentCopy`: who files what was sent in its sent folder. */
export const updateSending = defineCommand({
  name: 'mail.updateSending',
  params: v.strictObject({
    accountId: IdSchema,
    sending: v.nullable(SendingServerSchema),
    sentCopy: v.optional(v.picklist(SENT_COPIES), 'auto'),
  }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  secret: 'parameters',
  example: {
    params: {
      accountId: 1,
      sending: { host: 'smtp.nordwerk.example', port: 465, security: 'tls', userName: '', password: '' },
    },
    result: {},
  },
});

/**
 * Mails on their way out, the soonest first, and behind them those that ended within the hour, at most 2,000 in all; `all`: of accounts
 * that the person manages.
 */
export const outbox = defineQuery({
  name: 'mail.outbox',
  params: v.strictObject({ scope: v.optional(v.picklist(['own', 'all']), 'own') }),
  result: v.array(OutgoingSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['mailOutbox'],
  example: { params: {}, result: [exampleOutgoing] },
});

/** What was said to the mail server, try by try, without content and secrets. */
export const sendingLog = defineQuery({
  name: 'mail.sendingLog',
  params: byOutgoing,
  result: v.object({ tries: v.array(v.object({ attempt: v.number(), at: v.string(), lines: v.string() })) }),
  errors: ['NOT_FOUND'],
  refreshOn: () => ['mailOutbox'],
  example: {
    params: { outgoingId: 4 },
    result: { tries: [{ attempt: 1, at: '2026-11-20T08:00:10.000Z', lines: 'S: 220 smtp.nordwerk.example' }] },
  },
});

/** Tries to sign in where mail would be handed over, and sends a mail to `sendTo` where one is named. Sent by POST: it bears a password. */
export const testSending = defineQuery({
  name: 'mail.testSending',
  cost: 'outside',
  params: v.strictObject({
    ...SendingServerSchema.entries,
    accountId: v.optional(v.nullable(IdSchema), null),
    sendTo: v.optional(v.nullable(TypedAddressSchema), null),
  }),
  result: v.object({
    fault: v.nullable(MailServerFaultSchema),
    /** Most bytes of a mail that the server says it takes; null where it does not say. */
    size: v.nullable(v.number()),
    extensions: v.array(v.string()),
  }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MAIL_ADDRESS_INVALID'],
  cached: false,
  refreshOn: () => [],
  example: {
    params: { host: 'smtp.nordwerk.example', port: 465, security: 'tls', userName: 'info', password: 'geheim' },
    result: { fault: null, size: 52_428_800, extensions: ['SIZE', 'DSN', 'SMTPUTF8'] },
  },
});

/** A mail on its way out stands otherwise. Goes to who sent it and to those who may send for the account. */
export const outgoingChanged = defineEvent(
  'mail.outgoingChanged',
  v.object({ ...eventPayload, outgoingId: v.number(), state: v.picklist(OUTGOING_STATES) }),
);

export const sendingQueries = { outbox, sendingLog, testSending } as const;
export const sendingCommands = {
  send,
  cancelSending,
  changeSending,
  settleSending,
  copyToAccount,
  updateSending,
} as const;
export const sendingEvents = { outgoingChanged } as const;
export const sendingProblems = {
  MAIL_NO_RECEIVER: 422,
  MAIL_ADDRESS_INVALID: 422,
  MAIL_TOO_MANY_RECEIVERS: 422,
  MAIL_TOO_LARGE: 422,
  MAIL_ATTACHMENT_MISSING: 422,
  MAIL_SENDER_MISSING: 422,
  MAIL_PLACEHOLDER_LEFT: 422,
  MAIL_SEND_TIME: 422,
  MAIL_ALREADY_SENT: 409,
  MAIL_SENDING_BEGUN: 409,
  MAIL_NOT_UNSURE: 409,
} as const;
