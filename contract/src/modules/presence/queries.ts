import * as v from 'valibot';
import { IdSchema, NothingSchema, defineQuery } from '../../kernel/index.ts';
import {
  ABSENCES_KEY,
  AutomaticUserStateSchema,
  OWN_PRESENCE_KEY,
  OnlineUserSchema,
  PLACES_KEY,
  PRESENCE_KEY,
  STATES_KEY,
  StateDefinitionSchema,
  UserStateSchema,
  type AutomaticUserState,
  type OnlineUser,
  type StateDefinition,
} from './entities.ts';

const exampleUser: OnlineUser = {
  id: 2,
  name: 'Ben Carstens',
  presence: 'present',
  presenceSort: '1',
  stateText: 'Homeoffice',
  stateType: 'global',
  stateIconCls: 'desktop',
  stateIconColorHex: '#ffffff',
  stateBackgroundColorHex: '#2f6f8f',
  stateAutomaticIconCls: null,
  stateAutomaticIconColorHex: null,
  userAvatar: null,
  stateId: 5,
  isBusy: false,
  until: '2026-11-23T23:00:00.000Z',
  substituteId: null,
  activeAt: null,
  automaticId: null,
};

const exampleState: StateDefinition = {
  id: 5,
  type: 'global',
  textDe: 'Homeoffice',
  textEn: 'Working from home',
  iconCls: 'desktop',
  hexCode: '#2f6f8f',
  counts: 'present',
  isBusy: false,
};

const examplePlace: AutomaticUserState = {
  id: 3,
  name: 'Werkstatt',
  iconCls: 'push-pin',
  latitude: 54.3233,
  longitude: 10.1228,
  radius: 150,
  schedule: 'Mo-Fr 07:00-18:00',
  instanceName: 'demo',
  status: 'subscribed',
  key: 'c2VjcmV0LW9mLW9uZS1kZXZpY2UtYW5kLW9uZS1wbGFjZQ',
  isOwn: true,
  isChangeable: true,
  stateId: 2,
  isScheduleRead: true,
};

/** Everybody of the instance who may sign in, with what shows of them, in the order of `presenceSort` and then of names. */
export const onlineUsers = defineQuery({
  name: 'presence.onlineUsers',
  params: NothingSchema,
  result: v.array(OnlineUserSchema),
  refreshOn: () => [PRESENCE_KEY, STATES_KEY, ABSENCES_KEY, 'people'],
  example: { params: {}, result: [exampleUser] },
});

/** The states that the person can choose, in the order of the instance. */
export const userStates = defineQuery({
  name: 'presence.userStates',
  params: NothingSchema,
  result: v.array(UserStateSchema),
  refreshOn: () => [OWN_PRESENCE_KEY, STATES_KEY],
  example: {
    params: {},
    result: [
      {
        id: 5,
        type: 'global',
        text: 'Homeoffice',
        iconCls: 'desktop',
        hexCode: '#2f6f8f',
        selectedState: true,
        until: '2026-11-23T23:00:00.000Z',
        textDe: 'Homeoffice',
        textEn: 'Working from home',
        counts: 'present',
        isBusy: false,
      },
    ],
  },
});

/** The person's places and those for all. No cache has them, for the keys of this device are in it. */
export const automaticUserStates = defineQuery({
  name: 'presence.automaticUserStates',
  params: NothingSchema,
  result: v.array(AutomaticUserStateSchema),
  cached: false,
  refreshOn: () => [PLACES_KEY, OWN_PRESENCE_KEY, STATES_KEY],
  example: { params: {}, result: [examplePlace] },
});

/** One person's card, one's own too. */
export const user = defineQuery({
  name: 'presence.user',
  params: v.strictObject({ userId: IdSchema }),
  result: v.object({
    ...OnlineUserSchema.entries,
    substituteName: v.nullable(v.string()),
    /** ISO instant at which the person is free again, as far as it is known: they are busy, or absent by a state, until then. */
    freeAt: v.nullable(v.string()),
    /** ISO instant until which who asks waits to be told that the person is there; null if they do not. */
    notifyUntil: v.nullable(v.string()),
    /** Whether the person is hidden, and whether the instance lets them; of others always false. */
    isHidden: v.boolean(),
    mayHide: v.boolean(),
  }),
  errors: ['NOT_FOUND'],
  refreshOn: () => [PRESENCE_KEY, OWN_PRESENCE_KEY, STATES_KEY, ABSENCES_KEY, 'people'],
  example: {
    params: { userId: 2 },
    result: {
      ...exampleUser,
      substituteName: null,
      freeAt: null,
      notifyUntil: null,
      isHidden: false,
      mayHide: false,
    },
  },
});

/** The states of the instance, for administrators, in the order in which they are offered. */
export const definitions = defineQuery({
  name: 'presence.definitions',
  params: NothingSchema,
  result: v.object({
    states: v.array(StateDefinitionSchema),
    /** Whether people may hide. */
    mayHide: v.boolean(),
  }),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [STATES_KEY],
  example: { params: {}, result: { states: [exampleState], mayHide: true } },
});

export const queries = { onlineUsers, userStates, automaticUserStates, user, definitions } as const;
