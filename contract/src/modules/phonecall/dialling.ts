import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery, text, titleText } from '../../kernel/index.ts';
import { recordParams } from '../record/index.ts';
import { numberText } from './entities.ts';
import { DIAL_LOCATIONS_KEY } from './lines.ts';

/** How somebody's calls are made, by the names that the specification has. */
export const DIAL_WAYS = ['asterisk', 'tapimasterExtern', 'curlPost', 'sipgateIO'] as const;
export type DialWay = (typeof DIAL_WAYS)[number];

/** What can be wrong with how somebody's calls are made. */
export const DIAL_FAULTS = [
  'USER_IS_NOT_ALLOWED_TO_INITIATE_OUTGOING_PHONECALLS',
  'USER_HAS_NO_TERMINAL_CONFIGURED',
  'USER_HAS_UNSUPPORTED_LOCATION_CONFIGURED',
  'USER_HAS_NO_LOCATION_CONFIGURED',
  'USER_HAS_NO_CONFIGURATION',
  'LOCATION_HAS_NO_CONFIGURATION',
] as const;
export type DialFault = (typeof DIAL_FAULTS)[number];

export const NO_NEXT_OUTGOING_CALL_FOUND = 'NO_NEXT_OUTGOING_CALL_FOUND';

/** How often a client looks for the call that it began, in milliseconds, and how many times at most. */
export const DIAL_POLL_MS = 500;
export const MAX_DIAL_POLLS = 100;

/** Letters of terminals, which stand in addresses. */
export const TERMINAL = /^[\w.@-]{1,64}$/;

/** How the person's calls are made. Always a success: what is wrong stands in `error`. Secrets are empty: the server alone calls with them. */
export const outgoingConfiguration = defineQuery({
  name: 'phoneCall.outgoingConfiguration',
  params: NothingSchema,
  result: v.object({
    location: v.string(),
    terminal: v.string(),
    token: v.string(),
    tokenId: v.string(),
    url: v.string(),
    url_hangup: v.string(),
    url_init: v.string(),
    call_polling: v.picklist(['on', 'off']),
    error: v.picklist(['', ...DIAL_FAULTS]),
    /** Whether what was begun can be ended from here. */
    canHangUp: v.boolean(),
  }),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [DIAL_LOCATIONS_KEY],
  example: {
    params: {},
    result: {
      location: 'sipgateIO',
      terminal: 'e0',
      token: '',
      tokenId: '',
      url: '',
      url_hangup: '',
      url_init: '',
      call_polling: 'on',
      error: '',
      canHangUp: true,
    },
  },
});

/** The call that a telephone system has told of since the person began one: its number as an item, and when it began in seconds since 1970. */
export const nextOutgoingId = defineQuery({
  name: 'phoneCall.nextOutgoingId',
  params: v.strictObject({
    calledNumber: numberText,
    /** Whole seconds since 1970. */
    timestamp: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  result: v.object({
    number: v.number(),
    timestamp: v.number(),
    aggregateId: v.string(),
    error: v.picklist(['', NO_NEXT_OUTGOING_CALL_FOUND]),
  }),
  cached: false,
  cost: 'light',
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [],
  example: {
    params: { calledNumber: '+49431123456', timestamp: 1_795_219_200 },
    result: { number: 0, timestamp: 0, aggregateId: '', error: NO_NEXT_OUTGOING_CALL_FOUND },
  },
});

/** How far a call is, or its end, that the server makes: see `attempt`. */
export const ATTEMPT_STATES = ['calling', 'done', 'localGet', 'failed', 'unknown'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/**
 * Begins a call. The server makes it once this is answered (`calling`, and `phoneCall.attempt` says what came of it), or says what the client opens: a
 * link (`openLink`). With `byDevice` the telephone in the person's hand calls.
 */
export const start = defineCommand({
  name: 'phoneCall.start',
  params: v.strictObject({
    calledNumber: numberText,
    idoLinkings: v.optional(v.pipe(v.array(v.strictObject(recordParams)), v.maxLength(10)), []),
    contactPersonId: v.optional(v.nullable(IdSchema), null),
    byDevice: v.optional(v.boolean(), false),
    /** The person was told what the number is (PHONE_NUMBER_CONFIRM) and wants it. */
    confirmed: v.optional(v.boolean(), false),
  }),
  result: v.object({
    callId: v.number(),
    how: v.picklist(['calling', 'openLink']),
    href: v.string(),
    canHangUp: v.boolean(),
    /** A telephone system will tell of it: it is worth looking for. */
    isTold: v.boolean(),
    /** When it began, in seconds since 1970, for `phoneCall.nextOutgoingId`. */
    timestamp: v.number(),
  }),
  errors: [
    'RIGHT_MISSING',
    'NOT_FOUND',
    'PHONE_NUMBER_INVALID',
    'PHONE_NUMBER_CONFIRM',
    'PHONE_NOT_CONFIGURED',
    'PHONE_LIMIT',
  ],
  secret: 'parameters',
  example: {
    params: { calledNumber: '0431 123456', idoLinkings: [{ idoId: 7, idoInstanceId: 1 }] },
    result: { callId: 5, how: 'calling', href: '', canHangUp: true, isTold: true, timestamp: 1_795_219_200 },
  },
});

/**
 * What came of a call that the person began, and of its end, where they have ended it: it is being made (`calling`), was made (`done`), the person's own
 * machine opens `href`, which it alone reaches (`localGet`), the telephone system did not do it (`failed`, with the `status` that it answered, 0 where it is
 * not reached), or nobody knows (`unknown`), since the server ended meanwhile.
 */
export const attempt = defineQuery({
  name: 'phoneCall.attempt',
  params: v.strictObject({ callId: IdSchema }),
  result: v.object({
    state: v.picklist(ATTEMPT_STATES),
    /** Null while nobody has ended it. */
    end: v.nullable(v.picklist(ATTEMPT_STATES)),
    href: v.string(),
    status: v.number(),
  }),
  cached: false,
  cost: 'light',
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  refreshOn: () => [],
  example: { params: { callId: 5 }, result: { state: 'done', end: null, href: '', status: 0 } },
});

/** Ends a call that the person began, once this is answered; `phoneCall.attempt` says what came of it. */
export const hangUp = defineCommand({
  name: 'phoneCall.hangUp',
  params: v.strictObject({ callId: IdSchema }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND', 'PHONE_NOT_CONFIGURED'],
  secret: 'parameters',
  example: { params: { callId: 5 }, result: {} },
});

/** A way to make calls, for people who are given it. */
export const DialLocationSchema = v.object({
  locationId: v.number(),
  title: v.string(),
  way: v.picklist([...DIAL_WAYS, 'other']),
  /** Without what stands in them secretly. */
  url: v.string(),
  urlInit: v.string(),
  urlHangup: v.string(),
  tokenId: v.string(),
  hasToken: v.boolean(),
  callPolling: v.boolean(),
  /** The telephone system that tells of its calls; null for none. */
  lineId: v.nullable(v.number()),
});
export type DialLocation = v.InferOutput<typeof DialLocationSchema>;

const url = v.pipe(text(2000), v.trim());
export const saveLocation = defineCommand({
  name: 'phoneCall.saveLocation',
  params: v.strictObject({
    /** Null for a new one. */
    locationId: v.optional(v.nullable(IdSchema), null),
    title: v.pipe(titleText(100), v.trim(), v.minLength(1)),
    way: v.picklist([...DIAL_WAYS, 'other']),
    /** Empty addresses and an empty token of one that is there keep what is stored where `keeps` says so. */
    url: v.optional(url, ''),
    urlInit: v.optional(url, ''),
    urlHangup: v.optional(url, ''),
    tokenId: v.optional(text(200), ''),
    token: v.optional(text(500), ''),
    keeps: v.optional(v.array(v.picklist(['url', 'urlInit', 'urlHangup', 'token'])), []),
    callPolling: v.optional(v.boolean(), true),
    lineId: v.optional(v.nullable(IdSchema), null),
  }),
  result: v.object({ locationId: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'PHONE_ADDRESS_INVALID', 'TOO_MANY_PHONE_LINES'],
  secret: 'parameters',
  audit: { kind: 'phone.changed', subject: ({ title }) => title },
  example: {
    params: { title: 'sipgate', way: 'sipgateIO', tokenId: 'token-ABC', token: 'geheim' },
    result: { locationId: 2 },
  },
});

export const deleteLocation = defineCommand({
  name: 'phoneCall.deleteLocation',
  params: v.strictObject({ locationId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { locationId: 2 }, result: {} },
});

/** How one person's calls are made. */
export const DialUserSchema = v.object({
  userId: v.number(),
  name: v.string(),
  isAllowed: v.boolean(),
  locationId: v.nullable(v.number()),
  terminal: v.string(),
  /** The number that those who are called see; empty: what the telephone system says. */
  callerId: v.string(),
});
export type DialUser = v.InferOutput<typeof DialUserSchema>;

export const saveDialUser = defineCommand({
  name: 'phoneCall.saveDialUser',
  params: v.strictObject({
    userId: IdSchema,
    isAllowed: v.boolean(),
    locationId: v.nullable(IdSchema),
    terminal: v.pipe(
      v.string(),
      v.check((value) => value === '' || TERMINAL.test(value), 'TERMINAL_INVALID'),
    ),
    callerId: v.optional(numberText, ''),
  }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'PHONE_NUMBER_INVALID'],
  example: { params: { userId: 1, isAllowed: true, locationId: 2, terminal: 'e0' }, result: {} },
});

/** Ways to make calls, and who has which; for administrators. */
export const dialSettings = defineQuery({
  name: 'phoneCall.dialSettings',
  params: NothingSchema,
  result: v.object({
    locations: v.array(DialLocationSchema),
    users: v.array(DialUserSchema),
    /** Calls that one person, and all together, may begin a day. */
    maxPerUser: v.number(),
    maxPerInstance: v.number(),
  }),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [DIAL_LOCATIONS_KEY, 'people'],
  example: {
    params: {},
    result: {
      locations: [
        {
          locationId: 2,
          title: 'sipgate',
          way: 'sipgateIO',
          url: '',
          urlInit: '',
          urlHangup: '',
          tokenId: 'token-ABC',
          hasToken: true,
          callPolling: true,
          lineId: 1,
        },
      ],
      users: [{ userId: 1, name: 'Anna Berger', isAllowed: true, locationId: 2, terminal: 'e0', callerId: '' }],
      maxPerUser: 200,
      maxPerInstance: 2000,
    },
  },
});

export const saveDialLimits = defineCommand({
  name: 'phoneCall.saveDialLimits',
  params: v.strictObject({
    maxPerUser: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
    maxPerInstance: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING'],
  example: { params: { maxPerUser: 200, maxPerInstance: 2000 }, result: {} },
});

export const dialQueries = { outgoingConfiguration, nextOutgoingId, attempt, dialSettings } as const;
export const dialCommands = { start, hangUp, saveLocation, deleteLocation, saveDialUser, saveDialLimits } as const;
