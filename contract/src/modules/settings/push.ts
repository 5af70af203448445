import * as v from 'valibot';
import { NothingSchema, defineCommand, defineQuery } from '../../kernel/index.ts';

export const PUSH_KEY = 'push';

/** What a device is reached by: of a browser the subscription as JSON, as `PushSubscription.toJSON()` gives it. */
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
      }),
    ),
  }),
  refreshOn: () => [PUSH_KEY],
  example: {
    params: {},
    result: {
      publicKey: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
      devices: [{ deviceId: 1, isThis: true, name: 'Firefox 145, Linux', since: 1_795_219_200, isPaused: false }],
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

export const pushQueries = { pushConfiguration: configuration } as const;
export const pushCommands = { registerToken, deleteToken } as const;
/** PUSH_TOKEN_INVALID: no subscription, or one whose address lies in a private network. */
export const pushProblems = { PUSH_TOKEN_INVALID: 422 } as const;

/**
 * What a push says, encrypted: never a word of an item. `aggregateId` and `instanceName` are the specification's; `tag` is the same for
 * what replaces each other; `kind` is what it is about.
 */
export const PushMessageSchema = v.object({
  instanceName: v.string(),
  aggregateId: v.nullable(v.string()),
  kind: v.picklist(['alarm', 'item', 'silence', 'count', 'person']),
  tag: v.string(),
  /** Unfinished items, for the badge of the app. */
  badge: v.optional(v.nullable(v.number()), null),
});
export type PushMessage = v.InferOutput<typeof PushMessageSchema>;
