import * as v from 'valibot';
import { NothingSchema, defineCommand, defineQuery, text } from '../../kernel/index.ts';
import { FENCE_ENTERED, FENCE_LEFT, PLACES_KEY, idOrDigits } from './entities.ts';

/** Path at which a device says that it has entered or left a place, by a key of the place or by a token that is good for nothing else. */
export const FENCE_PATH = '/userstatus/userstatus/geofence';

/** The header by which an answer says `refresh`: the device watches a place that is not there any more. */
export const FENCE_HEADER = 'X-Fence';

/** Posts of one token in an hour. */
export const FENCE_POSTS_PER_HOUR = 30;

const FENCE_DAYS = 90;
export const FENCE_TOKEN_MS = FENCE_DAYS * 86_400_000;

/**
 * Makes the token by which this device says that it has entered or left places, in the place of the one before. It is good for this person and this
 * session, for 90 days, and at `FENCE_PATH` alone, as `Authorization: Bearer`.
 */
export const fenceToken = defineCommand({
  name: 'fence.token',
  params: v.strictObject({ deviceName: text(120) }),
  result: v.object({
    token: v.string(),
    /** ISO instant. */
    validUntil: v.string(),
  }),
  secret: true,
  example: {
    params: { deviceName: 'Pixel 9' },
    result: {
      token: 'fence.k1.c2VjcmV0LW9mLW9uZS1kZXZpY2UtYW5kLW5vdGhpbmctZWxzZQ',
      validUntil: '2027-02-21T09:00:00.000Z',
    },
  },
});

/** Ends the token of one of the person's own devices. Nothing where it has none. */
export const endFenceToken = defineCommand({
  name: 'fence.end',
  params: v.strictObject({ sessionId: v.pipe(v.string(), v.uuid()) }),
  result: NothingSchema,
  example: { params: { sessionId: '6f1c1c1e-6d0b-4d53-9f0e-3f6a53a3c0de' }, result: {} },
});

/** The person's devices that say by a token where they are, the oldest first. */
export const fenceDevices = defineQuery({
  name: 'fence.devices',
  params: NothingSchema,
  result: v.array(
    v.object({
      /** As in the list of sessions. */
      sessionId: v.string(),
      isThis: v.boolean(),
      deviceName: v.string(),
      /** ISO instants. */
      since: v.string(),
      validUntil: v.string(),
    }),
  ),
  refreshOn: () => [PLACES_KEY],
  example: {
    params: {},
    result: [
      {
        sessionId: '6f1c1c1e-6d0b-4d53-9f0e-3f6a53a3c0de',
        isThis: true,
        deviceName: 'Pixel 9',
        since: '2026-11-23T09:00:00.000Z',
        validUntil: '2027-02-21T09:00:00.000Z',
      },
    ],
  },
});

export const fenceQueries = { fenceDevices } as const;
export const fenceCommands = { fenceToken, endFenceToken } as const;

const named = {
  locationId: v.optional(idOrDigits),
  userId: v.optional(idOrDigits),
  key: v.optional(text(200)),
};

/** What a phone's own watcher of places posts. Where it is stands in it too, and is not read. */
const WatcherSchema = v.pipe(
  v.object({
    ...named,
    payload: v.optional(v.object(named), {}),
    transition: v.optional(v.picklist(['enter', 'exit'])),
    enter: v.optional(v.boolean()),
  }),
  v.check(({ locationId, payload }) => (locationId ?? payload.locationId) !== undefined),
  v.check(({ transition, enter }) => (transition ?? enter) !== undefined),
  v.check(
    ({ transition, enter }) => transition === undefined || enter === undefined || (transition === 'enter') === enter,
  ),
  v.transform(({ locationId, userId, key, payload, transition, enter }) => ({
    locationId: locationId ?? payload.locationId ?? 0,
    userId: userId ?? payload.userId,
    key: key ?? payload.key,
    state: (transition ?? (enter === true ? 'enter' : 'exit')) === 'enter' ? FENCE_ENTERED : FENCE_LEFT,
  })),
);

/** The specification's body, as far as a token leaves anything to be said. */
const SaidSchema = v.pipe(
  v.object({
    extras: v.object({ ...named, locationId: idOrDigits }),
    state: v.picklist([FENCE_LEFT, FENCE_ENTERED]),
  }),
  v.transform(({ extras: { locationId, userId, key }, state }) => ({ locationId, userId, key, state })),
);

/**
 * The body at `FENCE_PATH` of who has a token: the specification's, or that of a phone's own watcher. The key of the place may be left out. Where it is
 * there it has to be that of this device and place: a phone has one watcher for all of its accounts, and numbers of places are the same in several.
 */
export const TokenGeofenceSchema = v.union([SaidSchema, WatcherSchema]);
export type TokenGeofence = v.InferOutput<typeof TokenGeofenceSchema>;
