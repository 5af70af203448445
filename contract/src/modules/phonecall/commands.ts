import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  InstantSchema,
  NothingSchema,
  defineCommand,
  formatAggregateId,
  takingAnswer,
  text,
} from '../../kernel/index.ts';
import { recordParams } from '../record/index.ts';
import { bookCommands } from './book.ts';
import { dialCommands } from './dialling.ts';
import {
  CALL_DIRECTIONS,
  MAX_CALLER_NAME,
  MAX_CALL_SECONDS,
  MAX_REASON,
  PRIVATE_CALL_LIST,
  PhonecallDetailSchema,
  numberText,
} from './entities.ts';
import { lineCommands } from './lines.ts';
import { namingCommands } from './naming.ts';

const exampleId = formatAggregateId({ module: 'phonecall', entryId: 17, userId: 1 });

const CLOCK = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})$/;
/** Seconds of `4:12` or `1:04:12`; what is no such text stays one. */
function secondsOf(written: string): number | string {
  const [, hours = '0', minutes, seconds] = CLOCK.exec(written.trim()) ?? [];
  return minutes === undefined ? written : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Whole seconds, or as a clock writes them. */
const duration = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.maxLength(20), v.transform(secondsOf))]),
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(MAX_CALL_SECONDS),
);
/** A number where it is one, as a number or written; else 0. */
const numberOrNone = v.pipe(
  v.nullable(v.union([v.number(), text(200)])),
  v.transform((given) => {
    const number = typeof given === 'string' && given.trim() === '' ? 0 : Number(given ?? 0);
    return Number.isSafeInteger(number) && number > 0 ? number : 0;
  }),
);
const person = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist([0, 1]),
    v.transform((given) => given === 1),
  ),
]);
/** 1 for one that went out; or as answers have it. */
const direction = v.union([
  v.picklist([0, 1]),
  v.pipe(
    v.picklist(CALL_DIRECTIONS),
    v.transform((given) => (given === 'outgoing' ? 1 : 0)),
  ),
]);

const fields = {
  callBackDesired: flag,
  /** Empty where it was kept back. */
  callerNumber: numberText,
  direction,
  duration,
  /** A name for the number, which the phone book has from then on; empty for none. */
  newCallerName: v.nullable(v.pipe(text(MAX_CALLER_NAME), v.trim())),
  /** 0: for the person alone. */
  phoneCallListId: v.pipe(v.number(), v.safeInteger(), v.minValue(PRIVATE_CALL_LIST)),
  /** What it was about: plain text, or markup, of which text with line breaks is kept. */
  reason: text(MAX_REASON),
  /** Numbers of people; 0 for nobody. */
  receivedBy: person,
  receivedFor: person,
  /** When it began, ISO 8601; by the clock of Europe/Berlin where it names no offset. Empty: now. */
  timestamp: text(40),
  /** When it is to be called back, and who does; null and 0 for not said. */
  callbackUntil: v.nullable(InstantSchema),
  callbackBy: person,
};

/** Writes down a call that somebody has had. */
export const create = defineCommand({
  name: 'phoneCall.create',
  params: v.strictObject({
    direction: fields.direction,
    callBackDesired: v.optional(fields.callBackDesired, false),
    callerNumber: v.optional(fields.callerNumber, ''),
    duration: v.optional(fields.duration, 0),
    newCallerName: v.optional(fields.newCallerName, ''),
    phoneCallListId: v.optional(fields.phoneCallListId, PRIVATE_CALL_LIST),
    reason: v.optional(fields.reason, ''),
    receivedBy: v.optional(fields.receivedBy, 0),
    receivedFor: v.optional(fields.receivedFor, 0),
    timestamp: v.optional(fields.timestamp, ''),
    callbackUntil: v.optional(fields.callbackUntil, null),
    callbackBy: v.optional(fields.callbackBy, 0),
    idoLinkings: v.optional(v.pipe(v.array(v.strictObject(recordParams)), v.maxLength(50)), []),
  }),
  result: v.object({ phoneCallId: v.number(), aggregateId: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'PHONE_TIME_INVALID', 'PHONE_NUMBER_INVALID'],
  example: {
    params: {
      callBackDesired: true,
      callerNumber: '0431 123456',
      direction: 0,
      duration: 252,
      newCallerName: '',
      phoneCallListId: 0,
      reason: 'Rückfrage zum Liefertermin',
      receivedBy: 1,
      receivedFor: 1,
      timestamp: '2026-11-26T09:41:00',
      idoLinkings: [{ idoId: 7, idoInstanceId: 1 }],
    },
    result: { phoneCallId: 17, aggregateId: exampleId },
  },
});

/**
 * Saves what is named of a call; what is left out stays. `aggregateVersion`: that of the details that the edit began from. Who it is with: `updatedCallerName` names another entry
 * of the phone book, else `newCallerName` makes one, else it is that of `number2nameGuid`.
 */
export const process = defineCommand({
  name: 'phoneCall.process',
  apiVersion: 2,
  params: takingAnswer(
    {
      aggregateId: AggregateIdSchema,
      aggregateVersion: IdSchema,
      ...v.partial(v.object(fields)).entries,
      number2nameGuid: v.optional(numberOrNone),
      updatedCallerName: v.optional(numberOrNone),
      /** The list's name, which is not read. */
      phoneCallList: v.optional(v.unknown()),
    },
    PhonecallDetailSchema,
  ),
  result: v.object({ aggregateVersion: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'PHONECALL_CONFLICT', 'PHONE_TIME_INVALID', 'PHONE_NUMBER_INVALID'],
  example: {
    params: {
      aggregateId: exampleId,
      aggregateVersion: 2,
      callBackDesired: true,
      callerNumber: '0431 123456',
      direction: 0,
      duration: 252,
      newCallerName: '',
      number2nameGuid: 0,
      phoneCallList: 'Zentrale',
      phoneCallListId: 5,
      reason: 'Rückfrage zum Liefertermin',
      receivedBy: 1,
      receivedFor: 2,
      timestamp: '2026-11-26T09:41:00',
      updatedCallerName: 0,
    },
    result: { aggregateVersion: 3 },
  },
});

/** Moves a call to the trash, from which it can be restored. */
export const remove = defineCommand({
  name: 'phoneCall.delete',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  audit: 'items.deleted',
  example: { params: { aggregateId: exampleId }, result: {} },
});

/** Adds lines to what a call was about, whoever else writes there meanwhile. */
export const note = defineCommand({
  name: 'phoneCall.note',
  params: v.strictObject({ aggregateId: AggregateIdSchema, reason: text(MAX_REASON) }),
  result: v.object({ aggregateVersion: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId, reason: 'Ruft morgen wieder an' }, result: { aggregateVersion: 3 } },
});

/** Wants somebody to be called back, by a time and by a person or not; or no more. */
export const setCallback = defineCommand({
  name: 'phoneCall.setCallback',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    isDesired: v.boolean(),
    until: v.optional(v.nullable(InstantSchema), null),
    by: v.optional(person, 0),
  }),
  result: v.object({ aggregateVersion: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: {
    params: { aggregateId: exampleId, isDesired: true, until: '2026-11-26T11:00:00.000Z', by: 1 },
    result: { aggregateVersion: 3 },
  },
});

/** Hands a call to a colleague, who sees it from then on and is told. */
export const handOver = defineCommand({
  name: 'phoneCall.handOver',
  params: v.strictObject({ aggregateId: AggregateIdSchema, userId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId, userId: 2 }, result: {} },
});

/** Has a call that rings leave the person's screens, on all of their devices; nobody else's. */
export const notForMe = defineCommand({
  name: 'phoneCall.notForMe',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId }, result: {} },
});

export const commands = {
  create,
  process,
  delete: remove,
  note,
  setCallback,
  handOver,
  notForMe,
  ...namingCommands,
  ...dialCommands,
  ...lineCommands,
  ...bookCommands,
} as const;
