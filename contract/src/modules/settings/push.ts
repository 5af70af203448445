import * as v from 'valibot';
import { NothingSchema, defineCommand, defineQuery } from '../../kernel/index.ts';

export const PUSH_KEY = 'push';

/** How a device is reached: by a browser's push service, Apple's, Google's, or a distributor that the person has chosen. */
export const PUSH_DEVICE_KINDS = ['browser', 'apns', 'fcm', 'unifiedpush'] as const;
export type PushDeviceKind = (typeof PUSH_DEVICE_KINDS)[number];

/** The stations of a push that tries the way, in their order. A way without a relay leaves that one out. */
export const PUSH_TEST_STEPS = ['token', 'server', 'relay', 'service', 'arrived'] as const;
export type PushTestStep = (typeof PUSH_TEST_STEPS)[number];

/**
 * What goes wrong at a station. `paused`: the device was given up until it registers anew; `noService`: this server can push to no app of that kind;
 * `relayUnreached`, `relayBusy`, `relayRefused`: of the relay itself; `unreached`, `busy`, `refused`: of the push service; `gone`: the service does
 * not know the device any more; `notArrived`: the service took it, and the device did not say so within its time.
 */
export const PUSH_TEST_PROBLEMS = [
  'paused',
  'noService',
  'relayUnreached',
  'relayBusy',
  'relayRefused',
  'unreached',
  'busy',
  'refused',
  'gone',
  'notArrived',
] as const;
export type PushTestProblem = (typeof PUSH_TEST_PROBLEMS)[number];

/**
 * What a device is reached by, as JSON. Of a browser the subscription, as `PushSubscription.toJSON()` gives it; of the app on a phone
 * `{"kind":"apns","token","app","environment":"production"|"sandbox","keys":{"p256dh","auth"}}`, `{"kind":"fcm","token","app","keys"}`, or
 * `{"kind":"unifiedpush","endpoint","keys","app"}`. The keys are the device's own: what is pushed is encrypted for it, whichever way it goes.
 */
const deviceToken = v.pipe(v.string(), v.minLength(1), v.maxLength(4000));
const exampleToken = JSON.stringify({
  endpoint: 'https://push.example/send/4f3a',
  expirationTime: null,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});

/** How this instance signs what it pushes, and whom of the person's devices it pushes to. */
export const configuration = defineQuery({
  name: 'push.configuration',
  params: NothingSchema,
  result: v.object({
    /** The instance's VAPID key, base64url, uncompressed point on P-256. */
    publicKey: v.string(),
    devices: v.array(
      v.object({
        deviceId: v.number(),
        /** Whether it is the session that asks. */
        isThis: v.boolean(),
        /** Browser and system, as its session says. */
        name: v.string(),
        /** Seconds since 1970. */
        since: v.number(),
        /** It could not be reached five times in a row; nothing is sent until it registers anew. */
        isPaused: v.boolean(),
        kind: v.picklist(PUSH_DEVICE_KINDS),
      }),
    ),
    /** Which services this server pushes through, by itself or by a relay, beside those of browsers. */
    services: v.object({ apns: v.boolean(), fcm: v.boolean(), unifiedPush: v.boolean() }),
  }),
  refreshOn: () => [PUSH_KEY],
  example: {
    params: {},
    result: {
      publicKey: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
      devices: [
        {
          deviceId: 1,
          isThis: true,
          name: 'Firefox 145, Linux',
          since: 1_795_219_200,
          isPaused: false,
          kind: 'browser',
        },
      ],
      services: { apns: false, fcm: false, unifiedPush: true },
    },
  },
});

/** Registers the device of this session, in the place of what it was reached by before. */
export const registerToken = defineCommand({
  name: 'push.registerToken',
  params: v.strictObject({ deviceToken }),
  result: NothingSchema,
  errors: ['PUSH_TOKEN_INVALID'],
  secret: 'parameters',
  example: { params: { deviceToken: exampleToken }, result: {} },
});

/** Pushes no more to what this token names; nothing where it is not known. */
export const deleteToken = defineCommand({
  name: 'push.deleteToken',
  params: v.strictObject({ deviceToken }),
  result: NothingSchema,
  secret: 'parameters',
  example: { params: { deviceToken: exampleToken }, result: {} },
});

const testId = v.pipe(v.string(), v.uuid());
const exampleTestId = '6f1c1c1e-6d0b-4d53-9f0e-3f6a53a3c0de';

/**
 * Pushes to the device of this session, to try the whole way, whatever the quiet hours say. It ends the test before. Fails with PUSH_TOKEN_INVALID
 * where the session has no device.
 */
export const test = defineCommand({
  name: 'push.test',
  params: NothingSchema,
  result: v.object({ testId }),
  errors: ['PUSH_TOKEN_INVALID'],
  example: { params: {}, result: { testId: exampleTestId } },
});

/** How far a test of this session has come. Fails with NOT_FOUND for one of another session, and for one that another has ended. */
export const testState = defineQuery({
  name: 'push.testState',
  params: v.strictObject({ testId }),
  result: v.object({
    steps: v.array(
      v.object({
        step: v.picklist(PUSH_TEST_STEPS),
        /** Milliseconds since 1970; null for a station that was not reached. */
        at: v.nullable(v.number()),
        problem: v.nullable(v.picklist(PUSH_TEST_PROBLEMS)),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
  cached: false,
  refreshOn: () => [PUSH_KEY],
  example: {
    params: { testId: exampleTestId },
    result: {
      steps: [
        { step: 'token', at: 1_795_219_200_000, problem: null },
        { step: 'server', at: 1_795_219_200_020, problem: null },
        { step: 'relay', at: 1_795_219_200_080, problem: null },
        { step: 'service', at: 1_795_219_200_310, problem: null },
        { step: 'arrived', at: null, problem: null },
      ],
    },
  },
});

/** Says that a test has come to this device. Nothing where it is not this session's. */
export const testArrived = defineCommand({
  name: 'push.testArrived',
  params: v.strictObject({ testId }),
  result: NothingSchema,
  example: { params: { testId: exampleTestId }, result: {} },
});

export const pushQueries = { pushConfiguration: configuration, testState } as const;
export const pushCommands = { registerToken, deleteToken, test, testArrived } as const;
/** PUSH_TOKEN_INVALID: no device, or one whose address lies in a private network. */
export const pushProblems = { PUSH_TOKEN_INVALID: 422 } as const;

/**
 * What a push says, encrypted: never a word of an item. `aggregateId` and `instanceName` are the specification's; `tag` is the same for
 * what replaces each other; `kind` is what it is about. `call`, for apps on phones alone: a call rings, for half a minute; browsers are told of an `item`.
 * `test`: the tag is `test:` and the number of the test. `alarms`: of an `alarm`, which ring, and of a `silence`, which are over, each as
 * `{type}:{id}@{seconds since 1970 for which it was set}`, with a blank between: a phone that rings by itself tells by them what it has shown already. It
 * is absent where there are too many to name.
 */
export const PushMessageSchema = v.object({
  instanceName: v.string(),
  aggregateId: v.nullable(v.string()),
  kind: v.picklist(['alarm', 'item', 'silence', 'count', 'person', 'test', 'call']),
  tag: v.string(),
  /** Unfinished items, for the badge of the app. */
  badge: v.optional(v.nullable(v.number()), null),
  alarms: v.optional(v.string()),
});
export type PushMessage = v.InferOutput<typeof PushMessageSchema>;
