import * as v from 'valibot';
import { IdSchema, InstantSchema, NothingSchema, defineCommand, text } from '../../kernel/index.ts';
import {
  IconSchema,
  MAX_SCHEDULE,
  MAX_STATES,
  NO_STATE_ID,
  PlaceNameSchema,
  StateTextSchema,
  UNTIL_FURTHER_NOTICE,
  locationFields,
  stateFields,
} from './entities.ts';

const automaticUserStateId = IdSchema;
const key = text(200);

/**
 * Chooses a state; 0 ends the choice. Without `until` it ends at midnight of the person's zone. `chosenAt` is when the person chose, for what
 * was sent later: where they have chosen otherwise since, on another device, that stays and `isTaken` is false.
 */
export const switchState = defineCommand({
  name: 'presence.switchState',
  params: v.strictObject({
    userstateId: v.union([v.literal(NO_STATE_ID), IdSchema]),
    until: v.optional(v.union([v.literal(UNTIL_FURTHER_NOTICE), InstantSchema])),
    chosenAt: v.optional(InstantSchema),
  }),
  result: v.object({
    isTaken: v.boolean(),
    /** ISO instant at which the choice ends; null for one that does not, and for none. */
    until: v.nullable(v.string()),
  }),
  errors: ['STATE_GONE', 'STATE_TIME'],
  example: {
    params: { userstateId: 5 },
    result: { isTaken: true, until: '2026-11-23T23:00:00.000Z' },
  },
});

/** Keeps the text of the person's own state; empty for none. It is shown once that is switched to, and at once where it is chosen. */
export const setPersonalState = defineCommand({
  name: 'presence.setPersonalState',
  params: v.strictObject({ text: StateTextSchema }),
  result: NothingSchema,
  example: { params: { text: 'Auf der Messe' }, result: {} },
});

/** Says that this device is at a place that it watches. `key` is that of this device and place. */
export const setAutomaticState = defineCommand({
  name: 'presence.setAutomaticState',
  params: v.strictObject({ automaticUserStateId, key }),
  result: NothingSchema,
  errors: ['PLACE_GONE', 'PLACE_KEY_WRONG'],
  secret: 'parameters',
  example: { params: { automaticUserStateId: 3, key: 'c2VjcmV0LW9mLW9uZS1kZXZpY2U' }, result: {} },
});

/** Says that this device has left a place; without a number, that whichever holds ends. The key is that of the place, or of any of this device. */
export const deleteAutomaticState = defineCommand({
  name: 'presence.deleteAutomaticState',
  params: v.strictObject({ automaticUserStateId: v.optional(automaticUserStateId), key }),
  result: NothingSchema,
  errors: ['PLACE_GONE', 'PLACE_KEY_WRONG'],
  secret: 'parameters',
  example: { params: { automaticUserStateId: 3, key: 'c2VjcmV0LW9mLW9uZS1kZXZpY2U' }, result: {} },
});

/** Hides the person, who is then absent to everybody, or shows them again. Fails with RIGHT_MISSING where the instance has nobody hide. */
export const hide = defineCommand({
  name: 'presence.hide',
  params: v.strictObject({ isHidden: v.boolean() }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING'],
  example: { params: { isHidden: false }, result: {} },
});

/** Makes a state, the last of its instance, or changes one (`stateId`). There is one of type personal, which keeps its type. */
export const saveState = defineCommand({
  name: 'presence.saveState',
  params: v.strictObject({ stateId: v.optional(IdSchema), ...stateFields }),
  result: v.object({ stateId: v.number() }),
  errors: ['RIGHT_MISSING', 'STATE_GONE', 'STATE_TYPE', 'TOO_MANY_STATES'],
  audit: { kind: 'instance.changed', subject: ({ textDe }) => `state ${textDe}` },
  example: {
    params: {
      type: 'global',
      textDe: 'Auf der Messe',
      textEn: 'At the fair',
      iconCls: 'users',
      hexCode: '#2f6f4f',
      counts: 'absent',
      isBusy: false,
    },
    result: { stateId: 9 },
  },
});

/** Removes a state: whoever has it has none from then on. The personal one, the last one of being available, and that of a place stay. */
export const removeState = defineCommand({
  name: 'presence.removeState',
  params: v.strictObject({ stateId: IdSchema }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'STATE_GONE', 'STATE_TYPE', 'STATE_OF_PLACE'],
  audit: { kind: 'instance.changed', subject: ({ stateId }) => `state ${stateId}` },
  example: { params: { stateId: 3 }, result: {} },
});

/** Puts states into another order. Those that are not named come after the others, as they stand. */
export const orderStates = defineCommand({
  name: 'presence.orderStates',
  params: v.strictObject({ stateIds: v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(MAX_STATES)) }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'STATE_GONE'],
  audit: { kind: 'instance.changed', subject: () => 'order of states' },
  example: { params: { stateIds: [1, 2] }, result: {} },
});

/** Says whether people of the instance may hide. Where they may not, who is hidden shows at once. */
export const allowHiding = defineCommand({
  name: 'presence.allowHiding',
  params: v.strictObject({ mayHide: v.boolean() }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING'],
  audit: { kind: 'instance.changed', subject: ({ mayHide }) => `hiding ${mayHide ? 'allowed' : 'forbidden'}` },
  example: { params: { mayHide: true }, result: {} },
});

/**
 * Makes a place, or changes one (`automaticUserStateId`): one's own, or one for all, which is the administrators'. A place that lies elsewhere or
 * has another radius has a new number from then on; of the devices that watched it, only the one that moves a place of its own person goes on.
 */
export const savePlace = defineCommand({
  name: 'presence.savePlace',
  params: v.strictObject({
    automaticUserStateId: v.optional(IdSchema),
    isForAll: v.optional(v.boolean(), false),
    name: PlaceNameSchema,
    iconCls: IconSchema,
    ...locationFields,
    schedule: v.optional(v.pipe(text(MAX_SCHEDULE), v.trim()), ''),
    stateId: IdSchema,
  }),
  result: v.object({ automaticUserStateId: v.number() }),
  errors: ['RIGHT_MISSING', 'PLACE_GONE', 'STATE_GONE', 'TOO_MANY_PLACES'],
  example: {
    params: {
      name: 'Werkstatt',
      iconCls: 'push-pin',
      latitude: 54.3233,
      longitude: 10.1228,
      radius: 150,
      schedule: 'Mo-Fr 07:00-18:00',
      stateId: 2,
    },
    result: { automaticUserStateId: 3 },
  },
});

/** Removes a place: who is there is not any more. */
export const removePlace = defineCommand({
  name: 'presence.removePlace',
  params: v.strictObject({ automaticUserStateId }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'PLACE_GONE'],
  example: { params: { automaticUserStateId: 3 }, result: {} },
});

/** Has this device watch a place, and hands out the key that proves it. `presence.automaticUserStates` has it again. */
export const subscribe = defineCommand({
  name: 'presence.subscribe',
  params: v.strictObject({ automaticUserStateId }),
  result: v.object({ key: v.string() }),
  errors: ['PLACE_GONE'],
  secret: true,
  example: { params: { automaticUserStateId: 3 }, result: { key: 'c2VjcmV0LW9mLW9uZS1kZXZpY2U' } },
});

/** Has this device watch a place no more: its key is void, and where it said that the person is there, they are not any more. */
export const unsubscribe = defineCommand({
  name: 'presence.unsubscribe',
  params: v.strictObject({ automaticUserStateId }),
  result: NothingSchema,
  errors: ['PLACE_GONE'],
  example: { params: { automaticUserStateId: 3 }, result: {} },
});

/** Has the person told once, as soon as somebody is there; not after `until`. Of somebody who is there already, at once. */
export const notifyWhenThere = defineCommand({
  name: 'presence.notifyWhenThere',
  params: v.strictObject({ userId: IdSchema, until: InstantSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'STATE_TIME'],
  example: { params: { userId: 2, until: '2030-11-23T17:00:00.000Z' }, result: {} },
});

export const cancelNotify = defineCommand({
  name: 'presence.cancelNotify',
  params: v.strictObject({ userId: IdSchema }),
  result: NothingSchema,
  example: { params: { userId: 2 }, result: {} },
});

/** Says that this device is in the foreground, or no longer. Only for clients whose connection the server does not see, every `BEAT_MS`. */
export const beat = defineCommand({
  name: 'presence.beat',
  fleeting: true,
  params: v.strictObject({ isInForeground: v.optional(v.boolean(), true) }),
  result: NothingSchema,
  example: { params: {}, result: {} },
});

export const commands = {
  switchState,
  setPersonalState,
  setAutomaticState,
  deleteAutomaticState,
  hide,
  saveState,
  removeState,
  orderStates,
  allowHiding,
  savePlace,
  removePlace,
  subscribe,
  unsubscribe,
  notifyWhenThere,
  cancelNotify,
  beat,
} as const;

/**
 * STATE_GONE: a state that is not there, or not any more. PLACE_GONE: a place that is not there for the person, or has moved. STATE_TIME: an
 * end that is past, or more than a year ahead. STATE_TYPE: a second personal state, the personal one as another, or none of being available.
 * STATE_OF_PLACE: the state that places have.
 */
export const problems = {
  STATE_GONE: 409,
  PLACE_GONE: 410,
  PLACE_KEY_WRONG: 403,
  TOO_MANY_PLACES: 422,
  TOO_MANY_STATES: 422,
  STATE_TIME: 422,
  STATE_TYPE: 422,
  STATE_OF_PLACE: 422,
} as const;
